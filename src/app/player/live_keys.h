// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Layout of keys for the instrument that is played, and its svaras.

#ifndef JW_LIVE_KEYS_H
#define JW_LIVE_KEYS_H

#include "app/player/live.h"
#include "base/key_layout.h"
#include "base/svaras.h"

/// Layout of the computer's keys by the present choice, raga and tonic. c_key: where a piano
/// begins. [main]
JwKeyLayout jw_live_keys_layout(const JwLive *live, int c_key);

/// Present choice. [main]
JwKeysChoice jw_live_keys_choice(const JwLive *live);

/// Chooses a layout by name: auto, piano or sargam. On failure returns false, with an error, and
/// changes nothing. [main]
bool jw_live_keys_choose(JwLive *live, const char *name, JwError *error);

/// Lays the keys of MIDI keyboards by choice, instrument, raga and tonic; call it often. [main]
void jw_live_keys_follow(JwLive *live);

/// True if svaras are to be named instead of Western notes: a raga or a tonic is chosen. [main]
bool jw_live_has_svaras(const JwLive *live);

/// Tonic, notes and intervals of the present tuning; all twelve notes without a raga. False if
/// memory is short. [main]
bool jw_live_svaras(const JwLive *live, JwSvaras *svaras);

#endif // JW_LIVE_KEYS_H
