// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/score.h"

#include "playing/channels.h"
#include "playing/midi.h"
#include "playing/midi_sysex.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SYSEX = 0xf0 };

static uint64_t frame_at(double seconds, int rate_hz) {
    return (uint64_t)llround(seconds * rate_hz);
}

static bool allocate(JwScore *score, size_t n_events, size_t n_tempos, JwError *error) {
    *score = (JwScore){.events = calloc(n_events + 1, sizeof(JwScoreEvent)),
                       .tempos = calloc(n_tempos + 1, sizeof(JwScoreTempo))};
    if (score->events && score->tempos) {
        return true;
    }
    jw_score_clear(score);
    return jw_error_set(error, "out of memory");
}

bool jw_score_from_smf(JwScore *score, const JwSmf *smf, int rate_hz, JwError *error) {
    *score = (JwScore){0};
    if (smf->seconds > 3600.0 * JW_RENDER_HOURS_MAX) {
        return jw_error_set(error, "lasts %.3g s, more than %d hours", smf->seconds,
                            (int)JW_RENDER_HOURS_MAX);
    }
    if (!allocate(score, smf->n_events, smf->n_tempos, error)) {
        return false;
    }
    if (!jw_sysex_store_copy(&score->sysex, &smf->sysex)) {
        jw_score_clear(score);
        return jw_error_set(error, "out of memory");
    }
    for (size_t i = 0; i < smf->n_events; ++i) {
        score->events[i].frame = frame_at(smf->events[i].seconds, rate_hz);
        memcpy(score->events[i].midi, smf->events[i].midi, sizeof(smf->events[i].midi));
        score->events[i].sysex = smf->events[i].sysex;
    }
    for (size_t i = 0; i < smf->n_tempos; ++i) {
        const JwSmfTempo *tempo = &smf->tempos[i];
        score->tempos[i] =
            (JwScoreTempo){frame_at(tempo->seconds, rate_hz), tempo->bpm, tempo->beat};
    }
    score->n_tempos = smf->n_tempos;
    score->n_events = smf->n_events;
    score->n_frames = frame_at(smf->seconds, rate_hz);
    return true;
}

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
    const uint64_t start = frame_at(note->at_s, rate_hz);
    const uint64_t end = frame_at(note->at_s + note->seconds, rate_hz);
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
    if (!allocate(score, 2 * (size_t)n, 0, error)) {
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

bool jw_score_empty(JwScore *score, double seconds, int rate_hz, JwError *error) {
    if (!allocate(score, 0, 0, error)) {
        return false;
    }
    jw_score_set_length(score, seconds, rate_hz);
    return true;
}

void jw_score_set_length(JwScore *score, double seconds, int rate_hz) {
    score->n_frames = frame_at(seconds, rate_hz);
}

/// Applies an event to the channels, to keep track of MPE zones.
static void hear(JwChannels *heard, const JwScore *score, const JwScoreEvent *e,
                 const JwMidi *midi) {
    jw_channels_take(heard, midi);
    if (e->midi[0] == SYSEX) {
        uint32_t size = 0;
        const uint8_t *bytes = jw_sysex_store_get(&score->sysex, e->sysex, &size);
        if (jw_sysex_resets(bytes, size)) {
            jw_channels_init(heard, 0.0);
        }
    }
}

size_t jw_score_keep_channels(JwScore *score, unsigned channels, bool members) {
    JwChannels heard;
    size_t n_kept = 0, n_notes = 0;
    jw_channels_init(&heard, 0.0);
    for (size_t i = 0; i < score->n_events; ++i) {
        const JwMidi midi = jw_midi_decode(score->events[i].midi);
        hear(&heard, score, &score->events[i], &midi);
        const bool member = members && jw_channels_is_member(&heard, midi.channel);
        if (midi.type == JW_MIDI_NONE || channels & 1u << midi.channel || member) {
            score->events[n_kept++] = score->events[i];
        } else {
            n_notes += midi.type == JW_MIDI_NOTE_ON;
        }
    }
    score->n_events = n_kept;
    return n_notes;
}

void jw_score_clear(JwScore *score) {
    free(score->events);
    free(score->tempos);
    jw_sysex_store_clear(&score->sysex);
    *score = (JwScore){0};
}
