// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strokes: how their force rises and falls, how long they take, and that they take as long when
// the rate changes under them.

#include "base/pi.h"
#include "string/pluck.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>

/// Times at duration 1, as van Walstijn et al. 2016 have the soft one.
static const struct {
    const char *name;
    double rise_s, fall_s;
} times[JW_N_STROKES] = {
    [JW_STROKE_FINGER] = {"finger", 0.015, 0.001},
    [JW_STROKE_MIZRAB] = {"mizrab", 0.005, 0.0001},
    [JW_STROKE_SOFT] = {"soft", 0.025, 0.025},
    [JW_STROKE_TRIANGLE] = {"triangle", 0.02, 0.0},
};

static double force_at(JwStroke stroke, double s) {
    const double rise = times[stroke].rise_s, fall = times[stroke].fall_s;
    if (s < rise) {
        return stroke == JW_STROKE_TRIANGLE ? s / rise : pow(sin(0.5 * JW_PI * s / rise), 2.0);
    }
    return s < rise + fall ? pow(cos(0.5 * JW_PI * (s - rise) / fall), 2.0) : 0.0;
}

static void check_shape(JwStroke stroke) {
    static const double rate = 240000.0;
    JwPluck pluck = {0};
    double off = 0.0;
    long n = 0, touching = 0, wrong = 0;
    jw_pluck_start(&pluck, stroke, 3.0, 1.0, rate);
    for (; pluck.active && n < 100000; ++n) {
        const bool touches = jw_pluck_touching(&pluck), lets_go = jw_pluck_lets_go(&pluck);
        touching += touches;
        const double force = jw_pluck_next(&pluck);
        wrong += lets_go != (touches && !jw_pluck_touching(&pluck));
        off = fmax(off,
                   pluck.active ? fabs(force / 3.0 - force_at(stroke, (double)n / rate)) : force);
    }
    check_below(off, 1e-12, "%s: off its closed form, of its peak", times[stroke].name);
    // One step more: the one that ends it.
    const double left = (double)n - 1.0 - (times[stroke].rise_s + times[stroke].fall_s) * rate;
    check_below(fabs(left), 1e-6, "%s: steps too many", times[stroke].name);
    check(wrong == 0, "it is known before when the finger lets go");
    check(touching == lround(times[stroke].rise_s * rate), "the finger lies on it as it pulls");
    check(jw_pluck_next(&pluck) == 0.0 && !jw_pluck_touching(&pluck), "then nothing");
    jw_pluck_start(&pluck, stroke, 1.0, 1e-9, rate);
    check(pluck.rise == 1 && pluck.fall == 0, "no stroke is shorter than a step");
}

/// Runs half of a stroke at one step rate, the rest at another.
static void check_retimed(JwStroke stroke, double ratio) {
    static const double rate = 48000.0;
    JwPluck pluck = {0};
    double off = 0.0, s = 0.0;
    jw_pluck_start(&pluck, stroke, 1.0, 1.0, rate);
    while (pluck.step < pluck.rise / 2) {
        jw_pluck_next(&pluck);
        s += 1.0 / rate;
    }
    jw_pluck_retime(&pluck, ratio);
    while (pluck.active && s < 1.0) {
        const double force = jw_pluck_next(&pluck);
        const bool rises = s < times[stroke].rise_s - 0.5 / (rate * ratio);
        off = fmax(off, rises ? fabs(force - force_at(stroke, s)) : 0.0);
        s += 1.0 / (rate * ratio);
    }
    const double took = s - 1.0 / (rate * ratio);
    check_below(fabs(took - times[stroke].rise_s - times[stroke].fall_s), 2.0 / (rate * ratio),
                "%s at %g times the rate: off its length [s]", times[stroke].name, ratio);
    // What is rounded is the place in the stroke, by half a step.
    check_below(off, JW_PI / (rate * ratio * times[stroke].rise_s), "and off its force");
}

/// A string whose rate changes while it is plucked.
static void check_string(double ratio) {
    static const double rate = 48000.0;
    const JwStringData data = fixture_bench_data();
    FixtureString slow, fast;
    const JwModesSpec slow_spec = fixture_spec(&data, rate);
    const JwModesSpec fast_spec = fixture_spec(&data, rate * ratio);
    if (!check(fixture_string_init(&slow, &slow_spec, NULL) &&
                   fixture_string_init(&fast, &fast_spec, NULL),
               "memory")) {
        return;
    }
    JwStringState *state = &slow.state;
    jw_string_pluck(state, JW_STROKE_SOFT, 0.25 * data.length_m, 0.004, 2e-3, 1.0);
    double s = 0.0, peak = 0.0;
    for (int i = 0; i < 960; ++i, s += 1.0 / rate) {
        jw_string_step(state);
    }
    const double before = state->heard;
    jw_string_set_modes(state, fast.modes);
    jw_string_step(state);
    check_below(fabs(state->heard / before - 1.0), 0.01, "heard a step later, off by");
    for (s += 1.0 / (rate * ratio); state->pluck.active && s < 1.0; s += 1.0 / (rate * ratio)) {
        jw_string_step(state);
        peak = fmax(peak, fabs(state->heard));
    }
    check_below(fabs(s - 0.05), 4.0 / (rate * ratio), "at %g times the rate: off its length [s]",
                ratio);
    check(peak < 4.0 * fabs(before), "no thump: %g, of %g", peak, before);
    fixture_string_free(&slow);
    fixture_string_free(&fast);
}

int main(void) {
    for (int stroke = 0; stroke < JW_N_STROKES; ++stroke) {
        check_shape((JwStroke)stroke);
        check_retimed((JwStroke)stroke, 2.0);
        check_retimed((JwStroke)stroke, 0.5);
    }
    check_string(2.0);
    check_string(0.5);
    return check_result();
}
