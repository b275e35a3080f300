// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Benade and Messenger (J. Acoust. Soc. Am. 71, S83, 1982): a sitar string plucked at a quarter of
// its length sounds its fourth partial all the same. The bridge, and nothing else, makes it:
// without the bridge the partial whose node is plucked stays silent.

#include "base/pi.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { rate = 48000, frame = 16384, partials = 9 };

typedef struct {
    double level_db[partials]; ///< In the bridge force, over the strongest: partials 1..8 at 1..8
    double mode_db[partials];  ///< Of force on the bridge that each mode makes
} Levels;

/// Strongest within 3 % of a partial: wrapping on the bridge sharpens the string.
static double strongest(const double *power, double hz) {
    const double bin = (double)rate / frame;
    double most = 0.0;
    for (int k = (int)(0.97 * hz / bin); k <= (int)(1.03 * hz / bin) + 1; ++k) {
        most = fmax(most, power[k]);
    }
    return most;
}

static double decibels(double power) {
    return 10.0 * log10(fmax(power, 1e-40));
}

static void normalise(double *level) {
    double most = -1e9;
    for (int n = 1; n < partials; ++n) {
        most = fmax(most, level[n]);
    }
    for (int n = 1; n < partials; ++n) {
        level[n] -= most;
    }
}

/// Plucks at x = position L and listens to a third of a second from `start` s after it.
static bool listen(bool bridge, double position, double start, Levels *levels) {
    const JwStringData data = fixture_jor_data();
    const JwContactPoints points = fixture_jawari(16, 1.0, 0.0);
    JwModesSpec spec = fixture_spec(&data, rate);
    FixtureString string;
    double *sound = calloc((size_t)2 * frame, sizeof(*sound));
    spec.contact = bridge ? &points : NULL;
    memset(levels, 0, sizeof(*levels));
    if (!check(sound && fixture_string_init(&string, &spec, NULL), "memory")) {
        free(sound);
        return false;
    }
    JwStringState *state = &string.state;
    state->output = JW_OUT_BRIDGE_FORCE;
    jw_string_pluck(state, JW_STROKE_TRIANGLE, position * data.length_m, 0.002, 2e-3, 1.0);
    const int first = (int)((0.02 + start) * rate);
    for (int i = 0; i < first + frame; ++i) {
        jw_string_step(state);
        if (i % 32 == 0) {
            jw_string_audit(state);
        }
        for (int n = 1; i >= first && n < partials; ++n) {
            const double force = n * jw_string_mode(state, n - 1);
            levels->mode_db[n] += force * force;
        }
        sound[i >= first ? i - first : 0] = jw_string_output(state);
    }
    check(fixture_power(sound, frame, sound + frame), "memory");
    for (int n = 1; n < partials; ++n) {
        levels->level_db[n] =
            decibels(strongest(sound + frame, jw_modes_omega(&data, n) / (2.0 * JW_PI)));
        levels->mode_db[n] = decibels(levels->mode_db[n]);
    }
    normalise(levels->level_db);
    normalise(levels->mode_db);
    fixture_string_free(&string);
    free(sound);
    return true;
}

static void print_levels(const char *what, const double *level) {
    printf("  %s:", what);
    for (int n = 1; n < partials; ++n) {
        printf(" %7.1f", level[n]);
    }
    printf(" dB, partials 1 to %d\n", partials - 1);
}

/// The n-th partial of a string plucked at 1/n of its length.
static void check_node(int n) {
    Levels with, without;
    printf("plucked at L/%d\n", n);
    if (!listen(true, 1.0 / n, 0.3, &with) || !listen(false, 1.0 / n, 0.3, &without)) {
        return;
    }
    print_levels("jawari bridge, bridge force", with.level_db);
    print_levels("jawari bridge, modes       ", with.mode_db);
    print_levels("no bridge, bridge force    ", without.level_db);
    print_levels("no bridge, modes           ", without.mode_db);
    check_between(with.level_db[n], -30.0, 0.0, "  partial %d with the bridge [dB]", n);
    check_between(without.level_db[n], -1e3, -70.0, "  partial %d without [dB]", n);
    check_between(with.mode_db[n], -30.0, 0.0, "  mode %d with the bridge [dB]", n);
    check_between(without.mode_db[n], -1e3, -200.0, "  mode %d without [dB]", n);
    check_between(without.mode_db[n - 1], -40.0, 0.0, "  mode %d without, that is plucked [dB]",
                  n - 1);
}

int main(void) {
    check_node(4);
    check_node(3);
    check_node(5);
    return check_result();
}
