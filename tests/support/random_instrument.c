// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "support/random_instrument.h"

#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double random_log(uint64_t *state, double least, double most) {
    return exp(fixture_uniform(state, log(least), log(most)));
}

bool random_chance(uint64_t *state, double probability) {
    return fixture_uniform(state, 0.0, 1.0) < probability;
}

static void draw_obstacle(uint64_t *state, JwObstacle *o) {
    o->kind = random_chance(state, 0.6) ? JW_OBSTACLE_BRIDGE : JW_OBSTACLE_PLATE;
    o->restitution = random_chance(state, 0.5) ? fixture_uniform(state, 0.0, 1.0) : -1.0;
    o->start_m = random_log(state, 3e-4, 0.05);
    o->end_m = o->start_m + random_log(state, 1e-3, 0.5);
    o->n_points = 1 + (int)fixture_uniform(state, 1.0, 20.0);
    o->radius_m = random_log(state, 0.05, 10.0);
    o->apex_m = fixture_uniform(state, o->start_m, o->end_m);
    o->height_m = fixture_uniform(state, -5e-4, 2e-4);
    o->movable = true;
}

static void draw_string(uint64_t *state, JwStringSpec *s, int n_obstacles) {
    JwStringData *d = &s->data;
    d->length_m = random_log(state, 0.2, 2.5);
    d->mu_kg_m = random_log(state, 1e-4, 2e-2);
    d->tension_n = 1.0; // sets the pitch below
    d->ei_n_m2 = random_chance(state, 0.8) ? random_log(state, 1e-6, 1e-2) : 0.0;
    const double pitch_hz = random_log(state, 30.0, 1500.0);
    d->tension_n = fmax(jw_string_data_tension_n(d, pitch_hz), 0.5);
    d->ea_n = random_chance(state, 0.7) ? d->tension_n * random_log(state, 10.0, 3000.0) : 0.0;
    if (random_chance(state, 0.8)) {
        d->losses.s0 = random_log(state, 0.01, 10.0);
        d->losses.s1 = random_log(state, 1e-4, 0.1);
        d->losses.s3 = random_log(state, 1e-7, 1e-4);
    }
    s->role = JW_ROLE_DRONE;
    s->key = 60;
    s->quality = random_chance(state, 0.5) ? 1 : 0; // Half rate, on a body and without a thread
    s->n_frets = 1;
    s->n_obstacles = n_obstacles > 0 && random_chance(state, 0.85) ? 1 : 0;
    s->obstacle[0] = n_obstacles > 0 ? (int)(fixture_random(state) % (uint64_t)n_obstacles) : 0;
    if (random_chance(state, 0.3)) {
        s->thread = (JwThread){true, random_log(state, 1e-3, 0.05), random_log(state, 1e2, 1e6),
                               random_log(state, 1e-3, 10.0)};
    }
    s->pluck_m = random_log(state, 1e-5, 1e-2);
    s->gain = 1.0;
}

static void draw_body(uint64_t *state, JwInstrument *in) {
    const double mass_kg = random_log(state, 1e-5, 3.0);
    in->n_body = 1 + (int)(fixture_random(state) % 12u);
    for (int b = 0; b < in->n_body; ++b) {
        in->body[b] = (JwBodyMode){
            .frequency_hz = random_log(state, 20.0, 15000.0),
            .q = random_chance(state, 0.2) ? 1e9 : random_log(state, 0.6, 300.0),
            .mass_kg =
                b > 0 && random_chance(state, 0.3) ? 0.0 : mass_kg * random_log(state, 0.2, 5.0),
            .gain = 1.0,
        };
    }
}

void random_instrument(uint64_t *state, JwInstrument *in) {
    jw_instrument_init(in);
    strcpy(in->name, "random");
    in->n_obstacles = (int)(fixture_random(state) % 4u);
    in->n_strings = 1 + (int)(fixture_random(state) % 9u);
    for (int i = 0; i < in->n_obstacles; ++i) {
        draw_obstacle(state, &in->obstacle[i]);
    }
    for (int s = 0; s < in->n_strings; ++s) {
        snprintf(in->string[s].name, sizeof(in->string[s].name), "%d", s);
        draw_string(state, &in->string[s], in->n_obstacles);
    }
    draw_body(state, in);
    in->param[JW_P_RESTITUTION] =
        random_chance(state, 0.3) ? 1.0 : fixture_uniform(state, 0.0, 1.0);
    in->param[JW_P_BRIDGE_CURVATURE] = random_log(state, 0.3, 3.0);
}
