// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "kernel/springs.h"

#include "base/aligned.h"

#include <string.h>

JwStatus jw_springs_init(JwSprings *springs, int capacity) {
    memset(springs, 0, sizeof(*springs));
    const size_t n = (size_t)jw_contact_padded(capacity > 0 ? capacity : 1);
    const size_t total = n + JW_N_SPRINGS;
    const size_t matrices = 2 * n * n, columns = JW_N_SPRINGS * total;
    const size_t size = (matrices + columns + n + 8) * sizeof(double);
    double *block = jw_aligned_new(size);
    if (!block) {
        return JW_ERR_NO_MEMORY;
    }
    springs->s = block;
    springs->soft_compliance = block + n * n;
    for (size_t t = 0; t < JW_N_SPRINGS; ++t) {
        springs->column[t] = block + matrices + t * total;
    }
    springs->least = block + matrices + columns;
    springs->stride = (int)n;
    return JW_SUCCESS;
}

void jw_springs_release(JwSprings *springs) {
    jw_aligned_free(springs->s);
    memset(springs, 0, sizeof(*springs));
}

/// Part of its own compliance that a point keeps, however firmly springs hold the string near it: S
/// + C minus a spring that only acts on S need not be positive.
static const double softness_least = 1e-3;

/// Subtracts share times column column^T from a matrix of total x total numbers.
static JW_REALTIME void deflate(double *matrix, int total, const double *column, double share) {
    for (int i = 0; i < total && share != 0.0; ++i) {
        for (int k = 0; k < total; ++k) {
            matrix[i * total + k] -= share * column[i] * column[k];
        }
    }
}

/// Factor on the reaction of an impulse at point i through the last of n points.
static JW_REALTIME double through(const double *last, const double *lever, int i, int n) {
    return lever && i < n - 1 ? jw_springs_reach(lever[i], last[i]) : last[i];
}

JW_REALTIME void jw_springs_eliminate(JwSprings *springs, int n, double *work, double *soft,
                                      const double *lever, double relief) {
    const int total = n + JW_N_SPRINGS;
    const int stride = jw_contact_padded(n);
    springs->n = n;
    springs->stride = stride;
    const size_t used = sizeof(double) * (size_t)n * (size_t)stride;
    memset(springs->s, 0, used);
    memset(springs->soft_compliance, 0, used);
    for (int i = 0; i < n; ++i) {
        springs->least[i] = softness_least * soft[i * total + i];
    }
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        JwSpring *spring = &springs->spring[t];
        double *column = springs->column[t];
        spring->weight = 0.25 * spring->stiffness + spring->damping;
        // Contact is judged on the softer string with its thread. The thread as a whole must be
        // eliminated from S + C: if parts were eliminated with S and others with S + C, the result
        // would not be a compliance.
        memcpy(column, soft + (size_t)(n + t) * total, sizeof(double) * (size_t)total);
        deflate(soft, total, column, spring->weight / (1.0 + column[n + t] * spring->weight));
        memcpy(column, work + (size_t)(n + t) * total, sizeof(double) * (size_t)total);
        spring->self = column[n + t];
        spring->share = spring->weight / (1.0 + spring->self * spring->weight);
        deflate(work, total, column, spring->share);
    }
    // Twice the relief: with tension the last column changes, and the square of a sum is at most
    // twice the sum of squares; the tension's own stiffening covers the other part.
    const double *last = work + (size_t)(n > 0 ? n - 1 : 0) * total;
    for (int i = 0; i < n; ++i) {
        const double back = 2.0 * relief * through(last, lever, i, n);
        for (int k = 0; k < n; ++k) {
            springs->s[i * stride + k] = work[i * total + k];
            springs->soft_compliance[i * stride + k] =
                soft[i * total + k] + back * through(last, lever, k, n);
        }
        double *self = &springs->soft_compliance[i * stride + i];
        *self = *self > springs->least[i] ? *self : springs->least[i];
    }
    springs->back = 2.0 * relief;
    ++springs->version;
}

JW_REALTIME double jw_springs_energy(const JwSprings *springs) {
    double energy = 0.0;
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        const JwSpring *s = &springs->spring[t];
        const double middle = 0.5 * (s->p1 + s->p0), step = s->p1 - s->p0;
        energy += 0.5 * s->stiffness * middle * middle;
        energy += 0.5 * (s->along + s->slowing) * step * step;
    }
    return energy;
}
