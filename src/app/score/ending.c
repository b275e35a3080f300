// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/score/ending.h"

#include "app/score/score.h"

#include <math.h>

/// Grid on which an open tail may end, so that its length does not depend on the blocks.
enum { GRID_FRAMES = 1024 };

/// Fade of an open tail that is cut off, and of a tail of given length.
static const double fade_of_open_s = 1.0, cut_s = 0.02;

uint64_t jw_ending_tail_frames(double tail_s, int rate_hz) {
    return jw_score_frame(tail_s < 0.0 ? JW_ENDING_TAIL_MAX_S : tail_s, rate_hz);
}

void jw_ending_set(JwEnding *e, uint64_t start, uint64_t n_frames, double tail_s, double fade_s,
                   int rate_hz) {
    *e = (JwEnding){.rate_hz = rate_hz, .open = tail_s < 0.0, .score_end = start + n_frames};
    e->may_be_over = !e->open && fade_s == 0.0;
    const double faded_s = e->open ? fade_of_open_s : e->may_be_over ? cut_s : fade_s;
    const uint64_t all = n_frames + jw_ending_tail_frames(tail_s, rate_hz);
    const uint64_t faded = jw_score_frame(faded_s, rate_hz);
    e->end = start + all;
    e->fade_start = e->end - (faded < all ? faded : all);
}

bool jw_ending_reached(const JwEnding *e, uint64_t at, bool silent) {
    if (at >= e->end) {
        return true;
    }
    if (!e->open || at < e->score_end || at % GRID_FRAMES) {
        return false;
    }
    return silent || at >= e->quiet_since + jw_score_frame(JW_ENDING_QUIET_S, e->rate_hz);
}

uint32_t jw_ending_frames(const JwEnding *e, uint64_t at, uint32_t n) {
    if (e->open && at + n > e->score_end) {
        const uint32_t to_grid = (uint32_t)(GRID_FRAMES - at % GRID_FRAMES);
        n = n < to_grid ? n : to_grid;
    }
    return n < e->end - at ? n : (uint32_t)(e->end - at);
}

static double magnitude(float *const channel[2], uint32_t i) {
    return (double)fmaxf(fabsf(channel[0][i]), fabsf(channel[1][i]));
}

/// `heard`: the frame after the last audible one.
static double factor_at(const JwEnding *e, uint64_t frame, uint64_t heard) {
    const uint64_t quiet_frames = jw_score_frame(JW_ENDING_QUIET_S, e->rate_hz);
    if (frame < e->fade_start || (e->may_be_over && frame >= heard + quiet_frames)) {
        return 1.0;
    }
    return (double)(e->end - frame) / (double)(e->end - e->fade_start);
}

bool jw_ending_fades(const JwEnding *e, uint64_t at, float *const channel[2], uint32_t n,
                     double *factor) {
    uint64_t heard = e->quiet_since;
    if (at + n <= e->fade_start) {
        return false;
    }
    for (uint32_t i = 0; i < n; ++i) {
        heard = magnitude(channel, i) > JW_ENDING_QUIET ? at + i + 1 : heard;
        factor[i] = factor_at(e, at + i, heard);
    }
    return true;
}

void jw_ending_fade(const double *factor, float *samples, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
        samples[i] = (float)(factor[i] * (double)samples[i]);
    }
}

void jw_ending_strike(JwEnding *e, uint64_t at) {
    e->quiet_since = at;
}

double jw_ending_listen(JwEnding *e, uint64_t at, float *const channel[2], uint32_t n) {
    double most = 0.0;
    for (uint32_t i = 0; i < n; ++i) {
        const double loudest = magnitude(channel, i);
        most = fmax(most, loudest);
        if (loudest > JW_ENDING_QUIET) {
            e->quiet_since = at + i + 1;
        }
    }
    return most;
}
