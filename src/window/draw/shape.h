// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Shape of a string from the amplitudes of its modes.

#ifndef JW_WINDOW_SHAPE_H
#define JW_WINDOW_SHAPE_H

/// Number of modes that matter: the rest moves no point by more than `least_m`. [any]
int jw_shape_modes(const float *amplitude_m, int n, double least_m);

/// Sum of a_j sin(j pi part) [m], j from 1 to n; part = x/L, 0 to 1. [any]
double jw_shape_m(const float *amplitude_m, int n, double part);

/// The same at `count` positions, `step` apart from `from` on: five times as fast. [any]
void jw_shape_row_m(const float *amplitude_m, int n, double from, double step, int count,
                    double *height_m);

#endif // JW_WINDOW_SHAPE_H
