// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The metronome: a click at the frame of each beat, at any block size, louder on sam; it follows
// the transport; every tala.

#include "app/player/clicks.h"
#include "app/player/live_clock.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, FRAMES = 480000, BEATS = 64 };

static float left[FRAMES], right[FRAMES];

typedef struct {
    int n;
    int frame[BEATS];
    double peak[BEATS];
} Clicks;

/// Finds the clicks in what was made: a sound after a fifth of a second of silence at least.
static void find(Clicks *clicks, int frames) {
    int quiet = RATE;
    clicks->n = 0;
    for (int i = 0; i < frames; ++i) {
        const double size = fabs((double)left[i]);
        if (size > 1e-3 && quiet >= RATE / 20 && clicks->n < BEATS) {
            clicks->frame[clicks->n] = i;
            clicks->peak[clicks->n++] = 0.0;
        }
        if (clicks->n > 0) {
            clicks->peak[clicks->n - 1] = fmax(clicks->peak[clicks->n - 1], size);
        }
        quiet = size > 1e-3 ? 0 : quiet + 1;
    }
}

/// Runs blocks from frame 0; host_bpm: tempo of the transport, which is at `beat` at first.
static void run(JwClicks *c, int frames, int block_frames, double host_bpm, double beat) {
    memset(left, 0, sizeof(left));
    memset(right, 0, sizeof(right));
    for (int at = 0, n = 0; at < frames; at += n) {
        n = frames - at < block_frames ? frames - at : block_frames;
        const JwBackendBlock block = {.n_frames = (uint32_t)n,
                                      .rate_hz = RATE,
                                      .left = left + at,
                                      .right = right + at,
                                      .has_transport = host_bpm > 0.0,
                                      .bpm = host_bpm,
                                      .beat = beat + host_bpm / 60.0 * at / RATE};
        jw_clicks_run(c, &block);
    }
}

static void test_beats(void) {
    static const int blocks[] = {64, 1, 333, 8192};
    static const double tempos[] = {120.0, 77.0, 400.0};
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            Clicks clicks;
            JwClicks *c = jw_clicks_new();
            jw_clicks_set(c, &(JwClicksSetting){.on = true, .bpm = tempos[k]});
            run(c, FRAMES, blocks[i], 0.0, 0.0);
            find(&clicks, FRAMES);
            const int n = (int)ceil(FRAMES * tempos[k] / 60.0 / RATE);
            check(clicks.n == (n < BEATS ? n : BEATS),
                  "%g a minute, blocks of %d: %d clicks, not %d", tempos[k], blocks[i], clicks.n,
                  n);
            for (int b = 0; b < clicks.n; ++b) {
                const double at = b * 60.0 / tempos[k] * RATE;
                check(fabs(clicks.frame[b] - at) <= 1.0, "%g a minute: click %d at %d, not %g",
                      tempos[k], b, clicks.frame[b], at);
            }
            check(!memcmp(left, right, sizeof(left)), "in the middle");
            jw_clicks_free(c);
        }
    }
}

static void test_tala(void) {
    Clicks clicks;
    JwError error = {0};
    JwLiveClock clock = JW_LIVE_CLOCK;
    clock.clicks = jw_clicks_new();
    check(jw_live_clock_obey(&clock, "tintal", &error) && jw_live_clock_obey(&clock, "240", &error),
          "%s", error.text);
    run(clock.clicks, FRAMES, 64, 0.0, 0.0);
    find(&clicks, FRAMES);
    check(clicks.n == 40, "%d beats in ten seconds", clicks.n);
    for (int b = 0; b < clicks.n; ++b) {
        const char mark = clock.setting.marks[b % 16];
        const double want = mark == 'X' ? 0.34 : mark == '0' ? 0.17 : mark == '.' ? 0.1 : 0.21;
        check_between(clicks.peak[b], want, 1.25 * want, "peak of a beat of tintal");
    }
    check(jw_clicks_beat(clock.clicks) == (40 - 1) % 16 + 1, "beat %d",
          jw_clicks_beat(clock.clicks));
    check(!jw_live_clock_obey(&clock, "titnal", &error) && strstr(error.text, "unknown tala"), "%s",
          error.text);
    check(!jw_live_clock_obey(&clock, "19", &error) && !jw_live_clock_obey(&clock, "401", &error) &&
              clock.setting.bpm == 240.0,
          "what is refused changes nothing");
    check(jw_live_clock_obey(&clock, "off", &error), "%s", error.text);
    run(clock.clicks, FRAMES, 64, 0.0, 0.0);
    find(&clicks, FRAMES);
    check(clicks.n <= 1 && jw_clicks_beat(clock.clicks) == 0, "off, it is silent");
    jw_clicks_free(clock.clicks);
}

static void test_transport(void) {
    for (int block = 64; block <= 8192; block *= 8) {
        Clicks clicks;
        JwClicks *c = jw_clicks_new();
        JwClicksSetting setting = {.on = true, .bpm = 60.0};
        memcpy(setting.marks, "X..2", 5);
        jw_clicks_set(c, &setting);
        run(c, FRAMES, block, 90.0, 2.25);
        find(&clicks, FRAMES);
        check(clicks.n == 15, "15 beats in ten seconds: %d", clicks.n);
        for (int b = 0; b < clicks.n; ++b) {
            const double at = (b + 0.75) * 60.0 / 90.0 * RATE;
            check(fabs(clicks.frame[b] - at) <= 1.0, "beat %d of the transport at %d, not %g",
                  b + 3, clicks.frame[b], at);
            check((clicks.peak[b] > 0.3) == ((b + 3) % 4 == 0), "sam is loud: beat %d, %g", b + 3,
                  clicks.peak[b]);
        }
        jw_clicks_free(c);
    }
}

/// Every tala: its cycle begins with sam, and has the claps and waves of its row.
static void test_all(void) {
    for (int i = 0; i < JW_N_TALAS; ++i) {
        const JwTala *tala = jw_tala_info(i);
        JwError error = {0};
        JwLiveClock clock = JW_LIVE_CLOCK;
        clock.clicks = jw_clicks_new();
        check(jw_live_clock_obey(&clock, tala->name, &error), "%s: %s", tala->name, error.text);
        const char *marks = clock.setting.marks;
        check((int)strlen(marks) == tala->matras && marks[0] == 'X' && !strchr(marks + 1, 'X'),
              "%s: %s", tala->name, marks);
        for (int m = 2; m <= tala->matras; ++m) {
            const unsigned beat = jw_tala_beat(i, m);
            check((marks[m - 1] == '0') == !!(beat & JW_BEAT_KHALI) &&
                      (marks[m - 1] == '.') == !(beat & (JW_BEAT_KHALI | JW_BEAT_TALI)),
                  "%s: beat %d of %s", tala->name, m, marks);
        }
        jw_clicks_free(clock.clicks);
    }
}

int main(void) {
    test_beats();
    test_tala();
    test_transport();
    test_all();
    return check_result();
}
