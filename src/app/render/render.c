// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/render.h"

#include "app/render/delivery.h"
#include "app/score/ending.h"
#include "app/score/score_walk.h"
#include "base/elementary.h"
#include "host/clocks.h"
#include "program/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Forecast of an open tail, for the progress bar: levels are measured in windows. The last WINDOWS
// of them give its rate of decay (strings beat, and the level may not fall for a second), with the
// weight of a single window's result.
static const double window_s = 1.0;
enum { WINDOWS = 4 };
static const double trust = 0.25;

typedef struct {
    const JwRender *render;
    JwReport *report;
    JwError *error;
    JwDelivery *delivery;
    JwAccompany *with; // NULL: no companion
    uint64_t latency;
    uint64_t at; // Frames that the engine has run
    JwEnding ending;
    uint64_t held;             // Samples that the engine has limited so far
    double held_gain;          // Smallest GAIN, as a factor, while it did
    double window_peak;        // Largest sample since window_start
    uint64_t window_start;     // Engine frame at which the window begins
    double window_db[WINDOWS]; // Levels of the windows, latest first
    int n_windows;             // Number of windows
    uint64_t expected_end;     // Engine frame at which the tail is expected to end
    JwScoreWalk walk;          // Its score begins later than the input by the input's latency, so
                               // that both are output together
    int n_strings;
    double *fade; // Factors of the fade in the block
    float *channel[2];
    float *input[2];           // Input of the block, which drives the bridge
    float *stem[JW_MAX_STEMS]; // The engine's stems of the block, two channels each
} State;

// Program change, as JwScoreProgram.
static int change_program(void *user, int number, uint32_t frame, JwEvent *events) {
    const State *s = user;
    JwProgramReport *programs = &s->report->programs;
    const int place = jw_programs_find(s->render->programs, number);
    const int n = jw_programs_select(s->render->programs, place, frame, events);
    programs->unknown += n == JW_PROGRAM_NONE;
    if (n == JW_PROGRAM_ELSEWHERE && programs->elsewhere++ == 0) {
        programs->first_elsewhere = place;
    }
    return n > 0 ? n : 0;
}

uint64_t jw_render_frames_max(const JwScore *score, int rate_hz, double tail_s) {
    return score->n_frames + jw_ending_tail_frames(tail_s, rate_hz);
}

static void run_engine(State *s, uint32_t n) {
    const double start = jw_thread_cpu_s();
    const bool driven = s->render->input != NULL;
    jw_engine_run_input(s->render->engine, s->walk.event, (size_t)s->walk.n_events,
                        driven ? s->input[0] : NULL, driven ? s->input[1] : NULL, s->channel[0],
                        s->channel[1], s->stem, n);
    if (s->with) {
        jw_accompany_run(s->with, n);
        jw_accompany_add(s->with, s->channel, n);
    }
    s->report->cpu_s += jw_thread_cpu_s() - start;
}

/// Fades a block before its loudness is recorded.
static void fade_all(State *s, uint32_t n) {
    if (!jw_ending_fades(&s->ending, s->at, s->channel, n, s->fade)) {
        return;
    }
    jw_ending_fade(s->fade, s->channel[0], n);
    jw_ending_fade(s->fade, s->channel[1], n);
    for (int i = 0; i < 2 * (s->n_strings + 1); ++i) {
        jw_ending_fade(s->fade, s->stem[i], n);
    }
    for (int i = 0; s->with && i < 2 * (jw_accompany_n_strings(s->with) + 1); ++i) {
        jw_ending_fade(s->fade, jw_accompany_stems(s->with)[i], n);
    }
}

/// Estimates the end of the tail if its level continues to fall as over the last windows.
static uint64_t expect_end(const State *s) {
    const double quiet_db = 20.0 * jw_log10(JW_ENDING_QUIET), db = s->window_db[0];
    const int oldest = s->n_windows - 1;
    const double fall_db_s = (s->window_db[oldest] - db) / (oldest * window_s);
    const double left_s = (db - quiet_db) / fall_db_s + JW_ENDING_QUIET_S;
    const double most_s = (double)(s->ending.end - s->at) / s->render->rate_hz;
    // A tail that does not fall lasts until the latest end.
    return fall_db_s > 0.0 && left_s < most_s
               ? s->at + jw_score_frame(fmax(left_s, 0.0), s->render->rate_hz)
               : s->ending.end;
}

/// Updates the forecast of an open tail, for the progress bar only.
static void watch_tail(State *s, uint32_t n) {
    const uint64_t window = jw_score_frame(window_s, s->render->rate_hz);
    if (s->render->tail_s >= 0.0 || s->at < s->ending.score_end ||
        s->at + n < s->window_start + window) {
        return;
    }
    memmove(&s->window_db[1], &s->window_db[0], (WINDOWS - 1) * sizeof(double));
    s->window_db[0] = 20.0 * jw_log10(fmax(s->window_peak, 1e-12));
    s->n_windows += s->n_windows < WINDOWS;
    if (s->n_windows > 1) {
        const double moved = trust * ((double)expect_end(s) - (double)s->expected_end);
        s->expected_end = (uint64_t)((double)s->expected_end + moved);
    }
    s->window_peak = 0.0;
    s->window_start = s->at + n;
}

/// Records how loud the block was without GAIN, for advice. most: its largest sample.
static void note_gain(State *s, double most) {
    const double gain = jw_pow(10.0, jw_engine_param_now(s->render->engine, JW_P_GAIN) / 20.0);
    const uint64_t held = jw_engine_limited(s->render->engine);
    s->report->loudness = fmax(s->report->loudness, most / gain);
    s->held_gain = held > s->held ? fmin(s->held_gain, gain) : s->held_gain;
    s->held = held;
}

static void note_loudness(State *s, uint32_t n) {
    const double most = jw_ending_listen(&s->ending, s->at, s->channel, n);
    if (s->walk.strikes) {
        jw_ending_strike(&s->ending, s->at + n);
    }
    s->window_peak = fmax(s->window_peak, most);
    note_gain(s, most);
}

static bool is_silent(const State *s) {
    return jw_engine_silent(s->render->engine) && (!s->with || jw_accompany_is_silent(s->with));
}

static uint32_t next_frames(const State *s) {
    const uint32_t n = jw_ending_frames(&s->ending, s->at, s->render->block_frames);
    return s->render->labels ? jw_labels_frames(s->render->labels, s->at, n) : n;
}

static void tell_progress(const JwRender *r, uint64_t done, uint64_t total) {
    if (r->progress) {
        r->progress(r->user, done, total);
    }
}

static bool run_blocks(State *s) {
    const JwRender *r = s->render;
    while (!jw_ending_reached(&s->ending, s->at, is_silent(s))) {
        if (r->stopped(r->user)) {
            s->error->text[0] = '\0';
            return false;
        }
        const uint32_t n = jw_score_walk(&s->walk, s->at, next_frames(s));
        if (r->input && !jw_input_file_read(r->input, s->input[0], s->input[1], n, s->error)) {
            return false;
        }
        run_engine(s, n);
        fade_all(s, n);
        note_loudness(s, n);
        watch_tail(s, n);
        const JwRenderedBlock block = {
            {s->channel[0], s->channel[1]}, s->stem, s->with ? jw_accompany_stems(s->with) : NULL};
        if (!jw_delivery_take(s->delivery, &block, n, s->error)) {
            return false;
        }
        s->at += n;
        if (r->labels && !jw_labels_take(r->labels, s->at, s->error)) {
            return false;
        }
        tell_progress(r, s->at, s->at < s->expected_end ? s->expected_end : s->at + 1);
    }
    tell_progress(r, s->at, s->at);
    return jw_delivery_finish(s->delivery, s->error);
}

static bool allocate(State *s) {
    s->fade = calloc(s->render->block_frames, sizeof(double));
    bool ok = s->fade != NULL;
    for (int i = 0; i < 2; ++i) {
        s->channel[i] = calloc(s->render->block_frames, sizeof(float));
        s->input[i] = calloc(s->render->block_frames, sizeof(float));
        ok = ok && s->channel[i] && s->input[i];
    }
    for (int i = 0; i < 2 * (s->n_strings + 1); ++i) {
        s->stem[i] = calloc(s->render->block_frames, sizeof(float));
        ok = ok && s->stem[i];
    }
    return ok || jw_error_set(s->error, "out of memory");
}

static void state_free(State *s) {
    jw_delivery_free(s->delivery);
    jw_accompany_free(s->with);
    free(s->fade);
    for (int i = 0; i < 2; ++i) {
        free(s->channel[i]);
        free(s->input[i]);
    }
    for (int i = 0; i < 2 * (s->n_strings + 1); ++i) {
        free(s->stem[i]);
    }
    free(s);
}

static State *state_new(const JwRender *render, JwReport *report, JwError *error) {
    State *s = calloc(1, sizeof(State));
    if (!s) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    s->render = render;
    s->report = report;
    s->error = error;
    s->n_strings = jw_engine_n_strings(render->engine);
    s->latency = render->input ? jw_engine_input_latency_frames(render->engine)
                               : jw_engine_latency_frames(render->engine);
    s->walk = (JwScoreWalk){.score = render->score,
                            .lead = s->latency - jw_engine_latency_frames(render->engine),
                            .program = change_program,
                            .user = s};
    jw_ending_set(&s->ending, s->latency, render->score->n_frames, render->tail_s, render->fade_s,
                  render->rate_hz);
    const uint64_t usual_end =
        s->ending.score_end + jw_score_frame(JW_RENDER_TAIL_USUAL_S, render->rate_hz);
    s->expected_end = s->ending.open && usual_end < s->ending.end ? usual_end : s->ending.end;
    s->window_start = s->ending.score_end;
    s->held_gain = HUGE_VAL;
    s->delivery = jw_delivery_new(render, report, s->latency, error);
    s->with = render->with ? jw_accompany_new(render->with, render->score, s->latency,
                                              render->block_frames, error)
                           : NULL;
    if (s->delivery && (!render->with || s->with) && allocate(s)) {
        return s;
    }
    state_free(s);
    return NULL;
}

static void fill_report(const State *s) {
    JwReport *report = s->report;
    report->latency_frames = (uint32_t)s->latency;
    report->quality = jw_engine_param(s->render->engine, JW_P_QUALITY);
    report->n_strings = s->n_strings;
    jw_engine_report(s->render->engine, -1, &report->all.engine);
    for (int i = 0; i < s->n_strings; ++i) {
        jw_engine_report(s->render->engine, i, &report->string[i].engine);
        jw_engine_stroke(s->render->engine, i, &report->string[i].stroke);
    }
    for (int i = 0; s->with && i < report->with.n_strings; ++i) {
        jw_engine_report(s->render->with, i, &report->with.string[i].engine);
        jw_engine_stroke(s->render->with, i, &report->with.string[i].stroke);
    }
    report->dropped_events = report->all.engine.dropped_events;
    if (s->held > 0) {
        report->loudness = fmax(report->loudness, report->all.engine.limited_peak / s->held_gain);
    }
}

bool jw_render_run(const JwRender *render, JwReport *report, JwError *error) {
    State *s = state_new(render, report, error);
    if (!s) {
        return false;
    }
    const bool ok = run_blocks(s);
    fill_report(s);
    state_free(s);
    return ok;
}
