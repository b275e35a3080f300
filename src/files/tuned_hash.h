// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Hash of the data of an instrument that its tuning depends on. A tuned file (files/tuned_file.h)
// holds the hash of the data that it was measured on.

#ifndef JW_TUNED_HASH_H
#define JW_TUNED_HASH_H

#include "files/sha256.h"
#include "playing/instrument.h"

/// Writes the hash of an instrument as its file gives it, before a preset or tuned file is laid
/// over it. Numbers count to 32 bits, so that another machine's arithmetic gives the same hash.
/// Names of obstacles, body modes and strokes, descriptions, places between left and right,
/// variations of strokes, the drone's pattern and keys of MIDI do not count; nor does a parameter
/// that is newer than tuned files, at its standard value. [any]
void jw_tuned_hash(const JwInstrument *instrument, char text[JW_SHA256_TEXT]);

#endif // JW_TUNED_HASH_H
