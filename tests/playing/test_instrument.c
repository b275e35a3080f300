// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instruments: pitch, tension and stopped length against published strings, and
// what the check refuses.

#include "base/pi.h"
#include "playing/instrument.h"
#include "support/check.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/// Strings with complete published data and their fundamental.
static const struct {
    const char *source;
    JwStringData data;
    double pitch_hz;
    double bound_cents; ///< What the digits in the source allow
} published[] = {
    {"van Walstijn, Bridges & Mehes 2016, Table 1: C3",
     {.length_m = 1.0, .mu_kg_m = 4.83e-4, .tension_n = 33.1, .ei_n_m2 = 6.03e-5},
     130.81,
     1.5},
    {"Issanchou et al. 2017, bench string: 196.00 in theory",
     {.length_m = 1.002, .mu_kg_m = 1.17e-3, .tension_n = 180.5, .ei_n_m2 = 3.27e-4},
     196.00,
     0.05},
    {"Issanchou et al. 2018, bass G: 97.97 measured",
     {.length_m = 0.863, .mu_kg_m = 6.7e-3, .tension_n = 191.6, .ei_n_m2 = 4.96e-4},
     97.97,
     0.3},
    {"Woodhouse 2004, guitar E2",
     {.length_m = 0.65, .mu_kg_m = 6.24e-3, .tension_n = 71.6, .ei_n_m2 = 57e-6},
     82.41,
     0.3},
};

static void check_published(void) {
    for (size_t i = 0; i < sizeof(published) / sizeof(published[0]); ++i) {
        const double f = jw_string_data_pitch_hz(&published[i].data);
        const double cents = 1200.0 * log2(f / published[i].pitch_hz);
        printf("%s: %.3f Hz, %+.2f cents\n", published[i].source, f, cents);
        check(fabs(cents) <= published[i].bound_cents, "%s", published[i].source);
    }
}

/// f = 1/(2L) sqrt(T/mu) sqrt(1 + B), B = pi^2 EI/(T L^2): the textbook's form.
static double textbook_hz(const JwStringData *d) {
    const double b = JW_PI * JW_PI * d->ei_n_m2 / (d->tension_n * d->length_m * d->length_m);
    return sqrt(d->tension_n / d->mu_kg_m) * sqrt(1.0 + b) / (2.0 * d->length_m);
}

// A stopped string is the same string cut short: its pitch must be the interval's.
static void check_inverses(void) {
    double pitch = 0.0;
    double tension = 0.0;
    double stopped = 0.0;
    for (size_t i = 0; i < sizeof(published) / sizeof(published[0]); ++i) {
        for (int k = 0; k < 8; ++k) {
            JwStringData d = published[i].data;
            d.ei_n_m2 = k == 7 ? 0.0 : d.ei_n_m2 * pow(4.0, k);
            const double f = jw_string_data_pitch_hz(&d);
            pitch = fmax(pitch, fabs(f / textbook_hz(&d) - 1.0));
            tension = fmax(tension, fabs(jw_string_data_tension_n(&d, f) / d.tension_n - 1.0));
            for (int step = 0; step <= 50; ++step) {
                const double semitones = 0.7 * step;
                JwStringData cut = d;
                cut.length_m = jw_string_data_stopped_length_m(&d, semitones);
                const double interval = 12.0 * log2(textbook_hz(&cut) / textbook_hz(&d));
                stopped = fmax(stopped, 100.0 * fabs(interval - semitones));
            }
        }
    }
    printf("pitch off by %.2g, tension by %.2g, stopped string by %.2g cents\n", pitch, tension,
           stopped);
    check(pitch <= 1e-14, "pitch");
    check(tension <= 1e-13, "tension from pitch");
    check(stopped <= 1e-10, "stopped length");
}

static void check_impossible_tension(void) {
    JwStringData d = published[0].data;
    d.ei_n_m2 = 1.0;
    check(jw_string_data_tension_n(&d, 50.0) < 0.0, "stiffness alone is above the pitch");
}

static void fill(JwInstrument *in) {
    jw_instrument_init(in);
    strcpy(in->name, "test");
    in->n_obstacles = 1;
    in->obstacle[0] = (JwObstacle){.kind = JW_OBSTACLE_BRIDGE,
                                   .restitution = -1.0,
                                   .start_m = 0.0015,
                                   .end_m = 0.025,
                                   .n_points = 16,
                                   .radius_m = 1.0,
                                   .apex_m = 0.0015};
    in->n_strings = 2;
    for (int i = 0; i < 2; ++i) {
        JwStringSpec *s = &in->string[i];
        strcpy(s->name, i ? "second" : "first");
        s->data = published[0].data;
        s->data.losses = (JwLosses){.law = JW_LOSS_POLYNOMIAL, .s0 = 0.6, .s1 = 6.5e-3, .s3 = 5e-6};
        s->key = 48;
        s->n_frets = 2;
        s->fret_semitones[1] = 12.0;
        s->n_obstacles = 1;
        s->thread = (JwThread){true, 0.005, 1.2e5, 1.2};
        s->pluck_m = 0.002;
        s->gain = 1.0;
    }
}

static JwInstrument in;

static void refuse(JwStatus want, int want_string, int want_obstacle, const char *what) {
    int string = -2;
    int obstacle = -2;
    const JwStatus status = jw_instrument_check(&in, &string, &obstacle);
    check(status == want && string == want_string && obstacle == want_obstacle, "%s", what);
    check(jw_instrument_check(&in, NULL, NULL) == want, "%s", what);
    fill(&in);
}

static void check_instrument(void) {
    fill(&in);
    refuse(JW_SUCCESS, -1, -1, "a good instrument");
    in.n_strings = 0;
    refuse(JW_ERR_BAD_STRING, -1, -1, "no strings");
    in.n_strings = JW_MAX_STRINGS + 1;
    refuse(JW_ERR_TOO_MANY, -1, -1, "too many strings");
    in.n_obstacles = JW_MAX_OBSTACLES + 1;
    refuse(JW_ERR_TOO_MANY, -1, -1, "too many obstacles");
    in.n_obstacles = -1;
    refuse(JW_ERR_BAD_STRING, -1, -1, "a negative number of obstacles");
    in.obstacle[0].radius_m = -1.0;
    refuse(JW_ERR_BAD_OBSTACLE, -1, 0, "a bad obstacle");
    in.param[JW_P_GAIN] = (double)NAN;
    refuse(JW_ERR_BAD_ARG, -1, -1, "a parameter that is not a number");
    in.param[JW_P_QUALITY] = 3.0;
    refuse(JW_ERR_BAD_ARG, -1, -1, "a quality that there is not");
    in.name[0] = '\0';
    refuse(JW_ERR_BAD_ARG, -1, -1, "no name");
    memset(in.description, 'x', sizeof(in.description));
    refuse(JW_ERR_BAD_ARG, -1, -1, "a description without an end");
    check(jw_instrument_check(NULL, NULL, NULL) == JW_ERR_BAD_ARG, "NULL");
}

static void check_body(void) {
    in.n_body = 2;
    in.body[0] = (JwBodyMode){.frequency_hz = 200.0, .q = 20.0, .mass_kg = 0.1, .gain = 0.1};
    in.body[1] = (JwBodyMode){.frequency_hz = 900.0, .q = 20.0, .gain = -0.1, .pan = -1.0};
    const JwInstrument good = in;
    refuse(JW_SUCCESS, -1, -1, "a body");
    in = good;
    in.n_body = JW_BODY_MODES + 1;
    refuse(JW_ERR_TOO_MANY, -1, -1, "too many modes of the body");
    in = good;
    in.n_body = -1;
    refuse(JW_ERR_TOO_MANY, -1, -1, "a negative number of modes");
    const size_t fields[] = {offsetof(JwBodyMode, frequency_hz), offsetof(JwBodyMode, q),
                             offsetof(JwBodyMode, mass_kg), offsetof(JwBodyMode, gain),
                             offsetof(JwBodyMode, pan)};
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1e30, 1e30};
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); ++i) {
        for (size_t k = 0; k < sizeof(bad) / sizeof(bad[0]); ++k) {
            in = good;
            memcpy((char *)&in.body[1] + fields[i], &bad[k], sizeof(double));
            refuse(JW_ERR_BAD_BODY, -1, -1, "a mode's value that is not finite, or absurd");
        }
    }
    in = good;
    in.body[0].q = 0.5;
    refuse(JW_ERR_BAD_BODY, -1, -1, "a mode that does not swing");
}

static void check_strokes(void) {
    in.n_strokes = JW_MAX_STROKES;
    const JwInstrument good = in;
    refuse(JW_SUCCESS, -1, -1, "strokes that say nothing");
    in.n_strokes = JW_MAX_STROKES + 1;
    refuse(JW_ERR_BAD_ARG, -1, -1, "too many strokes");
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1000.0, 1000.0};
    for (int i = 0; i < JW_N_STROKE_FIGURES; ++i) {
        for (size_t k = 0; k < sizeof(bad) / sizeof(bad[0]); ++k) {
            in = good;
            in.stroke[1].figure[i] = bad[k];
            refuse(JW_SUCCESS, -1, -1, "a figure that is not given");
            in = good;
            in.stroke[1].figure[i] = bad[k];
            in.stroke[1].given = 1u << i;
            refuse(JW_ERR_BAD_ARG, -1, -1, "a stroke's figure that is not finite, or absurd");
        }
    }
    in = good;
    in.stroke[0].given = 1u << JW_N_STROKE_FIGURES;
    refuse(JW_ERR_BAD_ARG, -1, -1, "a figure that there is not");
    in = good;
    in.stroke[0].kind = 4;
    refuse(JW_ERR_BAD_ARG, -1, -1, "a kind that there is not");
    in = good;
    in.stroke[0].direction = (JwDirection)3;
    refuse(JW_ERR_BAD_ARG, -1, -1, "a direction that there is not");
    in = good;
    in.stroke[0].seed = -1;
    refuse(JW_ERR_BAD_ARG, -1, -1, "a negative seed");
}

static void check_doubles(void) {
    const size_t fields[] = {
        offsetof(JwStringSpec, data.length_m),
        offsetof(JwStringSpec, data.mu_kg_m),
        offsetof(JwStringSpec, data.tension_n),
        offsetof(JwStringSpec, data.ea_n),
        offsetof(JwStringSpec, data.ei_n_m2),
        offsetof(JwStringSpec, data.losses.s0),
        offsetof(JwStringSpec, data.losses.s1),
        offsetof(JwStringSpec, data.losses.s3),
        offsetof(JwStringSpec, thread.position_m),
        offsetof(JwStringSpec, thread.stiffness_n_m),
        offsetof(JwStringSpec, thread.damping_n_s_m),
        offsetof(JwStringSpec, pluck_m),
        offsetof(JwStringSpec, pan),
        offsetof(JwStringSpec, gain),
        offsetof(JwStringSpec, fret_semitones[1]),
    };
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1e30, 1e30, -2.0};
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); ++i) {
        for (size_t k = 0; k < sizeof(bad) / sizeof(bad[0]); ++k) {
            memcpy((char *)&in.string[1] + fields[i], &bad[k], sizeof(double));
            refuse(JW_ERR_BAD_STRING, 1, -1, "a string's value that is not finite, or absurd");
        }
    }
}

static void check_string(void) {
    JwStringSpec *s = &in.string[1];
    s->data.tension_n = 0.0;
    refuse(JW_ERR_BAD_STRING, 1, -1, "no tension");
    s->data.losses.law = (JwLossLaw)9;
    refuse(JW_ERR_BAD_STRING, 1, -1, "an unknown law");
    s->data.losses = (JwLosses){.law = JW_LOSS_VALETTE, .air_viscosity = 1.8e-5};
    refuse(JW_ERR_BAD_STRING, 1, -1, "Valette's law without a diameter");
    s->role = (JwStringRole)9;
    refuse(JW_ERR_BAD_STRING, 1, -1, "an unknown role");
    s->key = 128;
    refuse(JW_ERR_BAD_STRING, 1, -1, "a key above 127");
    s->quality = 5;
    refuse(JW_ERR_BAD_STRING, 1, -1, "a quality that there is not");
    s->n_frets = 0;
    refuse(JW_ERR_BAD_STRING, 1, -1, "no stopping place");
    s->n_frets = JW_MAX_FRETS + 1;
    refuse(JW_ERR_BAD_STRING, 1, -1, "too many frets");
    s->fret_semitones[0] = 1.0;
    refuse(JW_ERR_BAD_STRING, 1, -1, "frets that do not begin open");
    s->fret_semitones[1] = 0.0;
    refuse(JW_ERR_BAD_STRING, 1, -1, "frets that do not rise");
    s->n_obstacles = JW_STRING_OBSTACLES + 1;
    refuse(JW_ERR_TOO_MANY, 1, -1, "too many obstacles of a string");
    s->obstacle[0] = 1;
    refuse(JW_ERR_BAD_STRING, 1, -1, "an obstacle that there is not");
    s->name[0] = '\0';
    refuse(JW_ERR_BAD_STRING, 1, -1, "a string without a name");
    s->thread.present = false;
    s->thread.position_m = (double)NAN;
    refuse(JW_SUCCESS, -1, -1, "a thread that is not there");
    in.n_obstacles = 2;
    in.obstacle[1] = in.obstacle[0];
    in.obstacle[1].n_points = JW_CONTACT_POINTS;
    in.obstacle[1].start_m = 0.1;
    in.obstacle[1].end_m = 0.9;
    in.obstacle[1].radius_m = 100.0;
    s->n_obstacles = 2;
    s->obstacle[1] = 1;
    refuse(JW_ERR_TOO_MANY, 1, -1, "too many contact points");
}

/// A value of the instrument and what it may not be.
typedef struct {
    size_t offset;
    bool is_int;
    double value;
    const char *what;
} Bad;

#define NUMBER(field) offsetof(JwInstrument, field), false
#define WHOLE(field)  offsetof(JwInstrument, field), true

static void put(const Bad *bad) {
    char *at = (char *)&in + bad->offset;
    const int whole = bad->is_int ? (int)bad->value : 0;
    memcpy(at, bad->is_int ? (const void *)&whole : (const void *)&bad->value,
           bad->is_int ? sizeof(int) : sizeof(double));
}

/// An instrument with a drone and a key that plucks.
static void fill_playing(void) {
    fill(&in);
    in.map.n_keys = 1;
    in.map.key[0] = (JwMapKey){.key = 24, .gap_s = 0.02, .n_strings = 2, .string = {1, 0}};
    in.drone = (JwDronePattern){.n = 2, .string = {0, 1}, .counts = {1.0, 2.0}, .first = 1};
}

static void check_playing(void) {
    static const Bad bad[] = {
        {NUMBER(a4_hz), 299.0, "A4 too low"},
        {NUMBER(a4_hz), 601.0, "A4 too high"},
        {WHOLE(sa_key), -1, "Sa below the first key"},
        {WHOLE(sa_key), 128, "Sa above the last key"},
        {NUMBER(map.pull_up), -0.1, "pulled up by less than nothing"},
        {NUMBER(map.pull_up), 24.1, "pulled up too far"},
        {NUMBER(map.pull_down), -0.1, "pulled down by less than nothing"},
        {NUMBER(map.pull_down), 24.1, "pulled down too far"},
        {NUMBER(map.slacken), -0.1, "slackened by less than nothing"},
        {NUMBER(map.slacken), 24.1, "slackened too far"},
        {NUMBER(map.ra_strength), 4.1, "an outward stroke too strong"},
        {NUMBER(map.ra_strength), (double)NAN, "an outward stroke that is not a number"},
        {WHOLE(map.pressure_from), -1, "a pressure below 0"},
        {WHOLE(map.pressure_from), 127, "a pressure that is never more"},
        {WHOLE(map.ra_velocity), -1, "a velocity below 0"},
        {WHOLE(map.ra_velocity), 128, "a velocity above 127"},
        {WHOLE(map.n_keys), -1, "fewer keys than none"},
        {WHOLE(map.n_keys), JW_MAP_KEYS + 1, "too many keys"},
        {WHOLE(map.key[0].key), -1, "a key below the first"},
        {WHOLE(map.key[0].key), 128, "a key above the last"},
        {WHOLE(map.key[0].n_strings), -1, "a key with fewer strings than none"},
        {WHOLE(map.key[0].n_strings), JW_MAP_STRINGS + 1, "a key with too many strings"},
        {NUMBER(map.key[0].gap_s), -0.1, "a key that plucks backwards"},
        {NUMBER(map.key[0].gap_s), 1.1, "a key that plucks too slowly"},
        {WHOLE(map.key[0].string[1]), -1, "a key's string below the first"},
        {WHOLE(map.key[0].string[1]), 2, "a key's string that there is not"},
        {WHOLE(drone.n), -1, "fewer strokes than none"},
        {WHOLE(drone.n), JW_DRONE_STROKES + 1, "too many strokes"},
        {WHOLE(drone.first), -2, "no string to tune"},
        {WHOLE(drone.first), 2, "a string to tune that there is not"},
        {WHOLE(drone.string[1]), -1, "a stroke's string below the first"},
        {WHOLE(drone.string[1]), 2, "a stroke's string that there is not"},
        {NUMBER(drone.counts[1]), 0.04, "strokes too close"},
        {NUMBER(drone.counts[1]), 64.1, "strokes too far apart"},
    };
    fill_playing();
    refuse(JW_SUCCESS, -1, -1, "a drone and a key that plucks");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        fill_playing();
        put(&bad[i]);
        refuse(JW_ERR_BAD_ARG, -1, -1, bad[i].what);
    }
    memset(in.name, 'x', sizeof(in.name));
    refuse(JW_ERR_BAD_ARG, -1, -1, "a name without an end");
}

/// Both sides of what a string's numbers may be, the others good.
static void check_limits(void) {
    static const Bad bad[] = {
        {WHOLE(string[1].key), -1, "a key below the first"},
        {WHOLE(string[1].quality), -1, "a quality below the least"},
        {NUMBER(string[1].tune_cents), -1200.1, "tuned too low"},
        {NUMBER(string[1].tune_cents), 1200.1, "tuned too high"},
        {NUMBER(string[1].wrap_cents[0]), -100.1, "wraps too little"},
        {NUMBER(string[1].wrap_cents[1]), 100.1, "wraps too much"},
        {NUMBER(string[1].wrap_cents[1]), (double)NAN, "wraps by no number"},
        {NUMBER(string[1].ringing_cents[1]), 100.1, "is tuned too far off for the others"},
        {NUMBER(string[1].fret_semitones[1]), 60.1, "a fret above five octaves"},
        {WHOLE(string[1].obstacle[0]), -1, "an obstacle below the first"},
        {NUMBER(string[1].thread.position_m), 0.5, "a thread in the middle"},
        {NUMBER(string[1].thread.position_m), 0.0, "a thread at the end"},
        {NUMBER(string[1].data.length_m), 0.049, "too short"},
        {NUMBER(string[1].data.length_m), 10.1, "too long"},
        {NUMBER(string[1].data.mu_kg_m), 0.9e-6, "too light"},
        {NUMBER(string[1].data.mu_kg_m), 1.1, "too heavy"},
        {NUMBER(string[1].data.tension_n), 1.1e4, "too tense"},
        {NUMBER(string[1].data.tension_n), 0.02, "too low"},
    };
    static const Bad of_valette[] = {
        {NUMBER(string[1].data.losses.diameter_m), 0.9e-5, "too thin"},
        {NUMBER(string[1].data.losses.diameter_m), 1.1e-2, "too thick"},
        {NUMBER(string[1].data.losses.air_viscosity), -1e-9, "viscosity below 0"},
        {NUMBER(string[1].data.losses.air_viscosity), 1.1e-2, "treacle"},
        {NUMBER(string[1].data.losses.air_density), -1e-9, "density below 0"},
        {NUMBER(string[1].data.losses.air_density), 1.1e3, "water"},
        {NUMBER(string[1].data.losses.viscoelastic), -1e-9, "a viscous loss below 0"},
        {NUMBER(string[1].data.losses.viscoelastic), 1.1, "a viscous loss above 1"},
        {NUMBER(string[1].data.losses.inverse_q), -1e-9, "a loss below 0"},
        {NUMBER(string[1].data.losses.inverse_q), 1.1, "a loss above 1"},
    };
    const JwLosses valette = {.law = JW_LOSS_VALETTE,
                              .diameter_m = 3e-4,
                              .air_viscosity = 1.8e-5,
                              .air_density = 1.2,
                              .viscoelastic = 1e-3,
                              .inverse_q = 1e-4};
    fill(&in);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        put(&bad[i]);
        refuse(JW_ERR_BAD_STRING, 1, -1, bad[i].what);
    }
    in.string[1].n_obstacles = -1;
    refuse(JW_ERR_TOO_MANY, 1, -1, "fewer obstacles than none");
    in.string[1].data.losses = valette;
    refuse(JW_SUCCESS, -1, -1, "Valette's law");
    for (size_t i = 0; i < sizeof(of_valette) / sizeof(of_valette[0]); ++i) {
        in.string[1].data.losses = valette;
        put(&of_valette[i]);
        refuse(JW_ERR_BAD_STRING, 1, -1, of_valette[i].what);
    }
    in.string[0].role = JW_ROLE_DRONE;
    in.string[1].role = JW_ROLE_TARAF;
    refuse(JW_SUCCESS, -1, -1, "strings of other roles");
}

/// Cents that a moved bridge adds, by a curve that gives each of the three moves `cents`.
static double wraps_more(double cents, double ratio) {
    static JwInstrument moved;
    const JwCurve curve = {.n = 1, .x = {0.0}, .y = {cents}};
    jw_instrument_init(&moved);
    moved.string[0].wrap_by_lift = moved.string[0].wrap_by_thread = curve;
    moved.string[0].wrap_by_thread_place = curve;
    return jw_instrument_wrap_more(&moved, 0, moved.param, ratio);
}

static void check_wrap_more(void) {
    check(wraps_more(0.0, 4.0) == 0.0, "curves of nothing add nothing");
    check(wraps_more(2.0, 1.0) == 6.0, "three curves add up");
    check_between(wraps_more(2.0, 4.0), 12.0, 100.0, "shorter strings feel the bridge more");
    check(wraps_more(100.0, 32.0) == 100.0, "bridge and thread add a semitone at most");
    static JwInstrument preset;
    const JwCurve steep = {.n = 2, .x = {0.0, 10.0}, .y = {0.0, 5.0}};
    jw_instrument_init(&preset);
    preset.string[0].wrap_by_lift = steep;
    preset.param[JW_P_BRIDGE_HEIGHT] = 0.01;
    check_between(jw_instrument_wrap_more(&preset, 0, preset.param, 1.0), 4.999, 5.001,
                  "a preset's bridge is moved from where the file has it");
    check(wraps_more(-100.0, 32.0) == -100.0, "bridge and thread take off a semitone at most");
}

int main(void) {
    check_wrap_more();
    check_published();
    check_inverses();
    check_impossible_tension();
    check_instrument();
    check_body();
    check_strokes();
    check_doubles();
    check_string();
    check_playing();
    check_limits();
    return check_result();
}
