// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Every string at every fret sounds what its instrument's file says, on bridge and body.
//
// The pitch of a string is the one that it is tuned by: the others are held meanwhile. So each is
// heard alone on the bridge, and must be within the bound. So it must with the others on it too,
// under a hand: their weight is there, their resonance is not. Ringing freely they pull a tone that
// they have in common to and fro: the two beat, no tuning takes that away, and what it comes to is
// only printed.
//
// The pitch that is heard is the mean place of the power around the first twelve partials, from 0.1
// to 2 s after a stroke of velocity 64, without the `ringing_cents` that some tones have.
//
// Arguments: every how many-th tone; every how many-th of these with the others too, 0 for none;
// instruments.

#include "files/instrument_file.h"
#include "kernel/body.h"
#include "support/check.h"
#include "support/fixtures.h"
#include "support/tone.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double bound_cents = 0.5;

static JwInstrument instrument, copy;

/// The most of one instrument.
typedef struct {
    int tones, n, n_others;
    double worst, damped, free; ///< What a tone is off: alone, others damped, ringing [cents]
    double changed;             ///< From alone to damped
    double least_wrap, most_wrap;
} Tally;

static double heard(int string, int fret, ToneOthers others) {
    copy = instrument;
    return tone_of_fret(&copy, string, fret, TONE_VELOCITY, others);
}

static void check_others(int s, int f, double alone, Tally *tally) {
    const double damped = heard(s, f, TONE_DAMPED), ringing = heard(s, f, TONE_FREE);
    check(fabs(damped) <= bound_cents, "%s, %s, fret %d: %.3f cents off, the others under a hand",
          instrument.name, instrument.string[s].name, f, damped);
    printf("%s, %s, fret %d: alone %.3f cents off, the others damped %.3f, ringing %.3f\n",
           instrument.name, instrument.string[s].name, f, alone, damped, ringing);
    tally->damped = fmax(tally->damped, fabs(damped));
    tally->changed = fmax(tally->changed, fabs(damped - alone));
    tally->free = fmax(tally->free, fabs(ringing));
    ++tally->n_others;
}

static void check_tone(int s, int f, int others_step, Tally *tally) {
    const JwStringSpec *string = &instrument.string[s];
    const double cents = heard(s, f, TONE_ALONE);
    check(fabs(cents) <= bound_cents, "%s, %s, fret %d: %.3f cents off", instrument.name,
          string->name, f, cents);
    tally->worst = fmax(tally->worst, fabs(cents));
    if (others_step > 0 && tally->n % others_step == 0) {
        check_others(s, f, cents, tally);
    }
    ++tally->n;
}

static void print_wrap(const JwStringSpec *string, Tally *tally) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int f = 0; f < string->n_frets; ++f) {
        least = fmin(least, string->wrap_cents[f]);
        most = fmax(most, string->wrap_cents[f]);
    }
    printf("%s, %s: bridge and body add %.2f to %.2f cents\n", instrument.name, string->name, least,
           most);
    tally->least_wrap = fmin(tally->least_wrap, least);
    tally->most_wrap = fmax(tally->most_wrap, most);
}

static void check_instrument(const char *path, int step, int others_step) {
    JwError error = {0};
    Tally tally = {.least_wrap = HUGE_VAL, .most_wrap = -HUGE_VAL};
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return;
    }
    fixture_exact(&instrument); // Hundredths of a cent are heard; heard_pitch plays with noise.
    // Strings on a rock know nothing of each other.
    const int others = jw_body_couples(instrument.body, instrument.n_body) ? others_step : 0;
    for (int s = 0; s < instrument.n_strings; ++s) {
        print_wrap(&instrument.string[s], &tally);
        for (int f = 0; f < instrument.string[s].n_frets; ++f) {
            if (tally.tones++ % step == 0) {
                check_tone(s, f, others, &tally);
            }
        }
    }
    check_below(tally.worst, bound_cents,
                "%s: %d tones of %d, cents off, where bridge and body add %.2f to %.2f",
                instrument.name, tally.n, tally.tones, tally.least_wrap, tally.most_wrap);
    if (tally.n_others > 0) {
        check_below(tally.damped, bound_cents,
                    "%s: %d of these with the others under a hand, cents off", instrument.name,
                    tally.n_others);
        printf("%s: the hand changes a tone by %.3f cents at most; without it the worst is %.3f "
               "off\n",
               instrument.name, tally.changed, tally.free);
    }
}

/// A number that an argument holds, -1 if it is none.
static long number_of(const char *text) {
    char *end;
    const long number = strtol(text, &end, 10);
    return *text && !*end && number <= 1000000 ? number : -1;
}

int main(int argc, char **argv) {
    const long step = argc > 3 ? number_of(argv[1]) : -1;
    const long others_step = argc > 3 ? number_of(argv[2]) : -1;
    if (step < 1 || others_step < 0) {
        fprintf(stderr, "usage: test_pitch STEP OTHERS_STEP INSTRUMENT...\n");
        return 2;
    }
    for (int i = 3; i < argc; ++i) {
        check_instrument(argv[i], (int)step, (int)others_step);
    }
    return check_result();
}
