// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sorting of numbers.

#ifndef JW_ORDER_H
#define JW_ORDER_H

/// Sorts n numbers in ascending order. [any]
void jw_order(double *x, int n);

#endif // JW_ORDER_H
