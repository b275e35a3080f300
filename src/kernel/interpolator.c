// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "kernel/interpolator.h"

#include "kernel/kernels.h"

#include <string.h>

enum {
    CHUNK = JW_DECIMATOR_CHUNK,
    PAST = JW_INTERPOLATOR_PAST,
    REACH = JW_INTERPOLATOR_REACH,
    FAR_BEFORE = (JW_DECIMATOR_FAR_TAPS - 1) / 2, ///< Past frames that the far stage reads
    FAR_AFTER = FAR_BEFORE + 1,                   ///< Future frames that the far stage reads
    TWICE = 2 * (FAR_BEFORE + CHUNK + FAR_AFTER), ///< Outputs of the near stage that it reads
};

void jw_interpolator_init(JwInterpolator *interpolator) {
    jw_decimator_near_taps(interpolator->near_taps);
    jw_decimator_far_taps(interpolator->far_taps);
    jw_interpolator_reset(interpolator);
}

JW_REALTIME void jw_interpolator_reset(JwInterpolator *interpolator) {
    memset(interpolator->input, 0, sizeof(interpolator->input));
}

/// Inserts a sample between each of the n samples from x on and the next.
static JW_REALTIME void double_rate(const float *taps, int n_taps, const float *x, int n,
                                    float *out) {
    static const float none[CHUNK];
    float between[CHUNK];
    for (int k = 0; k < n; k += CHUNK) {
        const int some = n - k < CHUNK ? n - k : CHUNK;
        jw_kernels()->halve(taps, n_taps, none, x + k + 1, between, some);
        for (int i = 0; i < some; ++i) {
            out[2 * (k + i)] = x[k + i];
            out[2 * (k + i) + 1] = 2.0f * between[i];
        }
    }
}

JW_REALTIME void jw_interpolator_run(JwInterpolator *interpolator, const float *in, int n,
                                     int factor, float *out) {
    float *input = interpolator->input;
    const float *now = input + REACH;
    memcpy(input + PAST, in, (size_t)n * sizeof(*in));
    if (factor == 1) {
        memcpy(out, now, (size_t)n * sizeof(*out));
    } else if (factor == 2) {
        double_rate(interpolator->near_taps, JW_DECIMATOR_NEAR_TAPS, now, n, out);
    } else {
        float twice[TWICE + CHUNK];
        memset(twice + TWICE, 0, CHUNK * sizeof(*twice));
        double_rate(interpolator->near_taps, JW_DECIMATOR_NEAR_TAPS, now - FAR_BEFORE,
                    FAR_BEFORE + n + FAR_AFTER, twice);
        double_rate(interpolator->far_taps, JW_DECIMATOR_FAR_TAPS, twice + 2 * FAR_BEFORE, 2 * n,
                    out);
    }
    memmove(input, input + n, PAST * sizeof(*input));
}
