// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "string/noise.h"

#include "base/elementary.h"
#include "base/pi.h"
#include "base/random.h"

#include <math.h>

/// Middle of each band [Hz], and that over its width.
static const struct {
    double hz, q;
} bands[JW_NOISE_BANDS] = {{600.0, 0.6}, {2500.0, 0.9}, {6500.0, 0.9}};

/// Time constant with which the knock sets in [s]: an estimate of how long an edge slips off.
static const double onset_s = 0.0004;

/// Level, over the loudest band's at the release, from which on a band counts as gone.
static const double gone = 1e-2;

/// Bound on the noise, over the rms of all bands at the release.
static const double crest = 3.0;

/// Sets a band's filter: for random numbers from -1 to 1 its output has rms 1.
static JW_REALTIME void set_filter(JwNoise *n, int b, double rate_hz) {
    const double w = 2.0 * JW_PI * fmin(bands[b].hz / rate_hz, 0.45);
    const double alpha = jw_sin(w) / (2.0 * bands[b].q), whole = 1.0 + alpha;
    // A band-pass of centre gain 1 lets the part alpha/(1 + alpha) of white noise's power through;
    // that of the numbers is 1/3.
    n->in[b] = sqrt(3.0 * alpha / whole);
    n->turn[b] = 2.0 * jw_cos(w) / whole;
    n->back[b] = (1.0 - alpha) / whole;
}

JW_REALTIME void jw_noise_start(JwNoise *n, const JwNoiseSpec *spec, double rate_hz) {
    double loudest = 0.0, power = 0.0, longest_s = 0.0;
    *n = (JwNoise){.active = false};
    for (int b = 0; b < JW_NOISE_BANDS; ++b) {
        loudest = fmax(loudest, spec->level[b]);
        power += spec->level[b] * spec->level[b];
    }
    if (!(loudest > 0.0)) {
        return;
    }
    for (int b = 0; b < JW_NOISE_BANDS; ++b) {
        set_filter(n, b, rate_hz);
        n->knock[b] = spec->level[b];
        n->scrape[b] = spec->level[b] * spec->scrape;
        n->fall[b] = jw_exp(-1.0 / (spec->decay_s[b] * rate_hz));
        if (spec->level[b] > gone * loudest) {
            const double s = spec->decay_s[b] * jw_log(spec->level[b] / (gone * loudest));
            longest_s = fmax(longest_s, s);
        }
    }
    n->to_come = 1.0;
    n->to_come_by = jw_exp(-1.0 / (onset_s * rate_hz));
    n->most = crest * sqrt(power) * fmax(spec->scrape, 1.0);
    n->state = (uint64_t)(jw_random(spec->seed, spec->number, 15) * 0x1p53);
    n->pull = lround(spec->pull_s * rate_hz);
    n->end = n->pull + lround(longest_s * rate_hz);
    n->active = true;
}

/// Next random number from -1 to 1: a linear congruence (Knuth's MMIX).
static JW_REALTIME double uniform_next(JwNoise *n) {
    n->state = n->state * 6364136223846793005u + 1442695040888963407u;
    return (double)(n->state >> 11) * 0x1p-52 - 1.0;
}

JW_REALTIME double jw_noise_next(JwNoise *n) {
    if (!n->active) {
        return 0.0;
    }
    const bool pulls = n->frame < n->pull;
    if (pulls && n->scrape[0] + n->scrape[1] + n->scrape[2] == 0.0) {
        ++n->frame;
        return 0.0;
    }
    // The scrape grows with the pull, and passes into the knock.
    const double rubs = pulls ? (double)n->frame / (double)n->pull : n->to_come;
    const double knocks = 1.0 - n->to_come;
    const double x = uniform_next(n), fresh = x - n->white[1];
    double sum = 0.0;
    n->white[1] = n->white[0];
    n->white[0] = x;
    for (int b = 0; b < JW_NOISE_BANDS; ++b) {
        const double y = n->in[b] * fresh + n->turn[b] * n->now[b] - n->back[b] * n->before[b];
        n->before[b] = n->now[b];
        n->now[b] = y;
        sum += (n->scrape[b] * rubs + n->knock[b] * knocks) * y;
        n->knock[b] *= pulls ? 1.0 : n->fall[b];
    }
    n->to_come *= pulls ? 1.0 : n->to_come_by;
    n->active = ++n->frame < n->end;
    return fmin(fmax(sum, -n->most), n->most);
}
