// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/score_notes.h"

#include <stdlib.h>

/// Event of a note with its sort key.
typedef struct {
    JwScoreEvent event;
    int rank; ///< Order on one frame: ends of earlier notes, then beginnings, then ends of those
    int note;
} Turn;

static int compare_turns(const void *a, const void *b) {
    const Turn *x = a, *y = b;
    if (x->event.frame != y->event.frame) {
        return x->event.frame < y->event.frame ? -1 : 1;
    }
    return x->rank != y->rank ? x->rank - y->rank : x->note - y->note;
}

/// Writes beginning and end of a note.
static void put_note(const JwRenderNote *note, int number, int rate_hz, Turn turns[2]) {
    const uint64_t start = jw_score_frame(note->at_s, rate_hz);
    const uint64_t end = jw_score_frame(note->at_s + note->seconds, rate_hz);
    const bool open = !note->name[0];
    const uint8_t which = (uint8_t)(open ? note->string_number : note->key);
    const uint8_t channel = (uint8_t)note->channel;
    for (int i = 0; i < 2; ++i) {
        turns[i] = (Turn){.note = number, .rank = i == 0 ? 1 : end > start ? 0 : 2};
        turns[i].event.frame = i == 0 ? start : end;
        turns[i].event.midi[0] = open ? JW_SCORE_OPEN : (uint8_t)((i == 0 ? 0x90 : 0x80) | channel);
        turns[i].event.midi[1] = which;
        turns[i].event.midi[2] = i == 0 ? (uint8_t)note->velocity : open ? 0 : 64;
        turns[i].event.place = note->place;
    }
}

bool jw_score_from_notes(JwScore *score, const JwRenderNote *notes, int n, int rate_hz,
                         JwError *error) {
    Turn turns[2 * JW_RENDER_NOTES];
    if (!jw_score_allocate(score, 2 * (size_t)n, 0, error)) {
        return false;
    }
    for (int i = 0; i < n; ++i) {
        put_note(&notes[i], i, rate_hz, turns + (size_t)2 * (size_t)i);
    }
    qsort(turns, 2 * (size_t)n, sizeof(turns[0]), compare_turns);
    score->n_events = 2 * (size_t)n;
    for (size_t i = 0; i < score->n_events; ++i) {
        score->events[i] = turns[i].event;
        score->n_frames =
            turns[i].event.frame > score->n_frames ? turns[i].event.frame : score->n_frames;
    }
    return true;
}
