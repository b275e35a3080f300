// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a raga tunes, in a line for the user.

#ifndef JW_RAGA_TELL_H
#define JW_RAGA_TELL_H

#include "playing/fretboard.h"

enum { JW_RAGA_TOLD = 256 }; ///< Room for that line

/// Writes which notes taraf and first string have in the raga: "Malkauns: S g m d n; taraf S n, S g
/// g m m m d n S' g' g'; tanpura's first string m". "" without a raga, or with a scale in its
/// place. Returns text. [main]
const char *jw_raga_tell(int raga, const JwInstrument *instrument, const JwFretboard *board,
                         char text[JW_RAGA_TOLD]);

#endif // JW_RAGA_TELL_H
