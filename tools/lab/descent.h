// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// First time at which a polynomial goes below zero, found without missing one. In the Bernstein
// basis a polynomial without negative coefficients has no negative value, and one whose
// coefficients change sign once has one root. Halving the interval until one of the two holds finds
// the first descent, however close to it there is a graze, a double root or a second impact.

#ifndef JW_LAB_DESCENT_H
#define JW_LAB_DESCENT_H

enum { JW_DESCENT_MAX = 40 }; ///< Largest number of coefficients

/// Finds the first s in [0, limit] (0 < limit <= 1) at which sum a[k] s^k, k < n, changes from
/// nonnegative to negative. Returns 0 if the sum starts below zero, or at zero downwards, and 2 if
/// it never descends. Ignores a dip no deeper than the rounding of the sum.
double jw_first_descent(const double *a, int n, double limit);

#endif // JW_LAB_DESCENT_H
