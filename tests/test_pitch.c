// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Every string at every fret sounds what its instrument's file says, bridge, body and sympathetic
// strings included. Arguments: every how many-th tone, then instruments.

#include "check.h"
#include "files/instrument_file.h"
#include "tone.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double bound_cents = 0.5;

static JwInstrument instrument, copy;

static void check_instrument(const char *path, int step) {
    char message[256];
    double worst = 0.0, least = HUGE_VAL, most = -HUGE_VAL;
    int n = 0, tones = 0;
    if (!check(!jw_instrument_file_load(path, &instrument, message, sizeof(message)), "%s",
               message)) {
        return;
    }
    for (int s = 0; s < instrument.n_strings; ++s) {
        const JwString *string = &instrument.string[s];
        for (int f = 0; f < string->n_frets; ++f) {
            if (tones++ % step) {
                continue;
            }
            ++n;
            copy = instrument;
            const double cents = tone_of_fret(&copy, s, f);
            check(fabs(cents) <= bound_cents, "%s, %s, fret %d: %.3f cents off", instrument.name,
                  string->name, f, cents);
            worst = fmax(worst, fabs(cents));
            least = fmin(least, string->wrap_cents[f]);
            most = fmax(most, string->wrap_cents[f]);
        }
    }
    check_below(worst, bound_cents,
                "%s: %d tones of %d, cents off, where the bridge adds %.2f to %.2f",
                instrument.name, n, tones, least, most);
}

int main(int argc, char **argv) {
    const int step = argc > 1 ? atoi(argv[1]) : 0;
    if (step < 1 || argc < 3) {
        fprintf(stderr, "usage: test_pitch STEP INSTRUMENT...\n");
        return 2;
    }
    for (int i = 2; i < argc; ++i) {
        check_instrument(argv[i], step);
    }
    return check_result();
}
