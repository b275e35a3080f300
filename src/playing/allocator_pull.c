// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pull and palm: the parts of the hands' work that a string feels.

#include "playing/allocator.h"
#include "playing/allocator_place.h"

#include <math.h>

/// Least cut of a bend that is counted [semitone]: a smaller one is not heard.
static const double heard_semitones = 0.01;

JW_REALTIME bool jw_allocator_bends(const JwAllocator *allocator, int string) {
    const JwMidiMap *map = &allocator->instrument->map;
    const JwNote *v = &allocator->note[string];
    return v->key >= 0 && v->channel >= 0 && (map->bend == 0 || map->bend & 1u << string);
}

/// Bend that a string is asked for: that of its note's channel now, or when the channel went on to
/// another string.
static JW_REALTIME double bend_asked(const JwAllocator *allocator, const JwNote *v) {
    return v->loose ? v->loose_bend : jw_channels_bend(&allocator->channels, v->channel);
}

/// Bend that a string can give. A pull cannot lower a string that a fret stops, unless the
/// instrument says so.
static JW_REALTIME double bend_of(const JwAllocator *allocator, int string) {
    const JwMidiMap *map = &allocator->instrument->map;
    const JwNote *v = &allocator->note[string];
    const bool bends = jw_allocator_bends(allocator, string);
    const double peg_up = v->is_member ? v->slack : 0.0, peg_down = bends ? v->slack : peg_up;
    const double up = bends ? fmax(map->pull_up - fmax(v->retune, 0.0), peg_up) : peg_up;
    const double down = bends ? fmax(map->pull_down, peg_down) : peg_down;
    return fmin(fmax(bend_asked(allocator, v), -down), up);
}

JW_REALTIME void jw_allocator_watch(JwAllocator *allocator) {
    const int leader = jw_channels_leader(&allocator->channels);
    if (allocator->is_retuned || leader != allocator->tuned_by) {
        jw_allocator_tune_open(allocator);
        allocator->is_retuned = false;
        allocator->tuned_by = leader;
    }
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        JwNote *v = &allocator->note[s];
        const bool plays = v->key >= 0 && v->channel >= 0 && (v->n_fingers > 0 || v->sustained);
        if (!plays || v->is_cut || !(jw_allocator_bends(allocator, s) || v->is_member)) {
            continue;
        }
        v->is_cut = fabs(bend_asked(allocator, v) - bend_of(allocator, s)) > heard_semitones;
        v->cut_bends += v->is_cut;
    }
}

JW_REALTIME double jw_allocator_pull(const JwAllocator *allocator, int string) {
    const JwNote *v = &allocator->note[string];
    double pull = allocator->open[string] + allocator->tunings.fine + allocator->tunings.coarse;
    if (v->key >= 0 && v->channel >= 0) {
        pull = v->retune + bend_of(allocator, string) +
               (jw_allocator_tuning(allocator, v->channel) - v->tuning);
    }
    return fmin(fmax(pull, -JW_PULL_MAX), JW_PULL_MAX);
}

JW_REALTIME double jw_allocator_touch(const JwMidiMap *map, double pressure) {
    return fmax(pressure - map->pressure_from, 0.0) / (127 - map->pressure_from);
}

JW_REALTIME double jw_allocator_palm(const JwAllocator *allocator, int string) {
    const JwMidiMap *map = &allocator->instrument->map;
    const JwNote *v = &allocator->note[string];
    double palm = allocator->hand[string].firmness;
    if (v->key < 0 || v->channel < 0) {
        return palm;
    }
    if (map->pressure == JW_TOUCH_DAMPING) {
        const int all = v->loose ? 0 : jw_channels_pressure(&allocator->channels, v->channel);
        palm = fmax(palm, jw_allocator_touch(map, fmax(v->pressure, all)));
    }
    if (map->timbre == JW_TOUCH_DAMPING && !v->loose) {
        palm = fmax(palm, jw_channels_timbre(&allocator->channels, v->channel));
    }
    return fmin(fmax(palm, 0.0), 1.0);
}
