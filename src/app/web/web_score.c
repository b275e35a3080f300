// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A MIDI file, rendered by the engine that jw_web_prepare() made offline, with the renderer's
// samples. Program changes are left out.

#include "app/score/ending.h"
#include "app/score/score_walk.h"
#include "app/score/smf.h"
#include "app/web/web.h"

#include <math.h>
#include <string.h>

enum { FRAMES = 4096 }; ///< Largest number of frames of a block

static const double longest_s = 3600.0;

static JwScore score;
static JwScoreWalk walk;
static JwEnding ending;
static uint64_t at, latency;
static int n_programs;
static float left[FRAMES], right[FRAMES];
static float *const out[2] = {left, right};

static int leave_program_out(void *user, int number, uint32_t frame, JwEvent *events) {
    (void)user, (void)number, (void)frame, (void)events;
    ++n_programs;
    return 0;
}

static bool read_score(const uint8_t *bytes, size_t size, int rate_hz, JwError *error) {
    JwSmf smf;
    jw_score_clear(&score);
    if (!jw_smf_parse(&smf, bytes, size, false, error)) {
        return false;
    }
    const bool ok = smf.seconds > longest_s
                        ? jw_error_set(error, "lasts %.3g s, more than an hour", smf.seconds)
                        : jw_score_from_smf(&score, &smf, rate_hz, error);
    jw_smf_clear(&smf);
    return ok;
}

/// Reads a MIDI file for the prepared engine. Returns the frames of the file, without the tail; -1:
/// jw_web_error() says why.
double JW_WEB_EXPORT(jw_web_score)(const uint8_t *bytes, size_t size);
double jw_web_score(const uint8_t *bytes, size_t size) {
    JwEngine *engine = jw_web_engine();
    if (!engine) {
        jw_error_set(jw_web_error_out(), "no engine is prepared");
        return -1.0;
    }
    const int rate_hz = (int)lround(jw_engine_rate_hz(engine));
    at = 0;
    n_programs = 0;
    walk = (JwScoreWalk){.score = &score, .program = leave_program_out};
    if (!read_score(bytes, size, rate_hz, jw_web_error_out())) {
        ending.end = 0;
        return -1.0;
    }
    latency = jw_engine_latency_frames(engine);
    jw_ending_set(&ending, latency, score.n_frames, -1.0, 0.0, rate_hz);
    return (double)score.n_frames;
}

/// Runs on; returns the frames that jw_web_score_samples() has now, 0: the sound is over.
uint32_t JW_WEB_EXPORT(jw_web_score_run)(void);
uint32_t jw_web_score_run(void) {
    static double factor[FRAMES];
    JwEngine *engine = jw_web_engine();
    while (engine && !jw_ending_reached(&ending, at, jw_engine_silent(engine))) {
        const uint32_t n = jw_score_walk(&walk, at, jw_ending_frames(&ending, at, FRAMES));
        jw_engine_run_input(engine, walk.event, (size_t)walk.n_events, NULL, NULL, left, right,
                            NULL, n);
        if (jw_ending_fades(&ending, at, out, n, factor)) {
            jw_ending_fade(factor, left, n);
            jw_ending_fade(factor, right, n);
        }
        jw_ending_listen(&ending, at, out, n);
        if (walk.strikes) {
            jw_ending_strike(&ending, at + n);
        }
        const uint64_t early = at < latency ? latency - at : 0;
        at += n;
        if (early < n) {
            const uint32_t kept = n - (uint32_t)early;
            memmove(left, left + early, kept * sizeof left[0]);
            memmove(right, right + early, kept * sizeof right[0]);
            return kept;
        }
    }
    return 0;
}

/// Samples of a side: 0 left, 1 right.
const float *JW_WEB_EXPORT(jw_web_score_samples)(int side);
const float *jw_web_score_samples(int side) {
    return out[side == 1];
}

/// Program changes that were left out.
int JW_WEB_EXPORT(jw_web_score_programs)(void);
int jw_web_score_programs(void) {
    return n_programs;
}
