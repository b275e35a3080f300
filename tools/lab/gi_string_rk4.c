// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Two methods of the paper for the string, RK4 with a fixed step: Ivanov's coordinates at the
// constrained points (GI 36-43), and penalty springs there.

#include "base/pi.h"
#include "gi_string.h"
#include "ivanov.h"
#include "rk4.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double max_steps = 1e9;

// Growth of the energy that identifies an unstable run: a step beyond RK4's limit multiplies the
// energy without bound; the methods themselves only lose energy.
static const double max_growth = 10.0;

typedef struct {
    const JwGiRun *run;
    bool ivanov;
    /// Numbers of points and of pairs mirrored about the middle; 1 with a middle point
    int n, half, odd;
    double k;                               ///< Constant of (GI 6)
    double *even_stiffness, *odd_stiffness; ///< Matrices by columns, (half + odd)^2 and half^2
    double *p, *v, *force;                  ///< State in physical coordinates, n values each
    double *even, *uneven;                  ///< Scratch of the product, n + 1 values each
    double *y, *trial;                      ///< Values eta or p, then zeta or p', 2 n
    double *scratch;                        ///< Scratch of RK4, 6 n values
    double *q, *w;                          ///< Modal state to hand out, n values each
    double impacts, energy;                 ///< Impacts so far; energy at the start
} Fixed;

/********* Memory *********/

static void clear(Fixed *f) {
    free(f->even_stiffness);
    free(f->odd_stiffness);
    free(f->p);
}

// Fills in the matrices. K is symmetric about the middle of the string as well, so that even and
// odd shapes do not mix: two products of half the size instead of one.
static void fill_stiffness(Fixed *f) {
    const JwGiGrid *grid = &f->run->string->grid;
    const int wide = f->half + f->odd;
    for (int l = 0; l < wide; ++l) {
        for (int i = 0; i < wide; ++i) {
            const double direct = jw_gi_stiffness(grid, i + 1, l + 1);
            const double mirror = l < f->half ? jw_gi_stiffness(grid, i + 1, f->n - l) : 0.0;
            f->even_stiffness[l * wide + i] = direct + mirror;
            if (l < f->half && i < f->half) {
                f->odd_stiffness[l * f->half + i] = direct - mirror;
            }
        }
    }
}

static bool prepare(Fixed *f, const JwGiRun *run, bool ivanov) {
    const int n = run->string->grid.n;
    *f = (Fixed){.run = run, .ivanov = ivanov, .n = n, .half = n / 2, .odd = n % 2};
    const size_t wide = (size_t)f->half + (size_t)f->odd;
    f->k = jw_ivanov_k(run->string->restitution);
    f->even_stiffness = calloc(wide * wide, sizeof(double));
    f->odd_stiffness = calloc(wide * wide, sizeof(double));
    // Blocks of n + 1: for odd n the two halves together have n + 1 elements.
    const size_t block = (size_t)n + 1;
    f->p = calloc(17 * block, sizeof(double));
    if (!f->even_stiffness || !f->odd_stiffness || !f->p) {
        return jw_error_set(jw_lab_error(run->lab), "out of memory");
    }
    f->v = f->p + block;
    f->force = f->p + 2 * block;
    f->even = f->p + 3 * block;
    f->uneven = f->p + 4 * block;
    f->y = f->p + 5 * block;
    f->trial = f->p + 7 * block;
    f->scratch = f->p + 9 * block;
    f->q = f->p + 15 * block;
    f->w = f->p + 16 * block;
    fill_stiffness(f);
    return true;
}

/********* Forces *********/

// Multiplies: out = sum over columns l of a[l] x[l], both of n rows.
static void multiply(const double *a, const double *x, int n, double *out) {
    memset(out, 0, (size_t)n * sizeof(double));
    for (int l = 0; l < n; ++l) {
        const double *column = a + l * n;
        for (int i = 0; i < n; ++i) {
            out[i] += column[i] * x[l];
        }
    }
}

// Computes force = K p.
static void apply_stiffness(Fixed *f, const double *p, double *force) {
    const int n = f->n;
    const int half = f->half;
    const int wide = half + f->odd;
    double *even = f->even;
    double *uneven = f->uneven;
    for (int i = 0; i < half; ++i) {
        even[i] = 0.5 * (p[i] + p[n - 1 - i]);
        uneven[i] = 0.5 * (p[i] - p[n - 1 - i]);
    }
    if (f->odd) {
        even[half] = p[half];
    }
    multiply(f->even_stiffness, even, wide, even + wide);
    multiply(f->odd_stiffness, uneven, half, uneven + half);
    for (int i = 0; i < half; ++i) {
        force[i] = even[wide + i] + uneven[half + i];
        force[n - 1 - i] = even[wide + i] - uneven[half + i];
    }
    if (f->odd) {
        force[half] = even[wide + half];
    }
}

// Computes p'' from p and v of all points, without contact.
static void accelerate(Fixed *f) {
    const JwGiString *string = f->run->string;
    apply_stiffness(f, f->p, f->force);
    double stretch = 0.0;
    for (int i = 0; i < f->n; ++i) {
        stretch += f->p[i] * f->force[i];
    }
    const double tension = 1.0 + string->gamma * stretch / (f->n + 1);
    for (int i = 0; i < f->n; ++i) {
        f->force[i] = -tension * f->force[i] - string->damping * f->v[i];
    }
}

/********* Coordinates *********/

// Computes p and v from the state y.
static void to_physical(Fixed *f, const double *y) {
    const JwGiObstacle *obstacle = &f->run->string->obstacle;
    const int n = f->n;
    memcpy(f->p, y, (size_t)n * sizeof(double));
    memcpy(f->v, y + n, (size_t)n * sizeof(double));
    for (int k = 0; f->ivanov && k < obstacle->n; ++k) {
        const int i = obstacle->first - 1 + k;
        const double sign = jw_ivanov_sign(y[i]);
        f->p[i] = obstacle->height[k] + sign * y[i];
        f->v[i] = jw_ivanov_weight(f->k, y[i], y[n + i]) * sign * y[n + i];
    }
}

static void slope(void *user, const double *y, double *dy) {
    Fixed *f = user;
    const JwGiObstacle *obstacle = &f->run->string->obstacle;
    const int n = f->n;
    to_physical(f, y);
    accelerate(f);
    memcpy(dy, f->v, (size_t)n * sizeof(double));
    memcpy(dy + n, f->force, (size_t)n * sizeof(double));
    for (int k = 0; k < obstacle->n; ++k) {
        const int i = obstacle->first - 1 + k;
        if (f->ivanov) {
            const double weight = jw_ivanov_weight(f->k, y[i], y[n + i]);
            dy[i] = weight * y[n + i];
            dy[n + i] = jw_ivanov_sign(y[i]) * f->force[i] / weight;
        } else {
            dy[n + i] += f->run->stiffness * fmax(0.0, obstacle->height[k] - y[i]);
        }
    }
}

// Starts at rest, outside the obstacle (GI 40-43).
static void start(Fixed *f) {
    const JwGiString *string = f->run->string;
    f->q[0] = string->amplitude / sqrt(2.0);
    jw_gi_to_points(&string->grid, f->q, f->y);
    f->energy = jw_gi_energy(string, f->q, f->w);
    for (int k = 0; f->ivanov && k < string->obstacle.n; ++k) {
        f->y[string->obstacle.first - 1 + k] -= string->obstacle.height[k];
    }
}

/********* The run *********/

static double contact_energy(const Fixed *f) {
    const JwGiObstacle *obstacle = &f->run->string->obstacle;
    double sum = 0.0;
    for (int k = 0; !f->ivanov && k < obstacle->n; ++k) {
        const double depth = fmax(0.0, obstacle->height[k] - f->p[obstacle->first - 1 + k]);
        sum += 0.5 * f->run->stiffness * depth * depth;
    }
    return sum / (f->n + 1);
}

static bool fail_unstable(const Fixed *f, double t) {
    const JwGiString *string = f->run->string;
    if (f->run->unstable_at) {
        *f->run->unstable_at = t;
        return false;
    }
    const double omega = f->n * JW_PI;
    const double stretch = JW_PI * JW_PI * string->amplitude * string->amplitude / 2.0;
    const double springs = f->ivanov ? 0.0 : f->run->stiffness;
    return jw_error_set(jw_lab_error(f->run->lab),
                        "unstable step: the energy has grown %g-fold before t = %g; RK4 needs "
                        "dt < %.2g here",
                        max_growth, t,
                        sqrt(8.0 / (omega * omega * (1.0 + string->gamma * stretch) + springs)));
}

static bool hand_out(Fixed *f, const double *y, int index) {
    const JwGiRun *run = f->run;
    to_physical(f, y);
    jw_gi_to_modes(&run->string->grid, f->p, f->q);
    jw_gi_to_modes(&run->string->grid, f->v, f->w);
    const double energy = jw_gi_energy(run->string, f->q, f->w) + contact_energy(f);
    if (!(energy <= max_growth * f->energy)) {
        return fail_unstable(f, run->times[index]);
    }
    const JwGiSample sample = {run->times[index], f->q, energy, f->impacts};
    return run->take(run->user, index, &sample);
}

static double gap_of(const Fixed *f, const double *y, int k) {
    const JwGiObstacle *obstacle = &f->run->string->obstacle;
    return y[obstacle->first - 1 + k] - (f->ivanov ? 0.0 : obstacle->height[k]);
}

// Counts impacts: changes of sign of eta, or entries into the springs.
static void count_impacts(Fixed *f, const double *before, const double *after) {
    for (int k = 0; k < f->run->string->obstacle.n; ++k) {
        const bool was = gap_of(f, before, k) < 0.0;
        const bool is = gap_of(f, after, k) < 0.0;
        f->impacts += was != is && (f->ivanov || is);
    }
}

static bool run_steps(Fixed *f) {
    const JwGiRun *run = f->run;
    const size_t bytes = 2 * (size_t)f->n * sizeof(double);
    double step = 0.0;
    for (int i = 0; i < run->n_times; ++i) {
        const double target = floor(run->times[i] / run->dt * (1.0 + 1e-13));
        for (; step < target; ++step) {
            memcpy(f->trial, f->y, bytes);
            jw_rk4_step(slope, f, f->y, 2 * f->n, run->dt, f->scratch);
            count_impacts(f, f->trial, f->y);
            jw_gi_progress(run, step * run->dt);
        }
        // A time between two steps is reached by a shorter step that is not part of the run itself.
        const double rest = run->times[i] - step * run->dt;
        memcpy(f->trial, f->y, bytes);
        if (rest > 1e-9 * run->dt) {
            jw_rk4_step(slope, f, f->trial, 2 * f->n, rest, f->scratch);
        }
        if (!hand_out(f, f->trial, i)) {
            return false;
        }
    }
    return true;
}

static bool run_fixed(const JwGiRun *run, bool ivanov) {
    const double end = run->times[run->n_times - 1];
    if (ivanov && run->string->restitution == 0.0) {
        return jw_error_set(jw_lab_error(run->lab),
                            "Ivanov's transformation needs --restitution above 0");
    }
    if (end / run->dt > max_steps) {
        return jw_error_set(jw_lab_error(run->lab), "--dt %g makes more than %g steps", run->dt,
                            max_steps);
    }
    Fixed fixed;
    bool good = prepare(&fixed, run, ivanov);
    if (good) {
        start(&fixed);
        good = run_steps(&fixed);
    }
    clear(&fixed);
    return good;
}

static bool run_ivanov(const JwGiRun *run) {
    return run_fixed(run, true);
}

static bool run_penalty(const JwGiRun *run) {
    if (run->string->restitution != 1.0) {
        return jw_error_set(jw_lab_error(run->lab),
                            "the penalty method knows no --restitution but 1");
    }
    return run_fixed(run, false);
}

const JwGiMethod jw_gi_ivanov = {"ivanov-rk4", run_ivanov};
const JwGiMethod jw_gi_penalty = {"penalty-rk4", run_penalty};
