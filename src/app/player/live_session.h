// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Session: what is played, as a file. Instrument, preset and the parameters that were moved.

#ifndef JW_LIVE_SESSION_H
#define JW_LIVE_SESSION_H

#include "app/player/live.h"
#include "base/message.h"

#include <stdbool.h>

/// Writes the file whole or not at all. [main]
bool jw_session_save(JwLive *live, const char *path, JwMessage *message);

/// Reads a file and plays it; changes nothing if the file is wrong. [main]
bool jw_session_load(JwLive *live, const char *path, JwMessage *message);

/// Reads a file as jw_session_load(); does nothing, and succeeds, without a file. [main]
bool jw_session_load_if_any(JwLive *live, const char *path, JwMessage *message);

#endif // JW_LIVE_SESSION_H
