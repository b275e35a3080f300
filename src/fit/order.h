// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Order of numbers by size.

#ifndef JW_ORDER_H
#define JW_ORDER_H

/// Sorts n numbers, the smallest first. [any]
void jw_order(double *x, int n);

#endif // JW_ORDER_H
