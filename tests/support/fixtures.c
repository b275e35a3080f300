// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "support/fixtures.h"
#include "base/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

JwStringData fixture_bench_data(void) {
    return (JwStringData){
        .length_m = 1.002,
        .mu_kg_m = 1.17e-3,
        .tension_n = 180.5,
        .ei_n_m2 = 3.27e-4,
        .losses = {.law = JW_LOSS_VALETTE,
                   .diameter_m = 0.43e-3,
                   .air_viscosity = 1.8e-5,
                   .air_density = 1.2,
                   .viscoelastic = 4.5e-3,
                   .inverse_q = 2.03e-4},
    };
}

JwStringData fixture_tanpura_data(void) {
    return (JwStringData){
        .length_m = 1.0,
        .mu_kg_m = 4.83e-4,
        .tension_n = 33.1,
        .ei_n_m2 = 6.03e-5,
        .losses = {.law = JW_LOSS_POLYNOMIAL, .s0 = 0.6, .s1 = 6.5e-3, .s3 = 5.0e-6},
    };
}

JwStringData fixture_jor_data(void) {
    const double length = 0.88, mu = 1.11e-3, stiffness = 2.7e-5;
    const double c = 2.0 * length * 138.6;
    const double tension = mu * c * c;
    return (JwStringData){
        .length_m = length,
        .mu_kg_m = mu,
        .tension_n = tension,
        .ea_n = 210.0 * tension,
        .ei_n_m2 = stiffness * tension * length * length / (JW_PI * JW_PI),
        .losses = {.law = JW_LOSS_POLYNOMIAL, .s0 = 0.3, .s1 = 8e-3, .s3 = 4e-6},
    };
}

JwStringData fixture_lossless(JwStringData data) {
    data.losses = (JwLosses){.law = JW_LOSS_POLYNOMIAL};
    return data;
}

static JwObstacle jawari(int n_points, double radius_m, double restitution) {
    return (JwObstacle){
        .kind = JW_OBSTACLE_BRIDGE,
        .restitution = restitution,
        .start_m = 0.001,
        .end_m = 0.025,
        .n_points = n_points,
        .radius_m = radius_m,
        .apex_m = 0.0015,
        .movable = true,
    };
}

JwContactPoints fixture_jawari(int n_points, double radius_m, double restitution) {
    const JwObstacle bridge = jawari(n_points, radius_m, restitution);
    JwContactPoints points = {.n = 0};
    if (jw_obstacle_sample(&bridge, 1.0, &points) != JW_SUCCESS) {
        abort();
    }
    return points;
}

JwModesSpec fixture_spec(const JwStringData *data, double step_rate_hz) {
    return (JwModesSpec){
        .data = *data,
        .loss_low = 1.0,
        .loss_high = 1.0,
        .step_rate_hz = step_rate_hz,
        .band_hz = 20000.0,
        .precision = JW_PRECISION_F64,
        .pickup_m = 0.1 * data->length_m,
        .chi = -1.0,
    };
}

bool fixture_string_init(FixtureString *string, const JwModesSpec *spec, const JwBridge *bridge) {
    const JwBridge flat = {.curvature = 1.0};
    if (!bridge) {
        bridge = &flat;
    }
    memset(string, 0, sizeof(*string));
    string->modes = jw_modes_new(spec);
    if (!string->modes) {
        return false;
    }
    double heights[JW_CONTACT_POINTS];
    JwModes *m = string->modes;
    for (int i = 0; i < m->n_points; ++i) {
        heights[i] = m->base_m[i] +
                     m->movable[i] * (bridge->height_m - (bridge->curvature - 1.0) * m->sag_m[i]);
    }
    const JwStringRoom room = {m->n_padded, m->n_points, m->n_points};
    if (jw_modes_rest(m, heights) || jw_string_init(&string->state, spec->precision, &room)) {
        fixture_string_free(string);
        return false;
    }
    jw_string_rest(&string->state, m, bridge, m->rest_q, m->rest_r);
    jw_string_forget(&string->state);
    return true;
}

void fixture_string_free(FixtureString *string) {
    if (string->modes) {
        jw_string_release(&string->state);
        jw_modes_free(string->modes);
    }
    memset(string, 0, sizeof(*string));
}

static void add_frets(JwStringSpec *string, int n) {
    string->n_frets = n;
    for (int f = 0; f < n; ++f) {
        string->fret_semitones[f] = f;
    }
}

void fixture_exact(JwInstrument *instrument) {
    instrument->param[JW_P_VARIATION] = instrument->param[JW_P_STROKE_NOISE] = 0.0;
}

void fixture_sitar(JwInstrument *instrument) {
    jw_instrument_init(instrument);
    fixture_exact(instrument);
    strcpy(instrument->name, "Test sitar");
    instrument->n_strings = 3;
    instrument->n_obstacles = 2;
    instrument->obstacle[0] = jawari(12, 1.0, -1.0);
    instrument->obstacle[1] = jawari(6, 0.5, -1.0);
    JwStringSpec *baj = &instrument->string[0], *jor = baj + 1, *chikari = baj + 2;
    *jor = (JwStringSpec){.name = "Jor", .role = JW_ROLE_MELODY, .key = 49, .n_obstacles = 1};
    jor->data = fixture_jor_data();
    jor->pluck_m = 2.5e-3;
    jor->pan = -0.2;
    jor->gain = 0.1;
    add_frets(jor, 3);
    *baj = *jor;
    strcpy(baj->name, "Baj");
    baj->key = 54;
    baj->data.mu_kg_m = 5.55e-4;
    baj->data.ea_n = 1.4e4;
    baj->data.ei_n_m2 = 7.95e-5;
    baj->data.tension_n = jw_string_data_tension_n(&baj->data, 185.0);
    baj->pan = 0.1;
    add_frets(baj, 20);
    *chikari = *jor;
    strcpy(chikari->name, "Chikari");
    chikari->role = JW_ROLE_DRONE;
    chikari->key = 61;
    chikari->obstacle[0] = 1;
    chikari->data.length_m = 0.58;
    chikari->data.mu_kg_m = 3.26e-4;
    chikari->data.ea_n = 8.3e3;
    chikari->data.ei_n_m2 = 2.7e-5;
    chikari->data.tension_n = jw_string_data_tension_n(&chikari->data, 277.2);
    chikari->thread = (JwThread){true, 0.0008, 1e5, 1.0};
    chikari->pan = 0.5;
    chikari->n_frets = 1;
}

void fixture_body(JwInstrument *instrument) {
    static const JwBodyMode modes[] = {
        {144.0, 25.0, 0.35, 4.0, 0.0},  {290.0, 20.0, 0.25, -3.0, 0.3},
        {560.0, 25.0, 0.20, 3.0, -0.3}, {940.0, 20.0, 0.30, 2.0, 0.1},
        {1550.0, 18.0, 0.0, 1.0, 0.5},  {2470.0, 15.0, 0.0, -1.0, -0.5},
    };
    instrument->n_body = (int)(sizeof(modes) / sizeof(modes[0]));
    memcpy(instrument->body, modes, sizeof(modes));
}

void fixture_plates(JwInstrument *instrument) {
    for (int i = 0; i < instrument->n_obstacles; ++i) {
        instrument->obstacle[i] = (JwObstacle){
            .kind = JW_OBSTACLE_PLATE,
            .restitution = -1.0,
            .start_m = 0.01,
            .end_m = 0.5,
            .n_points = 256,
            .height_m = -3e-4,
            .movable = true,
            .grid = true,
        };
    }
}

void fixture_tanpura(JwInstrument *instrument) {
    jw_instrument_init(instrument);
    fixture_exact(instrument);
    strcpy(instrument->name, "Test tanpura");
    instrument->n_strings = instrument->n_obstacles = 1;
    instrument->obstacle[0] = (JwObstacle){
        .kind = JW_OBSTACLE_PLATE,
        .start_m = 0.010,
        .end_m = 0.010,
        .n_points = 1,
        .movable = true,
    };
    instrument->string[0] = (JwStringSpec){
        .name = "Kharaj",
        .role = JW_ROLE_DRONE,
        .data = fixture_tanpura_data(),
        .key = 48,
        .n_frets = 1,
        .n_obstacles = 1,
        .thread = {true, 0.005, 1.2e5, 1.2},
        .pluck_m = 2e-3,
        .gain = 0.1,
    };
}

uint64_t fixture_random(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double fixture_uniform(uint64_t *state, double least, double most) {
    return least + (most - least) * ((double)(fixture_random(state) >> 11) * 0x1p-53);
}

static void swap(double *a, double *b) {
    const double t = *a;
    *a = *b;
    *b = t;
}

void fixture_fft(double *re, double *im, int n) {
    for (int i = 1, j = 0; i < n; ++i) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1) {
            j ^= bit;
        }
        j ^= bit;
        if (i < j) {
            swap(&re[i], &re[j]);
            swap(&im[i], &im[j]);
        }
    }
    for (int half = 1; half < n; half *= 2) {
        for (int k = 0; k < half; ++k) {
            const double c = cos(JW_PI * k / half), s = -sin(JW_PI * k / half);
            for (int a = k; a < n; a += 2 * half) {
                const int b = a + half;
                const double x = c * re[b] - s * im[b], y = c * im[b] + s * re[b];
                re[b] = re[a] - x;
                im[b] = im[a] - y;
                re[a] += x;
                im[a] += y;
            }
        }
    }
}

static double hann(int i, int n) {
    return 0.5 - 0.5 * cos(2.0 * JW_PI * i / n);
}

bool fixture_power(const double *samples, int n, double *power) {
    double *re = malloc(2 * sizeof(double) * (size_t)n);
    if (!re) {
        return false;
    }
    double *im = re + n;
    for (int i = 0; i < n; ++i) {
        re[i] = samples[i] * hann(i, n) * 4.0 / n;
        im[i] = 0.0;
    }
    fixture_fft(re, im, n);
    for (int i = 0; i <= n / 2; ++i) {
        power[i] = re[i] * re[i] + im[i] * im[i];
    }
    free(re);
    return true;
}

double fixture_amplitude(const double *samples, int n, double rate_hz, double frequency_hz) {
    double re = 0.0, im = 0.0;
    for (int i = 0; i < n; ++i) {
        const double angle = 2.0 * JW_PI * frequency_hz * i / rate_hz;
        re += samples[i] * hann(i, n) * cos(angle);
        im += samples[i] * hann(i, n) * sin(angle);
    }
    return hypot(re, im) * 4.0 / n;
}
