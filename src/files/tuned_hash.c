// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/tuned_hash.h"

#include <math.h>
#include <string.h>

/********* Numbers *********/

static void add_whole(JwSha256 *hash, int64_t value) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; ++i) {
        bytes[i] = (uint8_t)((uint64_t)value >> 8 * i);
    }
    jw_sha256_add(hash, bytes, sizeof(bytes));
}

/// Adds a number as exponent and mantissa, the mantissa rounded to 32 bits.
static void add_number(JwSha256 *hash, double value) {
    int exponent = 0;
    const double mantissa = isfinite(value) ? frexp(value, &exponent) : 0.0;
    int64_t rounded = (int64_t)llround(ldexp(mantissa, 32));
    if (rounded == 1LL << 32 || rounded == -(1LL << 32)) {
        rounded /= 2;
        ++exponent;
    }
    add_whole(hash, rounded);
    add_whole(hash, rounded ? exponent : 0);
}

static void add_numbers(JwSha256 *hash, const double *value, int n) {
    add_whole(hash, n);
    for (int i = 0; i < n; ++i) {
        add_number(hash, value[i]);
    }
}

static void add_text(JwSha256 *hash, const char *text) {
    jw_sha256_add(hash, text, strlen(text) + 1);
}

/********* Parts of an instrument *********/

static void add_losses(JwSha256 *hash, const JwLosses *l) {
    add_whole(hash, l->law);
    if (l->law == JW_LOSS_POLYNOMIAL) {
        add_numbers(hash, (const double[]){l->s0, l->s1, l->s3}, 3);
    } else {
        add_numbers(hash,
                    (const double[]){l->diameter_m, l->air_viscosity, l->air_density,
                                     l->viscoelastic, l->inverse_q},
                    5);
    }
}

static void add_obstacle(JwSha256 *hash, const JwObstacle *o) {
    add_whole(hash, o->kind);
    add_whole(hash, o->n_points);
    add_whole(hash, o->grid);
    add_whole(hash, o->movable);
    add_whole(hash, o->on_bridge);
    add_numbers(hash,
                (const double[]){o->restitution, o->start_m, o->end_m, o->grading, o->radius_m,
                                 o->apex_m, o->height_m},
                7);
    add_whole(hash, o->n_nodes);
    for (int i = 0; i < o->n_nodes; ++i) {
        add_number(hash, (double)o->x_m[i]);
        add_number(hash, (double)o->h_m[i]);
    }
}

static void add_curve(JwSha256 *hash, const JwCurve *curve) {
    add_numbers(hash, curve->x, curve->n);
    add_numbers(hash, curve->y, curve->n);
}

/// Adds the rows that an old file has in the string's own section.
static void add_rows(JwSha256 *hash, const JwStringSpec *s) {
    add_numbers(hash, s->wrap_cents, s->n_frets);
    add_numbers(hash, s->ringing_cents, s->n_frets);
    add_curve(hash, &s->wrap_by_lift);
    add_curve(hash, &s->wrap_by_thread);
    add_curve(hash, &s->wrap_by_thread_place);
}

static void add_string(JwSha256 *hash, const JwInstrument *instrument, const JwStringSpec *s) {
    const JwStringData *d = &s->data;
    add_text(hash, s->name);
    add_whole(hash, s->role);
    add_whole(hash, s->key);
    add_whole(hash, s->keeps_tension);
    add_whole(hash, s->quality);
    add_numbers(hash,
                (const double[]){d->length_m, d->mu_kg_m, d->tension_n, d->ea_n, d->ei_n_m2,
                                 d->lateral.hz, d->lateral.split_cents, d->lateral.tilt_rad,
                                 d->lateral.loss, d->lateral.share, s->tune_cents, s->stopped_low,
                                 s->stopped_high, s->gain},
                14);
    add_losses(hash, &d->losses);
    add_numbers(hash,
                (const double[]){s->pluck_m, s->pluck_at_m, s->pluck_angle_rad, s->pluck_hardness,
                                 s->pluck_rise_s, s->pluck_release_s},
                6);
    add_whole(hash, s->thread.present);
    add_numbers(
        hash,
        (const double[]){s->thread.position_m, s->thread.stiffness_n_m, s->thread.damping_n_s_m},
        3);
    add_numbers(hash, s->fret_semitones, s->n_frets);
    add_rows(hash, s);
    add_whole(hash, s->n_obstacles);
    for (int i = 0; i < s->n_obstacles; ++i) {
        add_obstacle(hash, &instrument->obstacle[s->obstacle[i]]);
    }
}

/// True if a stroke says something that a string is tuned with.
static bool counts(const JwStrokeSpec *stroke) {
    return (stroke->given & ((1U << JW_STROKE_VARY_STRENGTH) - 1U)) != 0;
}

static void add_stroke(JwSha256 *hash, const JwStrokeSpec *stroke) {
    add_whole(hash, stroke->kind);
    add_whole(hash, stroke->direction);
    add_whole(hash, stroke->strings);
    for (int i = 0; i < JW_STROKE_VARY_STRENGTH; ++i) {
        add_whole(hash, stroke->given >> i & 1);
        add_number(hash, stroke->given >> i & 1 ? stroke->figure[i] : 0.0);
    }
}

/********* The whole instrument *********/

/// How an instrument's own value of a parameter counts.
typedef enum {
    COUNTS_NEVER,
    COUNTS_ALWAYS,
    COUNTS_IF_SET, ///< Unless it is the standard value
} Counts;

/// A parameter that is newer than tuned files counts if it is set: with it in the table, files that
/// were tuned before stay valid.
static Counts param_counts(JwParamId id) {
    switch (id) {
    case JW_P_GAIN:
    case JW_P_STROKE_NOISE:
    case JW_P_VARIATION:
    case JW_P_VOLUME:
    case JW_P_EXPRESSION:
    case JW_P_PAN:
    case JW_P_ROOM:
    case JW_P_ROOM_SIZE:
    case JW_P_ROOM_WIDTH:
    case JW_P_DRONE:
    case JW_P_DRONE_PATTERN:
    case JW_P_DRONE_TEMPO:
    case JW_P_DRONE_SYNC:
    case JW_P_DRONE_STRENGTH:
    case JW_P_DRONE_HUMAN:
    case JW_P_DRONE_SEED:
    case JW_P_BEND_RANGE:
    case JW_P_RELEASE_DAMPING:
    case JW_P_POLYPHONY:
    case JW_P_LEGATO:
    case JW_P_SENSITIVITY:
    case JW_P_DRY:
    case JW_P_WET:
    case JW_P_LISTEN:
    case JW_P_HAND:
    case JW_P_LIMITER:
        return COUNTS_NEVER;
    case JW_P_JAWARI:
    case JW_P_SA:
    case JW_P_RAGA:
    case JW_P_QUALITY:
    case JW_P_PLUCK_POSITION:
    case JW_P_PLUCK_WIDTH:
    case JW_P_PLUCK_STRENGTH:
    case JW_P_PLUCK_STROKE:
    case JW_P_PLUCK_DURATION:
    case JW_P_PLUCK_ANGLE:
    case JW_P_RESTITUTION:
    case JW_P_BRIDGE_HEIGHT:
    case JW_P_BRIDGE_CURVATURE:
    case JW_P_THREAD_POSITION:
    case JW_P_THREAD:
    case JW_P_LOSS_LOW:
    case JW_P_LOSS_HIGH:
    case JW_P_LATERAL:
    case JW_P_TENSION_MODULATION:
    case JW_P_TUNE:
    case JW_P_VIBRATO_DEPTH:
    case JW_P_VIBRATO_RATE:
    case JW_P_PICKUP_POSITION:
    case JW_P_OUTPUT_SOURCE:
    case JW_P_A4:
    case JW_P_INTONATION:
    case JW_P_DRONE_FIRST:
    case JW_P_BODY:
    case JW_P_SYMPATHETIC:
    case JW_P_FREEZE:
        return COUNTS_ALWAYS;
    default:
        return COUNTS_IF_SET;
    }
}

/// Adds the parameters' values, in the order of their table.
static void add_params(JwSha256 *hash, const double *value) {
    for (int id = 0; id < JW_N_PARAMS; ++id) {
        const JwParamInfo *info = jw_param_info((JwParamId)id);
        const Counts counts = param_counts((JwParamId)id);
        if (counts == COUNTS_ALWAYS || (counts == COUNTS_IF_SET && value[id] != info->def)) {
            add_text(hash, info->symbol);
            add_number(hash, value[id]);
        }
    }
}

void jw_tuned_hash(const JwInstrument *instrument, char text[JW_SHA256_TEXT]) {
    JwSha256 hash;
    jw_sha256_begin(&hash);
    add_whole(&hash, instrument->sa_key);
    add_numbers(&hash, (const double[]){instrument->a4_hz, instrument->khula_m, instrument->band_m},
                3);
    add_params(&hash, instrument->param);
    add_whole(&hash, jw_instrument_melody(instrument));
    add_whole(&hash, instrument->n_strings);
    for (int i = 0; i < instrument->n_strings; ++i) {
        add_string(&hash, instrument, &instrument->string[i]);
    }
    add_whole(&hash, instrument->n_body);
    for (int i = 0; i < instrument->n_body; ++i) {
        const JwBodyMode *mode = &instrument->body[i];
        add_numbers(&hash, (const double[]){mode->frequency_hz, mode->q, mode->mass_kg, mode->gain},
                    4);
    }
    // Tuned without noise and variation.
    int n_strokes = 0;
    for (int i = 0; i < instrument->n_strokes; ++i) {
        n_strokes += counts(&instrument->stroke[i]);
    }
    add_whole(&hash, n_strokes);
    for (int i = 0; i < instrument->n_strokes; ++i) {
        if (counts(&instrument->stroke[i])) {
            add_stroke(&hash, &instrument->stroke[i]);
        }
    }
    jw_sha256_end(&hash, text);
}
