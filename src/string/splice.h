// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Splice: crossfade of a pick-up's output while a string's length changes.
//
// A sudden change of length changes the frequency of every partial at once, which is heard as a
// click; no finger is that fast. Therefore, for a few milliseconds, the output fades from the old
// partials, each continued by itself, to the new ones: the difference of both is added to the
// output with decreasing gain.
//
// A partial is y(n+1) = (2 - kappa) y(n) - y(n-1), without losses and without contact.

#ifndef JW_SPLICE_H
#define JW_SPLICE_H

#include "base/attributes.h"

enum { JW_SPLICE_PARTIALS = 64 }; ///< Number of lowest partials that are crossfaded

/// Lowest partials: the output of each, its output one step later, and 2 - kappa.
typedef struct {
    double now[JW_SPLICE_PARTIALS], next[JW_SPLICE_PARTIALS], turn[JW_SPLICE_PARTIALS];
} JwPartials;

/// Fade of one string.
typedef struct {
    JwPartials before, after;
    int steps; ///< Steps of the fade
    int left;  ///< Remaining steps; 0: nothing is added
} JwSplice;

/// Begins a fade; `before` and `after` must be set. [audio]
JW_REALTIME void jw_splice_begin(JwSplice *splice, int steps);

/// Returns the difference to add to the output of the next step. [audio]
JW_REALTIME double jw_splice_next(JwSplice *splice);

#endif // JW_SPLICE_H
