// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Check of an instrument: every value is in its range, and its preparation is affordable.

#include "base/pi.h"
#include "playing/instrument.h"
#include "playing/preparation.h"

#include <stdlib.h>
#include <string.h>

// NaN fails every comparison, so that each of these checks rejects it.
static bool in_range(double value, double min, double max) {
    return value >= min && value <= max;
}

static bool name_ok(const char *name, size_t size) {
    return name[0] && memchr(name, '\0', size);
}

// Losses within the bounds below are finite: even s3 beta^3, for every mode up to 80 kHz.
static bool losses_ok(const JwLosses *l) {
    switch (l->law) {
    case JW_LOSS_POLYNOMIAL:
        return in_range(l->s0, 0.0, 1e4) && in_range(l->s1, 0.0, 1e2) && in_range(l->s3, 0.0, 1.0);
    case JW_LOSS_VALETTE:
        return in_range(l->diameter_m, 1e-5, 1e-2) && in_range(l->air_viscosity, 0.0, 1e-2) &&
               in_range(l->air_density, 0.0, 1e3) && in_range(l->viscoelastic, 0.0, 1.0) &&
               in_range(l->inverse_q, 0.0, 1.0);
    }
    return false;
}

static bool data_ok(const JwStringData *d) {
    return in_range(d->length_m, 0.05, 10.0) && in_range(d->mu_kg_m, 1e-6, 1.0) &&
           in_range(d->tension_n, 1e-2, 1e4) && in_range(d->ea_n, 0.0, 1e8) &&
           in_range(d->ei_n_m2, 0.0, 10.0) && losses_ok(&d->losses) &&
           in_range(jw_string_data_pitch_hz(d), 5.0, 8000.0);
}

static bool curve_ok(const JwCurve *c) {
    bool ok = c->n >= 0 && c->n <= JW_CURVE_NODES;
    for (int i = 0; i < c->n && ok; ++i) {
        ok = in_range(c->x[i], -1e4, 1e4) && in_range(c->y[i], -100.0, 100.0) &&
             (i == 0 || c->x[i] > c->x[i - 1]);
    }
    return ok;
}

static bool frets_ok(const JwStringSpec *s) {
    if (s->n_frets < 1 || s->n_frets > JW_MAX_FRETS || s->fret_semitones[0] != 0.0) {
        return false;
    }
    for (int i = 1; i < s->n_frets; ++i) {
        if (!(s->fret_semitones[i] > s->fret_semitones[i - 1])) {
            return false;
        }
    }
    for (int i = 0; i < s->n_frets; ++i) {
        if (!in_range(s->wrap_cents[i], -100.0, 100.0) ||
            !in_range(s->ringing_cents[i], -100.0, 100.0)) {
            return false;
        }
    }
    return s->fret_semitones[s->n_frets - 1] <= 60.0 && curve_ok(&s->wrap_by_lift) &&
           curve_ok(&s->wrap_by_thread) && curve_ok(&s->wrap_by_thread_place);
}

static bool thread_ok(const JwThread *t, double length_m) {
    return !t->present ||
           (t->position_m > 0.0 && t->position_m < 0.5 * length_m &&
            in_range(t->stiffness_n_m, 0.0, 1e9) && in_range(t->damping_n_s_m, 0.0, 1e4));
}

static bool role_ok(JwStringRole role) {
    switch (role) {
    case JW_ROLE_MELODY:
    case JW_ROLE_DRONE:
    case JW_ROLE_TARAF:
        return true;
    }
    return false;
}

static bool lateral_ok(const JwLateral *l) {
    return l->hz == 0.0 || (in_range(l->hz, 0.0, 2e4) && in_range(l->split_cents, -100.0, 100.0) &&
                            in_range(l->tilt_rad, -0.5 * JW_PI, 0.5 * JW_PI) &&
                            in_range(l->loss, 0.1, 10.0) && in_range(l->share, 0.0, 1.0));
}

static bool stopped_ok(double factor) {
    return factor == 0.0 || in_range(factor, 0.1, 100.0);
}

static bool stroke_ok(const JwStringSpec *s) {
    return in_range(s->pluck_m, 0.0, 0.05) &&
           in_range(s->pluck_at_m, 0.0, 0.5 * s->data.length_m) &&
           in_range(s->pluck_angle_rad, -2.0 * JW_PI, 2.0 * JW_PI) &&
           in_range(s->pluck_hardness, 0.0, 2.0) && in_range(s->pluck_rise_s, 0.0, 0.2) &&
           in_range(s->pluck_release_s, 0.0, 0.05);
}

static bool playing_ok(const JwStringSpec *s) {
    return role_ok(s->role) && s->key >= 0 && s->key <= 127 && stroke_ok(s) &&
           stopped_ok(s->stopped_low) && stopped_ok(s->stopped_high) &&
           lateral_ok(&s->data.lateral) && in_range(s->tune_cents, -1200.0, 1200.0) &&
           in_range(s->pan, -1.0, 1.0) && in_range(s->gain, 0.0, 1e9) && s->quality >= 0 &&
           s->quality <= 4;
}

static JwStatus string_check(const JwStringSpec *s, const JwInstrument *instrument,
                             JwContactPoints *points) {
    if (!name_ok(s->name, sizeof(s->name)) || !data_ok(&s->data) || !frets_ok(s) ||
        !thread_ok(&s->thread, s->data.length_m) || !playing_ok(s)) {
        return JW_ERR_BAD_STRING;
    }
    if (s->n_obstacles < 0 || s->n_obstacles > JW_STRING_OBSTACLES) {
        return JW_ERR_TOO_MANY;
    }
    points->n = 0;
    for (int i = 0; i < s->n_obstacles; ++i) {
        if (s->obstacle[i] < 0 || s->obstacle[i] >= instrument->n_obstacles) {
            return JW_ERR_BAD_STRING;
        }
        const JwObstacle *o = &instrument->obstacle[s->obstacle[i]];
        const JwStatus status = jw_obstacle_sample(o, s->data.length_m, points);
        if (status != JW_SUCCESS) {
            return status;
        }
    }
    return JW_SUCCESS;
}

static JwStatus obstacles_check(const JwInstrument *instrument, int *index) {
    for (int i = 0; i < instrument->n_obstacles; ++i) {
        const JwStatus status = jw_obstacle_check(&instrument->obstacle[i]);
        if (status != JW_SUCCESS) {
            *index = i;
            return status;
        }
    }
    return JW_SUCCESS;
}

static JwStatus strings_check(const JwInstrument *instrument, int *index) {
    // Contact points are too large for the stack of a host's thread.
    JwContactPoints *points = malloc(sizeof(*points));
    JwStatus status = points ? JW_SUCCESS : JW_ERR_NO_MEMORY;
    for (int i = 0; i < instrument->n_strings && !status; ++i) {
        status = string_check(&instrument->string[i], instrument, points);
        *index = status ? i : *index;
    }
    free(points);
    return status;
}

static bool body_mode_ok(const JwBodyMode *m) {
    return in_range(m->frequency_hz, 1.0, 4e4) && in_range(m->q, 0.51, 1e4) &&
           (m->mass_kg == 0.0 || in_range(m->mass_kg, 1e-6, 1e3)) && in_range(m->gain, -1e4, 1e4) &&
           in_range(m->pan, -1.0, 1.0);
}

static JwStatus body_check(const JwInstrument *instrument) {
    if (instrument->n_body < 0 || instrument->n_body > JW_BODY_MODES) {
        return JW_ERR_TOO_MANY;
    }
    for (int i = 0; i < instrument->n_body; ++i) {
        if (!body_mode_ok(&instrument->body[i])) {
            return JW_ERR_BAD_BODY;
        }
    }
    return JW_SUCCESS;
}

static bool string_index_ok(const JwInstrument *instrument, int string) {
    return string >= 0 && string < instrument->n_strings;
}

static bool map_key_ok(const JwInstrument *instrument, const JwMapKey *k) {
    if (k->key < 0 || k->key >= 128 || k->n_strings < 0 || k->n_strings > JW_MAP_STRINGS ||
        !in_range(k->gap_s, 0.0, 1.0)) {
        return false;
    }
    for (int i = 0; i < k->n_strings; ++i) {
        if (!string_index_ok(instrument, k->string[i])) {
            return false;
        }
    }
    return true;
}

static bool map_ok(const JwInstrument *instrument) {
    const JwMidiMap *m = &instrument->map;
    if (!in_range(m->pull_up, 0.0, 24.0) || !in_range(m->pull_down, 0.0, 24.0) ||
        !in_range(m->slacken, 0.0, 24.0) || !in_range(m->ra_strength, 0.0, 4.0) ||
        m->pressure_from < 0 || m->pressure_from > 126 || m->ra_velocity < 0 ||
        m->ra_velocity > 127 || m->n_keys < 0 || m->n_keys > JW_MAP_KEYS) {
        return false;
    }
    for (int i = 0; i < m->n_keys; ++i) {
        if (!map_key_ok(instrument, &m->key[i])) {
            return false;
        }
    }
    return true;
}

static bool drone_ok(const JwInstrument *instrument) {
    const JwDronePattern *d = &instrument->drone;
    if (d->n < 0 || d->n > JW_DRONE_STROKES || d->first < -1 || d->first >= instrument->n_strings) {
        return false;
    }
    for (int i = 0; i < d->n; ++i) {
        if (!string_index_ok(instrument, d->string[i]) || !in_range(d->counts[i], 0.05, 64.0)) {
            return false;
        }
    }
    return true;
}

static bool strokes_ok(const JwInstrument *instrument) {
    if (instrument->n_strokes < 0 || instrument->n_strokes > JW_MAX_STROKES ||
        !in_range(instrument->stroke_width_mm, 0.0, (double)jw_param_info(JW_P_PLUCK_WIDTH)->max)) {
        return false;
    }
    for (int i = 0; i < instrument->n_strokes; ++i) {
        if (!jw_stroke_spec_ok(&instrument->stroke[i])) {
            return false;
        }
    }
    return true;
}

static bool wrap_origin_ok(const JwWrapOrigin *from) {
    return in_range(from->bridge_m, -0.01, 0.01) && jw_param_valid(JW_P_THREAD, from->thread) &&
           jw_param_valid(JW_P_THREAD_POSITION, from->thread_mm);
}

static JwStatus head_check(const JwInstrument *instrument) {
    if (instrument->n_strings > JW_MAX_STRINGS || instrument->n_obstacles > JW_MAX_OBSTACLES) {
        return JW_ERR_TOO_MANY;
    }
    if (instrument->n_strings < 1 || instrument->n_obstacles < 0) {
        return JW_ERR_BAD_STRING;
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (!jw_param_valid((JwParamId)i, instrument->param[i])) {
            return JW_ERR_BAD_ARG;
        }
    }
    return in_range(instrument->a4_hz, 300.0, 600.0) &&
                   in_range(instrument->khula_m, -0.001, 0.001) &&
                   in_range(instrument->band_m, -0.001, 0.001) && instrument->sa_key >= 0 &&
                   instrument->sa_key < 128 && map_ok(instrument) && drone_ok(instrument) &&
                   strokes_ok(instrument) && wrap_origin_ok(&instrument->wrap_from) &&
                   name_ok(instrument->name, sizeof(instrument->name)) &&
                   memchr(instrument->description, '\0', sizeof(instrument->description))
               ? JW_SUCCESS
               : JW_ERR_BAD_ARG;
}

JwStatus jw_instrument_check(const JwInstrument *instrument, int *string, int *obstacle) {
    int bad_string = -1;
    int bad_obstacle = -1;
    JwStatus status = instrument ? head_check(instrument) : JW_ERR_BAD_ARG;
    if (status == JW_SUCCESS) {
        status = obstacles_check(instrument, &bad_obstacle);
    }
    if (status == JW_SUCCESS) {
        status = strings_check(instrument, &bad_string);
    }
    if (status == JW_SUCCESS) {
        status = body_check(instrument);
    }
    if (status == JW_SUCCESS) {
        JwPreparation most;
        status = jw_preparation_check(instrument, NULL, &most);
        bad_string = status == JW_ERR_TOO_MUCH_WORK ? most.string : bad_string;
    }
    if (string) {
        *string = bad_string;
    }
    if (obstacle) {
        *obstacle = bad_obstacle;
    }
    return status;
}
