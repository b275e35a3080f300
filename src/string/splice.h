// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Splice: fade of what a pick-up hears while a string's length changes.
//
// A length that changes at once turns every partial sharply into its new frequency, which is heard
// as a click. No finger is that quick. Therefore, for a few milliseconds, the output leads over
// from the partials as they were, each going on by itself, to the partials as they are: the
// difference of both is added to the output, and fades.
//
// A partial is y(n+1) = (2 - kappa) y(n) - y(n-1); losses and what touches the string are left out.

#ifndef JW_SPLICE_H
#define JW_SPLICE_H

#include "base/attributes.h"

enum { JW_SPLICE_PARTIALS = 64 }; ///< Lowest partials; others are left to themselves

/// Lowest partials: the output of each now, the output a step later, and 2 - kappa.
typedef struct {
    double now[JW_SPLICE_PARTIALS], next[JW_SPLICE_PARTIALS], turn[JW_SPLICE_PARTIALS];
} JwPartials;

/// Fade of one string.
typedef struct {
    JwPartials before, after;
    int steps; ///< Steps of the whole fade
    int left;  ///< Steps until the fade is over; 0: nothing is added
} JwSplice;

/// Begins a fade; `before` and `after` are set. [audio]
JW_REALTIME void jw_splice_begin(JwSplice *splice, int steps);

/// Returns what is added to the output of the next step. [audio]
JW_REALTIME double jw_splice_next(JwSplice *splice);

#endif // JW_SPLICE_H
