// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Shadow: corrects the body's sound for strings whose volume or pan differs from the body's.
//
// Strings of several channels move one body, which has the volume and pan of the leading channel.
// For a string of another channel that is too much or too little. The body's modes are linear: so a
// second body for each side, which moves nothing, is driven by the string's bridge force times the
// difference, and both bodies together sound right. A string's shares ramp step by step, so that
// any split of the steps gives the same bits.

#ifndef JW_SHADOW_H
#define JW_SHADOW_H

#include "base/attributes.h"
#include "kernel/body.h"
#include "kernel/decimator.h"
#include "playing/instrument.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_SHADOW_FRAMES = 32, ///< Largest number of frames in one run
    JW_SHADOW_STEPS = JW_SHADOW_FRAMES * JW_DECIMATOR_FACTOR_MAX,
};

/// Two bodies and the strings' shares in them. Pairs are left and right.
typedef struct {
    JwBody body[2];
    JwDecimator out[2];
    bool active;                     ///< True while a force drives the shadow, or while it rings
    double share[JW_MAX_STRINGS][2]; ///< Present share of each string's force
    double step[JW_MAX_STRINGS][2];  ///< Change of each share per step
    /// Force of each string on the bridge, written by the caller
    double force[JW_MAX_STRINGS][JW_SHADOW_STEPS];
    /// Radiated outputs; the first is the last one of the previous run
    float steps[2][JW_SHADOW_STEPS + 1];
} JwShadow;

/// Puts the shadow to rest, with decimators of the given factor. [setup]
void jw_shadow_init(JwShadow *shadow, const JwBody *body, int factor);

/// Restores the state after jw_shadow_init() with that body and factor. [audio]
JW_REALTIME void jw_shadow_restart(JwShadow *shadow, const JwBody *body, int factor);

/// Gives the shadow the body's new tables; ringing modes continue with them. [audio]
JW_REALTIME void jw_shadow_bind(JwShadow *shadow, const JwBody *body);

/// Starts the change to another factor, as jw_decimator_switch() does. [audio]
JW_REALTIME void jw_shadow_switch(JwShadow *shadow, int factor);

/// True if no change of factor is in progress. [audio]
JW_REALTIME bool jw_shadow_settle(JwShadow *shadow);

/// Sets a string's share, reached within `steps`; 0: at once. [audio]
JW_REALTIME void jw_shadow_set(JwShadow *shadow, int string, const double *share, int steps);

/// Steps the shadow with the forces of a set of strings (bits); the others have no force. [audio]
JW_REALTIME void jw_shadow_run(JwShadow *shadow, uint32_t strings, int n_steps);

/// Writes the frames of one side from the steps of the last run. [audio]
JW_REALTIME void jw_shadow_frames(JwShadow *shadow, int side, float *frames, uint32_t n_frames);

/// Stops all motion and sets all shares to 0. [audio]
JW_REALTIME void jw_shadow_rest(JwShadow *shadow);

#endif // JW_SHADOW_H
