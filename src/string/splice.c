// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "string/splice.h"

JW_REALTIME void jw_splice_begin(JwSplice *splice, int steps) {
    splice->steps = splice->left = steps;
}

/// Advances all partials by one step; returns the sum of their outputs.
static JW_REALTIME double go_on(JwPartials *p) {
    double sum = 0.0;
    for (int j = 0; j < JW_SPLICE_PARTIALS; ++j) {
        const double next = p->turn[j] * p->next[j] - p->now[j];
        sum += p->next[j];
        p->now[j] = p->next[j];
        p->next[j] = next;
    }
    return sum;
}

JW_REALTIME double jw_splice_next(JwSplice *splice) {
    if (splice->left == 0) {
        return 0.0;
    }
    const double x = (double)--splice->left / splice->steps;
    const double share = x * x * x * (10.0 - x * (15.0 - 6.0 * x));
    const double before = go_on(&splice->before);
    return share * (before - go_on(&splice->after));
}
