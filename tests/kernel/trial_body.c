// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A body's step and the decimator's stage, each beside its definition.

#include "trial.h"

#include <stddef.h>
#include <string.h>

enum { VARIANTS = 60 };

/********* Body *********/

enum { AHEAD, FORCE }; ///< What is tried

typedef struct {
    int n;
    double force;
    TrialArray *memory, *result; ///< A JwBody, which is doubles but for some numbers
} Body;

static void call_predict(void *context, const JwKernels *kernels) {
    const Body *s = context;
    *(double *)s->result->data = kernels->body->predict(s->memory->data);
}

static void call_step(void *context, const JwKernels *kernels) {
    const Body *s = context;
    *(double *)s->result->data = kernels->body->step(s->memory->data, s->force);
}

static JwBody *body_of(const Body *s) {
    return s->memory->data;
}

/// Element of the memory that a field of the body begins at.
#define PLACE(field) ((int)(offsetof(JwBody, field) / sizeof(double)))

static void fill(double *array, int n, double least, double most) {
    for (int b = 0; b < n; ++b) {
        array[b] = trial_uniform(least, most);
    }
}

static void make_body(Body *s) {
    s->memory = trial_doubles("body", (int)(sizeof(JwBody) / sizeof(double)));
    s->result = trial_doubles("second difference", 1);
    JwBody *b = body_of(s);
    b->n = s->n;
    b->n_coupled = trial_roll(s->n + 1);
    fill(b->turn, s->n, -2.0, 2.0);
    fill(b->back, s->n, 0.5, 1.0);
    fill(b->give, s->n, 0.1, 1.0);
    fill(b->left, s->n, -1.0, 1.0);
    fill(b->right, s->n, -1.0, 1.0);
    fill(b->a1, s->n, -1.0, 1.0);
    fill(b->a0, s->n, -1.0, 1.0);
    fill(b->ahead, s->n, -1.0, 1.0);
    for (int i = 0; i < b->n_coupled; ++i) {
        b->moves[i] = 1.0;
    }
    b->w1 = trial_uniform(-1.0, 1.0);
    b->w0 = trial_uniform(-1.0, 1.0);
}

/// Where modes and bridge will be without force.
static void expect_ahead(const Body *s, const Num *a1, const Num *a0, Num w1, Num w0) {
    const JwBody *b = body_of(s);
    Num bridge = num(0.0);
    for (int i = 0; i < s->n; ++i) {
        const Num ahead = num_sub(num_mul(num(b->turn[i]), a1[i]), num_mul(num(b->back[i]), a0[i]));
        trial_expect(s->memory, PLACE(ahead) + i, ahead);
        bridge = num_fma(num(b->moves[i]), ahead, bridge);
    }
    const Num twice = num_mul(num(2.0), w1);
    trial_expect(s->result, 0, num_add(num_sub(bridge, twice), w0));
}

static void expect_step(const Body *s) {
    const JwBody *b = body_of(s);
    Num a1[JW_BODY_MODES], a0[JW_BODY_MODES];
    Num bridge = num(0.0), left = bridge, right = bridge;
    for (int i = 0; i < s->n; ++i) {
        a0[i] = num(b->a1[i]);
        a1[i] = num_sub(num(b->ahead[i]), num_mul(num(s->force), num(b->give[i])));
        const Num speed = num_sub(a1[i], a0[i]);
        bridge = num_fma(num(b->moves[i]), a1[i], bridge);
        left = num_fma(num(b->left[i]), speed, left);
        right = num_fma(num(b->right[i]), speed, right);
        trial_expect(s->memory, PLACE(a1) + i, a1[i]);
        trial_expect(s->memory, PLACE(a0) + i, a0[i]);
    }
    trial_expect(s->memory, PLACE(w1), bridge);
    trial_expect(s->memory, PLACE(w0), num(b->w1));
    trial_expect(s->memory, PLACE(heard_left), left);
    trial_expect(s->memory, PLACE(heard_right), right);
    expect_ahead(s, a1, a0, bridge, num(b->w1));
}

static void try_body(int what, int n) {
    Body s = {.n = n, .force = trial_uniform(-1.0, 1.0)};
    Num a1[JW_BODY_MODES] = {0}, a0[JW_BODY_MODES] = {0};
    trial_variant("%d modes", n);
    make_body(&s);
    const JwBody *b = body_of(&s);
    for (int i = 0; i < n; ++i) {
        a1[i] = num(b->a1[i]);
        a0[i] = num(b->a0[i]);
    }
    if (what == FORCE) {
        expect_step(&s);
    } else {
        expect_ahead(&s, a1, a0, num(b->w1), num(b->w0));
    }
    trial_call(what == FORCE ? call_step : call_predict, &s, n == 24 ? n : 0.0);
}

static void try_bodies(TrialWanted wanted, const char *name, int what) {
    if (!wanted(name)) {
        return;
    }
    trial_kernel(name, JW_PRECISION_F64);
    for (int n = 0; n <= JW_BODY_MODES; ++n) {
        try_body(what, n);
    }
    trial_kernel_end();
}

/********* Decimator *********/

typedef struct {
    int n_taps, n_out;
    const float *even_at, *odd_at;
    TrialArray *taps, *even, *odd, *out;
} Stage;

static void call_halve(void *context, const JwKernels *kernels) {
    const Stage *s = context;
    kernels->halve(s->taps->data, s->n_taps, s->even_at, s->odd_at, s->out->data, s->n_out);
}

static void try_stage(int n_taps, int n_out, bool timed) {
    Stage s = {.n_taps = n_taps, .n_out = n_out};
    const int room = n_out > JW_DECIMATOR_CHUNK / 2 ? JW_DECIMATOR_CHUNK : JW_DECIMATOR_CHUNK / 2;
    const int asked = n_out < room ? n_out : room, apart = trial_roll(4);
    trial_variant("%d taps, %d outputs", n_taps, n_out);
    s.taps = trial_array("taps", JW_PRECISION_F32, n_taps);
    s.even = trial_array("even", JW_PRECISION_F32, room + apart);
    s.odd = trial_array("odd", JW_PRECISION_F32, 2 * n_taps + room);
    s.out = trial_array("out", JW_PRECISION_F32, room + 8);
    trial_fill(s.taps, n_taps, -1.0, 1.0);
    trial_fill(s.even, s.even->n, -1.0, 1.0);
    trial_fill(s.odd, s.odd->n, -1.0, 1.0);
    trial_poison(s.out);
    s.even_at = (const float *)s.even->data + apart;
    s.odd_at = (const float *)s.odd->data + n_taps;
    trial_ignore(s.out, asked, room);
    for (int k = 0; k < asked; ++k) {
        Num sum = num_mul(num(0.5), num((double)s.even_at[k]));
        for (int i = 0; i < n_taps; ++i) {
            const Num both =
                num_add(num((double)s.odd_at[k + i]), num((double)s.odd_at[k - 1 - i]));
            sum = num_fma(num(trial_get(s.taps, i)), both, sum);
        }
        trial_expect(s.out, k, sum);
    }
    trial_call(call_halve, &s, timed ? n_out : 0.0);
}

static void try_stages(TrialWanted wanted) {
    if (!wanted("halve_f32")) {
        return;
    }
    trial_kernel("halve_f32", JW_PRECISION_F32);
    // No product is fused here, at any level.
    trial_same_bits();
    try_stage(JW_DECIMATOR_NEAR_TAPS, JW_DECIMATOR_CHUNK, true);
    try_stage(JW_DECIMATOR_FAR_TAPS, JW_DECIMATOR_CHUNK, true);
    for (int i = 0; i < VARIANTS; ++i) {
        const int n_taps = i % 3 == 0   ? JW_DECIMATOR_NEAR_TAPS
                           : i % 3 == 1 ? JW_DECIMATOR_FAR_TAPS
                                        : 1 + trial_roll(40);
        try_stage(n_taps, 1 + trial_roll(2 * JW_DECIMATOR_CHUNK), false);
    }
    trial_kernel_end();
}

void trial_body(TrialWanted wanted) {
    try_bodies(wanted, "body_predict_f64", AHEAD);
    try_bodies(wanted, "body_step_f64", FORCE);
    try_stages(wanted);
}
