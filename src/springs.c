// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "springs.h"

#include <stdlib.h>
#include <string.h>

JwStatus jw_springs_init(JwSprings *springs, int capacity) {
    memset(springs, 0, sizeof(*springs));
    const size_t n = (size_t)jw_contact_padded(capacity > 0 ? capacity : 1);
    const size_t total = n + JW_N_SPRINGS;
    const size_t size =
        (3 * n * n + (JW_N_SPRINGS + 1) * total + n + 64) * sizeof(double) / 64 * 64;
    double *block = aligned_alloc(64, size);
    if (!block) {
        return JW_ERR_NO_MEMORY;
    }
    memset(block, 0, size);
    springs->s = block;
    springs->judge = block + n * n;
    springs->judge_soft = block + 2 * n * n;
    springs->pull = block + 3 * n * n;
    for (size_t t = 0; t < JW_N_SPRINGS; ++t) {
        springs->column[t] = block + 3 * n * n + (t + 1) * total;
    }
    springs->least = block + 3 * n * n + (JW_N_SPRINGS + 1) * total;
    springs->capacity = capacity;
    springs->stride = (int)n;
    return JW_SUCCESS;
}

void jw_springs_release(JwSprings *springs) {
    free(springs->s);
    memset(springs, 0, sizeof(*springs));
}

/// Of its own compliance a point keeps this much, however firmly springs hold the string beside it:
/// S + C less a spring that sees S alone need not be positive.
static const double softness_least = 1e-3;

/// Takes a column out of a matrix, both total long.
static JW_REALTIME void deflate(double *matrix, int total, const double *column, double share) {
    for (int i = 0; i < total; ++i) {
        for (int k = 0; k < total; ++k) {
            matrix[i * total + k] -= share * column[i] * column[k];
        }
    }
}

JW_REALTIME void jw_springs_eliminate(JwSprings *springs, int n, double *work, double *soft,
                                      double relief) {
    const int total = n + JW_N_SPRINGS;
    const int stride = jw_contact_padded(n);
    springs->n = n;
    springs->stride = stride;
    memset(springs->s, 0, sizeof(double) * (size_t)(springs->pull - springs->s));
    for (int i = 0; i < n; ++i) {
        springs->least[i] = softness_least * soft[i * total + i];
    }
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        JwSpring *spring = &springs->spring[t];
        double *column = springs->column[t];
        spring->weight = 0.25 * spring->stiffness + spring->damping;
        // Contact is judged on the softer string, thread and all: a compliance less than S here and
        // more than S there must lose the thread as a whole, or it is no compliance any more.
        memcpy(column, soft + (size_t)(n + t) * total, sizeof(double) * (size_t)total);
        deflate(soft, total, column, spring->weight / (1.0 + column[n + t] * spring->weight));
        memcpy(column, work + (size_t)(n + t) * total, sizeof(double) * (size_t)total);
        spring->self = column[n + t];
        spring->share = spring->weight / (1.0 + spring->self * spring->weight);
        deflate(work, total, column, spring->share);
    }
    // Twice: with tension the last column is not what it was, and the square of a sum is at most
    // twice the sum of squares, of which tension's own stiffening pays the other.
    const double *last = work + (size_t)(n > 0 ? n - 1 : 0) * total;
    for (int i = 0; i < n; ++i) {
        const double back = 2.0 * relief * last[i];
        for (int k = 0; k < n; ++k) {
            springs->s[i * stride + k] = work[i * total + k];
            springs->judge[i * stride + k] = work[i * total + k] + back * last[k];
            springs->judge_soft[i * stride + k] = soft[i * total + k] + back * last[k];
        }
        double *self = &springs->judge_soft[i * stride + i];
        *self = *self > springs->least[i] ? *self : springs->least[i];
    }
    springs->back = 2.0 * relief;
    ++springs->version;
    springs->tension_share = 0.0;
}

static JW_REALTIME void take_out(JwSprings *springs, int t, double *ahead) {
    JwSpring *s = &springs->spring[t];
    const double *column = springs->column[t];
    const int n = springs->n;
    s->ahead = ahead[n + t] - s->rest;
    s->history = 0.25 * s->stiffness * (2.0 * s->p1 + s->p0) - s->damping * s->p0;
    s->free = -(s->history + s->weight * s->ahead) / (1.0 + s->self * s->weight);
    for (int i = 0; i < n; ++i) {
        ahead[i] += column[i] * s->free;
    }
    for (int u = t + 1; u < JW_N_SPRINGS; ++u) {
        ahead[n + u] += column[n + u] * s->free;
    }
}

JW_REALTIME void jw_springs_predict(JwSprings *springs, double *ahead) {
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        take_out(springs, t, ahead);
    }
}

JW_REALTIME void jw_springs_predict_tension(JwSprings *springs, double *ahead, double *pull,
                                            const JwTensionSums *sums, double stretch) {
    const int n = springs->n;
    double ahead_g = sums->ahead, self_g = sums->stiff;
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        const JwSpring *s = &springs->spring[t];
        const double *column = springs->column[t];
        const double pull_t = pull[n + t];
        take_out(springs, t, ahead);
        ahead_g += pull_t * s->free;
        self_g -= s->share * pull_t * pull_t;
        for (int i = 0; i < n; ++i) {
            pull[i] -= s->share * pull_t * column[i];
        }
        for (int u = t + 1; u < JW_N_SPRINGS; ++u) {
            pull[n + u] -= s->share * pull_t * column[n + u];
        }
    }
    const double half = 0.5 * stretch;
    springs->tension_free = -half * (sums->behind + ahead_g) / (1.0 + half * self_g);
    springs->tension_share = half / (1.0 + half * self_g);
    for (int i = 0; i < n; ++i) {
        ahead[i] += pull[i] * springs->tension_free;
        springs->pull[i] = pull[i];
    }
    memcpy(springs->pull + n, pull + n, sizeof(double) * JW_N_SPRINGS);
}

JW_REALTIME double jw_springs_compliance(const JwSprings *springs, int i, int k) {
    return springs->s[i * springs->stride + k] -
           springs->tension_share * springs->pull[i] * springs->pull[k];
}

static JW_REALTIME double pulled_by(const JwSprings *springs, const double *impulse) {
    double sum = 0.0;
    for (int i = 0; i < springs->n; ++i) {
        sum += springs->pull[i] * impulse[i];
    }
    return springs->tension_share * sum;
}

JW_REALTIME void jw_springs_spread(const JwSprings *springs, const double *impulse, double *p) {
    const int n = springs->n;
    const double pulled = pulled_by(springs, impulse);
    for (int k = 0; k < n; ++k) {
        const double *column = springs->s + (size_t)k * springs->stride;
        for (int i = 0; i < n; ++i) {
            p[i] += column[i] * impulse[k];
        }
    }
    for (int i = 0; i < n; ++i) {
        p[i] -= springs->pull[i] * pulled;
    }
}

JW_REALTIME double jw_springs_resolve(JwSprings *springs, const double *impulse) {
    const int n = springs->n;
    const bool tension = springs->tension_share > 0.0;
    const double pulled = tension ? springs->tension_free - pulled_by(springs, impulse) : 0.0;
    for (int t = JW_N_SPRINGS - 1; t >= 0; --t) {
        JwSpring *s = &springs->spring[t];
        const double *column = springs->column[t];
        double push = tension ? springs->pull[n + t] * pulled : 0.0;
        for (int i = 0; i < n; ++i) {
            push += column[i] * impulse[i];
        }
        for (int u = t + 1; u < JW_N_SPRINGS; ++u) {
            push += column[n + u] * springs->spring[u].impulse;
        }
        s->impulse = s->free - s->share * push;
        s->p0 = s->p1;
        s->p1 = s->ahead + s->self * s->impulse + push;
    }
    return pulled;
}

JW_REALTIME double jw_springs_energy(const JwSprings *springs) {
    double energy = 0.0;
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        const double middle = 0.5 * (springs->spring[t].p1 + springs->spring[t].p0);
        energy += 0.5 * springs->spring[t].stiffness * middle * middle;
    }
    return energy;
}
