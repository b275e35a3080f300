// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/score/score_walk.h"

#include "playing/midi.h"

enum { SYSEX = 0xf0 };

int jw_score_tempo(const JwScore *score, size_t *next_tempo, uint64_t frame, JwEvent *event) {
    int n = 0;
    for (; *next_tempo < score->n_tempos && score->tempos[*next_tempo].frame <= frame;
         ++*next_tempo) {
        const JwScoreTempo *tempo = &score->tempos[*next_tempo];
        *event = (JwEvent){.type = JW_EVENT_TRANSPORT,
                           .transport = {.bpm = tempo->bpm, .beat = tempo->beat}};
        n = 1;
    }
    return n;
}

static int places_of(const JwScoreEvent *e) {
    return jw_midi_decode(e->midi).type == JW_MIDI_PROGRAM ? JW_N_PARAMS : 1;
}

static void add_event(JwScoreWalk *w, const JwScoreEvent *e, uint32_t frame) {
    const JwMidi midi = jw_midi_decode(e->midi);
    JwEvent *event = &w->event[w->n_events];
    if (midi.type == JW_MIDI_PROGRAM) {
        w->n_events += w->program(w->user, jw_banks_number(&w->banks, &midi), frame, event);
        return;
    }
    jw_banks_take(&w->banks, &midi);
    ++w->n_events;
    if (e->midi[0] == SYSEX) {
        *event = (JwEvent){.frame = frame, .type = JW_EVENT_SYSEX};
        event->sysex.bytes = jw_sysex_store_get(&w->score->sysex, e->sysex, &event->sysex.size);
        return;
    }
    *event = (JwEvent){.frame = frame, .type = JW_EVENT_MIDI, .midi = midi};
    w->strikes |= midi.type == JW_MIDI_NOTE_ON;
    if (e->midi[0] == JW_SCORE_OPEN) {
        event->type = JW_EVENT_OPEN;
        event->open.string = e->midi[1];
        event->open.velocity = e->midi[2];
        w->strikes |= e->midi[2] > 0;
        event->open.place = e->place;
    }
}

/// True if all events of the next event's frame have room in the block.
static bool has_room(const JwScoreWalk *w) {
    const JwScore *score = w->score;
    int n = w->n_events;
    for (size_t i = w->next; i < score->n_events && n <= JW_SCORE_WALK_EVENTS &&
                             score->events[i].frame == score->events[w->next].frame;
         ++i) {
        n += places_of(&score->events[i]);
    }
    return n <= JW_SCORE_WALK_EVENTS;
}

uint32_t jw_score_walk(JwScoreWalk *w, uint64_t at, uint32_t n) {
    const JwScore *score = w->score;
    w->n_events = 0;
    w->strikes = false;
    if (at >= w->lead) {
        w->n_events = jw_score_tempo(score, &w->next_tempo, at - w->lead, &w->event[0]);
    }
    if (w->next_tempo < score->n_tempos && score->tempos[w->next_tempo].frame + w->lead < at + n) {
        n = (uint32_t)(score->tempos[w->next_tempo].frame + w->lead - at);
    }
    uint32_t last = 0; // Frame whose events have room
    for (; w->next < score->n_events && score->events[w->next].frame + w->lead < at + n;
         ++w->next) {
        const JwScoreEvent *e = &score->events[w->next];
        const uint32_t frame = (uint32_t)(e->frame + w->lead - at);
        const bool fits = frame == 0 ? w->n_events + places_of(e) <= JW_SCORE_WALK_EVENTS
                                     : frame == last || has_room(w);
        if (!fits) {
            return frame;
        }
        last = frame;
        add_event(w, e, frame);
    }
    return n;
}
