// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A string is tuned along where bridge or thread are moved, as a player would tune it: what is
// heard stays at the pitch that the file says, open and stopped. Without that, the same moves put
// it off by up to 15 cents, which is measured as well.
//
//     test_retuned EVERY INSTRUMENT...
//
// EVERY: only each so many-th string.

#include "files/instrument_file.h"
#include "support/check.h"
#include "support/tone.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Bounds of the open string, and of a stopped one, whose bridge is known from the open one.
static const double open_cents = 1.0, stopped_cents = 3.0;

/// Bound where the bridge is raised by more than any player does: the moving bridge lifts a thick
/// string to within some per cent of its rest, which stretches it that much less.
static const double high_mm = 0.2, high_cents = 6.0;

/// Bounds of thick strings, which are as far off untuned: their fundamentals hardly sound, and
/// which of their axes is heard in the other partials depends on the bridge.
static const double low_hz = 100.0, low_open_cents = 2.7, low_stopped_cents = 5.5,
                    low_high_cents = 7.0;

/// Moves beyond the instrument's own parameters; none is a node of the curves.
static const struct {
    JwParamId id, also;
    double by, also_by;
} moves[] = {
    {JW_P_BRIDGE_HEIGHT, JW_N_PARAMS, -0.03, 0.0}, {JW_P_BRIDGE_HEIGHT, JW_N_PARAMS, 0.07, 0.0},
    {JW_P_BRIDGE_HEIGHT, JW_N_PARAMS, 0.3, 0.0},   {JW_P_JAWARI, JW_N_PARAMS, 30.0, 0.0},
    {JW_P_JAWARI, JW_N_PARAMS, -30.0, 0.0},        {JW_P_THREAD, JW_N_PARAMS, -1.0, 0.0},
    {JW_P_THREAD, JW_N_PARAMS, 1.6, 0.0},          {JW_P_THREAD_POSITION, JW_N_PARAMS, -1.5, 0.0},
    {JW_P_THREAD_POSITION, JW_N_PARAMS, 3.0, 0.0}, {JW_P_JAWARI, JW_P_BRIDGE_HEIGHT, 60.0, 0.1},
};

enum { MOVES = sizeof(moves) / sizeof(moves[0]) };

static JwInstrument instrument, copy;

static void move(JwInstrument *in, JwParamId id, double by) {
    if (id != JW_N_PARAMS) {
        const JwParamInfo *info = jw_param_info(id);
        in->param[id] = fmin(fmax(in->param[id] + by, (double)info->min), (double)info->max);
    }
}

static double heard(int string, int fret, int m, bool follows) {
    copy = instrument;
    // The instrument's own parameters stay what its curves count from: what is played differs.
    JwStringSpec *s = &copy.string[string];
    if (!follows) {
        s->wrap_by_lift.n = s->wrap_by_thread.n = s->wrap_by_thread_place.n = 0;
    }
    double param[JW_N_PARAMS];
    JwInstrument moved = copy;
    move(&moved, moves[m].id, moves[m].by);
    move(&moved, moves[m].also, moves[m].also_by);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        param[i] = moved.param[i];
    }
    return tone_moved(&copy, string, fret, param);
}

static bool acts(const JwStringSpec *string, int m) {
    const bool thread = moves[m].id == JW_P_THREAD || moves[m].id == JW_P_THREAD_POSITION;
    return thread ? string->wrap_by_thread.n > 0 : string->wrap_by_lift.n > 0;
}

static void check_string(int s, double *with, double *without) {
    const JwStringSpec *string = &instrument.string[s];
    for (int m = 0; m < MOVES; ++m) {
        for (int k = 0; k < 2 && acts(string, m); ++k) {
            const int fret = k * (string->n_frets - 1) / 2;
            if (k > 0 && fret == 0) {
                continue;
            }
            const double off = heard(s, fret, m, true), bare = heard(s, fret, m, false);
            const bool high = moves[m].id == JW_P_BRIDGE_HEIGHT && moves[m].by > high_mm;
            const bool low = jw_string_data_pitch_hz(&string->data) < low_hz;
            const double bound = high     ? (low ? low_high_cents : high_cents)
                                 : k == 0 ? (low ? low_open_cents : open_cents)
                                          : (low ? low_stopped_cents : stopped_cents);
            check(fabs(off) <= bound,
                  "%s, %s, fret %d: %.2f cents off where %s moves by %g (%.2f untuned)",
                  instrument.name, string->name, fret, off, jw_param_info(moves[m].id)->symbol,
                  moves[m].by, bare);
            with[k] = fmax(with[k], high ? 0.0 : fabs(off));
            *without = fmax(*without, fabs(bare));
        }
    }
}

int main(int argc, char **argv) {
    const int every = argc > 1 ? atoi(argv[1]) : 0;
    if (!check(every > 0, "usage: test_retuned EVERY INSTRUMENT...")) {
        return check_result();
    }
    for (int a = 2; a < argc; ++a) {
        JwError error = {0};
        double with[2] = {0.0, 0.0}, without = 0.0;
        const bool ok = !jw_instrument_file_load(argv[a], &instrument, &error);
        for (int s = 0; check(ok, "%s %s", argv[a], error.text) && s < instrument.n_strings;
             s += every) {
            check_string(s, with, &without);
        }
        check(without > 1.0, "%s: moves are heard", instrument.name);
        printf("%s: open strings %.2f cents off at most, stopped ones %.2f; untuned %.2f\n",
               instrument.name, with[0], with[1], without);
    }
    return check_result();
}
