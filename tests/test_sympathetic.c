// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strings that hear each other through the bridge: two equal ones exchange their energy with the
// beat that theory gives, and a sitar's taraf answers the note it is tuned to, and no other.
// Argument: the sitar.

#include "check.h"
#include "ensembles.h"
#include "files/instrument_file.h"
#include "fixtures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RATE = 48000 };

static const double pi = 3.14159265358979323846;

static JwInstrument instrument;

/********* Two equal strings *********/

/// A body of one mode under two or more equal, flexible, lossless strings.
typedef struct {
    const char *name;
    double frequency_hz, mass_kg; ///< Of the body
    int n;                        ///< Strings
} Pair;

static void make_pair(const Pair *p) {
    jw_instrument_init(&instrument);
    strcpy(instrument.name, p->name);
    instrument.n_strings = p->n;
    for (int s = 0; s < p->n; ++s) {
        JwString *string = &instrument.string[s];
        snprintf(string->name, sizeof(string->name), "%d", s);
        string->data = fixture_lossless(fixture_jor_data());
        string->data.ea_n = string->data.ei_n_m2 = 0.0;
        string->role = JW_ROLE_DRONE;
        string->key = 49;
        string->n_frets = 1;
    }
    instrument.n_body = 1;
    instrument.body[0] =
        (JwBodyMode){.frequency_hz = p->frequency_hz, .q = 1e18, .mass_kg = p->mass_kg};
}

/// Dynamic stiffness of the bridge over that of the strings that swing together: its zero near
/// kL = pi is their frequency. M (omega_b^2 - omega^2) + n T k cot(kL), k = omega sqrt(mu/T).
static double stiffness(const Pair *p, double hz) {
    const JwStringData *d = &instrument.string[0].data;
    const double omega = 2.0 * pi * hz, omega_b = 2.0 * pi * p->frequency_hz;
    const double k = omega * sqrt(d->mu_kg_m / d->tension_n);
    return p->mass_kg * (omega_b * omega_b - omega * omega) +
           p->n * d->tension_n * k / tan(k * d->length_m);
}

/// Equal strings that move against each other leave the bridge still and keep their own frequency;
/// together they have another. The difference is the beat [Hz].
static double beat_of(const Pair *p) {
    const double own_hz = jw_string_pitch_hz(&instrument.string[0].data);
    // A bridge stiffer than the strings sharpens, a heavy one (above its mode) flattens.
    const double way = p->frequency_hz > own_hz ? -1.0 : 1.0;
    double near = 1e-9 * own_hz, far = 0.05 * own_hz;
    const double sign = stiffness(p, own_hz + way * near);
    for (int i = 0; i < 200; ++i) {
        const double middle = sqrt(near * far);
        if (stiffness(p, own_hz + way * middle) * sign > 0.0) {
            near = middle;
        } else {
            far = middle;
        }
    }
    return near;
}

/// Energy of the first mode of a string [units].
static double first_energy(const JwCourse *c) {
    const double q = jw_course_mode(c, 0), v = ((const double *)c->arrays.v)[0];
    return v * v + c->modes->theta2_first * q * q;
}

/// The struck string begins with all its energy; with n equal ones on the bridge the part of it
/// that it shares, 1/n^2 and the beat's cosine, goes round at the beat. Returns the beat from the
/// crossings of its energy through the mean of a whole number of rounds, and how deep it fell.
static double measure_beat(TestEnsemble *e, double expected_hz, double *least) {
    const double first[2] = {1e-3, 0.0};
    const long n = lround(6.0 * RATE / expected_hz);
    double q[512] = {first[0]};
    jw_course_set_state(&e->course[0], q, NULL);
    const double start = first_energy(&e->course[0]);
    double mean = 0.0, before = 0.0, at_first = -1.0, at_last = -1.0;
    int crossings = 0;
    *least = 1.0;
    // Two passes over the same motion: the middle between most and least, then the crossings.
    for (long i = 0; i < n; ++i) {
        ensemble_step(e);
        *least = fmin(*least, first_energy(&e->course[0]) / start);
    }
    mean = 0.5 * (1.0 + *least);
    for (long i = 0; i < n; ++i) {
        ensemble_step(e);
        const double now = first_energy(&e->course[0]) / start - mean;
        if (i > 0 && before > 0.0 && now <= 0.0) {
            const double at = (double)i - now / (now - before);
            at_first = at_first < 0.0 ? at : at_first;
            crossings += at > at_last + 0.75 * RATE / expected_hz || at_last < 0.0;
            at_last = at > at_last + 0.75 * RATE / expected_hz || at_last < 0.0 ? at : at_last;
        }
        before = now;
    }
    return crossings > 1 ? (crossings - 1) * RATE / (at_last - at_first) : 0.0;
}

static void check_beat(const Pair *p) {
    TestEnsemble e;
    double least;
    make_pair(p);
    if (!check(ensemble_init(&e, &instrument, RATE), "%s", p->name)) {
        return;
    }
    const double theory_hz = beat_of(p);
    const double hz = measure_beat(&e, theory_hz, &least);
    printf("%s: beat %.5f Hz, in theory %.5f Hz; the struck string keeps %.4f at least\n", p->name,
           hz, theory_hz, least);
    check_below(fabs(hz / theory_hz - 1.0), 0.02, "  beat off by");
    // (1 - 2/n)^2 stays in the motions that leave the bridge still.
    const double kept = (1.0 - 2.0 / p->n) * (1.0 - 2.0 / p->n);
    check_between(least, kept - 0.03, kept + 0.03, "  energy left to the struck string");
    ensemble_free(&e);
}

static void check_beats(void) {
    static const Pair pairs[] = {
        {"two strings over a heavy bridge, mode at 90 Hz", 90.0, 0.3, 2},
        {"two strings over a stiff bridge, mode at 283 Hz", 283.0, 0.1, 2},
        {"two strings near the body's mode, 150 Hz", 150.0, 0.5, 2},
        {"three strings over a stiff bridge", 400.0, 0.1, 3},
        {"four strings over a light bridge", 110.0, 0.05, 4},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); ++i) {
        check_beat(&pairs[i]);
    }
}

/********* Taraf of a sitar *********/

/// The sitar's baj stopped at a note, and two taraf: one on that note, one beside it.
static bool keep_three(double note_hz, double beside_cents, const char *taraf) {
    int baj = -1, t = -1;
    for (int s = 0; s < instrument.n_strings; ++s) {
        baj = strcmp(instrument.string[s].name, "baj") ? baj : s;
        t = strcmp(instrument.string[s].name, taraf) ? t : s;
    }
    if (!check(baj >= 0 && t >= 0, "baj and %s", taraf)) {
        return false;
    }
    const JwString played = instrument.string[baj], answers = instrument.string[t];
    instrument.string[0] = played;
    instrument.string[1] = instrument.string[2] = answers;
    instrument.n_strings = 3;
    instrument.map = (JwMidiMap){.pull_up = 24.0};
    instrument.drone = (JwDronePattern){.first = -1};
    JwStringData *d = &instrument.string[0].data;
    d->length_m = jw_string_stopped_length_m(d, 12.0 * log2(note_hz / jw_string_pitch_hz(d)));
    d = &instrument.string[1].data;
    d->tension_n = jw_string_tension_n(d, note_hz);
    d = &instrument.string[2].data;
    d->tension_n = jw_string_tension_n(d, note_hz * exp2(beside_cents / 1200.0));
    for (int s = 0; s < 3; ++s) {
        JwString *string = &instrument.string[s];
        string->n_frets = 1;
        string->wrap_cents[0] = 0.0;
        string->key = (int)lround(69.0 + 12.0 * log2(jw_string_pitch_hz(&string->data) / 440.0));
        string->tune_cents =
            1200.0 * log2(jw_string_pitch_hz(&string->data) / 440.0) - 100.0 * (string->key - 69);
    }
    return true;
}

/// Plucks the first string; most[s] is the largest energy [J] of string s from 0.2 s on, when what
/// the stroke itself threw about has gone.
static void ring(TestEnsemble *e, double seconds, double *most) {
    const long rate = (long)RATE * e->tables->quality;
    memset(most, 0, 3 * sizeof(*most));
    jw_course_pluck(&e->course[0], JW_STROKE_MIZRAB, 0.12 * e->course[0].modes->length_m, 0.003,
                    instrument.string[0].pluck_m, 1.0);
    for (long i = 0; i < lround(seconds * (double)rate); ++i) {
        ensemble_step(e);
        for (int s = 0; s < 3 && i % 32 == 0 && i > rate / 5; ++s) {
            most[s] =
                fmax(most[s], jw_course_energy(&e->course[s]) * jw_course_joules(&e->course[s]));
        }
    }
}

static void check_taraf(const char *path, const char *taraf, double cents) {
    char message[256];
    TestEnsemble e;
    double most[3];
    if (!check(!jw_instrument_file_load(path, &instrument, message, sizeof(message)), "%s",
               message)) {
        return;
    }
    double note_hz = 0.0;
    for (int s = 0; s < instrument.n_strings; ++s) {
        if (!strcmp(instrument.string[s].name, taraf)) {
            note_hz = jw_string_pitch_hz(&instrument.string[s].data);
        }
    }
    instrument.param[JW_P_QUALITY] = 1.0;
    if (!keep_three(note_hz, cents, taraf) ||
        !check(ensemble_init(&e, &instrument, RATE), "three strings")) {
        return;
    }
    ring(&e, 3.0, most);
    const double db = 10.0 * log10(most[1] / most[2]);
    printf("%s at %.2f Hz: %.3g J in the played string, %.3g J tuned, %.3g J %g cents beside\n",
           taraf, note_hz, most[0], most[1], most[2], cents);
    check_between(db, 20.0, 80.0, "  the tuned taraf above the other [dB]");
    ensemble_free(&e);
}

int main(int argc, char **argv) {
    check_beats();
    if (check(argc == 2, "the sitar (%s)", "not given")) {
        const char *const tarafs[] = {"taraf-3", "taraf-4", "taraf-5", "taraf-7", "taraf-9"};
        for (size_t i = 0; i < sizeof(tarafs) / sizeof(tarafs[0]); ++i) {
            check_taraf(argv[1], tarafs[i], 50.0);
            check_taraf(argv[1], tarafs[i], -50.0);
        }
    }
    return check_result();
}
