// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a body radiates of strings that are heard louder, softer or elsewhere than the rest.
//
// Strings of several channels move one body. It is heard as the channel that leads is; what that is
// too much or too little of a string whose channel is heard otherwise, this radiates. The body's
// modes are linear: the string's own force on the bridge, times the difference, drives a second
// body for each side, which moves nothing, and the two together are what the string is to be heard
// as. Shares of a string ramp from step to step, so that any split of the steps gives the same
// bits.

#ifndef JW_SHADOW_H
#define JW_SHADOW_H

#include "base/attributes.h"
#include "kernel/body.h"
#include "kernel/decimator.h"
#include "playing/instrument.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_SHADOW_FRAMES = 32, ///< Most frames at a time
    JW_SHADOW_STEPS = JW_SHADOW_FRAMES * JW_DECIMATOR_FACTOR_MAX,
};

/// Pairs are left and right.
typedef struct {
    JwBody body[2];
    JwDecimator out[2];
    bool active;                                   ///< Something drives it, or it rings
    double share[JW_MAX_STRINGS][2];               ///< Of each string's force now,
    double step[JW_MAX_STRINGS][2];                ///< and its change a step
    double force[JW_MAX_STRINGS][JW_SHADOW_STEPS]; ///< Of each string on the bridge: the caller's
    float steps[2][JW_SHADOW_STEPS + 1];           ///< Radiated; first what the last run ended with
} JwShadow;

/// At rest, decimators of that factor. [setup]
void jw_shadow_init(JwShadow *shadow, const JwBody *body, int factor);

/// The body has other tables; what rings goes over to them. [audio]
JW_REALTIME void jw_shadow_bind(JwShadow *shadow, const JwBody *body);

/// Goes over to another factor as jw_decimator_switch() has it. [audio]
JW_REALTIME void jw_shadow_switch(JwShadow *shadow, int factor);

/// True if no change of factor is under way. [audio]
JW_REALTIME bool jw_shadow_settle(JwShadow *shadow);

/// A string's share within that many steps, 0: at once. [audio]
JW_REALTIME void jw_shadow_set(JwShadow *shadow, int string, const double *share, int steps);

/// Steps of what strings in a set (bits) do to the bridge; the others do nothing. [audio]
JW_REALTIME void jw_shadow_run(JwShadow *shadow, uint32_t strings, int n_steps);

/// Frames of one side, of the steps that ran last. [audio]
JW_REALTIME void jw_shadow_frames(JwShadow *shadow, int side, float *frames, uint32_t n_frames);

/// Stops dead, and all shares are 0. [audio]
JW_REALTIME void jw_shadow_rest(JwShadow *shadow);

#endif // JW_SHADOW_H
