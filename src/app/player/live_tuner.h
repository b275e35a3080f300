// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tuner outside (MTS-ESP), as the player follows it.

#ifndef JW_LIVE_TUNER_H
#define JW_LIVE_TUNER_H

#include "app/player/live_audio.h"
#include "host/mts_esp.h"

#include <stdbool.h>

enum { JW_LIVE_TUNER_TEXT = 128 }; ///< Bytes of a line about the tuner

typedef struct {
    JwMtsEsp *esp;                ///< NULL without its library
    JwKeyTable keys;              ///< Keys as the tuner said last
    char scale[JW_MTS_NAME_SIZE]; ///< Name of the tuner's scale
} JwLiveTuner;

/// Passes the tuner's keys on to the audio side if they have changed. Returns true, and writes a
/// line to show, if the tuner or its scale is another one. [main]
bool jw_live_tuner_follow(JwLiveTuner *tuner, JwLiveAudio *stage, char text[JW_LIVE_TUNER_TEXT]);

#endif // JW_LIVE_TUNER_H
