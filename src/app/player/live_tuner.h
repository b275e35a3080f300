// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// External tuner (MTS-ESP) that the player follows.

#ifndef JW_LIVE_TUNER_H
#define JW_LIVE_TUNER_H

#include "app/player/live_audio.h"
#include "host/mts_esp.h"

#include <stdbool.h>

enum { JW_LIVE_TUNER_TEXT = 128 }; ///< Bytes of a line about the tuner

typedef struct {
    JwMtsEsp *esp;                ///< NULL without its library
    JwKeyTable keys;              ///< Keys as last read from the tuner
    char scale[JW_MTS_NAME_SIZE]; ///< Name of the tuner's scale
} JwLiveTuner;

/// Passes the tuner's keys to the audio thread if they have changed. Returns true, and writes a
/// line to display, if the tuner or its scale has changed. [main]
bool jw_live_tuner_follow(JwLiveTuner *tuner, JwLiveAudio *audio, char text[JW_LIVE_TUNER_TEXT]);

#endif // JW_LIVE_TUNER_H
