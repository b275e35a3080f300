// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Session file: instrument, preset and changed parameters.

#ifndef JW_LIVE_SESSION_H
#define JW_LIVE_SESSION_H

#include "app/player/live.h"
#include "base/error.h"

#include <stdbool.h>

/// Writes the file, complete or not at all. [main]
bool jw_session_save(JwLive *live, const char *path, JwError *error);

/// Reads a file and plays it; changes nothing if the file is invalid. [main]
bool jw_session_load(JwLive *live, const char *path, JwError *error);

/// Reads a file like jw_session_load(); succeeds without doing anything if there is no file. [main]
bool jw_session_load_if_any(JwLive *live, const char *path, JwError *error);

#endif // JW_LIVE_SESSION_H
