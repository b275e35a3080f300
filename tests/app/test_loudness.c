// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Loudness as EBU R 128 has it: tones whose loudness the standards state (ITU-R BS.1770-4, EBU Tech
// 3341, cases 1 to 5), made here, at several rates; largest samples; what has no level.

#include "app/render/loudness.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>

enum { BLOCK = 777 };

/// Part of a signal: level of its tone [dBFS] on both sides, and how long it lasts [s].
typedef struct {
    double db, seconds;
} Part;

/// Level of a tone of that frequency in parts, the last of which lasts no time; right: on both
/// sides.
static double level_of(JwGoalKind kind, int rate_hz, double hz, const Part *part, bool right) {
    static float samples[2][BLOCK];
    JwError error = {0};
    JwLoudness *loudness = jw_loudness_new(kind, rate_hz, &error);
    double db = 0.0;
    uint64_t at = 0;
    if (!check(loudness != NULL, "memory")) {
        exit(check_result());
    }
    for (; part->seconds > 0.0; ++part) {
        const uint64_t end = at + (uint64_t)llround(part->seconds * rate_hz);
        while (at < end) {
            uint32_t n = 0;
            for (; n < BLOCK && at < end; ++n, ++at) {
                const double x = pow(10.0, part->db / 20.0) *
                                 sin(2.0 * 3.14159265358979 * hz * (double)at / rate_hz);
                samples[0][n] = (float)x;
                samples[1][n] = right ? (float)x : 0.0F;
            }
            check_count(jw_loudness_add(loudness, samples[0], samples[1], n, &error));
        }
    }
    const bool known = jw_loudness_db(loudness, &db);
    jw_loudness_free(loudness);
    return known ? db : nan("");
}

static void check_rates(void) {
    static const int rates[] = {8000, 22050, 44100, 48000, 96000, 192000};
    for (int i = 0; i < 6; ++i) {
        const double db =
            level_of(JW_GOAL_LUFS, rates[i], 997.0, (const Part[]){{0, 2}, {0, 0}}, false);
        check_between(db, -3.01 - 0.1, -3.01 + 0.1, "997 Hz at full scale on the left, at %d Hz",
                      rates[i]);
    }
}

static void check_cases(void) {
    static const struct {
        const char *name;
        double lufs;
        Part part[6];
    } cases[] = {
        {"EBU Tech 3341, 1", -23.0, {{-23, 20}, {0, 0}}},
        {"EBU Tech 3341, 2", -33.0, {{-33, 20}, {0, 0}}},
        {"EBU Tech 3341, 3", -23.0, {{-36, 10}, {-23, 60}, {-36, 10}, {0, 0}}},
        {"EBU Tech 3341, 4",
         -23.0,
         {{-72, 10}, {-36, 10}, {-23, 60}, {-36, 10}, {-72, 10}, {0, 0}}},
        {"EBU Tech 3341, 5", -23.0, {{-26, 20}, {-20, 20.1}, {-26, 20}, {0, 0}}},
    };
    for (int i = 0; i < 5; ++i) {
        const double db = level_of(JW_GOAL_LUFS, 48000, 1000.0, cases[i].part, true);
        check_between(db, cases[i].lufs - 0.1, cases[i].lufs + 0.1, "%s", cases[i].name);
    }
}

static void check_peaks(void) {
    // A quarter of the rate: every other sample is a peak.
    const double db =
        level_of(JW_GOAL_PEAK, 48000, 12000.0, (const Part[]){{-7, 0.1}, {0, 0}}, true);
    check_between(db, -7.0 - 1e-4, -7.0 + 1e-4, "a largest sample of -7 dBFS");
    check(isnan(level_of(JW_GOAL_PEAK, 48000, 0.0, (const Part[]){{0, 0.1}, {0, 0}}, true)),
          "silence has no peak");
}

static void refused(const char *text) {
    JwGoal level = {JW_GOAL_PEAK, -5.0};
    JwError error = {0};
    check(!jw_goal_parse(text, &level, &error) && error.text[0] && level.db == -5.0,
          "\"%s\" is refused, and says why", text);
}

static void check_texts(void) {
    static const char *const bad[] = {"",         "peak",        "peak:",    "peak:1", "peak:-61",
                                      "peak:nan", "lufs:-71",    "lufs:0.5", "lufs:x", "-18",
                                      "rms:-18",  "peak:-1dB x", "PEAK:-1"};
    JwGoal level;
    JwError error = {0};
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); ++i) {
        refused(bad[i]);
    }
    check(jw_goal_parse("peak:-1.5", &level, &error) && level.kind == JW_GOAL_PEAK &&
              level.db == -1.5,
          "a peak");
    check(jw_goal_parse("off", &level, &error) && level.kind == JW_GOAL_AS_IT_IS, "none");
}

int main(void) {
    JwGoal level;
    JwError error = {0};
    check_peaks();
    check_texts();
    if (!jw_goal_parse("lufs:-18", &level, &error)) {
        printf("%s\n", error.text);
        return check_result();
    }
    check(level.kind == JW_GOAL_LUFS && level.db == -18.0, "a loudness");
    check_rates();
    check_cases();
    const double db =
        level_of(JW_GOAL_LUFS, 48000, 1000.0, (const Part[]){{-20, 0.3}, {0, 0}}, true);
    check(isnan(db), "0.3 s have no loudness: %g", db);
    return check_result();
}
