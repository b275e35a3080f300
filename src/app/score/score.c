// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/score/score.h"

#include "playing/channels.h"
#include "playing/midi.h"
#include "playing/midi_sysex.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SYSEX = 0xf0 };

uint64_t jw_score_frame(double seconds, int rate_hz) {
    return (uint64_t)llround(seconds * rate_hz);
}

bool jw_score_allocate(JwScore *score, size_t n_events, size_t n_tempos, JwError *error) {
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
    if (smf->seconds > 3600.0 * JW_SCORE_HOURS_MAX) {
        return jw_error_set(error, "lasts %.3g s, more than %d hours", smf->seconds,
                            (int)JW_SCORE_HOURS_MAX);
    }
    if (!jw_score_allocate(score, smf->n_events, smf->n_tempos, error)) {
        return false;
    }
    if (!jw_sysex_store_copy(&score->sysex, &smf->sysex)) {
        jw_score_clear(score);
        return jw_error_set(error, "out of memory");
    }
    for (size_t i = 0; i < smf->n_events; ++i) {
        score->events[i].frame = jw_score_frame(smf->events[i].seconds, rate_hz);
        memcpy(score->events[i].midi, smf->events[i].midi, sizeof(smf->events[i].midi));
        score->events[i].sysex = smf->events[i].sysex;
    }
    for (size_t i = 0; i < smf->n_tempos; ++i) {
        const JwSmfTempo *tempo = &smf->tempos[i];
        score->tempos[i] =
            (JwScoreTempo){jw_score_frame(tempo->seconds, rate_hz), tempo->bpm, tempo->beat};
    }
    score->n_tempos = smf->n_tempos;
    score->n_events = smf->n_events;
    score->n_frames = jw_score_frame(smf->seconds, rate_hz);
    return true;
}

bool jw_score_empty(JwScore *score, double seconds, int rate_hz, JwError *error) {
    if (!jw_score_allocate(score, 0, 0, error)) {
        return false;
    }
    jw_score_set_length(score, seconds, rate_hz);
    return true;
}

void jw_score_set_length(JwScore *score, double seconds, int rate_hz) {
    score->n_frames = jw_score_frame(seconds, rate_hz);
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
