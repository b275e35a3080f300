// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Makes sounds for the resonator's input: a voice that sings four vowels, and two bars of drums.
//
//     sources voice|drums OUT.wav

#include "base/pi.h"
#include "base/random.h"

#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, SECONDS = 4, FRAMES = SECONDS * RATE, FORMANTS = 3 };

static float sound[FRAMES];

static double noise(int i) {
    return 2.0 * jw_random(1, (uint64_t)i, 0) - 1.0;
}

/********* Voice *********/

/// Resonance with two poles.
typedef struct {
    double y1, y2;
} Pole;

static double resonate(Pole *p, double x, double hz, double width_hz) {
    const double r = exp(-JW_PI * width_hz / RATE), w = 2.0 * JW_PI * hz / RATE;
    const double y = (1.0 - r * r) * x + 2.0 * r * cos(w) * p->y1 - r * r * p->y2;
    p->y2 = p->y1;
    p->y1 = y;
    return y;
}

/// Air flow through the glottis over a period: it opens slowly and closes abruptly (after Rosenberg
/// 1971, J. Acoust. Soc. Am. 49, 583).
static double glottal_flow(double turn) {
    const double open = 0.4, shut = 0.52;
    if (turn < open) {
        return 0.5 - 0.5 * cos(JW_PI * turn / open);
    }
    return turn < shut ? cos(0.5 * JW_PI * (turn - open) / (shut - open)) : 0.0;
}

/// Glottal pulses through formants that move from vowel to vowel.
static void make_voice(void) {
    // a, e, i, o: Peterson & Barney 1952 (J. Acoust. Soc. Am. 24, 175), men, rounded
    static const double formant[4][FORMANTS] = {{730.0, 1090.0, 2440.0},
                                                {530.0, 1840.0, 2480.0},
                                                {270.0, 2290.0, 3010.0},
                                                {570.0, 840.0, 2410.0}};
    static const double width[FORMANTS] = {80.0, 100.0, 140.0}, part[FORMANTS] = {1.0, 0.5, 0.2};
    static const double note[4] = {138.59, 155.56, 174.61, 138.59}; // Sa Re Ga Sa on C#
    Pole pole[FORMANTS] = {{0.0, 0.0}};
    double turn = 0.0, flow_before = 0.0;
    for (int i = 0; i < FRAMES; ++i) {
        const double t = (double)i / RATE, at = fmin(t, 3.999),
                     glide = fmin(6.0 * fmod(at, 1.0), 1.0);
        const int now = (int)at, last = now > 0 ? now - 1 : 0;
        const double hz = note[last] + glide * (note[now] - note[last]);
        turn = fmod(turn + hz * (1.0 + 0.006 * sin(2.0 * JW_PI * 5.2 * t)) / RATE, 1.0);
        const double flow = glottal_flow(turn);
        const double source = flow - flow_before + 0.0005 * noise(i);
        flow_before = flow;
        double sum = 0.0;
        for (int k = 0; k < FORMANTS; ++k) {
            const double f = formant[last][k] + glide * (formant[now][k] - formant[last][k]);
            sum += part[k] * resonate(&pole[k], source, f, width[k]);
        }
        const double level = fmin(t / 0.05, 1.0) * fmin((3.6 - t) / 0.2, 1.0);
        sound[i] = (float)(sum * fmax(level, 0.0));
    }
}

/********* Drums *********/

static void add_kick(int at) {
    double phase = 0.0;
    for (int i = 0; at + i < FRAMES && i < RATE / 2; ++i) {
        const double t = (double)i / RATE;
        phase += 2.0 * JW_PI * (48.0 + 110.0 * exp(-t / 0.03)) / RATE;
        sound[at + i] += (float)(exp(-t / 0.12) * sin(phase));
    }
}

static void add_noise(int at, double level, double decay_s, double bright) {
    double low = 0.0;
    for (int i = 0; at + i < FRAMES && i < RATE / 2; ++i) {
        const double t = (double)i / RATE, x = noise(at + i);
        low += (1.0 - bright) * (x - low);
        sound[at + i] += (float)(level * exp(-t / decay_s) * (x - bright * low));
    }
}

/// Two bars of eight: kick, snare and hat at 120 beats a minute.
static void make_drums(void) {
    for (int k = 0; k < 16; ++k) {
        const int at = k * RATE / 4;
        if (k % 8 == 0 || k % 8 == 3 || k == 14) {
            add_kick(at);
        }
        if (k % 8 == 4) {
            add_noise(at, 0.6, 0.09, 0.5);
        }
        add_noise(at, k % 2 ? 0.1 : 0.18, 0.02, 0.95);
    }
}

/********* File *********/

static void set_peak(double peak) {
    // In floats: gcc 12 for ARM fails to compile the maximum of doubles converted from them.
    float most = 0.0f;
    for (int i = 0; i < FRAMES; ++i) {
        most = fmaxf(most, fabsf(sound[i]));
    }
    for (int i = 0; i < FRAMES; ++i) {
        sound[i] = (float)((double)sound[i] * peak / (double)most);
    }
}

static int write_file(const char *path) {
    SF_INFO info = {.samplerate = RATE, .channels = 1, .format = SF_FORMAT_WAV | SF_FORMAT_PCM_16};
    SNDFILE *file = sf_open(path, SFM_WRITE, &info);
    const int good = file && sf_writef_float(file, sound, FRAMES) == FRAMES;
    if (!good) {
        fprintf(stderr, "sources: %s\n", sf_strerror(file));
    }
    return file && sf_close(file) == 0 && good ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc == 3 && !strcmp(argv[1], "voice")) {
        make_voice();
    } else if (argc == 3 && !strcmp(argv[1], "drums")) {
        make_drums();
    } else {
        fprintf(stderr, "usage: sources voice|drums OUT.wav\n");
        return 2;
    }
    set_peak(0.4);
    return write_file(argv[2]);
}
