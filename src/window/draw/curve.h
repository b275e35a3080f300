// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The line of the string: in the large view of it (the "hero") and under the lens.

#ifndef JW_WINDOW_CURVE_H
#define JW_WINDOW_CURVE_H

#include "window/draw/painter.h"

/// Height [m] of the chosen string at x in a picture (0: the newest); 0 at rest and beyond the
/// string's ends. [any]
double jw_curve_height_m(const JwWindowModel *model, int picture, double x_m);

/// Draws the string from start_m to end_m, distances from the bridge: earlier instants, glow and
/// line. [any]
void jw_curve_draw(JwPainter *p, const JwStringMap *map, double start_m, double end_m, JwRect view);

#endif // JW_WINDOW_CURVE_H
