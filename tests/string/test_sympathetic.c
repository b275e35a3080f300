// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strings that hear each other through the bridge: two equal ones exchange their energy with the
// beat that theory gives, and the taraf of every instrument answer the note they are tuned to, and
// no other. Arguments: every how many-th taraf, then instruments.

#include "base/pi.h"
#include "engine/engine.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/ensembles.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000 };

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
    instrument.param[JW_P_QUALITY] = 1.0; // A step is a sample.
    for (int s = 0; s < p->n; ++s) {
        JwStringSpec *string = &instrument.string[s];
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
    const double omega = 2.0 * JW_PI * hz, omega_b = 2.0 * JW_PI * p->frequency_hz;
    const double k = omega * sqrt(d->mu_kg_m / d->tension_n);
    return p->mass_kg * (omega_b * omega_b - omega * omega) +
           p->n * d->tension_n * k / tan(k * d->length_m);
}

/// Equal strings that move against each other leave the bridge still and keep their own frequency;
/// together they have another. The difference is the beat [Hz].
static double beat_of(const Pair *p) {
    const double own_hz = jw_string_data_pitch_hz(&instrument.string[0].data);
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
static double first_energy(const JwStringState *c) {
    const double q = jw_string_mode(c, 0);
    const double v = jw_modes_root(c->modes, 0) * ((const double *)c->arrays.v)[0];
    return v * v + c->modes->theta2_first * q * q;
}

/// The struck string begins with all its energy; with n equal ones on the bridge the part of it
/// that it shares, 1/n^2 and the beat's cosine, goes round at the beat. Returns the beat from the
/// crossings of its energy through the mean of a whole number of rounds, and how deep it fell.
static double measure_beat(TestEnsemble *e, double expected_hz, double *least) {
    const double first[2] = {1e-3, 0.0};
    const long n = lround(6.0 * RATE / expected_hz);
    double q[512] = {first[0]};
    jw_string_set_state(&e->state[0], q, NULL);
    const double start = first_energy(&e->state[0]);
    double mean = 0.0, before = 0.0, at_first = -1.0, at_last = -1.0;
    int crossings = 0;
    *least = 1.0;
    // Two passes over the same motion: the middle between most and least, then the crossings.
    for (long i = 0; i < n; ++i) {
        ensemble_step(e);
        *least = fmin(*least, first_energy(&e->state[0]) / start);
    }
    mean = 0.5 * (1.0 + *least);
    for (long i = 0; i < n; ++i) {
        ensemble_step(e);
        const double now = first_energy(&e->state[0]) / start - mean;
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
        {"two strings over a heavy bridge, mode at 90 Hz", 90.0, 0.1, 2},
        {"two strings over a stiff bridge, mode at 283 Hz", 283.0, 0.03, 2},
        {"two strings near the body's mode, 150 Hz", 150.0, 0.5, 2},
        {"three strings over a stiff bridge", 400.0, 0.02, 3},
        {"four strings over a light bridge", 110.0, 0.05, 4},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); ++i) {
        check_beat(&pairs[i]);
    }
}

/********* Taraf *********/

enum { SECONDS = 3, FRAMES = SECONDS * RATE, FROM = 3 * RATE / 10, PARTIALS = 8 };

static JwTuning tuning;
static float left[FRAMES], right[FRAMES], stem[JW_MAX_STRINGS][FRAMES];

/// Level [dB] of an unplucked string.
typedef struct {
    double note; ///< At the partials of the played note
    double all;
} Level;

static Level level_of(const float *samples, double note_hz) {
    static double heard[FRAMES - FROM];
    Level level = {0.0, 0.0};
    for (int i = FROM; i < FRAMES; ++i) {
        heard[i - FROM] = (double)samples[i];
        level.all += (double)samples[i] * (double)samples[i] / (FRAMES - FROM);
    }
    for (int n = 1; n <= PARTIALS; ++n) {
        const double a = fixture_amplitude(heard, FRAMES - FROM, RATE, n * note_hz);
        level.note += 0.5 * a * a;
    }
    return (Level){10.0 * log10(level.note), 10.0 * log10(level.all)};
}

/// Plays the note of a taraf on the whole instrument, the taraf beside it by some cents. What is
/// heard from 0.3 s on is past the stroke itself.
static Level hear_taraf(int taraf, double cents) {
    const JwEngineOptions options = {.precision = JW_PRECISION_F32, .synchronous = true};
    const JwStringSpec *string = &instrument.string[taraf];
    const JwEvent note = {.type = JW_EVENT_MIDI,
                          .midi = {JW_MIDI_NOTE_ON, 0, (uint8_t)string->key, 100}};
    float *stems[JW_MAX_STEMS] = {NULL};
    Level level = {NAN, NAN};
    for (int s = 0; s < JW_MAX_STRINGS; ++s) {
        stems[2 * s] = stem[s];
    }
    memset(&tuning, 0, sizeof(tuning));
    tuning.string_cents[taraf] = cents;
    JwEngine *engine = jw_engine_new();
    if (engine && !jw_engine_set_tuning(engine, &tuning) &&
        !jw_engine_prepare(engine, &instrument, RATE, &options)) {
        jw_engine_run(engine, &note, 1, left, right, stems, FRAMES);
        level = level_of(stem[taraf], jw_string_data_pitch_hz(&string->data));
    }
    jw_engine_free(engine);
    return level;
}

static double check_taraf(int taraf) {
    const JwStringSpec *string = &instrument.string[taraf];
    const Level in_tune = hear_taraf(taraf, 0.0);
    const Level below = hear_taraf(taraf, -50.0), above = hear_taraf(taraf, 50.0);
    const double least = fmin(in_tune.note - below.note, in_tune.note - above.note);
    printf("  %s at %.2f Hz over itself 50 cents lower and higher: %.1f and %.1f dB at the note, "
           "%.1f and %.1f dB in all\n",
           string->name, jw_string_data_pitch_hz(&string->data), in_tune.note - below.note,
           in_tune.note - above.note, in_tune.all - below.all, in_tune.all - above.all);
    check(least >= 20.0, "%s: %.1f dB", string->name, least);
    return least;
}

/// Returns how many taraf there were.
static int check_instrument(const char *path, int step) {
    JwError error = {0};
    double least = HUGE_VAL;
    int n = 0, heard = 0;
    if (!check(!jw_instrument_file_load(path, &instrument, &error), "%s", error.text)) {
        return 0;
    }
    instrument.param[JW_P_RELEASE_DAMPING] = 0.0;
    for (int s = 0; s < instrument.n_strings; ++s) {
        if (instrument.string[s].role == JW_ROLE_TARAF && n++ % step == 0) {
            least = fmin(least, check_taraf(s));
            ++heard;
        }
    }
    if (heard > 0) {
        check_between(least, 20.0, 100.0, "%s: %d taraf at the note, over themselves detuned [dB]",
                      instrument.name, heard);
    }
    return n;
}

int main(int argc, char **argv) {
    const int step = argc > 1 ? atoi(argv[1]) : 0;
    int n = 0;
    if (step < 1) {
        fprintf(stderr, "usage: test_sympathetic STEP INSTRUMENT...\n");
        return 2;
    }
    check_beats();
    for (int i = 2; i < argc; ++i) {
        n += check_instrument(argv[i], step);
    }
    check(n > 0, "taraf in these instruments");
    return check_result();
}
