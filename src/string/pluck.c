// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "string/pluck.h"
#include "base/pi.h"

#include <math.h>

/// Times of each kind of stroke at duration 1 [s], dashpot of the finger while it pulls [N s/m],
/// and factor on the width asked for: estimates but for SOFT (van Walstijn et al. 2016: 50 ms).
static const struct {
    double rise_s, fall_s, touch, width;
} strokes[JW_N_STROKES] = {
    [JW_STROKE_FINGER] = {0.015, 0.0010, 0.30, 1.5},
    [JW_STROKE_MIZRAB] = {0.005, 0.0001, 0.15, 0.6},
    [JW_STROKE_SOFT] = {0.025, 0.0250, 0.00, 3.0},
    [JW_STROKE_TRIANGLE] = {0.020, 0.0000, 0.00, 1.0},
};

JW_REALTIME void jw_pluck_start(JwPluck *pluck, JwStroke stroke, double force, double duration,
                                double step_rate_hz) {
    pluck->stroke = stroke;
    pluck->force = force;
    pluck->touch = strokes[stroke].touch;
    const double rise_s = pluck->rise_s > 0.0 ? pluck->rise_s : strokes[stroke].rise_s;
    const double fall_s = pluck->fall_s > 0.0 ? pluck->fall_s : strokes[stroke].fall_s;
    pluck->rise = lround(fmax(rise_s * duration * step_rate_hz, 1.0));
    pluck->fall = lround(fall_s * duration * step_rate_hz);
    jw_pluck_repeat(pluck, 1.0);
}

JW_REALTIME void jw_pluck_repeat(JwPluck *pluck, double strength) {
    pluck->force *= strength;
    pluck->step = 0;
    pluck->active = true;
    pluck->noise.active = false;
    pluck->before = pluck->from = pluck->to = pluck->at = 0.0;
}

JW_REALTIME void jw_pluck_make_noise(JwPluck *pluck, const JwNoiseSpec *spec, double rate_hz,
                                     double frames) {
    jw_noise_start(&pluck->noise, spec, rate_hz);
    pluck->frames = frames;
}

/// Computes (1 - cos pi t)/2 = sin^2(pi t/2) = 4 s (1 - s), s = sin^2(pi t/4), 0 <= t <= 1, by the
/// sine's series, whose next term is below rounding. That takes a fraction of the time of cos(),
/// which would show in blocks full of strokes.
static JW_REALTIME double raised_cosine(double t) {
    const double x = 0.25 * JW_PI * t, z = x * x;
    double sine = 1.0;
    for (int k = 7; k >= 1; --k) {
        sine = 1.0 - z * sine * (1.0 / (2 * k * (2 * k + 1)));
    }
    const double s = x * sine * x * sine;
    return 4.0 * s * (1.0 - s);
}

/// Noise in the next step: between two frames it goes straight, so that every step rate has the
/// same.
static JW_REALTIME double rustle(JwPluck *pluck) {
    pluck->at += pluck->frames;
    for (; pluck->at >= 1.0; pluck->at -= 1.0) {
        pluck->before = pluck->from;
        pluck->from = pluck->to;
        pluck->to = jw_noise_next(&pluck->noise);
    }
    if (pluck->frames >= 1.0) {
        return jw_noise_in_frame(pluck->before, pluck->from, pluck->to);
    }
    return pluck->from + pluck->at * (pluck->to - pluck->from);
}

/// Force of the pull and the release in the next step.
static JW_REALTIME double pull(JwPluck *pluck) {
    if (!pluck->active) {
        return 0.0;
    }
    const long step = pluck->step++;
    if (step < pluck->rise) {
        const double t = (double)step / (double)pluck->rise;
        return pluck->force * (pluck->stroke == JW_STROKE_TRIANGLE ? t : raised_cosine(t));
    }
    if (step < pluck->rise + pluck->fall) {
        return pluck->force *
               raised_cosine(1.0 - (double)(step - pluck->rise) / (double)pluck->fall);
    }
    pluck->active = false;
    return 0.0;
}

JW_REALTIME bool jw_pluck_acts(const JwPluck *pluck) {
    return pluck->active || pluck->noise.active;
}

JW_REALTIME double jw_pluck_next(JwPluck *pluck) {
    const double force = pull(pluck);
    return pluck->noise.active ? force + pluck->force * rustle(pluck) : force;
}

JW_REALTIME void jw_pluck_retime(JwPluck *pluck, double ratio) {
    pluck->step = lround((double)pluck->step * ratio);
    pluck->rise = lround(fmax((double)pluck->rise * ratio, 1.0));
    pluck->fall = lround((double)pluck->fall * ratio);
    pluck->frames /= ratio;
}

JW_REALTIME bool jw_pluck_touching(const JwPluck *pluck) {
    return pluck->active && pluck->step < pluck->rise;
}

JW_REALTIME bool jw_pluck_lets_go(const JwPluck *pluck) {
    return jw_pluck_touching(pluck) && pluck->step + 1 == pluck->rise;
}

JW_REALTIME double jw_stroke_release_s(JwStroke stroke) {
    return strokes[stroke].fall_s;
}

JW_REALTIME double jw_stroke_width(JwStroke stroke) {
    return strokes[stroke].width;
}
