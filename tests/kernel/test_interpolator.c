// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The interpolator against its bounds: sines come out as they went in, late by the same time at
// every factor, images stay down, and blocks of any size give the same bits.

#include "base/pi.h"
#include "kernel/interpolator.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RATE_HZ 44100.0

enum { FRAMES = 2048, LATENCY = JW_INTERPOLATOR_LATENCY_FRAMES, MOST = JW_DECIMATOR_FACTOR_MAX };

static float in[FRAMES], out[FRAMES * MOST], again[FRAMES * MOST];

static void run_all(int factor, int block, float *to) {
    JwInterpolator interpolator;
    jw_interpolator_init(&interpolator);
    for (int i = 0; i < FRAMES; i += block) {
        const int n = FRAMES - i < block ? FRAMES - i : block;
        jw_interpolator_run(&interpolator, in + i, n, factor, to + i * factor);
    }
}

/// Largest distance of the output from the sine, once the filters are full.
static double off_sine(int factor, double hz) {
    double most = 0.0;
    for (int i = 0; i < FRAMES; ++i) {
        in[i] = (float)sin(2.0 * JW_PI * hz * i / RATE_HZ);
    }
    run_all(factor, JW_DECIMATOR_CHUNK, out);
    for (int i = 2 * JW_INTERPOLATOR_PAST * factor; i < FRAMES * factor; ++i) {
        const double frame = (double)i / factor - LATENCY;
        most = fmax(most, fabs((double)out[i] - sin(2.0 * JW_PI * hz * frame / RATE_HZ)));
    }
    return most;
}

static void check_sines(int factor) {
    static const double hz[] = {100.0, 997.0, 5000.0, 12000.0, 20000.0};
    for (int i = 0; i < 5; ++i) {
        check_below(off_sine(factor, hz[i]), 1e-4, "factor %d, %g Hz: off the sine", factor, hz[i]);
    }
}

/// An impulse comes out as itself LATENCY frames later, and between frames as the filters have it:
/// nothing before the first frame they reach.
static void check_impulse(int factor) {
    memset(in, 0, sizeof(in));
    in[0] = 1.0f;
    run_all(factor, JW_DECIMATOR_CHUNK, out);
    double sum = 0.0;
    for (int i = 0; i < FRAMES * factor; ++i) {
        sum += (double)out[i] / factor;
    }
    check_between((double)out[LATENCY * factor], 1.0, 1.0, "factor %d: impulse, its own frame",
                  factor);
    check_between(sum, 1.0 - 1e-6, 1.0 + 1e-6, "factor %d: gain at 0 Hz", factor);
    bool still = true;
    for (int i = 2 * JW_INTERPOLATOR_PAST * factor; i < FRAMES * factor; ++i) {
        still &= out[i] == 0.0f;
    }
    check(still, "factor %d: it ends exactly", factor);
}

static void check_blocks(int factor) {
    uint32_t state = 1;
    for (int i = 0; i < FRAMES; ++i) {
        state = state * 1664525u + 1013904223u;
        in[i] = (float)(int32_t)state * 0x1p-31f;
    }
    run_all(factor, JW_DECIMATOR_CHUNK, out);
    for (int block = 1; block < JW_DECIMATOR_CHUNK; block += 5) {
        run_all(factor, block, again);
        check(!memcmp(out, again, sizeof(float) * (size_t)(FRAMES * factor)),
              "factor %d: blocks of %d give the same bits", factor, block);
    }
}

int main(void) {
    for (int factor = 1; factor <= MOST; factor *= 2) {
        check_sines(factor);
        check_impulse(factor);
        check_blocks(factor);
    }
    return check_result();
}
