// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pull and palm: the actions of the hands on a string.

#include "playing/allocator.h"
#include "playing/allocator_place.h"

#include <math.h>

/// Smallest deviation of a bend that is counted [semitone]: a smaller one is inaudible.
static const double heard_semitones = 0.01;

JW_REALTIME bool jw_allocator_bends(const JwAllocator *allocator, int string) {
    const JwMidiMap *map = &allocator->instrument->map;
    const JwNote *note = &allocator->note[string];
    return note->key >= 0 && note->channel >= 0 && (map->bend == 0 || map->bend & 1u << string);
}

/// Requested bend of a string: that of its note's channel, at present or when the channel moved on
/// to another string, and that of the note alone.
static JW_REALTIME double bend_asked(const JwAllocator *allocator, const JwNote *note) {
    return note->own_bend +
           (note->loose ? note->loose_bend : jw_channels_bend(&allocator->channels, note->channel));
}

/// True if the bend is made by the peg, up and down alike.
static JW_REALTIME bool by_peg(const JwNote *note) {
    return note->is_member || note->own_bend != 0.0;
}

/// Possible bend of a string. A pull cannot lower a fretted string, unless the instrument allows
/// it.
static JW_REALTIME double bend_of(const JwAllocator *allocator, int string) {
    const JwMidiMap *map = &allocator->instrument->map;
    const JwNote *note = &allocator->note[string];
    const bool bends = jw_allocator_bends(allocator, string);
    const double slack = note->own_bend != 0.0 ? map->slacken : note->slack;
    const double peg_up = by_peg(note) ? slack : 0.0, peg_down = bends ? slack : peg_up;
    const double up = bends ? fmax(map->pull_up - fmax(note->retune, 0.0), peg_up) : peg_up;
    const double down = bends ? fmax(map->pull_down, peg_down) : peg_down;
    return fmin(fmax(bend_asked(allocator, note), -down), up);
}

JW_REALTIME void jw_allocator_watch(JwAllocator *allocator) {
    const int leader = jw_channels_leader(&allocator->channels);
    if (allocator->is_retuned || leader != allocator->tuned_by) {
        jw_allocator_tune_open(allocator);
        allocator->is_retuned = false;
        allocator->tuned_by = leader;
    }
    for (int s = 0; s < allocator->instrument->n_strings; ++s) {
        JwNote *note = &allocator->note[s];
        const bool plays =
            note->key >= 0 && note->channel >= 0 && (note->n_fingers > 0 || note->sustained);
        if (!plays || note->is_cut || !(jw_allocator_bends(allocator, s) || by_peg(note))) {
            continue;
        }
        note->is_cut = fabs(bend_asked(allocator, note) - bend_of(allocator, s)) > heard_semitones;
        note->cut_bends += note->is_cut;
    }
}

JW_REALTIME double jw_allocator_pull(const JwAllocator *allocator, int string) {
    const JwNote *note = &allocator->note[string];
    double pull = allocator->open[string] + allocator->tunings.fine + allocator->tunings.coarse;
    if (note->key >= 0 && note->channel >= 0) {
        pull = note->retune + bend_of(allocator, string) +
               (jw_allocator_tuning(allocator, note->channel) - note->tuning);
    }
    return fmin(fmax(pull, -JW_PULL_MAX), JW_PULL_MAX);
}

JW_REALTIME double jw_allocator_touch(const JwMidiMap *map, double pressure) {
    return fmax(pressure - map->pressure_from, 0.0) / (127 - map->pressure_from);
}

JW_REALTIME double jw_allocator_palm(const JwAllocator *allocator, int string) {
    const JwMidiMap *map = &allocator->instrument->map;
    const JwNote *note = &allocator->note[string];
    double palm = allocator->hand[string].firmness;
    if (note->key < 0 || note->channel < 0) {
        return palm;
    }
    if (map->pressure == JW_TOUCH_DAMPING) {
        const int all = note->loose ? 0 : jw_channels_pressure(&allocator->channels, note->channel);
        palm = fmax(palm, jw_allocator_touch(map, fmax(note->pressure, all)));
    }
    if (map->timbre == JW_TOUCH_DAMPING && !note->loose) {
        palm = fmax(palm, jw_channels_timbre(&allocator->channels, note->channel));
    }
    palm = fmax(palm, map->timbre == JW_TOUCH_DAMPING ? note->own_timbre : 0.0);
    return fmin(fmax(palm, 0.0), 1.0);
}
