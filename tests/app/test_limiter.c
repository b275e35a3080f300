// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Limiter of what leaves the programs: the same bits below -1 dBFS, never beyond full scale, gains
// that are both sides' and do not follow the waves, whatever the blocks.

#include "program/limiter.h"
#include "support/check.h"
#include "support/clock.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, FRAMES = 4 * RATE, SPECTRUM = 32768 };

static float left[FRAMES], right[FRAMES], in[2][FRAMES], gain[FRAMES];

static double amplitude(double db) {
    return pow(10.0, db / 20.0);
}

/// Runs all frames in blocks of up to `most`, each as long as chance has it; 0: in one.
static JwLimiter run_in_blocks(bool on, uint32_t most) {
    JwLimiter limiter;
    uint64_t dice = 5;
    jw_limiter_start(&limiter, RATE);
    memcpy(left, in[0], sizeof(left));
    memcpy(right, in[1], sizeof(right));
    for (uint32_t at = 0, n; at < FRAMES; at += n) {
        n = most > 0 ? 1 + (uint32_t)(fixture_random(&dice) % most) : FRAMES;
        n = n < FRAMES - at ? n : FRAMES - at;
        jw_limiter_run(&limiter, on, left + at, right + at, gain + at, n);
    }
    return limiter;
}

static void fill(double (*sample)(int channel, int frame)) {
    for (int c = 0; c < 2; ++c) {
        for (int i = 0; i < FRAMES; ++i) {
            in[c][i] = (float)sample(c, i);
        }
    }
}

static bool is_input(void) {
    return !memcmp(left, in[0], sizeof(left)) && !memcmp(right, in[1], sizeof(right));
}

/********* What is left alone *********/

/// Noise right up to -1 dBFS.
static double quiet_noise(int channel, int frame) {
    static uint64_t dice = 9;
    (void)channel;
    (void)frame;
    return fixture_uniform(&dice, -amplitude(-1.0), amplitude(-1.0));
}

static void check_transparent(void) {
    fill(quiet_noise);
    const JwLimiter limiter = run_in_blocks(true, 700);
    check(is_input(), "below -1 dBFS the same bits");
    check(limiter.limited.times == 0 && limiter.limited.frames == 0, "and nothing counted");
    check_between(jw_limited_db(&limiter.limited), 0.0, 0.0, "least gain in dB");
    bool ones = true;
    for (int i = 0; i < FRAMES; ++i) {
        ones &= gain[i] == 1.0F;
    }
    check(ones, "gains of 1");
}

/********* What is too loud *********/

static double loudest(void) {
    double most = 0.0;
    for (int i = 0; i < FRAMES; ++i) {
        const double size = fmax(fabs((double)left[i]), fabs((double)right[i]));
        most = size <= most ? most : size;
        if (!isfinite(left[i]) || !isfinite(right[i])) {
            return HUGE_VAL;
        }
    }
    return most;
}

/// Noise up to +20 dBFS, a tenth as loud on the right.
static double loud_noise(int channel, int frame) {
    static uint64_t dice;
    dice = (uint64_t)frame * 77;
    return fixture_uniform(&dice, -10.0, 10.0) * (channel ? 0.1 : 1.0);
}

static double wild(int channel, int frame) {
    static const double values[] = {0.3, 1e30, -1e30, 3.4e38, -0.9, 5.0, 0.0, -1.0};
    static uint64_t dice = 2;
    (void)channel;
    (void)frame;
    return values[fixture_random(&dice) % 8];
}

static void check_bounded(void) {
    fill(loud_noise);
    const JwLimiter limiter = run_in_blocks(true, 0);
    check_between(loudest(), 0.99, 32767.0 / 32768.0, "the loudest of what was 20 dB too loud");
    check(limiter.limited.times == 1 && limiter.limited.frames > FRAMES - 100, "counted");
    check_between(jw_limited_db(&limiter.limited), -20.1, -19.9, "its worst gain in dB");
    int n_linked = 0;
    for (int i = 0; i < FRAMES; ++i) {
        n_linked += fabs((double)left[i] - (double)gain[i] * (double)in[0][i]) < 1e-6 &&
                    fabs((double)right[i] - (double)gain[i] * (double)in[1][i]) < 1e-6;
    }
    check(n_linked == FRAMES, "both sides have the same gain: %d of %d frames", n_linked,
          (int)FRAMES);
    fill(wild);
    in[0][7] = in[1][9] = NAN;
    in[0][100] = INFINITY;
    in[1][50] = -INFINITY;
    run_in_blocks(true, 300);
    check_between(loudest(), 0.99, 32767.0 / 32768.0, "the loudest of what has no bounds");
    check(left[7] == 0.0F && right[9] == 0.0F, "what is no number is 0");
}

/// Loud for half a second, in the first and again in the third second, then quiet.
static double bursts(int channel, int frame) {
    const double t = (double)frame / RATE;
    const bool loud = t < 0.5 || (t > 2.0 && t < 2.5);
    return (loud ? 1.6 : 0.3) * sin(2.0 * 3.14159265358979 * (200.0 + channel) * t);
}

static void check_blocks(void) {
    static float whole[2][FRAMES];
    fill(bursts);
    const JwLimiter one = run_in_blocks(true, 0);
    memcpy(whole[0], left, sizeof(left));
    memcpy(whole[1], right, sizeof(right));
    for (uint32_t most = 1; most < 3000; most = 5 * most + 2) {
        const JwLimiter other = run_in_blocks(true, most);
        check(!memcmp(whole[0], left, sizeof(left)) && !memcmp(whole[1], right, sizeof(right)) &&
                  other.limited.frames == one.limited.frames &&
                  other.limited.times == one.limited.times &&
                  other.limited.least == one.limited.least,
              "the same bits and counts for blocks of up to %u", (unsigned)most);
    }
}

/// The gain comes back to exactly 1, no faster than it says, and what follows is untouched.
static void check_return(void) {
    fill(bursts);
    const JwLimiter limiter = run_in_blocks(true, 256);
    const double rise = amplitude(JW_LIMITER_RISE_DB_S / RATE);
    bool slow = true;
    for (int i = 1; i < FRAMES; ++i) {
        slow &= (double)gain[i] <= (double)gain[i - 1] * rise * (1.0 + 1e-6);
    }
    check(slow, "the gain rises by 6 dB a second at most");
    check(limiter.limited.times == 2, "two bursts, counted %d times", (int)limiter.limited.times);
    const double under = 20.0 * log10(1.6),
                 back_s = 0.5 + 2.0 * JW_LIMITER_HOLD_S + under / JW_LIMITER_RISE_DB_S;
    const int back = (int)((back_s + 0.02) * RATE);
    check(!memcmp(left + back, in[0] + back, (2 * RATE - back) * sizeof(float)),
          "after %.2f s the same bits", back_s);
    check(memcmp(left + RATE / 2, in[0] + RATE / 2, RATE / 10 * sizeof(float)) != 0, "not at once");
}

/********* Off *********/

static void check_off(void) {
    fill(wild);
    in[0][7] = NAN;
    run_in_blocks(false, 300);
    check(is_input(), "off: the same bits, whatever they are");
    fill(bursts);
    JwLimiter limiter;
    jw_limiter_start(&limiter, RATE);
    memcpy(left, in[0], sizeof(left));
    memcpy(right, in[1], sizeof(right));
    enum { AT = 3 * RATE / 10 };
    jw_limiter_run(&limiter, true, left, right, gain, AT);
    jw_limiter_run(&limiter, false, left + AT, right + AT, gain + AT, FRAMES - AT);
    check(gain[AT - 1] < 0.7F && gain[AT] <= gain[AT - 1] * 1.001F, "switched off, nothing jumps");
    check(!memcmp(left + 2 * RATE, in[0] + 2 * RATE, 2 * RATE * sizeof(float)),
          "and two seconds later it is off");
}

/********* What is heard *********/

enum { NOTES = 6 };

/// Bins of SPECTRUM: 82 to 330 Hz.
static const int bin[NOTES] = {56, 75, 100, 134, 169, 225};

/// A chord of six tones that peaks 3 dB over full scale, of as much as `fall_db_s` a second less.
static void play_chord(double fall_db_s) {
    double peak = 0.0;
    for (int i = 0; i < FRAMES; ++i) {
        double sum = 0.0;
        for (int k = 0; k < NOTES; ++k) {
            for (int h = 1; h <= 3; ++h) {
                sum += sin(2.0 * 3.14159265358979 * bin[k] * h * i / SPECTRUM + k) / h;
            }
        }
        in[0][i] = (float)sum;
        peak = fmax(peak, fabs(sum));
    }
    for (int i = 0; i < FRAMES; ++i) {
        const double level = amplitude(3.0 - fall_db_s * i / RATE) / peak;
        in[0][i] = in[1][i] = (float)(level * (double)in[0][i]);
    }
}

/// Power that is between the tones beside all power, in dB, from a frame on: what the limiter or
/// clipping has added.
static double distortion_db(const float *out, int from) {
    static double samples[SPECTRUM], power[SPECTRUM / 2 + 1];
    double between = 0.0, all = 0.0;
    for (int i = 0; i < SPECTRUM; ++i) {
        samples[i] = (double)out[from + i];
    }
    if (!check(fixture_power(samples, SPECTRUM, power), "memory")) {
        return 0.0;
    }
    for (int b = 1; b < SPECTRUM / 2; ++b) {
        bool near = false;
        for (int k = 0; k < NOTES; ++k) {
            for (int h = 1; h <= 3; ++h) {
                near |= abs(b - h * bin[k]) <= 4;
            }
        }
        all += power[b];
        between += near ? 0.0 : power[b];
    }
    return 10.0 * log10(between / all);
}

static void check_chord(double fall_db_s, double most_db) {
    static float clipped[FRAMES];
    play_chord(fall_db_s);
    const JwLimiter limiter = run_in_blocks(true, 256);
    for (int i = 0; i < FRAMES; ++i) {
        clipped[i] = fmaxf(fminf(in[0][i], 1.0F), -1.0F);
    }
    const int from = RATE / 10;
    const double own = distortion_db(in[0], from), by_limiter = distortion_db(left, from),
                 by_clipping = distortion_db(clipped, from);
    printf("a chord 3 dB over, falling by %g dB a second: limited by %.1f dB; %.0f dB between its "
           "tones (%.0f before, %.0f clipped)\n",
           fall_db_s, -jw_limited_db(&limiter.limited), by_limiter, own, by_clipping);
    check(limiter.limited.least < amplitude(-2.0), "it is limited");
    check(by_limiter < most_db, "%.0f dB between its tones, at most %.0f", by_limiter, most_db);
    check(by_clipping > -45.0, "a chord on which clipping is heard: %.0f dB", by_clipping);
    check_below(loudest(), 1.0, "its peak");
}

/// Tells what a second of sound takes: nothing louder than -1 dBFS, and as loud as can be.
static void tell_cost(void) {
    double spent_ms[2];
    for (int k = 0; k < 2; ++k) {
        fill(k == 0 ? quiet_noise : loud_noise);
        const double start_s = clock_s(CLOCK_PROCESS_CPUTIME_ID);
        run_in_blocks(true, 128);
        spent_ms[k] = 1e3 * (clock_s(CLOCK_PROCESS_CPUTIME_ID) - start_s) / (FRAMES / RATE);
    }
    printf("a second of sound takes %.2f ms where nothing is limited, %.2f ms where all is\n",
           spent_ms[0], spent_ms[1]);
}

int main(void) {
    check_transparent();
    check_bounded();
    check_blocks();
    check_return();
    check_off();
    check_chord(0.0, -55.0);
    check_chord(6.0, -55.0);
    tell_cost();
    return check_result();
}
