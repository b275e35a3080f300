// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/search.h"

#include "base/random.h"
#include "fit/algebra.h"
#include "host/clocks.h"

#include <math.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 4 };

// Range of the wide search, in steps to both sides.
static const double wide = 6.0;

// Cost per residual below which the search ends.
static const double enough = 1e-5;

// Largest and smallest change for estimating slopes [steps].
static const double most_change = 0.3, least_change = 0.02;

/// Scale of an unknown's steps. For the bridge, a tenth of the string's distance above it is
/// noticeable.
static double scale_of(const JwMisfit *m, int u) {
    const JwStringSpec *s = &m->like->string[m->string];
    if (m->unknown[u] != JW_U_HEIGHT) {
        return 1.0;
    }
    double velocity = 0.0, apex_mm = 1.0;
    for (int i = 0; i < m->n_notes; ++i) {
        velocity = fmax(velocity, m->note[i].note.velocity / 127.0);
    }
    apex_mm = fmax(jw_unknown_get(m->like, m->string, JW_U_APEX), 0.5);
    const double way_mm = 3.0 * s->pluck_m * pow(velocity, 1.5) * apex_mm / s->data.length_m;
    return fmin(0.1 * way_mm / jw_unknown_info(JW_U_HEIGHT)->step, 1.0);
}

bool jw_search_begin(JwSearch *s, const double *begin) {
    const size_t size = (size_t)jw_misfit_size(s->misfit) + JW_N_UNKNOWNS, n = JW_N_UNKNOWNS;
    memcpy(s->begin, begin, (size_t)s->misfit->n_unknowns * sizeof(*begin));
    memset(s->best, 0, sizeof(s->best));
    for (int u = 0; u < s->misfit->n_unknowns; ++u) {
        s->scale[u] = scale_of(s->misfit, u);
    }
    s->cost = HUGE_VAL;
    s->from_s = jw_monotonic_s();
    s->residual = calloc(size, sizeof(double));
    s->other = calloc(size, sizeof(double));
    s->slope = calloc(size * n, sizeof(double));
    s->system = calloc(size * n, sizeof(double));
    s->side = calloc(size, sizeof(double));
    return s->residual && s->other && s->slope && s->system && s->side;
}

void jw_search_end(JwSearch *s) {
    free(s->residual);
    free(s->other);
    free(s->slope);
    free(s->system);
    free(s->side);
}

static int n_of(const JwSearch *s) {
    return s->misfit->n_unknowns;
}

static double value_at(const JwSearch *s, int u, double steps) {
    return jw_unknown_moved(s->misfit->unknown[u], s->begin[u], s->scale[u] * steps);
}

double jw_search_value(const JwSearch *s, int u) {
    return value_at(s, u, s->best[u]);
}

bool jw_search_over(const JwSearch *s) {
    return s->misfit->n_played >= s->most_notes || jw_monotonic_s() >= s->until_s ||
           (s->watch.stopped && s->watch.stopped(s->watch.user));
}

static void show(const JwSearch *s) {
    const double now = jw_monotonic_s();
    if (s->watch.show) {
        const double notes = (double)s->misfit->n_played / (double)s->most_notes,
                     time = (now - s->from_s) / (s->until_s - s->from_s);
        s->watch.show(s->watch.user, fmin(fmax(notes, time), 1.0), s->distance_db);
    }
}

/// Sum of squares at a place; HUGE_VAL if the instrument does not sound. Keeps the best place.
static double try_place(JwSearch *s, const double *x, double *residual) {
    double value[JW_N_UNKNOWNS], sum = 0.0;
    for (int u = 0; u < n_of(s); ++u) {
        value[u] = value_at(s, u, x[u]);
    }
    const bool sounds = jw_misfit_residuals(s->misfit, value, residual);
    for (int i = 0; sounds && i < jw_misfit_size(s->misfit); ++i) {
        sum += residual[i] * residual[i];
    }
    if (!sounds || !isfinite(sum)) {
        return HUGE_VAL;
    }
    if (s->by_distance) {
        const double distance_db = jw_misfit_distance_db(s->misfit);
        sum = distance_db * distance_db;
    }
    if (sum < s->cost) {
        s->cost = sum;
        s->distance_db = jw_misfit_distance_db(s->misfit);
        memcpy(s->best, x, (size_t)n_of(s) * sizeof(*x));
    }
    show(s);
    return sum;
}

bool jw_search_try_begin(JwSearch *s) {
    const double x[JW_N_UNKNOWNS] = {0.0};
    return try_place(s, x, s->residual) < HUGE_VAL;
}

bool jw_search_again(JwSearch *s) {
    double x[JW_N_UNKNOWNS];
    memcpy(x, s->best, sizeof(x));
    s->cost = HUGE_VAL;
    return try_place(s, x, s->residual) < HUGE_VAL;
}

void jw_search_move_begin(JwSearch *s, const double *begin) {
    memcpy(s->begin, begin, (size_t)n_of(s) * sizeof(*begin));
}

double jw_search_steps(const JwSearch *s, int u, double value) {
    return jw_unknown_steps(s->misfit->unknown[u], s->begin[u], value) / s->scale[u];
}

void jw_search_go_beside(JwSearch *s, uint32_t fixed, uint32_t number) {
    // `fixed` is a mask of unknowns; the others move by up to one step.
    for (int u = 0; u < n_of(s); ++u) {
        const double part = 2.0 * jw_random(s->seed, number, u) - 1.0;
        if (!(fixed & 1U << s->misfit->unknown[u])) {
            s->best[u] += part;
        }
    }
    jw_search_again(s);
}

/********* Without derivatives *********/

typedef struct {
    JwSearch *search;
    nlopt_opt opt;
    double from[JW_N_UNKNOWNS]; ///< Starting place
    int index[JW_N_UNKNOWNS];   ///< Unknown of each coordinate
} Wide;

static double wide_cost(unsigned n, const double *x, double *gradient, void *user) {
    Wide *w = user;
    double place[JW_N_UNKNOWNS];
    (void)gradient;
    memcpy(place, w->from, sizeof(place));
    for (unsigned i = 0; i < n; ++i) {
        place[w->index[i]] = x[i];
    }
    if (jw_search_over(w->search)) {
        nlopt_force_stop(w->opt);
        return HUGE_VAL;
    }
    // A silent instrument is worse than any sounding one, but still has a number.
    return fmin(try_place(w->search, place, w->search->other), 1e12);
}

/// Searches with an NLopt algorithm, by up to `reach` steps to both sides.
static void search_by(JwSearch *s, nlopt_algorithm algorithm, uint32_t fixed, double reach,
                      double step, int tries) {
    Wide w = {.search = s};
    double x[JW_N_UNKNOWNS], low[JW_N_UNKNOWNS], high[JW_N_UNKNOWNS], cost;
    int n = 0;
    memcpy(w.from, s->best, sizeof(w.from));
    for (int u = 0; u < n_of(s); ++u) {
        if (!(fixed & 1U << s->misfit->unknown[u])) {
            w.index[n] = u;
            x[n] = s->best[u];
            low[n] = x[n] - reach;
            high[n] = x[n] + reach;
            ++n;
        }
    }
    // BOBYQA needs at least two coordinates.
    w.opt = n > (algorithm == NLOPT_LN_BOBYQA) ? nlopt_create(algorithm, (unsigned)n) : NULL;
    if (!w.opt) {
        return;
    }
    nlopt_srand(s->seed + 1);
    nlopt_set_min_objective(w.opt, wide_cost, &w);
    nlopt_set_lower_bounds(w.opt, low);
    nlopt_set_upper_bounds(w.opt, high);
    nlopt_set_initial_step1(w.opt, step);
    nlopt_set_xtol_abs1(w.opt, 0.01 * step);
    nlopt_set_population(w.opt, (unsigned)(10 * (n + 1)));
    nlopt_set_maxeval(w.opt, tries);
    nlopt_optimize(w.opt, x, &cost);
    nlopt_destroy(w.opt);
}

void jw_search_everywhere(JwSearch *s, uint32_t fixed, double reach, int tries) {
    search_by(s, NLOPT_GN_CRS2_LM, fixed, reach, reach, tries);
}

void jw_search_widely(JwSearch *s, uint32_t fixed, double step, int tries) {
    search_by(s, NLOPT_LN_BOBYQA, fixed, wide, step, tries);
}

/********* Steps by least squares *********/

/// Slope of the residuals along one unknown; 0 if neither side sounds.
static void take_slope(JwSearch *s, int u, double change) {
    const int m = jw_misfit_size(s->misfit);
    double *slope = s->slope + (size_t)u * (size_t)m, x[JW_N_UNKNOWNS], moved = 0.0;
    memset(slope, 0, (size_t)m * sizeof(*slope));
    memcpy(x, s->base, sizeof(x));
    for (int side = 0; side < 2 && moved == 0.0; ++side) {
        const double way = side ? -change : change;
        x[u] = s->base[u] + way;
        moved = try_place(s, x, s->other) < HUGE_VAL ? way : 0.0;
    }
    for (int i = 0; i < m && moved != 0.0; ++i) {
        slope[i] = (s->other[i] - s->residual[i]) / moved;
    }
}

/// Slopes of the residuals at the best place along each unknown that is not fixed, 0 along the
/// others. That place becomes the base, even if a better one is found beside it. Returns false if
/// the time is over.
static bool take_slopes(JwSearch *s, uint32_t fixed, double change) {
    const int m = jw_misfit_size(s->misfit);
    memcpy(s->base, s->best, sizeof(s->base));
    s->base_cost = try_place(s, s->base, s->residual);
    memset(s->slope, 0, (size_t)n_of(s) * (size_t)m * sizeof(*s->slope));
    for (int u = 0; u < n_of(s); ++u) {
        if (fixed & 1U << s->misfit->unknown[u]) {
            continue;
        }
        if (jw_search_over(s)) {
            return false;
        }
        take_slope(s, u, change);
    }
    return s->base_cost < HUGE_VAL;
}

static double length_of(const double *x, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
        sum += x[i] * x[i];
    }
    return sqrt(sum);
}

/// Step suggested by the slopes, limited by `damping`; returns false if there is none.
static bool find_step(JwSearch *s, double damping, double *step) {
    const int m = jw_misfit_size(s->misfit), n = n_of(s), rows = m + n;
    memset(s->system, 0, (size_t)rows * (size_t)n * sizeof(double));
    memset(s->side, 0, (size_t)rows * sizeof(double));
    for (int u = 0; u < n; ++u) {
        const double *slope = s->slope + (size_t)u * (size_t)m;
        double *column = s->system + (size_t)u * (size_t)rows;
        memcpy(column, slope, (size_t)m * sizeof(double));
        column[m + u] = sqrt(damping) * length_of(slope, m) + 1e-3;
    }
    for (int i = 0; i < m; ++i) {
        s->side[i] = -s->residual[i];
    }
    if (!jw_least_squares(s->system, s->side, rows, n)) {
        return false;
    }
    for (int u = 0; u < n; ++u) {
        step[u] = fmin(fmax(s->side[u], -3.0), 3.0);
    }
    return true;
}

/// Updates the slopes from the residuals of a tried place (Broyden 1965).
static void learn(JwSearch *s, const double *step) {
    const int m = jw_misfit_size(s->misfit), n = n_of(s);
    const double length = length_of(step, n);
    if (!(length > 0.0)) {
        return;
    }
    for (int i = 0; i < m; ++i) {
        double more = s->other[i] - s->residual[i];
        for (int u = 0; u < n; ++u) {
            more -= s->slope[(size_t)u * (size_t)m + (size_t)i] * step[u];
        }
        for (int u = 0; u < n; ++u) {
            s->slope[(size_t)u * (size_t)m + (size_t)i] += more * step[u] / (length * length);
        }
    }
}

/// Steps from the base along the slopes; returns the length of the step, 0 if none is better.
static double step_on(JwSearch *s, double *damping, int tries) {
    const int m = jw_misfit_size(s->misfit), n = n_of(s);
    double x[JW_N_UNKNOWNS] = {0.0}, step[JW_N_UNKNOWNS] = {0.0};
    for (int i = 0; i < tries && !jw_search_over(s) && find_step(s, *damping, step); ++i) {
        for (int u = 0; u < n; ++u) {
            x[u] = s->base[u] + step[u];
        }
        const double cost = try_place(s, x, s->other);
        if (cost == HUGE_VAL) {
            *damping = fmax(10.0 * *damping, 1e-3);
            continue;
        }
        learn(s, step);
        if (cost < s->base_cost) {
            *damping *= 0.2;
            memcpy(s->base, x, sizeof(x));
            memcpy(s->residual, s->other, (size_t)m * sizeof(double));
            s->base_cost = cost;
            return length_of(step, n);
        }
        *damping = fmax(8.0 * *damping, 1e-3);
    }
    return 0.0;
}

void jw_search_closely(JwSearch *s, uint32_t fixed) {
    double change = most_change, damping = 1e-2;
    while (!jw_search_over(s) && s->cost > enough * jw_misfit_weight(s->misfit)) {
        const double before = s->cost;
        if (!take_slopes(s, fixed, change)) {
            return;
        }
        double step = step_on(s, &damping, TRIES);
        while (step > 0.0 && !jw_search_over(s)) {
            const double cost = s->base_cost;
            change = fmin(fmax(0.3 * step, least_change), most_change);
            step = step_on(s, &damping, 2);
            if (s->base_cost > 0.98 * cost) {
                break;
            }
        }
        if (s->cost > 0.99 * before) {
            if (change <= least_change) {
                return;
            }
            change = fmax(0.3 * change, least_change);
            damping = 1e-2;
        }
    }
}

/********* Errors *********/

void jw_search_errors(JwSearch *s, uint32_t fixed) {
    const int m = jw_misfit_size(s->misfit), n = n_of(s);
    double square[JW_N_UNKNOWNS * JW_N_UNKNOWNS], value[JW_N_UNKNOWNS];
    for (int u = 0; u < n; ++u) {
        s->error[u] = HUGE_VAL;
    }
    // Keeps the place even if a better one is beside it: levels must not move a string that was
    // found by its partials.
    const JwSearch before = *s;
    const bool looked = !jw_search_over(s) && take_slopes(s, fixed, 0.1);
    memcpy(s->best, before.best, sizeof(s->best));
    s->cost = before.cost;
    s->distance_db = before.distance_db;
    if (!looked) {
        return;
    }
    for (int u = 0; u < n; ++u) {
        for (int v = 0; v < n; ++v) {
            double sum = 0.0;
            for (int i = 0; i < m; ++i) {
                sum += s->slope[(size_t)u * (size_t)m + (size_t)i] *
                       s->slope[(size_t)v * (size_t)m + (size_t)i];
            }
            square[u * n + v] = sum + (u == v ? 1e-9 : 0.0);
        }
    }
    if (!jw_symmetric_eigen(square, value, n)) {
        return;
    }
    const double each = fmax(s->cost / fmax(jw_misfit_weight(s->misfit) - n, 1.0), 1e-2);
    for (int u = 0; u < n; ++u) {
        double sum = 0.0;
        for (int v = 0; v < n; ++v) {
            sum += square[v * n + u] * square[v * n + u] / fmax(value[v], 1e-12);
        }
        s->error[u] = sqrt(each * sum);
    }
}
