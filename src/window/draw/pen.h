// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The pen: a bridge profile of one's own, as points that can be added, moved, taken away, undone.

#ifndef JW_WINDOW_PEN_H
#define JW_WINDOW_PEN_H

#include <stdbool.h>

/// Most points, and changes that can be undone.
enum { JW_PEN_POINTS = 64, JW_PEN_UNDOS = 16 };

typedef struct {
    int n;
    float x_m[JW_PEN_POINTS]; ///< Ascending, at least JW_PEN_APART_M apart
    float h_m[JW_PEN_POINTS]; ///< Heights over the line between the string's ends
} JwPenProfile;

typedef struct {
    JwPenProfile now; ///< n = 0: none, the bridge is the instrument's
    int n_undos;
    JwPenProfile undo[JW_PEN_UNDOS]; ///< Profiles before the last changes, the oldest first
} JwPen;

/// Least distance of two points [m]: contact points closer than this are left out of a string.
#define JW_PEN_APART_M 1e-4

/// Empties a pen. [any]
void jw_pen_init(JwPen *pen);

/// Remembers the profile for undo, before a change or a drag. [any]
void jw_pen_keep(JwPen *pen);

/// Begins with a profile of n points, thinned to at most `most` of them. [any]
void jw_pen_begin(JwPen *pen, const double *x_m, const double *h_m, int n, int most);

/// Adds a point; its index, or -1 if there is no room or another point is too near. [any]
int jw_pen_add(JwPen *pen, double x_m, double h_m);

/// Moves a point, not past its neighbours. [any]
void jw_pen_move(JwPen *pen, int point, double x_m, double h_m);

/// Moves all points along the string, not beyond the bridge end. [any]
void jw_pen_shift(JwPen *pen, double by_m);

/// Takes a point away; two stay at least. [any]
bool jw_pen_remove(JwPen *pen, int point);

/// Brings back what was before the last change; false if there is none. [any]
bool jw_pen_undo(JwPen *pen);

#endif // JW_WINDOW_PEN_H
