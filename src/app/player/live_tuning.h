// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sa and raga of the player, set by name.

#ifndef JW_LIVE_TUNING_H
#define JW_LIVE_TUNING_H

#include "app/player/live.h"
#include "base/error.h"

#include <stdbool.h>

/// Fills the fretboard of the instrument in its present tuning. [main]
void jw_live_fretboard(const JwLive *live, JwFretboard *board);

/// Finds the keys of the instrument in its present tuning. [main]
bool jw_live_compass(const JwLive *live, JwCompass *compass, JwError *error);

/// Sets Sa: a note, or its pitch, which also changes concert pitch. "none" restores the
/// instrument's own. [main]
bool jw_live_set_sa(JwLive *live, const char *text, JwError *error);

/// Sets raga and intonation: NAME, NAME:equal or NAME:just. "none" restores the instrument's own
/// tuning. [main]
bool jw_live_set_raga(JwLive *live, const char *text, JwError *error);

/// Chooses a raga by its number, 0: none. It brings just intonation unless another one is chosen;
/// without a raga the intonation is again that of instrument and preset. [main]
void jw_live_choose_raga(JwLive *live, int raga);

/// Tunes a string, `STRING=CENTS`. [main]
bool jw_live_tune(JwLive *live, const char *text, JwError *error);

/// Tunes all strings of the instrument: JW_MAX_STRINGS cents, clamped to JW_TUNING_RANGE. [main]
bool jw_live_tune_all(JwLive *live, const double *cents, JwError *error);

#endif // JW_LIVE_TUNING_H
