// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// MTS-ESP: one tuner for all instruments of a session.
//
// A master (usually a plug-in) keeps the pitch of every key in a library, libMTS, which its clients
// read. The library is loaded from where ODDSound installs it, or from the path in the environment
// variable JAWARI_LIBMTS (empty: not at all). Nothing is linked, and no function of Jawari depends
// on it. Channels may have their own keys, and keys may have no note.
//
// Source: libMTSClient of https://github.com/ODDSound/MTS-ESP, version 1.03: names, types and
// meanings of the library's functions.

#ifndef JW_MTS_ESP_H
#define JW_MTS_ESP_H

#include "playing/allocator.h"

#include <stdbool.h>

enum { JW_MTS_NAME_SIZE = 64 };

typedef struct JwMtsEspImpl JwMtsEsp;

/// Registers a client; returns NULL without the library, or if memory is short. [main]
JwMtsEsp *jw_mts_esp_new(void);

/// Unregisters and frees a client; accepts NULL. [main]
void jw_mts_esp_free(JwMtsEsp *esp);

/// Reads the master's pitches. Returns true and fills the table if they have changed since the last
/// read; always false for NULL. One thread at a time. [main]
bool jw_mts_esp_read(JwMtsEsp *esp, JwKeyTable *table);

/// Writes the master's name for the scale; empty without a master. [main]
void jw_mts_esp_name(const JwMtsEsp *esp, char name[JW_MTS_NAME_SIZE]);

#endif // JW_MTS_ESP_H
