// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The sound of the player as a preset of the user's own.

#ifndef JW_LIVE_PRESET_H
#define JW_LIVE_PRESET_H

#include "app/player/live.h"
#include "base/error.h"

#include <stdbool.h>

/// Saves the instrument with its present parameters as a preset (jw_preset_save()), and plays it.
/// What belongs to the session rather than to the sound stays as the preset before had it: tonic,
/// room, volume, quality. A preset that is replaced keeps its number and texts. The text of `left`
/// says what a preset cannot keep; empty: nothing. [main]
bool jw_live_preset_save(JwLive *live, const char *name, bool replaces, char saved[JW_NAME_SIZE],
                         JwError *left, JwError *error);

/// Saves it under a free name. The text of `told` is a line for the user: that name, and the
/// settings that a preset cannot keep.
/// [main]
bool jw_live_preset_keep(JwLive *live, const char *name, JwError *told, JwError *error);

#endif // JW_LIVE_PRESET_H
