// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The pen: the user's own bridge profile, as points to add, move and remove, with undo.

#ifndef JW_WINDOW_PEN_H
#define JW_WINDOW_PEN_H

#include <stdbool.h>

/// Largest number of points, and of changes that can be undone.
enum { JW_PEN_POINTS = 64, JW_PEN_UNDOS = 16 };

typedef struct {
    int n;
    float x_m[JW_PEN_POINTS]; ///< Ascending, at least JW_PEN_APART_M apart
    float h_m[JW_PEN_POINTS]; ///< Heights above the line between the string's ends
} JwPenProfile;

typedef struct {
    JwPenProfile now; ///< n = 0: none, the instrument's own bridge
    int n_undos;
    JwPenProfile undo[JW_PEN_UNDOS]; ///< Profiles before the last changes, oldest first
} JwPen;

/// Smallest distance of two points [m]: a string leaves out contact points that are closer.
#define JW_PEN_APART_M 1e-4

/// Initializes a pen without a profile. [any]
void jw_pen_init(JwPen *pen);

/// Saves the profile for undo, before a change or a drag. [any]
void jw_pen_keep(JwPen *pen);

/// Begins with a profile of n points, reduced to at most `most`. [any]
void jw_pen_begin(JwPen *pen, const double *x_m, const double *h_m, int n, int most);

/// Adds a point and returns its index; -1 if there is no room or another point is too near. [any]
int jw_pen_add(JwPen *pen, double x_m, double h_m);

/// Moves a point, but not past its neighbours. [any]
void jw_pen_move(JwPen *pen, int point, double x_m, double h_m);

/// Moves all points along the string, but not beyond the bridge's end. [any]
void jw_pen_shift(JwPen *pen, double by_m);

/// Removes a point, but never the last two. [any]
bool jw_pen_remove(JwPen *pen, int point);

/// Undoes the last change; returns false if there is none. [any]
bool jw_pen_undo(JwPen *pen);

#endif // JW_WINDOW_PEN_H
