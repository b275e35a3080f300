// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a pick-up hears of a string whose length changes at once: every partial turns sharply into
// its new frequency, which is heard as a click. No finger is that quick. So for a few milliseconds
// what is heard leads over from the partials as they were, each going on by itself, to as they are:
// the difference of both is added, and fades.
//
// A partial is y(n+1) = (2 - kappa) y(n) - y(n-1); losses and what touches the string are left out.

#ifndef JW_SPLICE_H
#define JW_SPLICE_H

#include "base/attributes.h"

enum { JW_SPLICE_PARTIALS = 64 }; ///< The lowest; others are left to themselves

/// Of the lowest partials, what is heard of each: now, a step later, and 2 - kappa.
typedef struct {
    double now[JW_SPLICE_PARTIALS], next[JW_SPLICE_PARTIALS], turn[JW_SPLICE_PARTIALS];
} JwPartials;

/// Of one string.
typedef struct {
    JwPartials before, after;
    int steps; ///< Of the whole fade
    int left;  ///< Until it is over, 0: nothing is added
} JwSplice;

/// Begins a fade; `before` and `after` are set. [audio]
JW_REALTIME void jw_splice_begin(JwSplice *splice, int steps);

/// What the output of the next step gets. [audio]
JW_REALTIME double jw_splice_next(JwSplice *splice);

#endif // JW_SPLICE_H
