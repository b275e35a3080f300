// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The resonator as an insert: late by what it tells, in the same memory or not, passed by when it
// is off, never broken off by another instrument, asleep in silence.
//
//     test_resonator BUNDLE

#include "base/pi.h"
#include "files/preset_file.h"
#include "host.h"
#include "plugins.h"
#include "ports.h"
#include "selector.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, FRAMES = 3 * RATE, BLOCK = 256 };

static const char *bundle;
static float in[2][FRAMES], out[2][FRAMES], again[2][FRAMES];

static Host *open_host(void) {
    Host *host = host_new(&(HostConfig){.bundle = bundle,
                                        .uri = JW_RESONATOR_URI,
                                        .rate_hz = RATE,
                                        .worker = HOST_WORKER_LATER,
                                        .max_block = HOST_FRAMES});
    if (host) {
        host_set(host, JW_P_QUALITY, 1.0f);
        host_set(host, JW_P_LIMITER, 0.0f);
    }
    return host;
}

static void run(Host *host, uint32_t from, uint32_t to, uint32_t block, bool in_place,
                float (*to_out)[FRAMES]) {
    for (uint32_t at = from; at < to; at += block) {
        const uint32_t n = to - at < block ? to - at : block;
        for (int c = 0; c < 2; ++c) {
            float *side = in_place ? c == 0 ? host->left : host->right : host->in[c];
            host->descriptor->connect_port(
                host->handle,
                (uint32_t)jw_plugin_host_port(JW_PLUGIN_RESONATOR,
                                              c == 0 ? JW_HOST_IN_LEFT : JW_HOST_IN_RIGHT),
                side);
            memcpy(side, in[c] + at, n * sizeof(float));
        }
        if (in_place) {
            host_run(host, n);
            memcpy(to_out[0] + at, host->left, n * sizeof(float));
            memcpy(to_out[1] + at, host->right, n * sizeof(float));
        } else {
            host_run_to(host, to_out[0] + at, to_out[1] + at, n);
        }
        host_work(host);
    }
}

static void draw_noise(void) {
    uint64_t state = 4;
    for (int i = 0; i < FRAMES; ++i) {
        in[0][i] = (float)fixture_uniform(&state, -0.3, 0.3);
        in[1][i] = (float)fixture_uniform(&state, -0.3, 0.3);
    }
}

static bool delayed(float (*sound)[FRAMES], uint32_t from, uint32_t to, uint32_t late) {
    bool same = true;
    for (uint32_t i = from; i < to; ++i) {
        same &= sound[0][i] == in[0][i - late] && sound[1][i] == in[1][i - late];
    }
    return same;
}

static double loudness(float (*sound)[FRAMES], uint32_t from, uint32_t to) {
    double sum = 0.0;
    for (uint32_t i = from; i < to; ++i) {
        sum += (double)sound[0][i] * (double)sound[0][i];
    }
    return sqrt(sum / (to - from));
}

/// Amplitude of a partial near a frequency: the most within a semitone of it.
static double partial(float (*sound)[FRAMES], uint32_t from, uint32_t to, double hz) {
    double most = 0.0;
    for (double f = hz / 1.03; f < hz * 1.03; f += 0.5) {
        double re = 0.0, im = 0.0;
        for (uint32_t i = from; i < to; ++i) {
            const double weight = 1.0 - cos(2.0 * JW_PI * (i - from) / (to - from));
            const double turn = 2.0 * JW_PI * f * (i - from) / RATE;
            re += weight * (double)sound[0][i] * cos(turn);
            im += weight * (double)sound[0][i] * sin(turn);
        }
        most = fmax(most, hypot(re, im) / (to - from));
    }
    return most;
}

/// An impulse that goes by the strings, and one through them.
static void test_latency(void) {
    Host *host = open_host();
    memset(in, 0, sizeof(in));
    in[0][1000] = in[1][1000] = 0.5f;
    host_set(host, JW_P_WET, -60.0f);
    host_activate(host);
    run(host, 0, RATE, BLOCK, false, out);
    const uint32_t late = (uint32_t)*host_knob(host, JW_HOST_LATENCY);
    check(late > 0 && late < 200, "latency: %u frames", late);
    check(delayed(out, late, RATE, late), "an impulse comes out where the host expects it");
    host_deactivate(host);
    host_set(host, JW_P_WET, 0.0f);
    host_set(host, JW_P_DRY, -60.0f);
    host_activate(host);
    run(host, 0, RATE, BLOCK, false, out);
    check(loudness(out, 1000 + late, 1000 + late + 2000) > 1e-6, "the strings answer");
    check(loudness(out, 0, 1000 + late - 64) < 1e-9, "and not before");
    host_free(host);
}

static void test_buffers(void) {
    Host *host = open_host();
    draw_noise();
    host_activate(host);
    run(host, 0, RATE, BLOCK, false, out);
    host_deactivate(host);
    host_activate(host);
    run(host, 0, RATE, BLOCK, true, again);
    check(!memcmp(out[0], again[0], RATE * sizeof(float)) &&
              !memcmp(out[1], again[1], RATE * sizeof(float)),
          "input and output in the same memory");
    host_deactivate(host);
    host_activate(host);
    run(host, 0, RATE, 77, false, again);
    check(!memcmp(out[0], again[0], RATE * sizeof(float)), "blocks of another size");
    const float db = *host_knob(host, JW_HOST_IN_PEAK);
    check_between((double)db, 20.0 * log10(0.25), 20.0 * log10(0.3) + 0.01, "input level [dB]");
    host_free(host);
}

/// An effect that is off lets the sound through, as late as before.
static void test_bypass(void) {
    Host *host = open_host();
    draw_noise();
    host_activate(host);
    run(host, 0, RATE, BLOCK, false, out);
    *host_knob(host, JW_HOST_ENABLED) = 0.0f;
    run(host, RATE, 2 * RATE, BLOCK, false, out);
    const uint32_t late = (uint32_t)*host_knob(host, JW_HOST_LATENCY);
    check(delayed(out, RATE + 200, 2 * RATE, late), "off, the sound passes by in every bit");
    *host_knob(host, JW_HOST_ENABLED) = 1.0f;
    run(host, 2 * RATE, FRAMES, BLOCK, false, out);
    check(!delayed(out, 2 * RATE + 4000, FRAMES, late), "on again, the strings answer");
    host_free(host);
}

/// Another instrument while sound goes through: what goes by the strings has no gap.
static void test_instruments(void) {
    Host *host = open_host();
    for (int i = 0; i < FRAMES; ++i) {
        in[0][i] = in[1][i] = (float)(0.5 * sin(0.02 * i));
    }
    host_set(host, JW_P_WET, -60.0f);
    host_activate(host);
    run(host, 0, RATE, BLOCK, false, out);
    host->knob[JW_PORT_INSTRUMENT] = (float)jw_selector_number("sarod");
    run(host, RATE, FRAMES, BLOCK, false, out);
    const uint32_t late = (uint32_t)*host_knob(host, JW_HOST_LATENCY);
    double off = 0.0;
    for (uint32_t i = RATE; i < FRAMES; ++i) {
        off = fmax(off, fabs((double)(out[0][i] - in[0][i - late])));
    }
    check(strstr(host->log, "") != NULL && host->n_todo == 0, "the worker is done");
    check_below(off, 0.05, "another instrument: the dry sound goes on, off by");
    host_free(host);
}

static int n_said(const Host *host, const char *what) {
    int n = 0;
    for (const char *at = strstr(host->log, what); at; at = strstr(at + 1, what)) {
        ++n;
    }
    return n;
}

/// An instrument whose bridge no sound moves: the host's log has it once, each time it is chosen.
static void test_rock(void) {
    static const char *const chosen[] = {"bass", "sitar", "bass"};
    Host *host = open_host();
    draw_noise();
    host_activate(host);
    for (int i = 0; i < 3; ++i) {
        check(n_said(host, "goes by its strings") == (i + 1) / 2, "%d times bass: %s", (i + 1) / 2,
              host->log);
        host->knob[JW_PORT_INSTRUMENT] = (float)jw_selector_number(chosen[i]);
        run(host, 0, RATE, BLOCK, false, out);
        host_set(host, JW_P_SA, (float)i);
        run(host, 0, RATE, BLOCK, false, out);
    }
    check(n_said(host, "Electric bass has no body") == 2, "its name: %s", host->log);
    const uint32_t late = (uint32_t)*host_knob(host, JW_HOST_LATENCY);
    check(delayed(out, RATE / 2, RATE, late), "the dry sound alone is heard");
    host_free(host);
    host = open_host();
    host->knob[JW_PORT_INSTRUMENT] = (float)jw_selector_number("bass");
    host_activate(host);
    check(n_said(host, "goes by its strings") == 1, "said as it begins: %s", host->log);
    host_free(host);
}

static void test_keys(void) {
    const double d_hz = 293.66;
    double rung[3], at_d[3];
    draw_noise();
    memset(in[0] + RATE / 2, 0, (FRAMES - RATE / 2) * sizeof(float));
    memset(in[1] + RATE / 2, 0, (FRAMES - RATE / 2) * sizeof(float));
    for (int held = 0; held < 3; ++held) {
        Host *host = open_host();
        host_set(host, JW_P_DRY, -60.0f);
        host_set(host, JW_P_LISTEN, held == 2 ? 3.0f : 2.0f);
        host_activate(host);
        if (held) {
            // C#: Sa of the sitar; D: a note that none of its strings has
            host_midi(host, 0, 0x90, held == 2 ? 62 : 61, 100);
        }
        run(host, 0, FRAMES, BLOCK, false, out);
        rung[held] = loudness(out, RATE, 2 * RATE);
        at_d[held] = partial(out, RATE, 2 * RATE, d_hz);
        host_free(host);
    }
    check(rung[1] > 5.0 * rung[0], "strings of a held key ring: %g beside %g", rung[1], rung[0]);
    // One string of twenty, heard at its pitch: the hand leaves partials of all others that have a
    // node under it.
    check(at_d[2] > 5.0 * at_d[0], "so does one that a key tunes: %g beside %g", at_d[2], at_d[0]);
}

static void test_silence(void) {
    Host *host = open_host();
    draw_noise();
    for (int i = RATE / 4; i < FRAMES; ++i) {
        in[0][i] = in[1][i] = 0.0f;
    }
    host_set(host, JW_P_HAND, 100.0f);
    host_activate(host);
    run(host, 0, FRAMES, BLOCK, false, out);
    memset(in, 0, sizeof(in));
    for (int i = 0; i < 3; ++i) {
        run(host, 0, FRAMES, BLOCK, false, out);
    }
    check(loudness(out, FRAMES / 2, FRAMES) == 0.0, "silence after silence, exactly");
    in[0][RATE + 33] = in[1][RATE + 33] = 0.5f;
    run(host, 0, FRAMES, BLOCK, false, out);
    const uint32_t late = (uint32_t)*host_knob(host, JW_HOST_LATENCY);
    check(loudness(out, 0, RATE + 33) == 0.0 && out[0][RATE + 33 + late] != 0.0f,
          "a sound wakes it, in time");
    host_set(host, JW_P_LIMITER, 1.0f);
    host_set(host, JW_P_DRY, 12.0f);
    draw_noise();
    run(host, 0, RATE, BLOCK, false, out);
    check(*host_knob(host, JW_HOST_LIMITED) > 1.0f, "the limiter tells that it works: %g %%",
          (double)*host_knob(host, JW_HOST_LIMITED));
    host_free(host);
}

int main(int argc, char **argv) {
    bundle = argc > 1 ? argv[1] : "";
    test_latency();
    test_buffers();
    test_bypass();
    test_instruments();
    test_rock();
    test_keys();
    test_silence();
    return check_result();
}
