// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "delay_memory.h"

#include <math.h>
#include <stdlib.h>

enum { window = 256, max_jumps = 8 };

typedef struct {
    double size;
    double age; // Age at the end of the current step; negative: unused
} Jump;

struct JwDelayHistory {
    const JwDelayBeam *beam;
    double step;
    double value[window + 2]; // Values of L_2 at multiples of the step; the first is L_+
    double mean[window + 1];  // Means of L_2 from multiple m to m + 1
    double change[window];    // Changes of f in recent steps, a ring
    int newest;               // Index of the last step's change
    Jump jumps[max_jumps];
    int n_old;      // Number of modes that are not negligible after `window` steps
    double *old;    // Complex state of each of them, real and imaginary parts in turn
    double *turn;   // Factor exp(rate step) of a step
    double *inject; // Factor amplitude exp(rate step window), averaged over a step
    double rest;    // Limit of L_2 at infinity
    double settled; // Sum of the changes older than `window`
};

static int lasting_modes(const JwDelayBeam *beam, double age) {
    int n = 0;
    while (n < beam->n_modes && beam->damping_ratio * beam->omega[n] * age < 32.0) {
        ++n;
    }
    return n;
}

static void tabulate(JwDelayHistory *h) {
    double before = 0.0;
    h->value[0] = jw_delay_kernel_jump(h->beam->kind, h->beam->damping_ratio);
    for (int m = 0; m <= window; ++m) {
        const double after = jw_delay_kernel_integral(h->beam, (m + 1) * h->step);
        h->mean[m] = (after - before) / h->step;
        h->value[m + 1] = jw_delay_kernel_value(h->beam, (m + 1) * h->step);
        before = after;
    }
}

static void prepare_modes(JwDelayHistory *h) {
    for (int j = 0; j < h->beam->n_modes; ++j) {
        const JwDelayTerm term = jw_delay_kernel_term(h->beam, j);
        h->rest += term.rest;
        if (j < h->n_old) {
            const double complex turn = cexp(term.rate * h->step);
            const double complex inject = term.amplitude * cexp(term.rate * h->step * window) *
                                          jw_delay_growth(term.rate, h->step) / h->step;
            h->turn[2 * j] = creal(turn);
            h->turn[2 * j + 1] = cimag(turn);
            h->inject[2 * j] = creal(inject);
            h->inject[2 * j + 1] = cimag(inject);
        }
    }
}

JwDelayHistory *jw_delay_history_new(const JwDelayBeam *beam, double step) {
    JwDelayHistory *h = calloc(1, sizeof(*h));
    const int n_old = lasting_modes(beam, window * step);
    double *memory = calloc((size_t)n_old + 1, 6 * sizeof(double));
    if (!h || !memory) {
        free(h);
        free(memory);
        return NULL;
    }
    h->beam = beam;
    h->step = step;
    h->n_old = n_old;
    h->old = memory;
    h->turn = memory + 2 * (size_t)n_old;
    h->inject = memory + 4 * (size_t)n_old;
    for (int i = 0; i < max_jumps; ++i) {
        h->jumps[i].age = -1.0;
    }
    tabulate(h);
    prepare_modes(h);
    return h;
}

void jw_delay_history_free(JwDelayHistory *history) {
    if (history) {
        free(history->old);
        free(history);
    }
}

// Transfers a jump that leaves the window to the modes.
static void retire_jump(JwDelayHistory *h, Jump *jump) {
    for (int j = 0; j < h->n_old; ++j) {
        const JwDelayTerm term = jw_delay_kernel_term(h->beam, j);
        const double complex heard = jump->size * term.amplitude * cexp(term.rate * jump->age);
        h->old[2 * j] += creal(heard);
        h->old[2 * j + 1] += cimag(heard);
    }
    h->settled += jump->size;
    jump->age = -1.0;
}

// Value of L_2 between multiples of the step; `age` is at most window + 1 of them.
static double kernel_at(const JwDelayHistory *h, double age) {
    const double place = age / h->step;
    const int cell = place < window ? (int)place : window;
    return h->value[cell] + (place - cell) * (h->value[cell + 1] - h->value[cell]);
}

static double carry_modes(JwDelayHistory *h, double leaving) {
    double sum = 0.0;
    for (int j = 0; j < h->n_old; ++j) {
        double *z = h->old + 2 * j;
        const double *turn = h->turn + 2 * j;
        const double *inject = h->inject + 2 * j;
        const double re = z[0] * turn[0] - z[1] * turn[1] + leaving * inject[0];
        z[1] = z[0] * turn[1] + z[1] * turn[0] + leaving * inject[1];
        z[0] = re;
        sum += re;
    }
    h->settled += leaving;
    return sum + h->rest * h->settled;
}

double jw_delay_history_past(JwDelayHistory *h) {
    double sum = 0.0;
    for (int i = 0; i < max_jumps; ++i) {
        Jump *jump = &h->jumps[i];
        if (jump->age >= 0.0) {
            jump->age += h->step;
        }
    }
    // The oldest change reaches an age of window to window + 1 steps. Modes are advanced to the end
    // of the step first; the changes added to them already refer to that time.
    const double leaving = h->change[(h->newest + 1) % window];
    h->change[(h->newest + 1) % window] = 0.0;
    double modes = carry_modes(h, leaving);
    for (int i = 0; i < max_jumps; ++i) {
        Jump *jump = &h->jumps[i];
        if (jump->age < 0.0) {
            continue;
        }
        sum += jump->size * kernel_at(h, jump->age);
        if (jump->age > window * h->step) {
            retire_jump(h, jump); // The modes contain this jump from the next step on
        }
    }
    for (int m = 1; m < window; ++m) {
        sum += h->change[(h->newest - m + 1 + window) % window] * h->mean[m];
    }
    return sum + modes;
}

double jw_delay_history_fresh(const JwDelayHistory *h) {
    return h->mean[0];
}

double jw_delay_history_jump(JwDelayHistory *h, double size, double age) {
    Jump *free_place = &h->jumps[0];
    for (int i = 0; i < max_jumps; ++i) {
        if (h->jumps[i].age < 0.0) {
            free_place = &h->jumps[i];
            break;
        }
        if (h->jumps[i].age > free_place->age) {
            free_place = &h->jumps[i];
        }
    }
    if (free_place->age >= 0.0) {
        retire_jump(h, free_place); // All entries are in use: the oldest jump is transferred
    }
    free_place->size = size;
    free_place->age = age;
    return size * kernel_at(h, age);
}

void jw_delay_history_add(JwDelayHistory *h, double change) {
    h->newest = (h->newest + 1) % window;
    h->change[h->newest] = change;
}
