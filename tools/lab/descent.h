// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// First time at which a polynomial goes below zero, found without missing one. In the Bernstein
// basis a polynomial without negative coefficients has no negative value, and one whose
// coefficients change sign once has one root: halving the interval until one of the two holds finds
// the first descent whatever lies close to it - a graze, a double root, a second impact.

#ifndef JW_LAB_DESCENT_H
#define JW_LAB_DESCENT_H

enum { JW_DESCENT_MAX = 40 }; ///< Most coefficients

/// Finds the first s in [0, limit] (0 < limit <= 1) at which sum a[k] s^k, k < n, passes from zero
/// or above to below; 0 if the sum starts below, or starts at zero downwards; 2 if it never
/// descends. A dip no deeper than the rounding of the sum is not counted.
double jw_first_descent(const double *a, int n, double limit);

#endif // JW_LAB_DESCENT_H
