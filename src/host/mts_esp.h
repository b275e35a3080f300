// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// MTS-ESP: one tuner for all instruments of a session.
//
// A master (a plug-in, mostly) keeps the pitch of every key in a library, libMTS, that its clients
// read. The library is looked for where ODDSound installs it, or at the place in the environment's
// JAWARI_LIBMTS (empty: nowhere); nothing is linked, and without it nothing is missing. Channels
// may have keys of their own, and keys without a note.
//
// Source: libMTSClient of https://github.com/ODDSound/MTS-ESP, version 1.03: names, types and
// meanings of the library's functions.

#ifndef JW_MTS_ESP_H
#define JW_MTS_ESP_H

#include "playing/allocator.h"

#include <stdbool.h>

enum { JW_MTS_NAME_SIZE = 64 };

typedef struct JwMtsEspImpl JwMtsEsp;

/// Becomes a client; NULL without the library, or if memory is short. [main]
JwMtsEsp *jw_mts_esp_new(void);

/// Ceases to be a client; accepts NULL. [main]
void jw_mts_esp_free(JwMtsEsp *esp);

/// Reads the master's pitches: true, and the table written, if they differ from the last ones read.
/// Always false for NULL. One thread at a time. [main]
bool jw_mts_esp_read(JwMtsEsp *esp, JwKeyTable *table);

/// Writes the name of the scale, as the master calls it; empty without a master. [main]
void jw_mts_esp_name(const JwMtsEsp *esp, char name[JW_MTS_NAME_SIZE]);

#endif // JW_MTS_ESP_H
