// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Noise of strokes beside the string: as a force on the bridge, and in the air.

#ifndef JW_KNOCK_H
#define JW_KNOCK_H

#include "base/attributes.h"
#include "kernel/decimator.h"
#include "string/noise.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_KNOCK_FRAMES = 32 }; ///< Largest number of frames in one run

/// Noise of a string's last stroke.
typedef struct {
    JwNoise noise;      ///< Levels in newtons
    double bridge, air; ///< Factors on it
} JwStringKnock;

/// Sum of the noise of all strings, in a run.
typedef struct {
    double steps[JW_KNOCK_FRAMES * JW_DECIMATOR_FACTOR_MAX]; ///< On the bridge [kg m a step
                                                             ///< squared]
    float air[JW_KNOCK_FRAMES];                              ///< In the air, a frame [N]
    double last, before;    ///< Last two frames', on the bridge [N]
    bool on_bridge, in_air; ///< There is any in this run
} JwKnock;

/// Begins a run of at most JW_KNOCK_FRAMES frames. [audio]
JW_REALTIME void jw_knock_begin(JwKnock *knock);

/// Adds n frames of a string's noise. [audio]
JW_REALTIME void jw_knock_add(JwKnock *knock, JwStringKnock *string, uint32_t n);

/// Ends a run of n frames with `factor` steps of the body each: returns the force on the bridge in
/// each step, between two frames in a straight line, or NULL without one. [audio]
JW_REALTIME const double *jw_knock_end(JwKnock *knock, uint32_t n, int factor, double dt_s);

#endif // JW_KNOCK_H
