// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The decimator against its bounds at an output rate of 44.1 kHz: response from
// impulses and from sines, latency, noise, change of factor, splitting into blocks.

#include "base/pi.h"
#include "kernel/decimator.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RATE_HZ 44100.0
#define BAND_HZ 20000.0

enum {
    LATENCY = JW_DECIMATOR_LATENCY_FRAMES,
    SPAN = 2 * LATENCY + 4, // Frames after which an impulse is forgotten
    TAPS = SPAN * JW_DECIMATOR_FACTOR_MAX,
    FRAMES = 4096,
};

static const int factors[3] = {1, 2, 4};
static int n_failed;

static void check(bool ok, const char *what) {
    if (!ok) {
        ++n_failed;
        printf("FAILED: %s\n", what);
    }
}

static double db(double gain) {
    return 20.0 * log10(gain > 1e-12 ? gain : 1e-12);
}

static bool same_bits(const void *a, const void *b, size_t size) {
    return memcmp(a, b, size) == 0;
}

// Replayable noise in -1..1.
static float noise(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return (float)(int32_t)*state * 0x1p-31f;
}

// out[factor n + factor - 1 - j] = answer at frame n to an impulse at input j. So
// out is the impulse response at the input rate.
static void impulse_response(int factor, double *out) {
    for (int j = 0; j < factor; ++j) {
        JwDecimator d;
        check(jw_decimator_init(&d, factor), "init");
        float in[TAPS] = {0};
        float answer[SPAN];
        in[j] = 1.0f;
        jw_decimator_run(&d, in, answer, SPAN);
        for (int n = 0; n < SPAN; ++n) {
            out[factor * n + factor - 1 - j] = (double)answer[n];
        }
    }
}

// Gain of the response at f, its delay taken off; it is real if that delay is true.
static void gain_at(const double *h, int factor, double f_hz, double *re, double *im) {
    const double w = 2.0 * JW_PI * f_hz / (RATE_HZ * factor);
    *re = 0.0;
    *im = 0.0;
    for (int k = 0; k < SPAN * factor; ++k) {
        const double phase = w * (k - (factor * LATENCY + factor - 1));
        *re += h[k] * cos(phase);
        *im -= h[k] * sin(phase);
    }
}

// Where a frequency lands after decimation.
static double folded(double f_hz) {
    return fabs(f_hz - RATE_HZ * round(f_hz / RATE_HZ));
}

static void check_response(int factor) {
    double h[TAPS];
    impulse_response(factor, h);
    double ripple_db = 0.0;
    double stop = 0.0;
    double phase = 0.0;
    int n_pass = 0;
    int n_stop = 0;
    const int n_freqs = 4000 * factor;
    for (int i = 0; i <= n_freqs; ++i) {
        const double f_hz = 0.5 * RATE_HZ * factor * i / n_freqs;
        double re;
        double im;
        gain_at(h, factor, f_hz, &re, &im);
        const double gain = hypot(re, im);
        if (f_hz <= BAND_HZ) {
            ripple_db = fmax(ripple_db, fabs(db(gain)));
            phase = fmax(phase, fabs(atan2(im, re)));
            ++n_pass;
        } else if (f_hz > 0.5 * RATE_HZ && folded(f_hz) <= BAND_HZ) {
            stop = fmax(stop, gain);
            ++n_stop;
        }
    }
    printf("factor %d: ripple to 20 kHz %.6f dB (%d frequencies), ", factor, ripple_db, n_pass);
    printf("phase less delay %.1e rad, ", phase);
    printf("folding into it %.2f dB (%d)\n", db(stop), n_stop);
    check(n_pass > 3000 && (factor == 1 || n_stop > 3000), "frequencies were looked at");
    check(ripple_db < 0.005, "pass-band ripple below 0.005 dB");
    check(phase < 1e-6, "delay is the latency at every frequency");
    check(db(stop) < -100.0, "stop band below -100 dB");
}

static void check_latency(int factor) {
    double h[TAPS];
    impulse_response(factor, h);
    const int middle = factor * LATENCY + factor - 1;
    int peak = 0;
    double skew = 0.0;
    for (int k = 0; k < SPAN * factor; ++k) {
        peak = fabs(h[k]) > fabs(h[peak]) ? k : peak;
        const int mirror = 2 * middle - k;
        const double other = mirror >= 0 && mirror < SPAN * factor ? h[mirror] : 0.0;
        skew = fmax(skew, fabs(h[k] - other));
    }
    printf("factor %d: peak at input %d (want %d), asymmetry %.1e\n", factor, peak, middle, skew);
    check(peak == middle, "peak of the impulse response is at the latency");
    check(skew < 1e-8, "impulse response is symmetric");
    check(factor > 1 || (h[middle] == 1.0 && LATENCY == 37), "factor 1 is a delay");
}

// Sines through run() itself: what comes out against what should.
static void check_sines(int factor) {
    static float in[FRAMES * JW_DECIMATOR_FACTOR_MAX];
    static float out[FRAMES];
    double worst_pass = 0.0;
    double worst_stop = 0.0;
    const double top_hz = 0.5 * RATE_HZ * factor;
    int n = 0;
    for (int i_freq = 0; 31.0 + 617.3 * i_freq < top_hz; ++i_freq) {
        const double f_hz = 31.0 + 617.3 * i_freq;
        if (f_hz > BAND_HZ && (f_hz < 0.5 * RATE_HZ || folded(f_hz) > BAND_HZ)) {
            continue;
        }
        JwDecimator d;
        jw_decimator_init(&d, factor);
        for (int i = 0; i < FRAMES * factor; ++i) {
            in[i] = (float)sin(2.0 * JW_PI * f_hz / (RATE_HZ * factor) * i);
        }
        jw_decimator_run(&d, in, out, FRAMES);
        const bool passes = f_hz <= BAND_HZ;
        for (int i = SPAN; i < FRAMES; ++i) {
            const double want = passes ? sin(2.0 * JW_PI * f_hz / RATE_HZ * (i - LATENCY)) : 0.0;
            const double error = fabs((double)out[i] - want);
            *(passes ? &worst_pass : &worst_stop) = fmax(passes ? worst_pass : worst_stop, error);
        }
        ++n;
    }
    printf("factor %d: %d sines, off by at most %.2f dB passed, %.2f dB stopped\n", factor, n,
           db(worst_pass), db(worst_stop));
    check(n > 30, "sines were tried");
    check(db(worst_pass) < -90.0, "sines pass with the latency and nothing else");
    check(db(worst_stop) < -100.0, "sines above the band do not fold into it");
}

static void check_noise_floor(int factor) {
    static float in[FRAMES * JW_DECIMATOR_FACTOR_MAX];
    static float out[FRAMES];
    double h[TAPS];
    impulse_response(factor, h);
    JwDecimator d;
    jw_decimator_init(&d, factor);
    uint32_t seed = 5;
    for (int i = 0; i < FRAMES * factor; ++i) {
        in[i] = noise(&seed);
    }
    jw_decimator_run(&d, in, out, FRAMES);
    double error = 0.0;
    double power = 0.0;
    for (int n = SPAN; n < FRAMES; ++n) {
        double want = 0.0;
        for (int k = 0; k < SPAN * factor; ++k) {
            want += h[k] * (double)in[factor * n + factor - 1 - k];
        }
        error += ((double)out[n] - want) * ((double)out[n] - want);
        power += want * want;
    }
    const double floor_db = 10.0 * log10((error + 1e-30) / power);
    printf("factor %d: rounding of 32-bit sums %.1f dB below noise\n", factor, -floor_db);
    check(floor_db < -135.0, "rounding is below -135 dB");
}

////////////////////////
// Change of a factor //
////////////////////////

// One signal of sines spread over the band, at any time in frames.
static double signal_at(double frame) {
    static const double freqs_hz[] = {55.0,   220.0,   997.0,   3011.0,
                                      7013.0, 12007.0, 16001.0, 19997.0};
    const int n = sizeof freqs_hz / sizeof *freqs_hz;
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        sum += sin(2.0 * JW_PI * freqs_hz[i] / RATE_HZ * frame + i) / n;
    }
    return sum;
}

typedef struct {
    int from;
    int to;
    int frame; ///< At which the change is asked for
} Change;

// Runs in blocks, at each asking for the inputs that the decimator wants; answers
// the frame at which the change was settled.
static int run_change(const Change *change, const int *blocks, int n_blocks, float *out) {
    JwDecimator d;
    jw_decimator_init(&d, change->from);
    int settled = -1;
    int in_block = 0;
    for (int frame = 0, b = 0; frame < FRAMES;) {
        if (frame == change->frame) {
            check(jw_decimator_switch(&d, change->to), "switch");
            check(!jw_decimator_switch(&d, change->from), "no switch during another");
            check(jw_decimator_factor(&d) == (int)fmax(change->from, change->to),
                  "the larger factor is wanted during a change");
        }
        if (frame % 32 == 0 && frame > change->frame && settled < 0 && jw_decimator_settle(&d)) {
            settled = frame;
            check(jw_decimator_factor(&d) == change->to, "the new factor is wanted after a change");
        }
        // Blocks end at multiples of 32 too, where things are asked for.
        int n = blocks[b % n_blocks] - in_block;
        const int to_grid = 32 - frame % 32;
        in_block = n > to_grid ? in_block + to_grid : 0;
        b += n <= to_grid;
        n = n > to_grid ? to_grid : n;
        float in[32 * JW_DECIMATOR_FACTOR_MAX];
        const int factor = jw_decimator_factor(&d);
        for (int i = 0; i < n * factor; ++i) {
            in[i] = (float)signal_at(frame + (double)i / factor);
        }
        jw_decimator_run(&d, in, out + frame, (uint32_t)n);
        frame += n;
    }
    return settled;
}

static void check_change(int from, int to) {
    static float out[FRAMES];
    static float split[FRAMES];
    static const int whole[] = {4096};
    static const int pieces[] = {1, 17, 64, 3, 5, 31};
    const Change change = {from, to, 512};
    const int settled = run_change(&change, whole, 1, out);
    double error = 0.0;
    for (int i = SPAN; i < FRAMES; ++i) {
        error = fmax(error, fabs((double)out[i] - signal_at(i - LATENCY)));
    }
    const int split_settled = run_change(&change, pieces, 6, split);
    const bool same = same_bits(out, split, sizeof out);
    printf("factor %d to %d: off by at most %.2f dB, settled after %d frames, split %s\n", from, to,
           db(error), settled - change.frame, same ? "same" : "DIFFERS");
    check(settled == change.frame + JW_DECIMATOR_SWITCH_FRAMES && split_settled == settled,
          "a change takes SWITCH_FRAMES");
    check(db(error) < -95.0, "a change is not heard");
    check(same, "a change is the same in any blocks");
}

/////////////
// The API //
/////////////

static void check_blocks(int factor) {
    static float in[FRAMES * JW_DECIMATOR_FACTOR_MAX];
    static float whole[FRAMES];
    static float pieces[FRAMES];
    uint32_t seed = 77;
    for (int i = 0; i < FRAMES * factor; ++i) {
        in[i] = noise(&seed);
    }
    JwDecimator d;
    jw_decimator_init(&d, factor);
    jw_decimator_run(&d, in, whole, FRAMES);
    static const int sizes[] = {1, 2, 15, 16, 17, 64, 0, 333, 31, 32, 33};
    for (int s = 0; s < 11; ++s) {
        jw_decimator_reset(&d);
        memset(pieces, 0, sizeof pieces);
        for (int n = 0, i = s; n < FRAMES;) {
            // The seventh pass mixes the sizes.
            const int size = sizes[s] > 0 ? sizes[s] : sizes[i++ % 8];
            const int block = size < FRAMES - n ? size : FRAMES - n;
            jw_decimator_run(&d, in + n * factor, pieces + n, (uint32_t)block);
            n += block;
        }
        check(same_bits(whole, pieces, sizeof whole), "any split gives the same bits");
    }
    jw_decimator_reset(&d);
    jw_decimator_run(&d, in, in, FRAMES);
    check(same_bits(whole, in, sizeof whole), "out may be in");
}

static void check_forgets(int factor) {
    JwDecimator d;
    jw_decimator_init(&d, factor);
    float in[SPAN * JW_DECIMATOR_FACTOR_MAX] = {0};
    float out[SPAN];
    uint32_t seed = 9;
    for (int i = 0; i < 16 * factor; ++i) {
        in[i] = noise(&seed);
    }
    in[3] = NAN;
    jw_decimator_run(&d, in, out, SPAN);
    bool passed = false;
    for (int i = 0; i < SPAN; ++i) {
        passed = passed || isnan(out[i]);
    }
    check(passed, "a NaN comes out");
    memset(in, 0, sizeof in);
    jw_decimator_run(&d, in, out, SPAN);
    jw_decimator_run(&d, in, out, SPAN);
    for (int i = 0; i < SPAN; ++i) {
        check(out[i] == 0.0f, "silence is exact, and a NaN leaves no trace");
    }
}

static void check_misuse(void) {
    JwDecimator d;
    check(!jw_decimator_init(&d, 0) && !jw_decimator_init(&d, 3) && !jw_decimator_init(&d, 8),
          "init refuses other factors");
    jw_decimator_init(&d, 2);
    check(!jw_decimator_switch(&d, 3) && !jw_decimator_switch(&d, -4), "so does switch");
    check(jw_decimator_switch(&d, 2) && jw_decimator_settle(&d), "a change to the same is none");
    check(jw_decimator_switch(&d, 4) && !jw_decimator_settle(&d), "a change takes time");
    jw_decimator_reset(&d);
    check(jw_decimator_settle(&d) && jw_decimator_factor(&d) == 4, "reset ends a change");
}

int main(void) {
    printf("latency %d frames, a change takes %d, %zu bytes\n", LATENCY, JW_DECIMATOR_SWITCH_FRAMES,
           sizeof(JwDecimator));
    for (int i = 0; i < 3; ++i) {
        check_response(factors[i]);
        check_latency(factors[i]);
        check_sines(factors[i]);
        check_noise_floor(factors[i]);
        check_blocks(factors[i]);
        check_forgets(factors[i]);
        for (int j = 0; j < 3; ++j) {
            if (j != i) {
                check_change(factors[i], factors[j]);
            }
        }
    }
    check_misuse();
    printf("%d failed\n", n_failed);
    return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
