// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "kernel/decimator.h"

#include "base/pi.h"
#include "kernel/kernels.h"

#include <math.h>
#include <string.h>

enum {
    CHUNK = JW_DECIMATOR_CHUNK,
    NEAR_TAPS = JW_DECIMATOR_NEAR_TAPS,
    FAR_TAPS = JW_DECIMATOR_FAR_TAPS,
    NEAR_EVEN_PAST = JW_DECIMATOR_LATENCY_FRAMES,
    NEAR_ODD_PAST = JW_DECIMATOR_LATENCY_FRAMES + NEAR_TAPS,
    FAR_EVEN_PAST = FAR_TAPS - 1,
    FAR_ODD_PAST = 2 * FAR_TAPS - 1,
};

// Stop-band attenuations [dB] for which the windows are designed. The near (2:1) stage falls
// between 20 kHz and 24.1 kHz at 88.2 kHz, the far (4:2) stage between 20 kHz and 68.2 kHz at 176.4
// kHz. Each figure is the best that the filter's length allows.
static const double NEAR_ATTENUATION_DB = 102.6;
static const double FAR_ATTENUATION_DB = 125.0;

/********* Taps *********/

/// Modified Bessel function of order 0 by its series; x < 20 takes some 40 terms.
static double bessel_i0(double x) {
    double sum = 1.0;
    double term = 1.0;
    for (int k = 1; term > 1e-17 * sum; ++k) {
        const double factor = x / (2.0 * k);
        term *= factor * factor;
        sum += term;
    }
    return sum;
}

/// Designs a half-band low-pass: sin(pi d/2)/(pi d) at distance d from the middle tap (1/2 there, 0
/// at other even d), times a Kaiser window (Oppenheim and Schafer, Discrete-Time Signal Processing,
/// section 7.6: shape beta = 0.1102 (A - 8.7)). The window ends one step past the last tap, the
/// length with most attenuation. Taps are scaled for a gain of exactly 1 at 0 Hz, and hence 0 at
/// half the rate.
static void design(float *taps, int n, double attenuation_db) {
    const double beta = 0.1102 * (attenuation_db - 8.7);
    double exact[NEAR_TAPS];
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        const double d = 2 * i + 1;
        const double reach = d / (2 * n + 1);
        const double sign = i % 2 ? -1.0 : 1.0;
        exact[i] = sign / (JW_PI * d) * bessel_i0(beta * sqrt(1.0 - reach * reach));
        sum += exact[i];
    }
    for (int i = 0; i < n; ++i) {
        taps[i] = (float)(exact[i] * 0.25 / sum);
    }
}

/********* Filter *********/

/// Appends n pairs of samples, `stride` apart, to the two histories.
static JW_REALTIME void split(const float *in, int n, int stride, float *even, float *odd) {
    for (int k = 0; k < n; ++k) {
        even[k] = in[2 * k * stride];
        odd[k] = in[(2 * k + 1) * stride];
    }
}

/// Runs the 4:2 stage: 4 n inputs to 2 n outputs.
static JW_REALTIME void run_far(JwDecimator *d, JwDecimatorLane *lane, const float *in, int n,
                                float *out) {
    split(in, 2 * n, 1, lane->far_even + FAR_EVEN_PAST, lane->far_odd + FAR_ODD_PAST);
    for (int k = 0; k < 2 * n; k += CHUNK) {
        jw_kernels()->halve(d->far_taps, FAR_TAPS, lane->far_even + k, lane->far_odd + FAR_TAPS + k,
                            out + k, 2 * n - k);
    }
    memmove(lane->far_even, lane->far_even + 2 * n, FAR_EVEN_PAST * sizeof(float));
    memmove(lane->far_odd, lane->far_odd + 2 * n, FAR_ODD_PAST * sizeof(float));
}

/// Runs n <= CHUNK frames at any factor, taking every stride-th input. Factors 2 and 1 read the
/// near history at an offset equal to the far stage's delay at factor 4.
static JW_REALTIME void run_lane(JwDecimator *d, JwDecimatorLane *lane, const float *in, int n,
                                 int stride, float *out) {
    float *const even = lane->near_even + NEAR_EVEN_PAST;
    float *const odd = lane->near_odd + NEAR_ODD_PAST;
    const int later = lane->factor == 4 ? JW_DECIMATOR_FAR_LATENCY : 0;
    if (lane->factor == 1) {
        for (int k = 0; k < n; ++k) {
            even[k] = in[k * stride];
        }
        memcpy(out, lane->near_even, n * sizeof(float));
    } else {
        float twice[2 * CHUNK];
        if (lane->factor == 4) {
            run_far(d, lane, in, n, twice);
            split(twice, n, 1, even, odd);
        } else {
            split(in, n, stride, even, odd);
        }
        jw_kernels()->halve(d->near_taps, NEAR_TAPS, lane->near_even + later,
                            lane->near_odd + NEAR_TAPS + later, out, n);
        memmove(lane->near_odd, lane->near_odd + n, NEAR_ODD_PAST * sizeof(float));
    }
    memmove(lane->near_even, lane->near_even + n, NEAR_EVEN_PAST * sizeof(float));
}

/********* Decimation *********/

static JW_REALTIME bool known(int factor) {
    return factor == 1 || factor == 2 || factor == 4;
}

static JW_REALTIME void rest(JwDecimatorLane *lane, int factor) {
    memset(lane, 0, sizeof *lane);
    lane->factor = factor;
}

void jw_decimator_near_taps(float taps[NEAR_TAPS]) {
    design(taps, NEAR_TAPS, NEAR_ATTENUATION_DB);
}

void jw_decimator_far_taps(float taps[FAR_TAPS]) {
    design(taps, FAR_TAPS, FAR_ATTENUATION_DB);
}

bool jw_decimator_init(JwDecimator *d, int factor) {
    if (!known(factor)) {
        return false;
    }
    jw_decimator_near_taps(d->near_taps);
    jw_decimator_far_taps(d->far_taps);
    jw_decimator_restart(d, factor);
    return true;
}

JW_REALTIME void jw_decimator_restart(JwDecimator *d, int factor) {
    rest(&d->lane[0], factor);
    rest(&d->lane[1], factor);
    d->heard = 0;
    d->switching = false;
    d->switched = 0;
}

JW_REALTIME void jw_decimator_reset(JwDecimator *d) {
    if (d->switching) {
        d->heard = 1 - d->heard;
        d->switching = false;
    }
    rest(&d->lane[d->heard], d->lane[d->heard].factor);
}

JW_REALTIME int jw_decimator_factor(const JwDecimator *d) {
    const int heard = d->lane[d->heard].factor;
    const int coming = d->lane[1 - d->heard].factor;
    return d->switching && coming > heard ? coming : heard;
}

/// Runs n <= CHUNK frames of a change of factor: the new lane fills, then fades in.
static JW_REALTIME void run_switch(JwDecimator *d, const float *in, int n, float *out) {
    JwDecimatorLane *const heard = &d->lane[d->heard];
    JwDecimatorLane *const coming = &d->lane[1 - d->heard];
    const int factor = jw_decimator_factor(d);
    float now[CHUNK];
    float next[CHUNK];
    run_lane(d, heard, in, n, factor / heard->factor, now);
    run_lane(d, coming, in, n, factor / coming->factor, next);
    for (int k = 0; k < n; ++k) {
        const int faded = (int)d->switched + k + 1 - JW_DECIMATOR_FILL_FRAMES;
        const float part = (float)faded / (float)JW_DECIMATOR_FADE_FRAMES;
        const float weight = part < 0.0f ? 0.0f : part > 1.0f ? 1.0f : part;
        out[k] = now[k] + weight * (next[k] - now[k]);
    }
    const uint32_t switched = d->switched + (uint32_t)n;
    d->switched = switched < JW_DECIMATOR_SWITCH_FRAMES ? switched : JW_DECIMATOR_SWITCH_FRAMES;
}

JW_REALTIME void jw_decimator_run(JwDecimator *d, const float *in, float *out, uint32_t n_frames) {
    const int factor = jw_decimator_factor(d);
    while (n_frames > 0) {
        const int n = n_frames < CHUNK ? (int)n_frames : CHUNK;
        float chunk[CHUNK];
        if (d->switching) {
            run_switch(d, in, n, chunk);
        } else {
            run_lane(d, &d->lane[d->heard], in, n, 1, chunk);
        }
        memcpy(out, chunk, n * sizeof(float));
        in += n * factor;
        out += n;
        n_frames -= (uint32_t)n;
    }
}

JW_REALTIME bool jw_decimator_switch(JwDecimator *d, int factor) {
    if (d->switching || !known(factor)) {
        return false;
    }
    if (factor != d->lane[d->heard].factor) {
        rest(&d->lane[1 - d->heard], factor);
        d->switching = true;
        d->switched = 0;
    }
    return true;
}

JW_REALTIME bool jw_decimator_settle(JwDecimator *d) {
    if (d->switching && d->switched >= JW_DECIMATOR_SWITCH_FRAMES) {
        d->heard = 1 - d->heard;
        d->switching = false;
    }
    return !d->switching;
}
