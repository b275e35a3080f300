// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/limiter.h"

#include "base/elementary.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Magnitudes of samples are compared by their bits, which have the same order, with infinity and
// NaN last: no comparison raises an exception.
static const uint32_t size_bits = 0x7fffffffu, infinity_bits = 0x7f800000u;

static JW_REALTIME uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits & size_bits;
}

/// True if one of n samples is above the limiter's threshold or NaN.
static JW_REALTIME bool any_above(const float *samples, uint32_t n) {
    const uint32_t from = bits_of(JW_LIMITER_FROM);
    uint32_t most = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t size = bits_of(samples[i]);
        most = size > most ? size : most;
    }
    return most > from;
}

/// Sample as a finite number: 0 for NaN, the largest float for infinity.
static JW_REALTIME float number(float sample) {
    const uint32_t bits = bits_of(sample);
    return bits < infinity_bits ? sample : bits > infinity_bits ? 0.0F : copysignf(FLT_MAX, sample);
}

JW_REALTIME void jw_limiter_set_rate(JwLimiter *limiter, double rate_hz) {
    if (rate_hz == limiter->rate_hz) {
        return;
    }
    limiter->rate_hz = rate_hz;
    limiter->hold_frames = (uint32_t)lround(JW_LIMITER_HOLD_S * rate_hz);
    limiter->rise = jw_pow(10.0, JW_LIMITER_RISE_DB_S / 20.0 / rate_hz);
}

JW_REALTIME void jw_limiter_zero(JwLimiter *limiter) {
    limiter->limited = (JwLimited){.least = 1.0};
}

JW_REALTIME void jw_limiter_start(JwLimiter *limiter, double rate_hz) {
    *limiter = (JwLimiter){.gain = 1.0, .least = {1.0, 1.0}};
    jw_limiter_set_rate(limiter, rate_hz);
    jw_limiter_zero(limiter);
}

/// Gain for a sample of this magnitude: 1 up to JW_LIMITER_FROM; above it the output approaches
/// JW_LIMITER_MOST smoothly.
static JW_REALTIME double gain_for(double size) {
    const double from = (double)JW_LIMITER_FROM, room = (double)JW_LIMITER_MOST - from;
    const double over = size - from;
    return over > 0.0 ? (from + room * over / (room + over)) / size : 1.0;
}

/// Gain of the next frame, whose larger side has this magnitude.
static JW_REALTIME double next_gain(JwLimiter *l, double size) {
    const double asked = gain_for(size);
    const bool rests = l->gain == 1.0;
    if (rests && asked == 1.0) {
        return 1.0;
    }
    if (rests) { // Parts begin where the gain leaves 1
        l->at = 0;
        ++l->limited.times;
    } else if (l->at >= l->hold_frames) {
        l->at = 0;
        l->least[1] = l->least[0];
        l->least[0] = 1.0;
    }
    ++l->at;
    l->least[0] = fmin(l->least[0], asked);
    l->gain = fmin(l->gain * l->rise, fmin(l->least[0], l->least[1]));
    if (l->gain < 1.0) {
        ++l->limited.frames;
        l->limited.least = fmin(l->limited.least, l->gain);
    }
    return l->gain;
}

static JW_REALTIME void fill(float *gain, uint32_t n) {
    for (uint32_t i = 0; gain && i < n; ++i) {
        gain[i] = 1.0F;
    }
}

JW_REALTIME void jw_limiter_run(JwLimiter *l, bool on, float *left, float *right, float *gain,
                                uint32_t n) {
    if (l->gain == 1.0 && (!on || (!any_above(left, n) && !any_above(right, n)))) {
        fill(gain, n);
        return;
    }
    for (uint32_t i = 0; i < n; ++i) {
        left[i] = number(left[i]);
        right[i] = number(right[i]);
        const double size = fmax(fabs((double)left[i]), fabs((double)right[i]));
        const double g = next_gain(l, on ? size : 0.0);
        // A factor of 1 leaves the sample unchanged.
        left[i] = (float)(g * (double)left[i]);
        right[i] = (float)(g * (double)right[i]);
        if (gain) {
            gain[i] = (float)g;
        }
    }
}

double jw_limited_db(const JwLimited *limited) {
    return 20.0 * jw_log10(limited->least);
}
