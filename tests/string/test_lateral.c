// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A string's second polarisation: off it is not there, level axes keep a plane a plane, energy
// stays to rounding, tilted and split axes turn sideways motion as they must, and tension makes an
// ellipse precess as theory has it.

#include "base/pi.h"
#include "string/string_state.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <string.h>

static const double rate = 48000.0;

/// A sitar's baj at A3: no stiffness, so that partials are in tune with each other.
static JwStringData baj(double split_cents, double tilt_deg) {
    JwStringData data = {.length_m = 0.74, .mu_kg_m = 5.55e-4, .ea_n = 14137.0};
    data.tension_n = data.mu_kg_m * pow(2.0 * data.length_m * 220.0, 2.0);
    data.losses.law = JW_LOSS_POLYNOMIAL;
    data.lateral = (JwLateral){.hz = 4000.0,
                               .split_cents = split_cents,
                               .tilt_rad = JW_PI / 180.0 * tilt_deg,
                               .loss = 1.0,
                               .share = 0.0};
    return data;
}

static bool start(FixtureString *string, const JwStringData *data, JwPrecision precision,
                  const JwContactPoints *contact, double thread_m) {
    JwModesSpec spec = fixture_spec(data, rate);
    spec.precision = precision;
    spec.contact = contact;
    spec.thread_m = thread_m;
    return check(fixture_string_init(string, &spec, NULL), "no memory");
}

/// Renders n samples of a stroke in that direction into out.
static void stroke(FixtureString *string, double angle_deg, double *out, int n) {
    jw_string_set_pluck_angle(&string->state, JW_PI / 180.0 * angle_deg);
    jw_string_pluck(&string->state, JW_STROKE_MIZRAB, 0.1, 0.003, 1e-3, 1.0);
    jw_string_run(&string->state, out, n);
}

/// Level axes, one as high as the other: what swings towards the bridge does so to the bit as a
/// string of one polarisation, and nothing swings across.
static void check_plane(JwPrecision precision) {
    enum { n = 4800 };
    static double one[n], two[n];
    const JwContactPoints points = fixture_jawari(6, 1.0, 0.3);
    JwStringData data = baj(0.0, 0.0);
    FixtureString string;
    if (!start(&string, &data, precision, &points, 0.0)) {
        return;
    }
    check(string.modes->n_lateral == 18 && string.modes->n_first % JW_LANES == 0, "modes to 4 kHz");
    stroke(&string, 0.0, two, n);
    double across = 0.0;
    for (int j = 0; j < string.modes->n; ++j) {
        across = fmax(across, fabs(jw_string_mode_across(&string.state, j)));
    }
    check(across == 0.0, "nothing swings across");
    fixture_string_free(&string);
    data.lateral.hz = 0.0;
    if (!start(&string, &data, precision, &points, 0.0)) {
        return;
    }
    check(string.modes->n_lateral == 0 && string.modes->n_first == string.modes->n_padded,
          "one polarisation");
    stroke(&string, 0.0, one, n);
    check(!memcmp(one, two, sizeof(one)), "the same bits");
    fixture_string_free(&string);
}

/// Without losses energy is what the stroke gave, with axes tilted and split, tension and thread.
static void check_energy(double thread_m) {
    JwStringData data = baj(10.0, 25.0);
    FixtureString string;
    if (!start(&string, &data, JW_PRECISION_F64, NULL, thread_m)) {
        return;
    }
    string.state.thread_k = thread_m > 0.0 ? 1.2e5 : 0.0;
    jw_string_set_thread(&string.state, 1.0);
    stroke(&string, 95.0, NULL, 4800);
    const double begun = jw_string_energy(&string.state);
    double least = begun, most = begun;
    for (int i = 0; i < 1000; ++i) {
        jw_string_run(&string.state, NULL, 480);
        const double now = jw_string_energy(&string.state);
        least = fmin(least, now);
        most = fmax(most, now);
    }
    check(begun > 0.0, "it swings");
    check_below((most - least) / begun, 1e-12, "energy wanders in 10 s, thread at %g m", thread_m);
    fixture_string_free(&string);
}

/// Sideways motion of the fundamental comes to sin(2 tilt) of itself towards the bridge after
/// 1/(2 df), but for what the two axes give way to the stroke by: 1.2 % more along the lower one.
static void check_beat(double tilt_deg) {
    JwStringData data = baj(10.0, tilt_deg);
    data.ea_n = 0.0;
    FixtureString string;
    if (!start(&string, &data, JW_PRECISION_F64, NULL, 0.0)) {
        return;
    }
    stroke(&string, 90.0, NULL, 960);
    double towards = 0.0, across = 0.0, at_s = 0.0;
    for (int i = 0; i < 48000; ++i) {
        jw_string_run(&string.state, NULL, 1);
        const double y = fabs(jw_string_mode(&string.state, 0));
        at_s = y > towards ? (i + 960) / rate : at_s;
        towards = fmax(towards, y);
        across = fmax(across, fabs(jw_string_mode_across(&string.state, 0)));
    }
    const double split_hz = 220.0 * (exp2(10.0 / 2400.0) - exp2(-10.0 / 2400.0));
    check_below(fabs(towards / across - sin(JW_PI / 90.0 * tilt_deg)), 6e-3, "%g degrees: share",
                tilt_deg);
    check_below(fabs(at_s * 2.0 * split_hz - 1.0), 0.05, "%g degrees: when", tilt_deg);
    fixture_string_free(&string);
}

/// Fundamental of what the bridge bears while the string swings in that direction, as its part in
/// phase with a cosine and a sine, which begin with the run.
static void fundamental(double angle_deg, double share, double tilt_deg, double part[2]) {
    enum { n = 24000 }; // 110 periods
    static double out[n];
    JwStringData data = baj(0.0, tilt_deg);
    FixtureString string;
    data.ea_n = 0.0;
    data.lateral.share = share;
    part[0] = part[1] = 0.0;
    if (!start(&string, &data, JW_PRECISION_F64, NULL, 0.0)) {
        return;
    }
    stroke(&string, angle_deg, NULL, 960);
    jw_string_run(&string.state, out, n);
    for (int i = 0; i < n; ++i) {
        part[0] += out[i] * cos(2.0 * JW_PI * 220.0 * i / rate);
        part[1] += out[i] * sin(2.0 * JW_PI * 220.0 * i / rate);
    }
    fixture_string_free(&string);
}

/// A stroke that is turned by +45 or -45 degrees is heard cos 45 (1 + share) or cos 45 (1 - share)
/// times as strongly as one towards the bridge, in phase with it, however the axes are tilted.
static void check_share(double share, double tilt_deg) {
    double straight[2];
    fundamental(0.0, share, tilt_deg, straight);
    for (int sign = -1; sign <= 1; sign += 2) {
        double part[2];
        fundamental(45.0 * sign, share, tilt_deg, part);
        const double ratio = (part[0] * straight[0] + part[1] * straight[1]) /
                             (straight[0] * straight[0] + straight[1] * straight[1]);
        check_below(fabs(ratio - sqrt(0.5) * (1.0 + sign * share)), 1e-3,
                    "a share of %g, axes tilted by %g, stroke turned by %d: heard", share, tilt_deg,
                    45 * sign);
    }
}

/// Mode 1 on an ellipse of semi-axes a, b turns by Gamma a b/(4 omega) a second against the sense
/// of its rotation, Gamma = EA pi^4/(2 mu L^4) in modal amplitudes (by averaging; Elliott 1980,
/// Gough 1984).
static void check_whirl(double a) {
    JwStringData data = baj(0.0, 0.0);
    FixtureString string;
    if (!start(&string, &data, JW_PRECISION_F64, NULL, 0.0)) {
        return;
    }
    JwModes *m = string.modes;
    double q[1024] = {0.0}, v[1024] = {0.0};
    const double omega = 2.0 * JW_PI * 220.0, b = 0.5 * a, theta = omega / rate;
    q[0] = a;
    v[0] = a * (1.0 - cos(theta));
    q[m->n_first] = 0.0;
    v[m->n_first] = b * sin(theta);
    check(m->n_all <= 1024, "room");
    jw_string_set_state(&string.state, q, v);
    // The long axis' direction by the second moments of a whole number of turns.
    double angle[2], at_s[2];
    for (int k = 0; k < 2; ++k) {
        double yy = 0.0, zz = 0.0, yz = 0.0;
        const int from = k == 0 ? 0 : 24000, turns = 20;
        const int n = (int)lround(turns * rate / 220.0);
        jw_string_run(&string.state, NULL, k == 0 ? 1 : from - (int)lround(turns * rate / 220.0));
        for (int i = 0; i < n; ++i) {
            const double y = jw_string_mode(&string.state, 0);
            const double z = jw_string_mode_across(&string.state, 0);
            yy += y * y;
            zz += z * z;
            yz += y * z;
            jw_string_run(&string.state, NULL, 1);
        }
        angle[k] = 0.5 * atan2(2.0 * yz, yy - zz);
        at_s[k] = (from + 0.5 * n) / rate;
    }
    const double gamma =
        data.ea_n * pow(JW_PI, 4.0) / (2.0 * data.mu_kg_m * pow(data.length_m, 4.0));
    const double theory = -gamma * a * b / (4.0 * omega);
    const double measured = (angle[1] - angle[0]) / (at_s[1] - at_s[0]);
    check_below(fabs(measured / theory - 1.0), 0.02, "%g mm: precession", 1e3 * a);
    fixture_string_free(&string);
}

int main(void) {
    check_plane(JW_PRECISION_F64);
    check_plane(JW_PRECISION_F32);
    check_energy(0.0);
    check_energy(0.02);
    check_share(0.1, 0.0);
    check_share(0.1, 25.0);
    check_share(0.6, 25.0);
    check_beat(25.0);
    check_beat(10.0);
    check_beat(45.0);
    check_whirl(1e-3);
    check_whirl(2e-3);
    return check_result();
}
