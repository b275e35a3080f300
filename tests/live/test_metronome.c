// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The metronome: a click at the frame of each beat, at any block size, louder on sam; it follows
// the transport; every tala; a cycle counted in, a tempo that grows, an end on sam.

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

/// Runs n frames and finds the clicks; they continue those of the last call.
static void go_on(JwLiveClock *clock, Clicks *clicks, int frames) {
    run(clock->clicks, frames, 64, 0.0, 0.0);
    find(clicks, frames);
}

static bool obeys(JwLiveClock *clock, const char *text) {
    JwError error = {0};
    const bool ok = jw_live_clock_obey(clock, text, &error);
    return check(ok, "%s: %s", text, error.text);
}

/// A cycle is counted in: its frames are told, and the beat is negative so long.
static void test_count_in(void) {
    for (int block = 1; block <= 4096; block *= 16) {
        Clicks clicks;
        JwLiveClock clock = JW_LIVE_CLOCK;
        clock.clicks = jw_clicks_new();
        // Rupak begins with khali on its sam, which is loud all the same.
        check(obeys(&clock, "count-in on") && obeys(&clock, "rupak") && obeys(&clock, "240"),
              "set");
        uint64_t counted = 0;
        int least = 0, last = 0;
        for (int at = 0, n = 0; at < FRAMES; at += n) {
            n = FRAMES - at < block ? FRAMES - at : block;
            const JwBackendBlock one = {
                .n_frames = (uint32_t)n, .rate_hz = RATE, .left = left + at, .right = right + at};
            memset(left + at, 0, sizeof(float) * (size_t)n);
            memset(right + at, 0, sizeof(float) * (size_t)n);
            jw_clicks_run(clock.clicks, &one);
            counted += jw_clicks_counted_in(clock.clicks);
            last = jw_clicks_beat(clock.clicks);
            least = last < least ? last : least;
        }
        find(&clicks, FRAMES);
        check(clicks.n == 40, "%d clicks in ten seconds", clicks.n);
        check(counted == 7 * 12000, "blocks of %d: %d frames are counted in, not 7 beats", block,
              (int)counted);
        check(least == -7 && last == (40 - 7 - 1) % 7 + 1, "beats from %d to %d", least, last);
        for (int b = 0; b < clicks.n; ++b) {
            check((clicks.peak[b] > 0.3) == (b % 7 == 0), "sam is loud: %d, %g", b, clicks.peak[b]);
        }
        check(obeys(&clock, "off") && obeys(&clock, "count-in off") && obeys(&clock, "on"), "set");
        go_on(&clock, &clicks, RATE);
        check(jw_clicks_counted_in(clock.clicks) == 0 && jw_clicks_beat(clock.clicks) == 4,
              "none is counted in: beat %d", jw_clicks_beat(clock.clicks));
        jw_clicks_free(clock.clicks);
    }
}

/// With the transport the count-in ends with the first sam that is a whole cycle away.
static void test_count_in_rolling(void) {
    static const struct {
        double beat;
        int sam;
    } cases[] = {{0.0, 4}, {0.5, 8}, {2.25, 8}, {4.0, 8}, {7.9, 12}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        JwClicks *c = jw_clicks_new();
        JwClicksSetting setting = {.on = true, .bpm = 60.0, .counts_in = true};
        memcpy(setting.marks, "X..2", 5);
        jw_clicks_set(c, &setting);
        uint64_t counted = 0;
        for (int at = 0; at < FRAMES; at += 64) {
            const JwBackendBlock block = {.n_frames = 64,
                                          .rate_hz = RATE,
                                          .left = left,
                                          .right = right,
                                          .has_transport = true,
                                          .bpm = 90.0,
                                          .beat = cases[i].beat + 1.5 * at / RATE};
            jw_clicks_run(c, &block);
            counted += jw_clicks_counted_in(c);
        }
        const double want = (cases[i].sam - cases[i].beat) / 1.5 * RATE;
        check(fabs((double)counted - want) <= 1.0, "from beat %g: %d frames, not %g", cases[i].beat,
              (int)counted, want);
        jw_clicks_free(c);
    }
}

/// The tempo grows at each sam but the first, up to its bound, and goes on where other settings
/// change; a new tempo counts from there.
static void test_growth(void) {
    Clicks clicks;
    JwLiveClock clock = JW_LIVE_CLOCK;
    clock.clicks = jw_clicks_new();
    check(obeys(&clock, "dadra") && obeys(&clock, "300") && obeys(&clock, "grow 40 370"), "set");
    go_on(&clock, &clicks, FRAMES);
    double at = 0.0;
    for (int b = 0; b < clicks.n; ++b) {
        const double bpm = b < 6 ? 300.0 : b < 12 ? 340.0 : 370.0;
        check(fabs(clicks.frame[b] - at) <= 2.0, "click %d at %d, not %g", b, clicks.frame[b], at);
        at += 60.0 / bpm * RATE;
    }
    check(clicks.n > 40 && jw_live_clock_bpm(&clock) == 370.0, "%d clicks, in the end %g", clicks.n,
          jw_live_clock_bpm(&clock));
    check(jw_live_clock_settings(&clock).bpm == 300.0, "its own tempo is the first");
    jw_live_clock_set_tala(&clock, jw_tala_find("Jhaptal"));
    go_on(&clock, &clicks, 64);
    check(jw_live_clock_bpm(&clock) == 370.0 && strlen(clock.setting.marks) == 10,
          "another tala leaves the tempo alone: %g", jw_live_clock_bpm(&clock));
    jw_live_clock_set_tala(&clock, jw_tala_find("Dadra"));
    check(obeys(&clock, "count-in on") && obeys(&clock, "grow -50"), "set");
    go_on(&clock, &clicks, 64);
    check(jw_live_clock_bpm(&clock) == 370.0, "other settings leave the tempo alone");
    go_on(&clock, &clicks, FRAMES);
    go_on(&clock, &clicks, FRAMES);
    go_on(&clock, &clicks, FRAMES);
    go_on(&clock, &clicks, FRAMES);
    go_on(&clock, &clicks, FRAMES);
    go_on(&clock, &clicks, FRAMES);
    check(jw_live_clock_bpm(&clock) == 20.0, "down to %g", jw_live_clock_bpm(&clock));
    check(obeys(&clock, "100") && obeys(&clock, "grow off"), "set");
    go_on(&clock, &clicks, FRAMES);
    check(jw_live_clock_bpm(&clock) == 100.0, "a new tempo, %g", jw_live_clock_bpm(&clock));
    check(obeys(&clock, "grow 5") && obeys(&clock, "off") && obeys(&clock, "on"), "set");
    run(clock.clicks, FRAMES, 64, 240.0, 0.0);
    check(jw_live_clock_bpm(&clock) == 100.0, "the transport's tempo does not grow: %g",
          jw_live_clock_bpm(&clock));
    static const char *const wrong[] = {"grow",        "grow 0",   "grow 51",
                                        "grow x",      "grow 5 5", "grow 5 401",
                                        "grow 5 60 x", "count-in", "count-in maybe"};
    const JwClockSettings before = jw_live_clock_settings(&clock);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
        JwError error = {0};
        check(!jw_live_clock_obey(&clock, wrong[i], &error) && *error.text, "refused: %s",
              wrong[i]);
        const JwClockSettings now = jw_live_clock_settings(&clock);
        check(now.growth == before.growth && now.grows_to == before.grows_to &&
                  now.counts_in == before.counts_in && now.tala == before.tala,
              "%s: nothing has changed", wrong[i]);
    }
    jw_clicks_free(clock.clicks);
}

/// It ends with sam, which sounds, and begins anew when it is switched on again.
static void test_stop(void) {
    Clicks clicks;
    JwLiveClock clock = JW_LIVE_CLOCK;
    clock.clicks = jw_clicks_new();
    check(obeys(&clock, "jhaptal") && obeys(&clock, "240"), "set");
    go_on(&clock, &clicks, 3 * 12000);
    check(obeys(&clock, "stop"), "set");
    check(clock.setting.on && clock.setting.ends, "it goes on to sam");
    go_on(&clock, &clicks, FRAMES);
    check(clicks.n == 8 && clicks.peak[7] > 0.3, "beats 4 to 10, and sam: %d clicks, the last %g",
          clicks.n, clicks.n > 0 ? clicks.peak[clicks.n - 1] : 0.0);
    jw_live_clock_follow(&clock);
    check(!clock.setting.on && !clock.setting.ends && jw_clicks_beat(clock.clicks) == 0,
          "it is off");
    check(obeys(&clock, "grow 5"), "another setting");
    go_on(&clock, &clicks, FRAMES);
    check(clicks.n == 0, "leaves it off: %d clicks", clicks.n);
    check(obeys(&clock, "on"), "set");
    go_on(&clock, &clicks, RATE);
    check(clicks.n == 4 && clicks.peak[0] > 0.3, "and on: %d clicks from sam on", clicks.n);
    check(obeys(&clock, "count-in on") && obeys(&clock, "stop"), "set");
    jw_live_clock_count_in(&clock);
    go_on(&clock, &clicks, FRAMES);
    check(clicks.n >= 40, "a cycle that is counted in ends nothing: %d clicks", clicks.n);
    check(obeys(&clock, "count-in off") && obeys(&clock, "stop") && obeys(&clock, "off"), "set");
    go_on(&clock, &clicks, RATE);
    check(clicks.n <= 1, "off at once: %d", clicks.n);
    jw_clicks_free(clock.clicks);
}

int main(void) {
    test_count_in();
    test_count_in_rolling();
    test_growth();
    test_stop();
    test_beats();
    test_tala();
    test_transport();
    test_all();
    return check_result();
}
