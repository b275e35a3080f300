// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Places under the lens over the bridge, for its drawing.

#ifndef JW_LENS_PLACES_H
#define JW_LENS_PLACES_H

#include "window/draw/layout.h"
#include "window/draw/model.h"

#include <stdbool.h>

/// Width of a fret.
#define JW_LENS_POST_PX 18.0

/// End of the bridge's profile [m]; 0 without one. [any]
double jw_lens_profile_end_m(const JwWindowBridge *bridge);

/// Place of an obstacle along the string that is nearest to the string at rest [m]. [any]
double jw_lens_nearest_m(const JwWindowModel *model);

/// Place in the window of a place along the string [m], and of a height [m]. [any]
double jw_lens_x(const JwStringMap *map, double x_m);
double jw_lens_y(const JwStringMap *map, double h_m);

/// Height of the bridge as it is now [m]; 0 beyond it. [any]
double jw_lens_now_m(const JwWindowBridge *bridge, double x_m);

/// True while the pen can draw: a fixed bridge has no profile. [any]
bool jw_lens_pen_works(const JwWindowModel *model);

#endif // JW_LENS_PLACES_H
