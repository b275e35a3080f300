// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Loops over modes that are no step, each beside its line in kernel/mode_kernel.h.

#include "trial.h"

#include <string.h>

enum { VARIANTS = 24 };

/// What a loop is called with; each takes what it needs.
typedef struct {
    JwPrecision precision;
    int n, n_padded, stretching, n_rows, apart, row;
    double scale, other;
    JwModeArrays to, from;
    TrialArray *damp, *stiff, *root, *q, *v, *x, *by, *rows, *out, *result;
} Loop;

static const JwModeKernel *kernel_of(const Loop *s, const JwKernels *kernels) {
    return trial_mode_kernel(kernels, s->precision);
}

static Num at(const TrialArray *a, int j) {
    return num(trial_get(a, j));
}

static TrialArray *modes(const Loop *s, const char *name, double least, double most) {
    TrialArray *a = trial_array(name, s->precision, s->n_padded);
    trial_fill(a, s->n, least, most);
    return a;
}

static TrialArray *blank(const Loop *s, const char *name) {
    TrialArray *a = trial_array(name, s->precision, s->n_padded);
    trial_poison(a);
    return a;
}

/// Rows side by side; those past the first n_rows are no numbers.
static TrialArray *rows_of(const Loop *s) {
    TrialArray *a = trial_array("rows", s->precision, s->n_padded * s->apart);
    for (int j = 0; j < s->n_padded; ++j) {
        for (int i = 0; i < s->apart; ++i) {
            const double own = j < s->n ? trial_uniform(-1.0, 1.0) : 0.0;
            trial_put(a, (int)jw_row_at(s->apart, i, j), i < s->n_rows ? own : (double)NAN);
        }
    }
    return a;
}

/// Modes, and how many of them stretch the string.
static Loop begin(JwPrecision precision, int variant) {
    static const int edges[] = {1, 15, 16, 17, 255, 256, 257};
    Loop s = {.precision = precision};
    s.n = variant == 0   ? 200
          : variant <= 7 ? edges[variant - 1]
                         : 1 + trial_roll(variant % 2 ? 100 : 600);
    s.n_padded = (s.n + JW_LANES - 1) / JW_LANES * JW_LANES;
    s.stretching = JW_LANES * (1 + trial_roll(s.n_padded / JW_LANES));
    return s;
}

static void make_arrays(Loop *s) {
    s->damp = modes(s, "damp", 0.0, 0.5);
    s->stiff = modes(s, "stiff", 0.0, 3.0);
    s->root = modes(s, "root", 0.8, 1.0);
    s->q = modes(s, "q", -1.0, 1.0);
    s->v = modes(s, "v", -1.0, 1.0);
    s->to = (JwModeArrays){
        .n = s->n,
        .n_padded = s->n_padded,
        .n_stretching = s->stretching,
        .damp = s->damp->data,
        .stiff = s->stiff->data,
        .root = s->root->data,
        .q = s->q->data,
        .v = s->v->data,
    };
}

/// Only the first is timed: 200 modes.
static double units(const Loop *s, int variant) {
    return variant == 0 ? s->n : 0.0;
}

/********* Sums *********/

static void call_sum_up(void *context, const JwKernels *kernels) {
    const Loop *s = context;
    kernel_of(s, kernels)->sum_up(s->x->data, s->n, s->out->data);
}

static void try_sum_up(JwPrecision precision, int variant) {
    Loop s = {.precision = precision, .n = 8 * (1 + (variant ? trial_roll(12) : 2))};
    trial_variant("%d sums", s.n);
    s.x = trial_array("parts", precision, s.n * JW_SUM_LANES);
    s.out = trial_doubles("sums", s.n);
    trial_fill(s.x, s.x->n, -1.0, 1.0);
    trial_poison(s.out);
    for (int i = 0; i < s.n; ++i) {
        Num sum = num(0.0);
        for (int part = 0; part < JW_SUM_LANES; ++part) {
            sum = num_add(sum, at(s.x, i * JW_SUM_LANES + part));
        }
        trial_expect(s.out, i, sum);
    }
    trial_call(call_sum_up, &s, units(&s, variant));
}

static void call_rows_dot(void *context, const JwKernels *kernels) {
    const Loop *s = context;
    kernel_of(s, kernels)
        ->rows_dot(s->rows->data, s->apart, s->n_rows, s->n_padded, s->x->data, s->out->data);
}

static void try_rows_dot(JwPrecision precision, int variant) {
    Loop s = begin(precision, variant);
    s.n_rows = variant ? trial_roll(12) : 4;
    s.apart = s.n_rows + trial_roll(3);
    trial_variant("%d rows of %d, %d modes", s.n_rows, s.apart, s.n);
    s.rows = rows_of(&s);
    s.x = modes(&s, "x", -1.0, 1.0);
    s.out = trial_doubles("sums", s.n_rows);
    trial_poison(s.out);
    for (int i = 0; i < s.n_rows; ++i) {
        Num sum = num(0.0);
        for (int j = 0; j < s.n; ++j) {
            sum = num_fma(at(s.rows, (int)jw_row_at(s.apart, i, j)), at(s.x, j), sum);
        }
        trial_expect(s.out, i, sum);
    }
    trial_call(call_rows_dot, &s, units(&s, variant) * s.n_rows);
}

/// Where the bridge of grounded modes is.
static const double energy_bridge_m = 0.5;

static void call_energy(void *context, const JwKernels *kernels) {
    const Loop *s = context;
    double *result = s->result->data;
    result[0] = kernel_of(s, kernels)->energy(&s->to, energy_bridge_m, result + 1);
}

static void try_energy(JwPrecision precision, int variant) {
    Loop s = begin(precision, variant);
    Num energy = num(0.0), stretch = num(0.0);
    trial_variant("%d modes, %d stretch", s.n, s.stretching);
    make_arrays(&s);
    s.result = trial_doubles("energy, stretch", 2);
    TrialArray *bridge = modes(&s, "bridge", -1.0, 1.0);
    s.to.grounded = variant % 2 > 0;
    s.to.bridge = bridge->data;
    for (int j = 0; j < s.n; ++j) {
        const Num q = at(s.q, j), v = at(s.v, j);
        const Num way = s.to.grounded ? num_mul(num(energy_bridge_m), at(bridge, j)) : num(0.0);
        const Num seen = num_sub(q, way), held = num_mul(seen, num_sub(seen, v));
        const Num gain = num_sub(num(1.0), num_mul(num(0.5), at(s.damp, j)));
        const Num qq = num_mul(q, num_sub(q, v));
        const Num kinetic = num_mul(gain, num_mul(v, v));
        energy = num_fma(num(0.5), num_fma(at(s.stiff, j), held, kinetic), energy);
        if (j < s.to.n_stretching) {
            stretch = num_fma(num((j + 1.0) * (j + 1.0)), qq, stretch);
        }
    }
    trial_expect(s.result, 0, energy);
    trial_expect(s.result, 1, stretch);
    trial_call(call_energy, &s, units(&s, variant));
}

static void call_fastest(void *context, const JwKernels *kernels) {
    const Loop *s = context;
    *(double *)s->result->data = kernel_of(s, kernels)->fastest(&s->to);
}

static void try_fastest(JwPrecision precision, int variant) {
    Loop s = begin(precision, variant);
    double most = 0.0;
    trial_variant("%d modes", s.n);
    make_arrays(&s);
    s.result = trial_doubles("fastest", 1);
    for (int j = 0; j < s.n; ++j) {
        most = fmax(most, fabs(trial_get(s.v, j)));
    }
    trial_expect(s.result, 0, (Num){most, 0.0});
    trial_call(call_fastest, &s, units(&s, variant));
}

/********* Mode by mode *********/

static void call_add_tension(void *context, const JwKernels *kernels) {
    const Loop *s = context;
    kernel_of(s, kernels)->add_tension(s->n_padded, s->scale, s->q->data, s->x->data);
}

static void try_add_tension(JwPrecision precision, int variant) {
    Loop s = begin(precision, variant);
    s.scale = trial_uniform(-1.0, 1.0);
    trial_variant("%d modes", s.n);
    s.q = modes(&s, "g", -1.0, 1.0);
    s.x = modes(&s, "x", -1.0, 1.0);
    for (int j = 0; j < s.n_padded; ++j) {
        trial_expect(s.x, j, num_fma(num(s.scale), at(s.q, j), at(s.x, j)));
    }
    trial_call(call_add_tension, &s, units(&s, variant));
}

static void call_weigh(void *context, const JwKernels *kernels) {
    const Loop *s = context;
    kernel_of(s, kernels)
        ->weigh(s->n_padded, s->by ? s->by->data : NULL, s->rows->data, s->apart, s->row,
                s->out->data);
}

static void try_weigh(JwPrecision precision, int variant) {
    Loop s = begin(precision, variant);
    s.n_rows = s.apart = 1 + trial_roll(6);
    s.row = trial_roll(s.n_rows);
    trial_variant("row %d of %d, %d modes%s", s.row, s.apart, s.n, variant % 2 ? "" : ", weighed");
    s.rows = rows_of(&s);
    s.by = variant % 2 ? NULL : modes(&s, "by", -1.0, 1.0);
    s.out = blank(&s, "out");
    for (int j = 0; j < s.n_padded; ++j) {
        const Num row = at(s.rows, (int)jw_row_at(s.apart, s.row, j));
        trial_expect(s.out, j, s.by ? num_mul(at(s.by, j), row) : (Num){row.value, 0.0});
    }
    trial_call(call_weigh, &s, units(&s, variant));
}

static void call_before(void *context, const JwKernels *kernels) {
    const Loop *s = context;
    kernel_of(s, kernels)->before(&s->to, s->out->data);
}

static void try_before(JwPrecision precision, int variant) {
    Loop s = begin(precision, variant);
    trial_variant("%d modes", s.n);
    make_arrays(&s);
    s.out = blank(&s, "out");
    for (int j = 0; j < s.n_padded; ++j) {
        trial_expect(s.out, j, num_sub(at(s.q, j), at(s.v, j)));
    }
    trial_call(call_before, &s, units(&s, variant));
}

static void call_retune(void *context, const JwKernels *kernels) {
    const Loop *s = context;
    kernel_of(s, kernels)
        ->retune(s->n_padded, s->scale, s->q->data, s->v->data, s->by->data, s->x->data,
                 s->out->data);
}

/// 1 - cos(theta), or of a mode that does not swing 1 - cosh.
static double one_minus_cos(double theta2) {
    const double half = theta2 < 0.0 ? sinh(0.5 * sqrt(-theta2)) : sin(0.5 * sqrt(theta2));
    return theta2 < 0.0 ? -2.0 * half * half : 2.0 * half * half;
}

static void try_retune(JwPrecision precision, int variant) {
    Loop s = begin(precision, variant);
    s.scale = trial_uniform(0.5, 2.0);
    trial_variant("%d modes, tension times %.3g", s.n, s.scale);
    s.q = modes(&s, "theta2_t", 0.0, 6.0);
    s.v = modes(&s, "theta2_e", variant % 3 ? -1.0 : -14.0, 3.8);
    s.by = modes(&s, "rest_impulse", 0.0, 0.1);
    s.x = modes(&s, "sech_gain", 0.5, 1.0);
    s.out = blank(&s, "stiff");
    for (int j = 0; j < s.n_padded; ++j) {
        const double t = trial_get(s.q, j), e = trial_get(s.v, j);
        const double most = fmax(t + e, 2.86 * 2.86);
        const double z = fmax(fmin(s.scale * t + e, most), -10.0);
        const double held = trial_get(s.by, j), gain = 2.0 * trial_get(s.x, j);
        // A series, whose terms are those of cosh.
        const double size = held + gain * (1.0 + cosh(sqrt(fabs(z))) + s.scale * t + fabs(e));
        trial_expect(s.out, j, (Num){fmax(held + gain * one_minus_cos(z), 0.0), size});
    }
    trial_call(call_retune, &s, units(&s, variant));
}

static void call_pluck_row(void *context, const JwKernels *kernels) {
    const Loop *s = context;
    kernel_of(s, kernels)->pluck_row(&s->to, s->out->data, s->row, s->scale, s->other);
}

static void try_pluck_row(JwPrecision precision, int variant) {
    Loop s = begin(precision, variant);
    s.scale = trial_uniform(0.1, 3.0);
    s.other = trial_uniform(0.0, 0.1);
    s.row = variant % 2 ? s.n : 1 + trial_roll(s.n);
    trial_variant("%d of %d modes, phase %.3g, width %.3g", s.row, s.n, s.scale, s.other);
    make_arrays(&s);
    s.out = blank(&s, "row");
    for (int j = 0; j < s.n_padded; ++j) {
        const double k = j + 1.0, root = trial_get(s.root, j);
        const double window = exp(-0.5 * k * k * s.other * s.other);
        const double row = root * sqrt(2.0) * sin(k * s.scale) * window;
        // The kernel goes from mode to mode in doubles, as here or in 32 bits: it loses some k^2
        // of their roundings.
        const double steps = precision == JW_PRECISION_F64 ? k * k : 1.0;
        trial_expect(s.out, j, j < s.row ? (Num){row, root * steps} : num(0.0));
    }
    trial_call(call_pluck_row, &s, units(&s, variant));
}

static void call_carry(void *context, const JwKernels *kernels) {
    const Loop *s = context;
    kernel_of(s, kernels)->carry(&s->to, s->row, &s->from, s->scale, s->other);
}

/// From more modes to fewer, or the other way round.
static void try_carry(JwPrecision precision, int variant) {
    Loop from = begin(precision, variant), s = begin(precision, variant ? 9 + trial_roll(2) : 0);
    const int both = s.n < from.n ? s.n : from.n;
    s.row = variant % 2 ? both : 1 + trial_roll(both);
    s.scale = trial_uniform(0.5, 2.0);
    s.other = trial_uniform(0.5, 2.0);
    trial_variant("%d of %d modes to %d", s.row, from.n, s.n);
    make_arrays(&from);
    make_arrays(&s);
    s.from = from.to;
    trial_poison(s.q);
    trial_poison(s.v);
    for (int j = 0; j < s.n_padded; ++j) {
        const bool keep = j < s.row;
        const double unit = keep ? trial_get(from.root, j) / trial_get(s.root, j) : 0.0;
        const double q = keep ? s.scale * unit * trial_get(from.q, j) : 0.0;
        const double v = keep ? s.other * unit * trial_get(from.v, j) : 0.0;
        trial_expect(s.q, j, num(q));
        trial_expect(s.v, j, num(v));
    }
    trial_call(call_carry, &s, units(&s, variant));
}

static const struct {
    const char *name;
    void (*try_it)(JwPrecision precision, int variant);
} loops[] = {
    {"sum_up", try_sum_up},
    {"rows_dot", try_rows_dot},
    {"energy", try_energy},
    {"fastest", try_fastest},
    {"weigh", try_weigh},
    {"before", try_before},
    {"add_tension", try_add_tension},
    {"retune", try_retune},
    {"pluck_row", try_pluck_row},
    {"carry", try_carry},
};

void trial_modes(TrialWanted wanted) {
    for (int i = 0; i < (int)(sizeof(loops) / sizeof(loops[0])); ++i) {
        for (int p = 0; p < 2; ++p) {
            const JwPrecision precision = p ? JW_PRECISION_F64 : JW_PRECISION_F32;
            if (!wanted(trial_name(loops[i].name, precision))) {
                continue;
            }
            // Energy is summed up in 64 bits, whatever the modes are in.
            trial_kernel(trial_name(loops[i].name, precision),
                         loops[i].try_it == try_energy ? JW_PRECISION_F64 : precision);
            for (int variant = 0; variant < VARIANTS; ++variant) {
                loops[i].try_it(precision, variant);
            }
            trial_kernel_end();
        }
    }
}
