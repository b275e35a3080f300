// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "chain.h"

#include "base/pi.h"
#include "beam_vibro.h"
#include "chain_matrix.h"

#include <math.h>
#include <stddef.h>

bool jw_chain_init(JwChain *chain, int n) {
    if (n < 1 || n > JW_CHAIN_MAX_DOFS) {
        return false;
    }
    chain->n = n;
    for (int j = 0; j < n; ++j) {
        chain->omega[j] = 2.0 * sin((2 * j + 1) * JW_PI / (2.0 * (2 * n + 1)));
        chain->end[j] = jw_chain_mode(chain, j, n - 1);
    }
    return true;
}

double jw_chain_mode(const JwChain *chain, int j, int i) {
    const double m = 2.0 * chain->n + 1.0;
    return 2.0 / sqrt(m) * sin((i + 1) * (2 * j + 1) * JW_PI / m);
}

// Response of modal coordinate j at time t in [0,T] after a modal impulse, per unit of it, and the
// derivative. Half of the jump belongs to each side of t = 0.
static void modal_response(const JwChain *chain, int j, double period, double t, double *g,
                           double *dg) {
    const double w = chain->omega[j];
    const double scale = 0.5 / sin(0.5 * w * period);
    *g = scale * cos(w * (t - 0.5 * period)) / w;
    *dg = -scale * sin(w * (t - 0.5 * period));
}

void jw_chain_response(const JwChain *chain, double period, double t, double g[3]) {
    g[0] = g[1] = g[2] = 0.0;
    const double late = fabs(t);
    for (int j = 0; j < chain->n; ++j) {
        double response;
        double slope;
        modal_response(chain, j, period, late, &response, &slope);
        const double b2 = chain->end[j] * chain->end[j];
        g[0] += b2 * response;
        g[1] += b2 * slope;
        g[2] -= b2 * chain->omega[j] * chain->omega[j] * response;
    }
    g[1] = t > 0.0 ? g[1] : t < 0.0 ? -g[1] : 0.0;
}

void jw_chain_orbit_state(const JwChain *chain, const JwChainOrbit *orbit, double t, double *q,
                          double *v) {
    for (int j = 0; j < chain->n; ++j) {
        q[j] = v[j] = 0.0;
        for (int l = 0; l < orbit->impacts; ++l) {
            const double since = t - orbit->t[l];
            double response;
            double slope;
            modal_response(chain, j, orbit->period, since < 0.0 ? since + orbit->period : since,
                           &response, &slope);
            q[j] -= orbit->lambda[l] * chain->end[j] * response;
            v[j] -= orbit->lambda[l] * chain->end[j] * slope;
        }
    }
}

double jw_chain_orbit_gap(const JwChain *chain, const JwChainOrbit *orbit, double t) {
    double gap = 1.0;
    for (int l = 0; l < orbit->impacts; ++l) {
        double g[3];
        jw_chain_response(chain, orbit->period, t - orbit->t[l], g);
        gap += orbit->lambda[l] * g[0];
    }
    return gap;
}

static double energy_at(const JwChain *chain, const JwChainOrbit *orbit, double t) {
    double q[JW_CHAIN_MAX_DOFS];
    double v[JW_CHAIN_MAX_DOFS];
    jw_chain_orbit_state(chain, orbit, t, q, v);
    double sum = 0.0;
    for (int j = 0; j < chain->n; ++j) {
        const double elastic = chain->omega[j] * q[j];
        sum += 0.5 * (v[j] * v[j] + elastic * elastic);
    }
    return sum;
}

static double gap_slope(const JwChain *chain, const JwChainOrbit *orbit, double t) {
    double slope = 0.0;
    for (int l = 0; l < orbit->impacts; ++l) {
        double g[3];
        jw_chain_response(chain, orbit->period, t - orbit->t[l], g);
        slope += orbit->lambda[l] * g[1];
    }
    return slope;
}

// Lowest gap between two times that have a lower one between them.
static double dip(const JwChain *chain, const JwChainOrbit *orbit, double left, double right) {
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (left + right);
        if (gap_slope(chain, orbit, middle) < 0.0) {
            left = middle;
        } else {
            right = middle;
        }
    }
    return jw_chain_orbit_gap(chain, orbit, 0.5 * (left + right));
}

// Samples of the gap, thirty per shortest period of the chain, locate its minima.
static double flight_gap_min(const JwChain *chain, const JwChainOrbit *orbit, int flight) {
    const double start = orbit->t[flight];
    const double length = orbit->t[flight + 1] - start;
    const int n = 4 + (int)(30.0 * length * chain->omega[chain->n - 1] / (2.0 * JW_PI));
    double least = HUGE_VAL;
    double gaps[3] = {0.0, 0.0, 0.0};
    for (int i = 1; i <= n; ++i) {
        gaps[0] = gaps[1];
        gaps[1] = gaps[2];
        gaps[2] = i == n ? 0.0 : jw_chain_orbit_gap(chain, orbit, start + length * i / n);
        least = fmin(least, gaps[2]);
        // A parabola through three samples is at most an eighth of their second difference below
        // the lowest.
        const double bend = gaps[0] - 2.0 * gaps[1] + gaps[2];
        if (i > 1 && gaps[1] <= gaps[0] && gaps[1] <= gaps[2] && gaps[1] < bend) {
            least = fmin(least,
                         dip(chain, orbit, start + length * (i - 2) / n, start + length * i / n));
        }
    }
    return least;
}

double jw_chain_orbit_evaluate(const JwChain *chain, JwChainOrbit *orbit) {
    double slip[JW_CHAIN_MAX_IMPACTS];
    orbit->energy = orbit->gap_min = -HUGE_VAL;
    if (!jw_chain_impulses(chain, orbit, slip)) {
        return HUGE_VAL;
    }
    double worst = 0.0;
    double least = HUGE_VAL;
    for (int i = 0; i < orbit->impacts; ++i) {
        worst = fmax(worst, fabs(slip[i]));
        least = fmin(least, orbit->lambda[i]);
    }
    orbit->energy = energy_at(chain, orbit, 0.5 * orbit->t[1]);
    orbit->gap_min = least > 0.0 ? HUGE_VAL : -HUGE_VAL; // Infinite, since the wall does not pull
    for (int i = 0; i < orbit->impacts && least > 0.0; ++i) {
        orbit->gap_min = fmin(orbit->gap_min, flight_gap_min(chain, orbit, i));
    }
    return worst;
}

bool jw_chain_orbit_admissible(const JwChainOrbit *orbit) {
    for (int l = 0; l < orbit->impacts; ++l) {
        if (!(orbit->lambda[l] > 1e-9)) {
            return false;
        }
    }
    return orbit->gap_min >= -1e-9;
}

bool jw_chain_orbit_repeated(const JwChainOrbit *orbit) {
    const int k = orbit->impacts;
    for (int turn = 1; turn < k; ++turn) {
        if (k % turn) {
            continue;
        }
        double worst = 0.0;
        for (int i = 0; i < k; ++i) {
            const int next = i + turn;
            const double later = orbit->t[next % k] + (next >= k ? orbit->period : 0.0);
            worst = fmax(worst, fabs(later - orbit->t[i] - orbit->period * turn / k));
        }
        if (worst < 1e-6 * orbit->period) {
            return true;
        }
    }
    return false;
}

// Gap function of TDL, w . x + g_0, here 1 - x_n, in modes.
static void toward_wall(const JwChain *chain, double *shape) {
    for (int j = 0; j < chain->n; ++j) {
        shape[j] = -chain->end[j];
    }
}

// Largest difference of any displacement or velocity of the masses.
static double difference(const JwChain *chain, const double *q, const double *v, const double *q0,
                         const double *v0) {
    double worst = 0.0;
    for (int i = 0; i < chain->n; ++i) {
        double x = 0.0;
        double speed = 0.0;
        for (int j = 0; j < chain->n; ++j) {
            x += jw_chain_mode(chain, j, i) * (q[j] - q0[j]);
            speed += jw_chain_mode(chain, j, i) * (v[j] - v0[j]);
        }
        worst = fmax(worst, fmax(fabs(x), fabs(speed)));
    }
    return worst;
}

// S(t), then N: free motion of every mode, then reversal of the last mass's velocity.
static void fly_and_bounce(const JwChain *chain, double t, double *q, double *v) {
    double speed = 0.0;
    double squared = 0.0;
    for (int j = 0; j < chain->n; ++j) {
        const double w = chain->omega[j];
        const double x = q[j];
        q[j] = x * cos(w * t) + v[j] * sin(w * t) / w;
        v[j] = v[j] * cos(w * t) - x * w * sin(w * t);
        speed += chain->end[j] * v[j];
        squared += chain->end[j] * chain->end[j];
    }
    for (int j = 0; j < chain->n; ++j) {
        v[j] -= 2.0 * speed / squared * chain->end[j];
    }
}

double jw_chain_orbit_error(const JwChain *chain, const JwChainOrbit *orbit) {
    double q[JW_CHAIN_MAX_DOFS];
    double v[JW_CHAIN_MAX_DOFS];
    double q0[JW_CHAIN_MAX_DOFS];
    double v0[JW_CHAIN_MAX_DOFS];
    jw_chain_orbit_state(chain, orbit, 0.0, q0, v0);
    jw_chain_orbit_state(chain, orbit, 0.0, q, v);
    for (int i = 0; i < orbit->impacts; ++i) {
        fly_and_bounce(chain, orbit->t[i + 1] - orbit->t[i], q, v);
    }
    return difference(chain, q, v, q0, v0);
}

double jw_chain_orbit_replay(const JwChain *chain, const JwChainOrbit *orbit) {
    double zero[JW_CHAIN_MAX_DOFS] = {0.0};
    double shape[JW_CHAIN_MAX_DOFS];
    double q0[JW_CHAIN_MAX_DOFS];
    double v0[JW_CHAIN_MAX_DOFS];
    const double start = 0.5 * orbit->t[1];
    toward_wall(chain, shape);
    jw_chain_orbit_state(chain, orbit, start, q0, v0);
    const JwVibroSystem system = {.n_modes = chain->n,
                                  .omega = chain->omega,
                                  .damping = zero,
                                  .shape = shape,
                                  .force = zero,
                                  .gap = 1.0,
                                  .restitution = 1.0,
                                  .epsilon = 1e-12};
    JwVibro *vibro = jw_vibro_new(&system);
    if (!vibro || !jw_vibro_set(vibro, start, q0, v0)) {
        jw_vibro_free(vibro);
        return HUGE_VAL;
    }
    int n = 0;
    while (n <= orbit->impacts && jw_vibro_run(vibro, start + orbit->period) != JW_VIBRO_TIME) {
        ++n;
    }
    const double worst =
        n == orbit->impacts ? difference(chain, vibro->x, vibro->v, q0, v0) : HUGE_VAL;
    jw_vibro_free(vibro);
    return worst;
}
