// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files of sessions and practice sets: instrument, preset, changed parameters, companion, clock.

#ifndef JW_LIVE_SESSION_H
#define JW_LIVE_SESSION_H

#include "app/player/live.h"
#include "base/error.h"

#include <stdbool.h>

typedef enum {
    JW_SESSION_WHOLE,    ///< A session: instrument, preset, changes to them, companion, clock
    JW_SESSION_PRACTICE, ///< A practice set: the same; Sa, A4, raga, intonation, room and level are
                         ///< said even where they are the files' own
} JwSessionKind;

/// Writes the file, complete or not at all. [main]
bool jw_session_save(JwLive *live, const char *path, JwSessionKind kind, JwError *error);

/// Reads a file and plays it; changes nothing if the file is invalid. [main]
bool jw_session_load(JwLive *live, const char *path, JwError *error);

/// Reads a file like jw_session_load(); succeeds without doing anything if there is no file. [main]
bool jw_session_load_if_any(JwLive *live, const char *path, JwError *error);

#endif // JW_LIVE_SESSION_H
