// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Shapes of partials beside the sine of long numbers, and sums of their products beside a plain
// loop. No product is fused here, at any level.

#include "trial.h"

#include "base/pi.h"

enum { VARIANTS = 40 };

/********* Shapes *********/

typedef struct {
    int first, n;
    double part;
    TrialArray *out;
} Fill;

static void call_fill(void *context, const JwKernels *kernels) {
    const Fill *s = context;
    kernels->shapes->fill(s->first, s->n, s->part, s->out->data);
}

/// Shape of partial j. The first ones of a string have errors in proportion however small they are;
/// of others the place j part is rounded.
static Num shape_of(const Fill *s, int j) {
    const long double pi = 3.14159265358979323846264338327950288L;
    const long double turns = fmodl((long double)j * (long double)s->part, 2.0L);
    const long double value = sqrtl(2.0L) * sinl(pi * turns);
    const double place = (double)j * s->part;
    const bool small = s->first == 1 && j < 32 && place < 0.5;
    return (Num){value, small ? fabs((double)value) : sqrt(2.0) * (1.0 + JW_PI * place)};
}

static void try_fill(int first, int n, double part) {
    Fill s = {.first = first, .n = n, .part = part};
    trial_variant("%d partials from %d at %g", n, first, part);
    s.out = trial_doubles("out", jw_shapes_padded(n));
    trial_poison(s.out);
    trial_ignore(s.out, n, s.out->n);
    for (int i = 0; i < n; ++i) {
        trial_expect(s.out, i, shape_of(&s, first + i));
    }
    trial_call(call_fill, &s, n == 200 && part == 0.7 ? n : 0.0);
}

static void try_fills(TrialWanted wanted) {
    static const double parts[] = {0.0, 1e-9, 1e-4, 0.03125, 1.0 / 3.0, 0.5, 0.7, 0.99999, 1.0};
    if (!wanted("shapes_fill_f64")) {
        return;
    }
    trial_kernel("shapes_fill_f64", JW_PRECISION_F64);
    trial_same_bits();
    for (int i = 0; i < (int)(sizeof(parts) / sizeof(parts[0])); ++i) {
        try_fill(1, 200, parts[i]);
        try_fill(1, 1000, parts[i]);
    }
    for (int i = 0; i < VARIANTS; ++i) {
        const int first = i % 2 ? 1 + trial_roll(1 << (1 + trial_roll(19))) : 1;
        try_fill(first, 1 + trial_roll(600), trial_uniform(0.0, 1.0));
    }
    trial_kernel_end();
}

/********* Products *********/

typedef struct {
    JwGram gram;
    TrialArray *rows, *weight[JW_GRAM_WEIGHTS], *sum[JW_GRAM_WEIGHTS];
} Gram;

static void call_gram(void *context, const JwKernels *kernels) {
    const Gram *s = context;
    double *sum[JW_GRAM_WEIGHTS] = {NULL};
    for (int w = 0; w < s->gram.n_sums; ++w) {
        sum[w] = s->sum[w]->data;
    }
    kernels->shapes->gram(&s->gram, sum);
}

static void expect_sum(const Gram *s, int w, int i, int k) {
    const int at = i * s->gram.n_rows + k;
    Num sum = num(trial_get(s->sum[w], at));
    for (int j = 0; j < s->gram.n; ++j) {
        const Num product = num_mul(num(trial_get(s->rows, i * s->gram.apart + j)),
                                    num(trial_get(s->rows, k * s->gram.apart + j)));
        sum = num_fma(product, num(trial_get(s->weight[w], j)), sum);
    }
    trial_expect(s->sum[w], at, sum);
}

static void try_gram(int n_rows, int n, int more, int n_sums) {
    Gram s = {.gram = {.n_rows = n_rows, .n = n, .apart = n + more, .n_sums = n_sums}};
    trial_variant("%d rows of %d partials, %d sums", n_rows, n, n_sums);
    s.rows = trial_doubles("rows", n_rows * s.gram.apart);
    trial_fill(s.rows, s.rows->n, -1.5, 1.5);
    s.gram.rows = s.rows->data;
    for (int w = 0; w < n_sums; ++w) {
        s.weight[w] = trial_doubles("weight", n);
        s.sum[w] = trial_doubles("sum", n_rows * n_rows);
        trial_fill(s.weight[w], n, 0.0, 2.0);
        trial_fill(s.sum[w], s.sum[w]->n, -1.0, 1.0);
        s.gram.weight[w] = s.weight[w]->data;
    }
    for (int w = 0; w < n_sums; ++w) {
        for (int i = 0; i < n_rows; ++i) {
            for (int k = 0; k <= i; ++k) {
                expect_sum(&s, w, i, k);
            }
        }
    }
    trial_call(call_gram, &s, n_rows == 5 && n == 256 ? 256.0 : 0.0);
}

static void try_grams(TrialWanted wanted) {
    if (!wanted("shapes_gram_f64")) {
        return;
    }
    trial_kernel("shapes_gram_f64", JW_PRECISION_F64);
    trial_same_bits();
    for (int n_sums = 1; n_sums <= JW_GRAM_WEIGHTS; n_sums += JW_GRAM_WEIGHTS - 1) {
        try_gram(5, 256, 0, n_sums);
        for (int n_rows = 1; n_rows <= 24; ++n_rows) {
            const int n = JW_SHAPE_LANES * (1 + trial_roll(12));
            try_gram(n_rows, n, JW_SHAPE_LANES * trial_roll(3), n_sums);
        }
    }
    trial_kernel_end();
}

void trial_shapes(TrialWanted wanted) {
    try_fills(wanted);
    try_grams(wanted);
}
