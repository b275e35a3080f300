// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The event-driven solution of (GI 44-56): the reference for every other method.
//
// Between events the modes are developed in a Taylor series of high order: with q_j = sum_k Q_jk
// s^k the products in (GI 50) are convolutions,
//
//     S_k = sum_j omega_j^2 sum_m Q_jm Q_j,k-m
//     (k+1)(k+2) Q_j,k+2 = -omega_j^2 (Q_jk + gamma sum_m S_m Q_j,k-m) - c (k+1) Q_j,k+1
//
// and the gap of every constrained point is a polynomial in s, in which the first descent below
// zero is found without sampling (descent.h).
//
// The mass matrix is the identity on the grid: an impulse at one point changes the velocity of that
// point alone. Hence simultaneous impacts are independent and may be taken in any order, and a
// point that is held by the obstacle changes no other point's contact.
//
// A point is in one of three states:
//   free      it strikes when its gap passes below zero; then v becomes -R v;
//   held      gap and velocity are zero, and the obstacle pushes with the force
//             that keeps them there; it is set free when that force passes
//             below zero;
//   leaving   free, but its gap is still zero to rounding; the lowest
//             coefficients of its gap are then known to vanish: one after an
//             impact, two where the velocity is zero, three after being held.
//
// R < 1 makes impacts that accumulate in finite time (chatter). A point is held after an impact
// when the string presses on it (its free acceleration a is negative) and all bounces that are left
// would be over within `chatter`: 2 R v/(|a| (1 - R)) < chatter. The rule terminates: a point that
// is not held flies for at least (1 - R) chatter. For R = 1 nothing accumulates, and a point is
// held only if it arrives with no velocity at all.
//
// Strings that lose energy slowly, with R close to 1 or by damping alone, are in between: there the
// number of bounces is finite and beyond counting. When `patience` bounces of a point in a row have
// each been lower than `low`, the point is held. With R up to 0.95 the rule above comes first.

#include "base/pi.h"
#include "descent.h"
#include "gi_string.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double tolerance = 1e-17; // Size of a series' last terms, relative to the whole
static const double together = 1e-14;  // Time between impacts that count as one event
static const double chatter = 1e-9;    // Duration of the bounces left, see above
static const double low = 1e-8;        // Height of a bounce, relative to the amplitude
static const double at_rest = 1e-13;   // Velocity that counts as none, relative to sqrt(2 E)
static const double touching = 1e-12;  // Gap that counts as none, relative to the amplitude

_Static_assert(JW_GI_MAX_ORDER + 1 <= JW_DESCENT_MAX, "series longer than its search");

enum { patience = 300, max_idle = 1000, max_events = 5000000 };

typedef enum { FREE, HELD } Contact;

typedef struct {
    const JwGiRun *run;
    int n, m, size; ///< Numbers of modes, constrained points, coefficients of a series
    double scale;   ///< Velocity sqrt(2 E) at the start
    double t;
    double impacts;
    double *phi;      ///< Values phi_j at the constrained points, m x n
    double *series;   ///< Series Q_jk, n x size
    double *gap;      ///< Series of p_i - d_i, m x size
    double *force;    ///< Series of the force that pushes a held point up, m x size
    double *stretch;  ///< Series of 1 + gamma S, of length size
    double *accel;    ///< One order of q'', n values
    double *q, *v;    ///< State for output, n values each
    double *when;     ///< Time of each point's next event, as a part of the step; m values
    Contact *contact; ///< State of each point, m values
    int *zeros; ///< Number of coefficients of the gap that vanish, for leaving points; m values
    int *low_bounces; ///< Number of low bounces in a row so far; m values
} Event;

/********* Memory *********/

static void clear(Event *e) {
    free(e->phi);
    free(e->series);
    free(e->gap);
    free(e->force);
    free(e->stretch);
    free(e->accel);
    free(e->q);
    free(e->v);
    free(e->when);
    free(e->contact);
    free(e->zeros);
    free(e->low_bounces);
}

static bool prepare(Event *e, const JwGiRun *run) {
    const JwGiString *string = run->string;
    *e = (Event){.run = run, .n = string->grid.n, .m = string->obstacle.n, .size = run->order + 1};
    const size_t n = (size_t)e->n;
    const size_t m = (size_t)e->m;
    const size_t size = (size_t)e->size;
    e->phi = calloc(m * n, sizeof(double));
    e->series = calloc(n * size, sizeof(double));
    e->gap = calloc(m * size, sizeof(double));
    e->force = calloc(m * size, sizeof(double));
    e->stretch = calloc(size, sizeof(double));
    e->accel = calloc(n, sizeof(double));
    e->q = calloc(n, sizeof(double));
    e->v = calloc(n, sizeof(double));
    e->when = calloc(m, sizeof(double));
    e->contact = calloc(m, sizeof(Contact));
    e->zeros = calloc(m, sizeof(int));
    e->low_bounces = calloc(m, sizeof(int));
    if (!e->phi || !e->series || !e->gap || !e->force || !e->stretch || !e->accel || !e->q ||
        !e->v || !e->when || !e->contact || !e->zeros || !e->low_bounces) {
        return jw_error_set(jw_lab_error(run->lab), "out of memory");
    }
    for (int i = 0; i < e->m; ++i) {
        for (int j = 0; j < e->n; ++j) {
            e->phi[i * e->n + j] = jw_gi_phi(&string->grid, j + 1, string->obstacle.first + i);
        }
    }
    return true;
}

/********* The series *********/

static double mode_omega2(int j) {
    return (j + 1) * JW_PI * (j + 1) * JW_PI;
}

// Coefficient k of S = sum_j omega_j^2 q_j^2.
static double stretch_term(const Event *e, int k) {
    double sum = 0.0;
    for (int j = 0; j < e->n; ++j) {
        const double *q = e->series + j * e->size;
        double product = 0.0;
        for (int l = 0; l <= k; ++l) {
            product += q[l] * q[k - l];
        }
        sum += mode_omega2(j) * product;
    }
    return sum;
}

// Computes order k of the free accelerations, into e->accel.
static void free_acceleration(Event *e, int k) {
    const double gamma = e->run->string->gamma;
    const double damping = e->run->string->damping;
    if (gamma > 0.0) {
        e->stretch[k] = (k == 0 ? 1.0 : 0.0) + gamma * stretch_term(e, k);
    }
    for (int j = 0; j < e->n; ++j) {
        const double *q = e->series + j * e->size;
        double sum = q[k];
        if (gamma > 0.0) {
            sum = 0.0;
            for (int l = 0; l <= k; ++l) {
                sum += e->stretch[l] * q[k - l];
            }
        }
        e->accel[j] = -mode_omega2(j) * sum - damping * (k + 1) * q[k + 1];
    }
}

static double along(const Event *e, int i, const double *modal) {
    const double *phi = e->phi + i * e->n;
    double sum = 0.0;
    for (int j = 0; j < e->n; ++j) {
        sum += phi[j] * modal[j];
    }
    return sum;
}

// Subtracts `amount` at point i, and at no other point, from a modal vector.
static void take_off(const Event *e, int i, double amount, double *modal) {
    const double *phi = e->phi + i * e->n;
    const double part = amount / (e->n + 1);
    for (int j = 0; j < e->n; ++j) {
        modal[j] -= part * phi[j];
    }
}

// Develops series, gaps and forces from the state in coefficients 0 and 1.
static void develop(Event *e) {
    for (int k = 0; k + 2 < e->size; ++k) {
        free_acceleration(e, k);
        for (int i = 0; i < e->m; ++i) {
            if (e->contact[i] == HELD) {
                const double pull = along(e, i, e->accel);
                e->force[i * e->size + k] = -pull;
                take_off(e, i, pull, e->accel);
            }
        }
        for (int j = 0; j < e->n; ++j) {
            e->series[j * e->size + k + 2] = e->accel[j] / ((k + 1.0) * (k + 2.0));
        }
    }
}

static void develop_gaps(Event *e) {
    const int size = e->size;
    for (int i = 0; i < e->m; ++i) {
        double *gap = e->gap + i * size;
        memset(gap, 0, (size_t)size * sizeof(double));
        for (int j = 0; j < e->n; ++j) {
            const double phi = e->phi[i * e->n + j];
            const double *q = e->series + j * size;
            for (int k = 0; k < size; ++k) {
                gap[k] += phi * q[k];
            }
        }
        gap[0] -= e->run->string->obstacle.height[i];
        for (int k = 0; k < e->zeros[i]; ++k) {
            gap[k] = 0.0;
        }
    }
}

// Step for which the last two terms are negligible in the energy norm.
static double choose_step(const Event *e) {
    double step = 0.1; // Largest step: a string at rest has no scale of its own
    for (int k = e->size - 2; k < e->size; ++k) {
        double sum = 0.0;
        for (int j = 0; j < e->n; ++j) {
            const double term = e->series[j * e->size + k];
            sum += mode_omega2(j) * term * term;
        }
        if (sum > 0.0) {
            step = fmin(step, pow(tolerance * e->scale / sqrt(sum), 1.0 / k));
        }
    }
    return step;
}

/********* The state *********/

// Modal state at s, as a part of the step.
static void state_at(const Event *e, double s, double *q, double *v) {
    for (int j = 0; j < e->n; ++j) {
        const double *series = e->series + j * e->size;
        double position = series[e->size - 1];
        double velocity = 0.0;
        for (int k = e->size - 2; k >= 0; --k) {
            velocity = velocity * s + position;
            position = position * s + series[k];
        }
        q[j] = position;
        v[j] = velocity;
    }
}

static double evaluate(const double *series, int size, double s) {
    double sum = 0.0;
    for (int k = size - 1; k >= 0; --k) {
        sum = sum * s + series[k];
    }
    return sum;
}

// Frees a leaving point once its gap is seen to be open.
static void update_leaving(Event *e, double s) {
    for (int i = 0; i < e->m; ++i) {
        if (e->zeros[i] > 0 &&
            evaluate(e->gap + i * e->size, e->size, s) > touching * e->run->string->amplitude) {
            e->zeros[i] = 0;
        }
    }
}

static void advance(Event *e, double s) {
    update_leaving(e, s);
    state_at(e, s, e->q, e->v);
    for (int i = 0; i < e->m; ++i) {
        if (e->contact[i] == HELD) {
            take_off(e, i, along(e, i, e->v), e->v);
        }
    }
    for (int j = 0; j < e->n; ++j) {
        e->series[j * e->size] = e->q[j];
        e->series[j * e->size + 1] = e->v[j];
    }
    e->t += s;
}

/********* Events *********/

// Finds the first event in a step of length h, as a part of it; 2 if there is none. Writes into
// e->when the time of every point whose event is `together` with the first.
static double find_event(Event *e, double h) {
    double first = 2.0;
    double limit = 1.0;
    for (int i = 0; i < e->m; ++i) {
        const bool held = e->contact[i] == HELD;
        const int size = held ? e->size - 2 : e->size;
        const double *series = (held ? e->force : e->gap) + i * e->size;
        double scaled[JW_DESCENT_MAX];
        double power = 1.0;
        for (int k = 0; k < size; ++k) {
            scaled[k] = series[k] * power;
            power *= h;
        }
        e->when[i] = jw_first_descent(scaled, size, limit);
        if (e->when[i] < first) {
            first = e->when[i];
            limit = fmin(1.0, first + together / h);
        }
    }
    return first;
}

// Free acceleration of a point in the state just reached.
static double pull_at(Event *e, int i) {
    free_acceleration(e, 0);
    return along(e, i, e->accel);
}

// True if a point has gone through enough low bounces to be held.
static bool is_tired(Event *e, int i, double speed_after, double pull) {
    const JwGiString *string = e->run->string;
    const double height = 0.5 * speed_after * speed_after / -pull;
    const bool loses = string->restitution < 1.0 || string->damping > 0.0;
    if (!loses || height > low * string->amplitude) {
        e->low_bounces[i] = 0;
    }
    return loses && ++e->low_bounces[i] > patience;
}

// Holds a point that has arrived, or lets it go, by the rules at the top.
static void settle(Event *e, int i, double speed_after) {
    const double loss = 1.0 - e->run->string->restitution;
    const double pull = pull_at(e, i);
    const bool still = speed_after <= at_rest * e->scale;
    e->zeros[i] = still ? 2 : 1;
    if (pull > 0.0) {
        e->low_bounces[i] = 0;
        return;
    }
    const bool over = 2.0 * speed_after < chatter * loss * -pull;
    if (still || over || is_tired(e, i, speed_after, pull)) {
        e->contact[i] = HELD;
        e->zeros[i] = 0;
        e->low_bounces[i] = 0;
    }
}

static void set_velocity(Event *e, int i, double before, double after) {
    const double *phi = e->phi + i * e->n;
    const double part = (after - before) / (e->n + 1);
    for (int j = 0; j < e->n; ++j) {
        e->series[j * e->size + 1] += part * phi[j];
    }
}

static double velocity_of(const Event *e, int i) {
    const double *phi = e->phi + i * e->n;
    double sum = 0.0;
    for (int j = 0; j < e->n; ++j) {
        sum += phi[j] * e->series[j * e->size + 1];
    }
    return sum;
}

static void strike(Event *e, int i) {
    const double before = velocity_of(e, i);
    const double speed = e->run->string->restitution * fmax(0.0, -before);
    set_velocity(e, i, before, speed);
    settle(e, i, speed);
    if (e->contact[i] == HELD) {
        set_velocity(e, i, speed, 0.0);
    }
    ++e->impacts;
    if (e->run->strike) {
        e->run->strike(e->run->user, e->t, e->run->string->obstacle.first + i, before);
    }
}

static void take_event(Event *e, int i) {
    if (e->contact[i] == HELD) {
        e->contact[i] = FREE;
        e->zeros[i] = 3;
    } else {
        strike(e, i);
    }
}

/********* The run *********/

static void start(Event *e) {
    const JwGiString *string = e->run->string;
    e->series[0] = string->amplitude / sqrt(2.0);
    state_at(e, 0.0, e->q, e->v);
    e->scale = sqrt(2.0 * jw_gi_energy(string, e->q, e->v));
    develop_gaps(e);
    for (int i = 0; i < e->m; ++i) {
        if (e->gap[i * e->size] <= touching * string->amplitude) {
            settle(e, i, 0.0);
        }
    }
}

// Hands out the samples up to s in a step that starts at e->t.
static bool hand_out(Event *e, double s, int *next) {
    const JwGiRun *run = e->run;
    while (*next < run->n_times && run->times[*next] <= e->t + s) {
        state_at(e, fmax(0.0, run->times[*next] - e->t), e->q, e->v);
        const double energy = jw_gi_energy(run->string, e->q, e->v);
        const JwGiSample sample = {run->times[*next], e->q, energy, e->impacts};
        if (!run->take(run->user, (*next)++, &sample)) {
            return false;
        }
    }
    return true;
}

static bool run_steps(Event *e) {
    const JwGiRun *run = e->run;
    const double end = run->times[run->n_times - 1];
    int next = 0;
    int idle = 0;
    int events = 0;
    while (next < run->n_times) {
        develop(e);
        develop_gaps(e);
        const double h = fmin(choose_step(e), fmax(end - e->t, 1e-9));
        const double first = find_event(e, h);
        const double s = first > 1.0 ? h : first * h;
        if (!isfinite(s)) {
            return jw_error_set(jw_lab_error(run->lab), "the series diverges at t = %g", e->t);
        }
        if (!hand_out(e, s, &next)) {
            return false;
        }
        advance(e, s);
        for (int i = 0; first <= 1.0 && i < e->m; ++i) {
            if (e->when[i] <= first + together / h) {
                take_event(e, i);
            }
        }
        idle = s > 0.0 ? 0 : idle + 1;
        events += first <= 1.0;
        if (idle > max_idle || events > max_events) {
            return jw_error_set(jw_lab_error(run->lab), "events accumulate at t = %.17g", e->t);
        }
        jw_gi_progress(run, e->t);
    }
    return true;
}

static bool run_event(const JwGiRun *run) {
    Event event;
    bool good = prepare(&event, run);
    if (good) {
        start(&event);
        good = run_steps(&event);
    }
    clear(&event);
    return good;
}

const JwGiMethod jw_gi_event = {"event", run_event};
