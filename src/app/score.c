// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/score.h"

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

static bool allocate(JwScore *score, size_t n_events, size_t n_tempos, JwMessage *message) {
    *score = (JwScore){.events = calloc(n_events + 1, sizeof(JwScoreEvent)),
                       .tempos = calloc(n_tempos + 1, sizeof(JwScoreTempo))};
    if (score->events && score->tempos) {
        return true;
    }
    jw_score_clear(score);
    return jw_message_set(message, "out of memory");
}

bool jw_score_from_smf(JwScore *score, const JwSmf *smf, int rate_hz, JwMessage *message) {
    *score = (JwScore){0};
    if (smf->seconds > 3600.0 * JW_RENDER_HOURS_MAX) {
        return jw_message_set(message, "lasts %.3g s, more than %d hours", smf->seconds,
                              (int)JW_RENDER_HOURS_MAX);
    }
    if (!allocate(score, smf->n_events, smf->n_tempos, message)) {
        return false;
    }
    if (!jw_sysex_store_copy(&score->sysex, &smf->sysex)) {
        jw_score_clear(score);
        return jw_message_set(message, "out of memory");
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

static int compare_frames(const void *a, const void *b) {
    const uint64_t x = ((const JwScoreEvent *)a)->frame;
    const uint64_t y = ((const JwScoreEvent *)b)->frame;
    return x < y ? -1 : x > y;
}

bool jw_score_from_notes(JwScore *score, const JwRenderNote *notes, int n, int rate_hz,
                         JwMessage *message) {
    if (!allocate(score, 2 * (size_t)n, 0, message)) {
        return false;
    }
    for (int i = 0; i < n; ++i) {
        const uint8_t key = (uint8_t)notes[i].key;
        const uint64_t end = frame_at(notes[i].seconds, rate_hz);
        score->events[i] = (JwScoreEvent){.midi = {0x90, key, (uint8_t)notes[i].velocity}};
        score->events[n + i] = (JwScoreEvent){.frame = end, .midi = {0x80, key, 64}};
        score->n_frames = end > score->n_frames ? end : score->n_frames;
    }
    // Sorts only the ends, and need not be stable: those of one frame are alike.
    qsort(score->events + n, (size_t)n, sizeof(JwScoreEvent), compare_frames);
    score->n_events = 2 * (size_t)n;
    return true;
}

bool jw_score_empty(JwScore *score, double seconds, int rate_hz, JwMessage *message) {
    if (!allocate(score, 0, 0, message)) {
        return false;
    }
    jw_score_set_length(score, seconds, rate_hz);
    return true;
}

void jw_score_set_length(JwScore *score, double seconds, int rate_hz) {
    score->n_frames = frame_at(seconds, rate_hz);
}

/// Notes what an event does to the channels, so that MPE zones are known.
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
