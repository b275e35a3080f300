// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a host may do to a running plug-in: any block, any rate, any buffer, any control.
//
//     test_run BUNDLE

#include "files/preset_file.h"
#include "host.h"
#include "plugins.h"
#include "ports.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <lv2/atom/atom.h>
#include <lv2/patch/patch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

enum { RATE = 48000, FRAMES = 2 * RATE };

static const char *bundle;

typedef struct {
    float left[FRAMES];
    float right[FRAMES];
} Take;

static Take reference, take;

/// A host with a light instrument, not active yet.
static Host *open_host(double rate_hz, const char *instrument) {
    HostState state = {.n = 0};
    Host *host = host_new(&(HostConfig){.bundle = bundle,
                                        .rate_hz = rate_hz,
                                        .worker = HOST_WORKER_LATER,
                                        .max_block = HOST_FRAMES});
    if (host) {
        host_state_set(&state, JW_INSTRUMENT_FILE_URI, LV2_ATOM__String, instrument);
        check(!host_restore(host, &state, ""), "%s cannot be chosen", instrument);
    }
    return host;
}

/// What happens when, in frames from the start.
typedef struct {
    uint32_t frame;
    uint8_t midi[3];
} Event;

static const Event score[] = {
    {0, {0xb0, 7, 120}},      {100, {0x90, 48, 100}},   {101, {0xe0, 0, 80}},
    {5000, {0x90, 50, 90}},   {5000, {0x90, 55, 64}},   {9001, {0xe0, 0, 64}},
    {20000, {0x80, 48, 64}},  {20001, {0xb0, 64, 127}}, {23456, {0x90, 52, 127}},
    {24000, {0x80, 52, 64}},  {40000, {0xb0, 64, 0}},   {50000, {0xb0, 120, 0}},
    {80003, {0x90, 48, 100}}, {85000, {0xd0, 64, 0}},   {90000, {0x80, 48, 0}},
};

enum { N_SCORE = sizeof(score) / sizeof(score[0]) };

/// Block sizes: 0 is random ones, with empty blocks among them.
static uint32_t next_block(uint32_t size, uint64_t *seed) {
    const uint64_t r = fixture_random(seed);
    return size > 0 ? size : r % 4 == 0 ? 0 : (uint32_t)(r >> 8) % 2000;
}

/// Sends what falls into the next n frames and runs them; *e is the next event.
static void play_block(Host *host, uint32_t at, uint32_t n, size_t *e, float *left, float *right) {
    for (; *e < N_SCORE && score[*e].frame < at + n; ++*e) {
        const Event *event = &score[*e];
        host_midi(host, event->frame - at, event->midi[0], event->midi[1], event->midi[2]);
    }
    host_run_to(host, left, right, n);
}

static void play(Host *host, uint32_t size, uint32_t n_frames, Take *t) {
    uint64_t seed = 7;
    size_t e = 0;
    for (uint32_t at = 0; at < n_frames;) {
        uint32_t n = next_block(size, &seed);
        n = n < n_frames - at ? n : n_frames - at;
        play_block(host, at, n, &e, t->left + at, t->right + at);
        at += n;
    }
}

static bool same(const Take *a, const Take *b, uint32_t n) {
    return !memcmp(a->left, b->left, n * sizeof(float)) &&
           !memcmp(a->right, b->right, n * sizeof(float));
}

static void test_blocks(void) {
    static const uint32_t sizes[] = {1, 7, 64, 509, 8192, 0};
    Host *host = open_host(RATE, "tanpura-point");
    if (!check(host != NULL, "no host")) {
        return;
    }
    host_activate(host);
    play(host, 256, FRAMES, &reference);
    check_between(host_peak(reference.left, FRAMES), 1e-3, 10.0, "peak of the score");
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
        host_deactivate(host);
        host_activate(host);
        play(host, sizes[i], FRAMES, &take);
        check(same(&take, &reference, FRAMES), "blocks of %u: other bits", sizes[i]);
    }
    host_free(host);
    host = open_host(RATE, "tanpura-point");
    host_activate(host);
    play(host, 256, FRAMES, &take);
    check(same(&take, &reference, FRAMES), "a fresh instance: other bits");
    host_free(host);
}

static void test_empty_blocks(void) {
    Host *host = open_host(RATE, "tanpura-point");
    host_activate(host);
    host_run_to(host, NULL, NULL, 0);
    host_midi(host, 0, 0x90, 48, 100);
    host_run_to(host, NULL, NULL, 0);
    host_run(host, 4800);
    check_between(host_peak(host->left, 4800), 1e-4, 10.0, "peak after a note in an empty block");
    host_free(host);
}

/// Pitch by the strongest of the frequencies around the expected one [cent].
static double pitch_error(const float *samples, uint32_t n, double rate_hz, double hz) {
    double best = 0.0, most = -1.0;
    double *x = calloc(n + 1, sizeof(double));
    for (uint32_t i = 0; x && i < n; ++i) {
        x[i] = (double)samples[i];
    }
    for (double cent = -60.0; x && cent <= 60.0; cent += 5.0) {
        const double a = fixture_amplitude(x, (int)n, rate_hz, hz * exp2(cent / 1200.0));
        if (a > most) {
            most = a;
            best = cent;
        }
    }
    free(x);
    return fabs(best);
}

static void test_rates(void) {
    static const double rates[] = {8000.0,  11025.0, 22050.0,  44100.0, 47999.5,
                                   48000.0, 96000.0, 192000.0, 384000.0};
    for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); ++i) {
        Host *host = open_host(rates[i], "tanpura-point");
        if (!check(host != NULL, "%g Hz: refused", rates[i])) {
            continue;
        }
        const uint32_t n = (uint32_t)(0.25 * rates[i]);
        float *out = calloc(2 * n + 1, sizeof(float));
        host_activate(host);
        host_midi(host, 0, 0x90, 48, 100);
        for (uint32_t at = 0; at < n; at += 4096) {
            host_run_to(host, out + at, out + n + at, n - at < 4096 ? n - at : 4096);
        }
        check_between(host_peak(out, n), 1e-3, 100.0, "%g Hz: peak", rates[i]);
        check_below(pitch_error(out, n, rates[i], 130.81), 20.0, "%g Hz: cents off C3", rates[i]);
        check_between((double)*host_knob(host, JW_HOST_LATENCY), 1.0, 1024.0, "%g Hz: latency",
                      rates[i]);
        free(out);
        host_free(host);
    }
    check(!host_new(&(HostConfig){.bundle = bundle, .rate_hz = 7999.0}), "7999 Hz is taken");
    check(!host_new(&(HostConfig){.bundle = bundle, .rate_hz = 384001.0}), "384001 Hz is taken");
    check(!host_new(&(HostConfig){.bundle = bundle, .rate_hz = (double)NAN}), "NaN Hz is taken");
    check(!host_new(&(HostConfig){.bundle = bundle, .rate_hz = RATE, .no_map = true}),
          "runs without urid:map");
}

/// Both outputs in one buffer; events in and out in one buffer.
static void test_shared_buffers(void) {
    Host *host = open_host(RATE, "tanpura-point");
    host_activate(host);
    host_midi(host, 0, 0x90, 48, 100);
    host_run_to(host, host->left, host->left, 4800);
    check_between(host_peak(host->left, 4800), 1e-4, 20.0, "peak in one buffer");
    host->descriptor->connect_port(host->handle, JW_PORT_NOTIFY, &host->control);
    host_midi(host, 10, 0x90, 50, 100);
    host->descriptor->run(host->handle, 256);
    check(isfinite(host_peak(host->left, 256)), "in and out in one buffer");
    host_free(host);
}

static void test_many_instances(void) {
    enum { N = 64, SHORT = 4800, BLOCK = 160 };
    Host *hosts[N];
    int n_same = 0;
    for (int i = 0; i < N; ++i) {
        hosts[i] = open_host(RATE, "tanpura-point");
        host_activate(hosts[i]);
    }
    size_t e[N] = {0};
    static Take takes[2];
    Take *other = &takes[0];
    for (uint32_t at = 0; at < SHORT; at += BLOCK) {
        for (int i = 0; i < N; ++i) {
            play_block(hosts[i], at, BLOCK, &e[i], other->left + at, other->right + at);
            n_same += !memcmp(other->left + at, reference.left + at, BLOCK * sizeof(float)) &&
                      !memcmp(other->right + at, reference.right + at, BLOCK * sizeof(float));
        }
    }
    const int n_blocks = N * SHORT / BLOCK;
    check_between(n_same, n_blocks, n_blocks, "blocks of 64 as of one");
    for (int i = 0; i < N; ++i) {
        host_free(hosts[i]);
    }
}

static void test_controls(void) {
    static const float values[] = {NAN,    INFINITY, -INFINITY, 1e30f, -1e30f,
                                   1e-42f, -0.0f,    0.5f,      7.3f,  -5.0f};
    Host *host = open_host(RATE, "tanpura-point");
    int n_finite = 0, n_loud = 0;
    host_activate(host);
    const int n_ports = jw_plugin_n_ports(host->plugin);
    const int latency = jw_plugin_host_port(host->plugin, JW_HOST_LATENCY);
    for (int port = JW_PORT_FIRST; port < n_ports; ++port) {
        const float good = host->knob[port];
        for (size_t i = 0; i < sizeof(values) / sizeof(values[0]) && port != latency; ++i) {
            host->knob[port] = values[i];
            host_midi(host, 3, 0x90, 48, 100);
            host_run(host, 512);
            host_work(host);
            n_finite += isfinite(host_peak(host->left, 512) + host_peak(host->right, 512));
        }
        host->knob[port] = good;
        host_settle(host);
        host_midi(host, 0, 0x90, 48, 100);
        host_run(host, 1024);
        const double peak = host_peak(host->left, 1024);
        n_loud += peak > 1e-4 && peak < 10.0;
        check(peak > 1e-4 && peak < 10.0, "port %d: peak %g after bad values", port, peak);
    }
    const int n_controls = n_ports - JW_PORT_FIRST - 1;
    check_between(n_finite, 10 * n_controls, 10 * n_controls, "blocks finite under bad controls");
    check_between(n_loud, n_controls + 1, n_controls + 1, "controls recovered from");
    host_free(host);
}

/// A control that stands beyond its range is as good as one at its end, for another instrument and
/// a bent wheel, too.
static void test_beyond_range(void) {
    enum { N = 2400, SIDES = 4 };
    static float at_end[2 * N], beyond[2 * N];
    for (int i = 0; i < JW_N_PARAMS * SIDES; ++i) {
        const JwParamId id = (JwParamId)(i / SIDES);
        const JwParamInfo *info = jw_param_info(id);
        const float end = (float)(i % 2 ? info->max : info->min);
        const float far = i % SIDES < 2 ? INFINITY : fabsf(end) + 100.0f;
        for (int pass = 0; pass < 2 && id != JW_P_QUALITY; ++pass) {
            float *out = pass ? beyond : at_end;
            Host *host = open_host(RATE, "tanpura-point");
            host_activate(host);
            host_set(host, id, pass == 0 ? end : i % 2 ? far : -far);
            host_midi(host, 0, 0xe0, 0, 96);
            host_midi(host, 0, 0x90, 48, 100);
            host_run_to(host, out, host->right, N);
            host_settle(host);
            host_patch(host, LV2_PATCH__Set, JW_INSTRUMENT_FILE_URI, LV2_ATOM__Path, "bench", 0);
            host_settle(host);
            host_midi(host, 0, 0x90, 55, 100);
            host_run_to(host, out + N, host->right, N);
            host_free(host);
        }
        check(!memcmp(at_end, beyond, sizeof(beyond)), "%s beyond %g: other bits", info->symbol,
              (double)end);
    }
}

/// A control acts in the block in which it changes, wherever the host cuts.
static void test_control_time(void) {
    Host *host = open_host(RATE, "tanpura-point");
    static float whole[8192], silent[8192], cut[8192];
    for (int pass = 0; pass < 3; ++pass) {
        float *out = pass == 0 ? whole : pass == 1 ? silent : cut;
        const uint32_t first = pass == 1 ? 8192 : 4096;
        host_set(host, JW_P_GAIN, 0.0f);
        host_activate(host);
        host_midi(host, 0, 0x90, 48, 100);
        for (uint32_t at = 0; at < 8192; at += pass == 2 ? 512 : 4096) {
            host_set(host, JW_P_GAIN, at >= first ? -60.0f : 0.0f);
            host_run_to(host, out + at, host->right, pass == 2 ? 512 : 4096);
        }
        host_deactivate(host);
    }
    check(!memcmp(whole, cut, sizeof(cut)), "cut at a change of control: other bits");
    check(!memcmp(whole, silent, 4096 * sizeof(float)), "a control acts before its block");
    check_below(host_peak(whole + 4096 + 64, 4000) / host_peak(silent + 4096 + 64, 4000), 2e-3,
                "level 64 frames after -60 dB");
    host_free(host);
}

#if defined(__x86_64__)
static void test_fpu(void) {
    Host *host = open_host(RATE, "tanpura-point");
    const unsigned before = _mm_getcsr();
    const unsigned odd[] = {0x1f80, 0x9fc0, 0x7f80, 0x1fbf, 0x3f80};
    host_activate(host);
    for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); ++i) {
        _mm_setcsr(odd[i]);
        host_midi(host, 0, 0x90, 48, 100);
        host->descriptor->run(host->handle, 700);
        const unsigned after = _mm_getcsr();
        _mm_setcsr(before);
        check(after == odd[i], "MXCSR %x comes back as %x", odd[i], after);
        host->control.sequence.atom.size = sizeof(LV2_Atom_Sequence_Body);
    }
    host_free(host);
}
#endif

static double seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static void test_silence(void) {
    enum { BLOCKS = 2000 };
    Host *host = open_host(RATE, "sitar");
    host_activate(host);
    for (int i = 0; i < 10; ++i) {
        host_run(host, 8192);
    }
    const double start = seconds();
    for (int i = 0; i < BLOCKS; ++i) {
        host_run(host, 256);
    }
    // flood.sh counts the instructions.
    printf("processor time of a silent sitar, of real time: %.2g\n",
           (seconds() - start) * RATE / (256.0 * BLOCKS));
    check_below(host_peak(host->left, 256), 0.0, "peak of silence");
    host_midi(host, 0, 0x90, 60, 100);
    host_run(host, 4800);
    check_between(host_peak(host->left, 4800), 1e-4, 10.0, "peak after it woke");
    host_free(host);
}

static void test_enabled(void) {
    enum { OFF = 9600, LENGTH = 960 };
    Host *host = open_host(RATE, "tanpura-point");
    double error = 0.0;
    host_activate(host);
    play(host, 480, RATE / 2, &reference);
    host_deactivate(host);
    host_activate(host);
    size_t e = 0;
    for (uint32_t at = 0; at < RATE / 2; at += 480) {
        *host_knob(host, JW_HOST_ENABLED) = at < OFF ? 1.0f : 0.0f;
        play_block(host, at, 480, &e, take.left + at, take.right + at);
    }
    for (uint32_t i = 0; i < RATE / 2; ++i) {
        const double t = i < OFF ? 1.0 : fmax(1.0 - (double)(i + 1 - OFF) / LENGTH, 0.0);
        const double faded = (double)reference.left[i] * t * t * (3.0 - 2.0 * t);
        error = fmax(error, fabs((double)take.left[i] - faded));
    }
    check_below(error, 1e-6, "largest deviation from a smooth fade over 20 ms");
    for (int i = 0; i < 200; ++i) {
        host_midi(host, 0, 0x90, 48, 100);
        host_run(host, 480);
        error = fmax(error, host_peak(host->left, 480));
    }
    check_below(error, 1e-6, "peak while off");
    *host_knob(host, JW_HOST_ENABLED) = 1.0f;
    host_midi(host, 0, 0x90, 48, 100);
    host_run(host, 4800);
    check_between(host_peak(host->left, 4800), 1e-3, 10.0, "peak of a note after it was on again");
    host_free(host);
}

int main(int argc, char **argv) {
    bundle = argc > 1 ? argv[1] : "";
    test_blocks();
    test_empty_blocks();
    test_many_instances();
    test_rates();
    test_shared_buffers();
    test_controls();
    test_beyond_range();
    test_control_time();
#if defined(__x86_64__)
    test_fpu();
#endif
    test_silence();
    test_enabled();
    return check_result();
}
