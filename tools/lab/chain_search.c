// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "chain_search.h"

#include "chain_matrix.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { max_impacts = JW_CHAIN_MAX_IMPACTS };

// Mirror image of a flight, which is equally long; flight i is from impact i to i + 1.
static int mirror(int impacts, int flight, JwChainSymmetry symmetry) {
    switch (symmetry) {
    case JW_CHAIN_ABOUT_IMPACT:
        return impacts - 1 - flight;
    case JW_CHAIN_ABOUT_FLIGHT:
        return flight == impacts - 1 ? flight : impacts - 2 - flight;
    case JW_CHAIN_ANY:
        break;
    }
    return flight;
}

// Finds the unknowns: the lengths of the flights, except the last one of each mirror pair, and
// except one that completes the period. Column u of `moves` is the change of the impact times per
// unknown u; returns the number of unknowns.
static int unknowns(int k, JwChainSymmetry symmetry, double moves[max_impacts][max_impacts]) {
    int spare = -1; // Flight that completes the period, with its mirror image
    int n = 0;
    for (int flight = k - 1; flight >= 0; --flight) {
        const int image = mirror(k, flight, symmetry);
        if (image < flight) {
            continue;
        }
        if (spare < 0) {
            spare = flight;
            continue;
        }
        const int spare_image = mirror(k, spare, symmetry);
        const double share = (image == flight ? 1.0 : 2.0) / (spare_image == spare ? 1.0 : 2.0);
        double time = 0.0;
        for (int i = 0; i < k; ++i) {
            moves[n][i] = time;
            time += (i == flight || i == image) ? 1.0 : 0.0;
            time -= (i == spare || i == spare_image) ? share : 0.0;
        }
        ++n;
    }
    return n;
}

// Newton step of the unknowns by least squares. There are more equations than unknowns, but they
// are consistent.
static bool newton_step(const JwChain *chain, JwChainOrbit *orbit, int n,
                        double moves[max_impacts][max_impacts], double *dt) {
    double slip[max_impacts];
    double jacobian[max_impacts * max_impacts];
    double columns[max_impacts][max_impacts];
    double normal[max_impacts * max_impacts];
    double right[max_impacts] = {0.0};
    const int k = orbit->impacts;
    if (!jw_chain_jacobian(chain, orbit, slip, jacobian)) {
        return false;
    }
    for (int u = 0; u < n; ++u) {
        for (int i = 0; i < k; ++i) {
            columns[u][i] = 0.0;
            for (int m = 0; m < k; ++m) {
                columns[u][i] += jacobian[i * k + m] * moves[u][m];
            }
            right[u] -= columns[u][i] * slip[i];
        }
    }
    for (int u = 0; u < n; ++u) {
        for (int w = 0; w < n; ++w) {
            normal[u * n + w] = 0.0;
            for (int i = 0; i < k; ++i) {
                normal[u * n + w] += columns[u][i] * columns[w][i];
            }
        }
    }
    if (!jw_chain_solve(n, normal, 1, right)) {
        return false;
    }
    for (int i = 0; i < k; ++i) {
        dt[i] = 0.0;
        for (int u = 0; u < n; ++u) {
            dt[i] += moves[u][i] * right[u];
        }
    }
    return true;
}

static bool times_rise(const JwChainOrbit *orbit, double least) {
    for (int i = 0; i < orbit->impacts; ++i) {
        if (!(orbit->t[i + 1] - orbit->t[i] > least)) {
            return false;
        }
    }
    return true;
}

bool jw_chain_orbit_solve(const JwChain *chain, JwChainOrbit *orbit, JwChainSymmetry symmetry) {
    double moves[max_impacts][max_impacts];
    const int n = unknowns(orbit->impacts, symmetry, moves);
    bool settled = n == 0;
    for (int i = 0; i < 60 && !settled; ++i) {
        double dt[max_impacts];
        if (!newton_step(chain, orbit, n, moves, dt)) {
            return false;
        }
        double longest = 0.0;
        for (int m = 0; m < orbit->impacts; ++m) {
            longest = fmax(longest, fabs(dt[m]));
        }
        const double scale = longest > 1.0 ? 1.0 / longest : 1.0;
        for (int m = 0; m < orbit->impacts; ++m) {
            orbit->t[m] += scale * dt[m];
        }
        if (!times_rise(orbit, 1e-3)) {
            return false;
        }
        settled = longest < 1e-11;
    }
    return settled && jw_chain_orbit_evaluate(chain, orbit) < 1e-8;
}

// Random number in [-1,1) that depends only on the start (splitmix64).
static double scatter(uint64_t *state) {
    *state += 0x9E3779B97F4A7C15u;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (double)(z >> 11) * 0x1p-52 - 1.0;
}

static void start_times(JwChainOrbit *orbit, JwChainSymmetry symmetry, unsigned start) {
    static const double spreads[4] = {0.1, 0.2, 0.35, 0.6};
    uint64_t state = start;
    double flights[max_impacts];
    double sum = 0.0;
    for (int i = orbit->impacts - 1; i >= 0; --i) {
        const int image = mirror(orbit->impacts, i, symmetry);
        flights[i] = image > i ? flights[image] : 1.0 + spreads[start % 4] * scatter(&state);
        sum += flights[i];
    }
    orbit->t[0] = 0.0;
    for (int i = 0; i < orbit->impacts; ++i) {
        orbit->t[i + 1] = orbit->t[i] + flights[i] / sum * orbit->period;
    }
    orbit->t[orbit->impacts] = orbit->period;
}

static double flight_length(const JwChainOrbit *orbit, int i) {
    const int k = orbit->impacts;
    const int flight = ((i % k) + k) % k;
    return orbit->t[flight + 1] - orbit->t[flight];
}

// True if two orbits are the same motion, which may begin at any of its impacts and run backwards.
static bool same_motion(const JwChainOrbit *a, const JwChainOrbit *b) {
    for (int turn = 0; turn < a->impacts; ++turn) {
        double forwards = 0.0;
        double backwards = 0.0;
        for (int i = 0; i < a->impacts; ++i) {
            const double length = flight_length(a, i);
            forwards = fmax(forwards, fabs(length - flight_length(b, turn + i)));
            backwards = fmax(backwards, fabs(length - flight_length(b, turn - i)));
        }
        if (fmin(forwards, backwards) < 1e-6 * a->period) {
            return true;
        }
    }
    return false;
}

static bool enter(JwChainOrbits *found, const JwChainOrbit *orbit) {
    int place = found->n;
    for (int i = found->n - 1; i >= 0; --i) {
        if (same_motion(&found->orbits[i], orbit)) {
            return false;
        }
        place = found->orbits[i].energy > orbit->energy ? i : place;
    }
    if (place >= found->capacity) {
        return false;
    }
    const int n_moved = (found->n < found->capacity ? found->n : found->capacity - 1) - place;
    memmove(found->orbits + place + 1, found->orbits + place,
            (size_t)n_moved * sizeof(*found->orbits));
    found->orbits[place] = *orbit;
    found->n = place + n_moved + 1;
    return true;
}

bool jw_chain_search(const JwChain *chain, int impacts, double period, unsigned start,
                     JwChainOrbits *found) {
    static const JwChainSymmetry odd[4] = {JW_CHAIN_ABOUT_IMPACT, JW_CHAIN_ABOUT_IMPACT,
                                           JW_CHAIN_ABOUT_IMPACT, JW_CHAIN_ANY};
    static const JwChainSymmetry even[4] = {JW_CHAIN_ABOUT_IMPACT, JW_CHAIN_ABOUT_FLIGHT,
                                            JW_CHAIN_ABOUT_FLIGHT, JW_CHAIN_ANY};
    const JwChainSymmetry symmetry = (impacts % 2 ? odd : even)[start / 4 % 4];
    JwChainOrbit orbit = {.impacts = impacts, .period = period};
    start_times(&orbit, symmetry, start);
    return jw_chain_orbit_solve(chain, &orbit, symmetry) && jw_chain_orbit_admissible(&orbit) &&
           !jw_chain_orbit_repeated(&orbit) && enter(found, &orbit);
}

// Moves an orbit to another period, starting from the times of a near one. A jump of the times
// larger than the change of period explains means another branch.
static bool move_to(const JwChain *chain, JwChainOrbit *orbit, double period) {
    JwChainOrbit next = *orbit;
    const double stretch = period / orbit->period;
    for (int i = 0; i <= next.impacts; ++i) {
        next.t[i] *= stretch;
    }
    next.period = next.t[next.impacts] = period;
    const JwChainOrbit guess = next;
    if (!jw_chain_orbit_solve(chain, &next, JW_CHAIN_ANY) || !jw_chain_orbit_admissible(&next) ||
        jw_chain_orbit_repeated(&next)) {
        return false;
    }
    for (int i = 0; i <= next.impacts; ++i) {
        if (fabs(next.t[i] - guess.t[i]) > 0.05 * period / next.impacts) {
            return false;
        }
    }
    *orbit = next;
    return true;
}

bool jw_chain_branch_follow(const JwChain *chain, JwChainOrbit *orbit, double period) {
    double step = 2e-3 * orbit->period / orbit->impacts;
    while (orbit->period != period) {
        const double left = period - orbit->period;
        const double next = fabs(left) <= step ? period : orbit->period + copysign(step, left);
        if (!move_to(chain, orbit, next)) {
            step = 0.5 * fmin(step, fabs(left));
            if (step < 1e-12 * orbit->period) {
                return false;
            }
        }
    }
    return true;
}
