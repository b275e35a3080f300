// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Measures by how much the bridge raises each tone of an instrument and prints the lines
// `wrap_cents` of its file.
//
//     wrap_cents INSTRUMENT.ini [STRING]
//
// A tone depends on its string's tuning, so each string is tuned, heard and tuned again. The search
// begins at the file's own wrap_cents; the figures on stderr are the deviations that were left of
// them.

#include "files/instrument_file.h"
#include "files/line.h"
#include "tone.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 5 };

static const double good_cents = 0.02;

/// Tunes a fret until it sounds as the file says; false if that does not succeed.
static bool tune_fret(JwInstrument *instrument, JwInstrument *copy, int string, int fret) {
    double *wrap = &instrument->string[string].wrap_cents[fret];
    double best = HUGE_VAL, best_wrap = *wrap;
    for (int i = 0; i < TRIES && best > good_cents; ++i) {
        *copy = *instrument;
        const double off = tone_of_fret(copy, string, fret, TONE_ALONE);
        if (fabs(off) < best) {
            best = fabs(off);
            best_wrap = *wrap;
        }
        *wrap = round(100.0 * (*wrap + off)) / 100.0;
    }
    *wrap = best_wrap;
    jw_line_print(stderr, "%s fret %d: %.2f cents, %.2f left", instrument->string[string].name,
                  fret, best_wrap, best);
    return best < HUGE_VAL;
}

static void print_string(const JwStringSpec *string) {
    enum { ON_A_LINE = 16 };
    for (int f = 0; f < string->n_frets; ++f) {
        printf("%s%.2f",
               f % ON_A_LINE ? " "
               : f           ? "\nwrap_cents = "
                             : "wrap_cents = ",
               string->wrap_cents[f]);
    }
    printf("\n");
}

static bool tune(JwInstrument *instrument, JwInstrument *copy, const char *only) {
    for (int s = 0; s < instrument->n_strings; ++s) {
        const JwStringSpec *string = &instrument->string[s];
        if (only && strcmp(only, string->name)) {
            continue;
        }
        for (int f = 0; f < string->n_frets; ++f) {
            if (!tune_fret(instrument, copy, s, f)) {
                jw_line_print(stderr, "wrap_cents: %s, fret %d cannot be heard", string->name, f);
                return false;
            }
        }
        jw_line_print(stdout, "[string %s]", string->name);
        print_string(string);
    }
    return true;
}

int main(int argc, char **argv) {
    char message[256] = "out of memory";
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: wrap_cents INSTRUMENT.ini [STRING]\n");
        return 2;
    }
    JwInstrument *instrument = malloc(2 * sizeof(*instrument));
    if (!instrument || jw_instrument_file_load(argv[1], instrument, message, sizeof(message))) {
        jw_line_print(stderr, "wrap_cents: %s", message);
        free(instrument);
        return 1;
    }
    const bool ok = tune(instrument, instrument + 1, argc > 2 ? argv[2] : NULL);
    free(instrument);
    return ok ? 0 : 1;
}
