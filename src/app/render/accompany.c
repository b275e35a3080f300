// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/accompany.h"

#include "app/score/score_walk.h"

#include <stdlib.h>
#include <string.h>

struct JwAccompany {
    JwEngine *engine;
    const JwScore *score;
    uint64_t wait;  // Frames of silence before the engine starts
    uint64_t ahead; // Frames that the engine runs unheard before the first block
    uint64_t at;    // Frames that the engine has run
    bool ended;     // The score has ended
    size_t next_tempo;
    uint32_t block_frames;
    int n_strings;
    float *channel[2];
    float *stem[JW_MAX_STEMS];
};

JwAccompany *jw_accompany_new(JwEngine *engine, const JwScore *score, uint64_t late,
                              uint32_t block_frames, JwError *error) {
    JwAccompany *w = calloc(1, sizeof(*w));
    if (!w) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    const uint64_t own = jw_engine_latency_frames(engine);
    w->engine = engine;
    w->score = score;
    w->wait = late > own ? late - own : 0;
    w->ahead = own > late ? own - late : 0;
    w->block_frames = block_frames;
    w->n_strings = jw_engine_n_strings(engine);
    bool ok = true;
    for (int i = 0; i < 2; ++i) {
        w->channel[i] = calloc(block_frames, sizeof(float));
        ok = ok && w->channel[i];
    }
    for (int i = 0; i < 2 * (w->n_strings + 1); ++i) {
        w->stem[i] = calloc(block_frames, sizeof(float));
        ok = ok && w->stem[i];
    }
    if (!ok) {
        jw_error_set(error, "out of memory");
        jw_accompany_free(w);
        return NULL;
    }
    return w;
}

/// Frames until the next tempo or the end of the score, at most n.
static uint32_t frames_to_next(const JwAccompany *w, uint32_t n) {
    const JwScore *score = w->score;
    uint64_t next = w->at + n;
    if (!w->ended && score->n_frames < next) {
        next = score->n_frames;
    }
    if (w->next_tempo < score->n_tempos && score->tempos[w->next_tempo].frame < next) {
        next = score->tempos[w->next_tempo].frame;
    }
    return (uint32_t)(next - w->at);
}

/// Collects the events of the present frame: the last of its tempos, and the end of the score.
static size_t gather_events(JwAccompany *w, JwEvent event[2]) {
    size_t n = (size_t)jw_score_tempo(w->score, &w->next_tempo, w->at, &event[0]);
    if (!w->ended && w->at >= w->score->n_frames) {
        event[n++] = (JwEvent){.type = JW_EVENT_PARAM, .param = {.id = JW_P_DRONE, .value = 0.0}};
        w->ended = true;
    }
    return n;
}

/// Runs the engine for n frames, which go to the buffers from frame `to` on.
static void run_engine(JwAccompany *w, uint32_t to, uint32_t n) {
    while (n > 0) {
        JwEvent event[2];
        float *stem[JW_MAX_STEMS];
        const size_t n_events = gather_events(w, event);
        const uint32_t part = frames_to_next(w, n);
        for (int i = 0; i < 2 * (w->n_strings + 1); ++i) {
            stem[i] = w->stem[i] + to;
        }
        jw_engine_run(w->engine, event, n_events, w->channel[0] + to, w->channel[1] + to, stem,
                      part);
        w->at += part;
        to += part;
        n -= part;
    }
}

static void clear_start(float *samples, uint32_t n) {
    memset(samples, 0, n * sizeof(float));
}

void jw_accompany_run(JwAccompany *w, uint32_t n) {
    while (w->ahead > 0) {
        const uint32_t part = w->ahead < w->block_frames ? (uint32_t)w->ahead : w->block_frames;
        run_engine(w, 0, part);
        w->ahead -= part;
    }
    const uint32_t silent = w->wait < n ? (uint32_t)w->wait : n;
    for (int i = 0; i < 2; ++i) {
        clear_start(w->channel[i], silent);
    }
    for (int i = 0; i < 2 * (w->n_strings + 1); ++i) {
        clear_start(w->stem[i], silent);
    }
    w->wait -= silent;
    run_engine(w, silent, n - silent);
}

void jw_accompany_add(const JwAccompany *w, float *const channel[2], uint32_t n) {
    for (int c = 0; c < 2; ++c) {
        for (uint32_t i = 0; i < n; ++i) {
            channel[c][i] += w->channel[c][i];
        }
    }
}

float *const *jw_accompany_stems(const JwAccompany *w) {
    return w->stem;
}

int jw_accompany_n_strings(const JwAccompany *w) {
    return w->n_strings;
}

bool jw_accompany_is_silent(const JwAccompany *w) {
    return w->ended && jw_engine_silent(w->engine);
}

void jw_accompany_free(JwAccompany *w) {
    if (!w) {
        return;
    }
    for (int i = 0; i < 2; ++i) {
        free(w->channel[i]);
    }
    for (int i = 0; i < 2 * (w->n_strings + 1); ++i) {
        free(w->stem[i]);
    }
    free(w);
}
