// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Shadow: corrects the body's sound for strings that are heard louder, softer or elsewhere than the
// body.
//
// Strings of several channels move one body, which is heard as the channel that leads is. A string
// whose channel is heard differently gets too much or too little by that. The body's modes are
// linear, so a second body for each side, which moves nothing, is driven by the string's force on
// the bridge times the difference; the two bodies together sound as the string is to be heard.
// Shares of a string ramp from step to step, so that any split of the steps gives the same bits.

#ifndef JW_SHADOW_H
#define JW_SHADOW_H

#include "base/attributes.h"
#include "kernel/body.h"
#include "kernel/decimator.h"
#include "playing/instrument.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_SHADOW_FRAMES = 32, ///< Most frames in one run
    JW_SHADOW_STEPS = JW_SHADOW_FRAMES * JW_DECIMATOR_FACTOR_MAX,
};

/// Two bodies and their strings' shares. Pairs are left and right.
typedef struct {
    JwBody body[2];
    JwDecimator out[2];
    bool active;                     ///< True while a force drives the shadow, or it rings
    double share[JW_MAX_STRINGS][2]; ///< Share of each string's force now
    double step[JW_MAX_STRINGS][2];  ///< Change of each share a step
    /// Force of each string on the bridge, written by the caller
    double force[JW_MAX_STRINGS][JW_SHADOW_STEPS];
    /// Radiated outputs; the first is the last one of the run before
    float steps[2][JW_SHADOW_STEPS + 1];
} JwShadow;

/// Puts the shadow to rest, with decimators of that factor. [setup]
void jw_shadow_init(JwShadow *shadow, const JwBody *body, int factor);

/// Gives the shadow the body's new tables; modes that ring go over to them. [audio]
JW_REALTIME void jw_shadow_bind(JwShadow *shadow, const JwBody *body);

/// Goes over to another factor, as jw_decimator_switch() does. [audio]
JW_REALTIME void jw_shadow_switch(JwShadow *shadow, int factor);

/// True if no change of factor is under way. [audio]
JW_REALTIME bool jw_shadow_settle(JwShadow *shadow);

/// Sets a string's share, reached within that many steps; 0: at once. [audio]
JW_REALTIME void jw_shadow_set(JwShadow *shadow, int string, const double *share, int steps);

/// Steps the shadow with the forces of the strings in a set (bits); other strings have no force.
/// [audio]
JW_REALTIME void jw_shadow_run(JwShadow *shadow, uint32_t strings, int n_steps);

/// Writes frames of one side, from the steps of the last run. [audio]
JW_REALTIME void jw_shadow_frames(JwShadow *shadow, int side, float *frames, uint32_t n_frames);

/// Stops all motion and sets all shares to 0. [audio]
JW_REALTIME void jw_shadow_rest(JwShadow *shadow);

#endif // JW_SHADOW_H
