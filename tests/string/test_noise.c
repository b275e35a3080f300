// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Noise of strokes: each band is as loud as asked for and falls as asked for; seed and number make
// it, the step rate does not; its sum is bounded.

#include "base/pi.h"
#include "string/noise.h"
#include "string/pluck.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 400, FRAMES = 4800 };

static const double rates_hz[] = {44100.0, 48000.0, 96000.0};

enum { RATES = sizeof(rates_hz) / sizeof(rates_hz[0]) };

/// Noise of one band.
static JwNoiseSpec only(int band, double level, double decay_s) {
    JwNoiseSpec spec = {.decay_s = {decay_s, decay_s, decay_s}, .seed = 1};
    spec.level[band] = level;
    return spec;
}

/// Mean power of many noises in frames from..to after the release, as if they did not fall.
static double power_of(JwNoiseSpec spec, double rate_hz, int from, int to) {
    const int pull = (int)lround(spec.pull_s * rate_hz);
    double sum = 0.0;
    for (int seed = 0; seed < SEEDS; ++seed) {
        JwNoise noise;
        spec.number = (uint64_t)seed;
        jw_noise_start(&noise, &spec, rate_hz);
        for (int i = -pull; i < to; ++i) {
            const double x = jw_noise_next(&noise);
            const double back = i > 0 ? exp(2.0 * i / (spec.decay_s[0] * rate_hz)) : 1.0;
            sum += i >= from ? x * x * back : 0.0;
        }
    }
    return sum / (SEEDS * (to - from));
}

static double db(double power) {
    return 10.0 * log10(power + 1e-30);
}

static void check_levels(void) {
    for (int r = 0; r < RATES; ++r) {
        const int ms = (int)(0.001 * rates_hz[r]);
        for (int b = 0; b < JW_NOISE_BANDS; ++b) {
            JwNoiseSpec spec = only(b, 0.1, 0.02);
            spec.pull_s = 0.005;
            check_between(db(power_of(spec, rates_hz[r], 4 * ms, 14 * ms)), -21.0, -19.0,
                          "band %d at %g Hz, asked for at -20 dB, after the release [dB]", b,
                          rates_hz[r]);
            check_between(db(power_of(spec, rates_hz[r], -5 * ms, 0)), -301.0, -299.0,
                          "without a scrape nothing before it [dB]");
            spec.scrape = 0.5;
            check_between(db(power_of(spec, rates_hz[r], -ms / 2, 0)), -27.5, -25.0,
                          "a scrape of -6 dB over that, just before [dB]");
        }
    }
}

/// The knock comes up within some tenths of a millisecond, not at once, and ends.
static void check_course(void) {
    const JwNoiseSpec spec = only(1, 1.0, 0.004);
    check_between(db(power_of(spec, 48000.0, 0, 1)), -301.0, -299.0, "its first frame [dB]");
    check_between(db(power_of(spec, 48000.0, 4, 9)), -16.0, -8.0, "after 0.1 ms [dB]");
    check_between(db(power_of(spec, 48000.0, 96, 144)), -1.0, 1.0, "after 2 ms [dB]");
    JwNoise noise;
    int n = 0;
    jw_noise_start(&noise, &spec, 48000.0);
    for (; noise.active && n < FRAMES; ++n) {
        jw_noise_next(&noise);
    }
    check_between(n / 48000.0, 0.004 * log(100.0) - 1e-4, 0.004 * log(100.0) + 1e-4,
                  "it ends 40 dB down [s]");
    check(jw_noise_next(&noise) == 0.0, "then nothing");
    jw_noise_start(&noise, &(JwNoiseSpec){.decay_s = {0.01, 0.01, 0.01}}, 48000.0);
    check(!noise.active && jw_noise_next(&noise) == 0.0, "no level, no noise");
}

static void take(JwNoiseSpec spec, double *x) {
    JwNoise noise;
    jw_noise_start(&noise, &spec, 48000.0);
    for (int i = 0; i < FRAMES; ++i) {
        x[i] = jw_noise_next(&noise);
    }
}

static void check_seeds(void) {
    static double first[FRAMES], other[FRAMES];
    JwNoiseSpec spec = only(0, 0.1, 0.02);
    take(spec, first);
    take(spec, other);
    check(!memcmp(first, other, sizeof(first)), "seed and number make the noise");
    spec.number = 1;
    take(spec, other);
    check(memcmp(first, other, sizeof(first)) != 0, "the next stroke has another noise");
    spec.number = 0;
    spec.seed = 2;
    take(spec, other);
    double both = 0.0, own[2] = {0.0, 0.0};
    for (int i = 0; i < FRAMES; ++i) {
        both += first[i] * other[i];
        own[0] += first[i] * first[i];
        own[1] += other[i] * other[i];
    }
    check_between(both / sqrt(own[0] * own[1]), -0.5, 0.5, "another hand: correlation");
}

/// All bands at once stay below three times their rms.
static void check_bound(void) {
    double most = 0.0;
    for (int seed = 0; seed < SEEDS; ++seed) {
        JwNoise noise;
        JwNoiseSpec spec = {.level = {0.3, 0.3, 0.3}, .decay_s = {0.2, 0.2, 0.2}};
        spec.number = (uint64_t)seed;
        jw_noise_start(&noise, &spec, 48000.0);
        for (int i = 0; i < FRAMES; ++i) {
            most = fmax(most, fabs(jw_noise_next(&noise)));
        }
    }
    check_between(most / (0.3 * sqrt(3.0)), 2.5, 3.0 + 1e-9, "loudest of %d noises over the rms",
                  SEEDS);
}

/// Force of a stroke's noise in each step, from its release on, with that many steps a frame.
static int run_steps(double *force, int n, double steps) {
    JwPluck pluck = {.rise_s = 1e-9, .fall_s = 1e-9};
    const JwNoiseSpec spec = {.level = {0.1, 0.1, 0.1}, .decay_s = {0.02, 0.01, 0.01}, .seed = 7};
    int i = 0;
    jw_pluck_start(&pluck, JW_STROKE_MIZRAB, 2.0, 1.0, 48000.0 * steps);
    jw_pluck_make_noise(&pluck, &spec, 48000.0, 1.0 / steps);
    for (; i < n && jw_pluck_acts(&pluck); ++i) {
        force[i] = jw_pluck_next(&pluck);
    }
    return i;
}

/// Noise of that stroke frame by frame, a frame late.
static void take_frames(double *force, int n) {
    JwNoise noise;
    const JwNoiseSpec spec = {.level = {0.1, 0.1, 0.1}, .decay_s = {0.02, 0.01, 0.01}, .seed = 7};
    jw_noise_start(&noise, &spec, 48000.0);
    force[0] = 0.0;
    for (int i = 1; i < n; ++i) {
        force[i] = 2.0 * jw_noise_next(&noise);
    }
}

/// Every step rate has the same noise, on straight lines from frame to frame; one step a frame has
/// it as soft as these lines are in the highest octave.
static void check_steps(void) {
    static double soft[FRAMES], one[FRAMES], more[4 * FRAMES];
    const int n = run_steps(soft, FRAMES, 1.0);
    take_frames(one, FRAMES);
    check_between(n / 48000.0, 0.08, 0.1, "it lasts [s]");
    double power[2] = {0.0, 0.0};
    for (int i = 1; i < n; ++i) {
        power[0] += one[i] * one[i];
        power[1] += soft[i] * soft[i];
    }
    check_between(db(power[1] / power[0]), -1.0, 0.0, "level of one step a frame over the frames'");
    for (int k = 1; k <= 20; ++k) {
        const double w = 2.0 * JW_PI * k / 48.0, side = 0.105;
        const double at_one = 1.0 - 2.0 * side * (1.0 - cos(w)),
                     at_two = 0.5 * (1.0 + cos(w / 2.0));
        const double at_four = pow(sin(w / 2.0) / (4.0 * sin(w / 8.0)), 2.0);
        check_between(20.0 * log10(at_one / at_two), -1.0, 1.0, "%d kHz: one step over two [dB]",
                      k);
        check_between(20.0 * log10(at_one / at_four), -1.0, 1.0, "over four [dB]");
    }
    for (int steps = 2; steps <= 4; steps *= 2) {
        double off = 0.0;
        power[0] = power[1] = 0.0;
        const int n_more = run_steps(more, 4 * FRAMES, steps);
        check(abs(n_more - steps * n) <= steps, "%d steps a frame last as long", steps);
        for (int i = 1; i + 1 < n; ++i) {
            off = fmax(off, fabs(more[i * steps + steps - 1] - one[i]));
            for (int k = 0; k < steps; ++k) {
                const double part = (double)(k + 1) / steps;
                const double at = more[i * steps + k];
                off = fmax(off, fabs(at - one[i - 1] - part * (one[i] - one[i - 1])));
                power[1] += at * at / steps;
            }
            power[0] += soft[i] * soft[i];
        }
        check_below(off, 1e-12, "%d steps a frame: off the straight line between frames", steps);
        check_between(db(power[1] / power[0]), -0.3, 0.3, "and its level over that of one [dB]");
    }
    // Strings at half rate have a step in two frames.
    const int n_less = run_steps(more, FRAMES, 0.5);
    double off = 0.0;
    check(abs(2 * n_less - n) <= 2, "half a step a frame lasts as long");
    for (int i = 1; i < n_less - 1; ++i) {
        off = fmax(off, fabs(more[i] - soft[2 * i + 1]));
    }
    check_below(off, 1e-12, "half a step a frame: off every second frame");
}

/// A stroke that goes over to another step rate keeps its noise.
static void check_retimed(void) {
    static double one[FRAMES];
    JwPluck pluck = {.rise_s = 1e-9, .fall_s = 1e-9};
    const JwNoiseSpec spec = {.level = {0.1, 0.1, 0.1}, .decay_s = {0.02, 0.01, 0.01}, .seed = 7};
    take_frames(one, FRAMES);
    jw_pluck_start(&pluck, JW_STROKE_MIZRAB, 2.0, 1.0, 96000.0);
    jw_pluck_make_noise(&pluck, &spec, 48000.0, 0.5);
    double off = 0.0;
    int i = 0;
    for (; i < 1000; ++i) {
        jw_pluck_next(&pluck);
        const double force = jw_pluck_next(&pluck);
        off = fmax(off, i > 0 ? fabs(force - one[i]) : 0.0);
    }
    jw_pluck_retime(&pluck, 2.0);
    for (; i < 2000; ++i) {
        for (int k = 0; k < 3; ++k) {
            jw_pluck_next(&pluck);
        }
        off = fmax(off, fabs(jw_pluck_next(&pluck) - one[i]));
    }
    check_below(off, 1e-12, "after a change of the step rate: off the same noise");
}

int main(void) {
    check_levels();
    check_course();
    check_seeds();
    check_bound();
    check_steps();
    check_retimed();
    return check_result();
}
