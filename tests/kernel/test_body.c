// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The body's modes one by one against closed form: ringing, what a newton at resonance radiates,
// energy, another step rate; and what is refused.

#include "base/pi.h"
#include "kernel/body.h"
#include "support/check.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const double rate = 48000.0;

static const JwBodyMode plain = {.frequency_hz = 500.0, .q = 50.0, .mass_kg = 0.2, .gain = 0.3};

static JwBody body;

static void step(double force) {
    jw_body_predict(&body);
    jw_body_step(&body, force);
}

/// Displacement of a mode that rings, n steps on.
static double ringing(const JwBodyMode *mode, double n) {
    const double omega = 2.0 * JW_PI * mode->frequency_hz / rate, s = 0.5 * omega / mode->q;
    return exp(-s * n) * cos(sqrt(omega * omega - s * s) * n);
}

static void check_ringing(void) {
    static const double q[] = {0.6, 2.0, 50.0, 1e4};
    for (size_t i = 0; i < sizeof(q) / sizeof(q[0]); ++i) {
        JwBodyMode mode = plain;
        double off = 0.0;
        mode.q = q[i];
        check(!jw_body_init(&body, &mode, 1, rate), "a mode");
        body.a0[0] = ringing(&mode, 0.0);
        body.w1 = body.a1[0] = ringing(&mode, 1.0);
        for (int n = 2; n < 2000; ++n) {
            step(0.0);
            off = fmax(off, fabs(body.a1[0] - ringing(&mode, n)));
            off = fmax(off, fabs(body.w1 - body.a1[0]) + fabs(body.w0 - body.a0[0]));
        }
        check_below(off, 1e-11, "q %g: from the closed form, of where it began", q[i]);
    }
}

/// Amplitude left and right under a newton at resonance.
static void radiated(const JwBodyMode *mode, double *left, double *right) {
    const double omega = 2.0 * JW_PI * mode->frequency_hz / rate;
    const int settle = 60000, n = 4800;
    double re[2] = {0.0, 0.0}, im[2] = {0.0, 0.0};
    check(!jw_body_init(&body, mode, 1, rate), "a mode");
    for (int i = 0; i < settle + n; ++i) {
        step(sin(omega * i) / (rate * rate));
        const double out[2] = {body.heard_left, body.heard_right};
        for (int c = 0; c < 2 && i >= settle; ++c) {
            re[c] += 2.0 / n * out[c] * cos(omega * i);
            im[c] += 2.0 / n * out[c] * sin(omega * i);
        }
    }
    *left = copysign(hypot(re[0], im[0]), -im[0]);
    *right = copysign(hypot(re[1], im[1]), -im[1]);
}

static void check_resonance(void) {
    static const double gain[] = {0.3, -2.0}, pan[] = {-1.0, -0.5, 0.0, 1.0};
    for (int g = 0; g < 2; ++g) {
        for (int p = 0; p < 4; ++p) {
            for (int coupled = 0; coupled < 2; ++coupled) {
                JwBodyMode mode = plain;
                double left, right;
                mode.gain = gain[g];
                mode.pan = pan[p];
                mode.mass_kg = coupled ? 0.2 : 0.0;
                radiated(&mode, &left, &right);
                const double angle = 0.25 * JW_PI * (1.0 + pan[p]);
                const double off_left = left / gain[g] - sqrt(2.0) * cos(angle);
                const double off_right = right / gain[g] - sqrt(2.0) * sin(angle);
                check_below(fmax(fabs(off_left), fabs(off_right)), 1e-3,
                            "gain %g, pan %g: of a newton at resonance, off by", gain[g], pan[p]);
            }
        }
    }
}

static void check_energy(void) {
    JwBodyMode mode[3] = {plain, plain, plain};
    mode[1].frequency_hz = 3000.0;
    mode[2].mass_kg = 0.0;
    for (int b = 0; b < 3; ++b) {
        mode[b].q = 1e15;
    }
    check(!jw_body_init(&body, mode, 3, rate), "modes that lose nothing");
    body.a1[0] = 1e-3;
    body.a1[1] = -2e-4;
    body.a1[2] = 1.0;
    const double h = jw_body_energy(&body);
    double off = 0.0;
    // At its first step nothing has moved yet: the energy is that of the speed.
    check_below(fabs(h / (0.5 * 0.2 * (1e-6 + 4e-8)) - 1.0), 1e-12, "energy, beside M v^2/2");
    for (int n = 0; n < 20000; ++n) {
        step(0.0);
        off = fmax(off, fabs(jw_body_energy(&body) / h - 1.0));
    }
    check_below(off, 1e-9, "energy gained or lost in 20,000 steps");
    const double kappa = 4.0 * pow(sin(0.5 * 2.0 * JW_PI * 500.0 / rate), 2.0);
    check(!jw_body_init(&body, mode, 1, rate), "one mode");
    check_below(fabs(jw_body_least_mass(&body) / (0.2 * (1.0 - 0.25 * kappa)) - 1.0), 1e-12,
                "least mass, off by");
    check(!jw_body_init(&body, &mode[2], 1, rate), "one that only radiates");
    check(jw_body_least_mass(&body) == 0.0 && jw_body_energy(&body) == 0.0, "it has no mass");
    check(!jw_body_couples(&mode[2], 1) && jw_body_couples(mode, 3) && !jw_body_couples(mode, 0),
          "what moves the bridge");
}

/// Modes with a mass come first, those too high for the rate not at all.
static void check_order(void) {
    JwBodyMode mode[4] = {plain, plain, plain, plain};
    mode[0].mass_kg = 0.0;
    mode[1].mass_kg = 0.3;
    mode[2].frequency_hz = 0.49 * rate;
    mode[3].mass_kg = 0.4;
    check(!jw_body_init(&body, mode, 4, rate) && body.n == 3 && body.n_coupled == 2, "three fit");
    check(body.mass[0] == 0.3 && body.mass[1] == 0.4, "those with a mass first");
    check_below(fabs(body.give_sum - body.give[0] - body.give[1]), 1e-15,
                "their compliance, off by");
    check(!jw_body_init(&body, NULL, 0, rate) && body.n == 0, "no body");
}

/// The same place and the same speed, mode for mode.
static void check_carried(void) {
    static JwBody slow;
    JwBodyMode mode[3] = {plain, plain, plain};
    double speed = 0.0;
    mode[1].mass_kg = 0.0;
    mode[2].frequency_hz = 15000.0;
    mode[2].mass_kg = 0.0;
    check(!jw_body_init(&body, mode, 3, rate) && !jw_body_init(&slow, mode, 3, 0.5 * rate),
          "two rates");
    for (int i = 0; i < 100; ++i) {
        step(i == 0 ? 1e-6 : 0.0);
    }
    jw_body_carry(&slow, &body);
    check(slow.n == 2 && slow.a1[0] == body.a1[0] && slow.a1[1] == body.a1[1] && body.a1[0] != 0.0,
          "displacement");
    for (int b = 0; b < 2; ++b) {
        const double then = (body.a1[b] - body.a0[b]) / body.dt_s;
        speed = fmax(speed, fabs((slow.a1[b] - slow.a0[b]) / slow.dt_s / then - 1.0));
    }
    check_below(speed, 1e-9, "speed, off by");
    check(slow.w1 == slow.a1[0] && slow.w0 == slow.a0[0], "the bridge");
    jw_body_carry(&body, &slow);
    check(body.a1[2] == 0.0 && body.a1[0] == slow.a1[0], "and back, what was left out at rest");
    jw_body_reset(&body);
    check(body.a1[0] == 0.0 && body.a0[0] == 0.0 && body.w1 == 0.0 && body.w0 == 0.0, "rest");
}

static void check_refused(void) {
    static const struct {
        size_t field;
        double value;
        const char *what;
    } bad[] = {
        {offsetof(JwBodyMode, frequency_hz), 0.0, "frequency 0"},
        {offsetof(JwBodyMode, frequency_hz), (double)NAN, "frequency not a number"},
        {offsetof(JwBodyMode, frequency_hz), HUGE_VAL, "frequency without bound"},
        {offsetof(JwBodyMode, q), 0.5, "q at which nothing swings"},
        {offsetof(JwBodyMode, q), HUGE_VAL, "q without bound"},
        {offsetof(JwBodyMode, mass_kg), -1.0, "negative mass"},
        {offsetof(JwBodyMode, mass_kg), HUGE_VAL, "mass without bound"},
        {offsetof(JwBodyMode, gain), HUGE_VAL, "gain without bound"},
        {offsetof(JwBodyMode, pan), 1.1, "pan over 1"},
        {offsetof(JwBodyMode, pan), (double)NAN, "pan not a number"},
    };
    JwBodyMode mode[2];
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        mode[0] = mode[1] = plain;
        memcpy((char *)&mode[1] + bad[i].field, &bad[i].value, sizeof(double));
        check(jw_body_init(&body, mode, 2, rate) == JW_ERR_BAD_ARG, "%s", bad[i].what);
    }
    check(jw_body_init(&body, mode, -1, rate) == JW_ERR_TOO_MANY, "fewer than none");
    check(jw_body_init(&body, mode, JW_BODY_MODES + 1, rate) == JW_ERR_TOO_MANY, "too many");
}

int main(void) {
    check_ringing();
    check_resonance();
    check_energy();
    check_order();
    check_carried();
    check_refused();
    return check_result();
}
