// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Metronome: clicks that are made here, louder on sam, lower on khali. It follows the transport
// while that rolls.

#ifndef JW_CLICKS_H
#define JW_CLICKS_H

#include "app/audio/backend.h"
#include "base/attributes.h"
#include "base/talas.h"

#include <stdbool.h>

#define JW_CLICKS_BPM_MIN 20.0
#define JW_CLICKS_BPM_MAX 400.0

/// Settings of the metronome.
typedef struct {
    bool on;
    double bpm;                     ///< Beats a minute
    char marks[JW_TALA_MATRAS + 1]; ///< A character for each beat of a cycle: X sam, 1 tali, 0
                                    ///< khali, . neither; empty: beats without a cycle
} JwClicksSetting;

typedef struct JwClicksImpl JwClicks;

/// Makes a silent metronome; returns NULL if memory is short. [main]
JwClicks *jw_clicks_new(void);

/// Frees it; accepts NULL. [setup: no audio running]
void jw_clicks_free(JwClicks *clicks);

/// Applies settings from the next block on. A metronome that is switched on begins with the first
/// beat; otherwise the beat goes on. [main]
void jw_clicks_set(JwClicks *clicks, const JwClicksSetting *setting);

/// Beat of the cycle that sounded last, from 1; 0: none. [any]
int jw_clicks_beat(const JwClicks *clicks);

/// Adds the clicks to left and right of a filled block. [audio]
JW_REALTIME void jw_clicks_run(JwClicks *clicks, const JwBackendBlock *block);

#endif // JW_CLICKS_H
