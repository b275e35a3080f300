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

#define JW_CLICKS_GROWTH_MAX 50.0 ///< Largest change of the tempo a cycle [beats a minute]

enum { JW_CLICKS_PLAIN_CYCLE = 4 }; ///< Beats that count as a cycle without marks

/// Settings of the metronome.
typedef struct {
    bool on;
    unsigned start;  ///< Changed: the clock begins anew, with the first beat and this tempo
    bool counts_in;  ///< A cycle is counted in before the first beat
    bool ends;       ///< The next sam is the last beat
    double bpm;      ///< Beats a minute
    unsigned tempo;  ///< Changed: bpm applies; unchanged: a tempo that has grown goes on
    double growth;   ///< Change of the tempo at each sam but the first [beats a minute]; 0: none
    double grows_to; ///< Tempo at which that ends
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

/// Beat of the cycle that sounded last, from 1; negative while a cycle is counted in; 0: none.
/// [any]
int jw_clicks_beat(const JwClicks *clicks);

/// Tempo in thousandths of a beat a minute, without the transport; 0 until the last setting's is in
/// force. [main]
int jw_clicks_tempo(const JwClicks *clicks);

/// True if the run with that number of a start has ended on its last sam. [any]
bool jw_clicks_ended(const JwClicks *clicks, unsigned start);

/// Adds the clicks to left and right of a filled block. While the transport rolls, tempo and beat
/// are its own, and a count-in ends with the first sam that is a whole cycle away. [audio]
JW_REALTIME void jw_clicks_run(JwClicks *clicks, const JwBackendBlock *block);

/// Frames at the beginning of the last block that belong to a count-in. [audio]
JW_REALTIME uint32_t jw_clicks_counted_in(const JwClicks *clicks);

/// Number of the start that runs or ran last. [audio]
JW_REALTIME unsigned jw_clicks_started(const JwClicks *clicks);

#endif // JW_CLICKS_H
