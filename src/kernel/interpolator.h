// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Interpolator: raises a signal from the sample rate to 1, 2 or 4 times that rate; the decimator's
// counterpart, with its filters.
//
// Every factor has the same latency of JW_INTERPOLATOR_LATENCY_FRAMES; factor 1 is a pure delay.
// The first of a frame's outputs is the sample at the frame's own time. Only past inputs are kept,
// so that the factor may change from one run to the next.

#ifndef JW_INTERPOLATOR_H
#define JW_INTERPOLATOR_H

#include "base/attributes.h"
#include "kernel/decimator.h"

#include <stdint.h>

enum {
    /// Frames that the filters look ahead: half the taps of the far stage, at twice the rate, then
    /// those of the near stage
    JW_INTERPOLATOR_LATENCY_FRAMES = JW_DECIMATOR_NEAR_TAPS + (JW_DECIMATOR_FAR_TAPS - 1) / 2,
    /// Inputs that the filters read before the frame that is output
    JW_INTERPOLATOR_REACH = JW_DECIMATOR_NEAR_TAPS - 1 + (JW_DECIMATOR_FAR_TAPS - 1) / 2,
    JW_INTERPOLATOR_PAST = JW_INTERPOLATOR_LATENCY_FRAMES + JW_INTERPOLATOR_REACH,
};

typedef struct {
    float near_taps[JW_DECIMATOR_NEAR_TAPS], far_taps[JW_DECIMATOR_FAR_TAPS];
    /// Past inputs, a chunk of new ones, and padding that the last outputs read
    float input[JW_INTERPOLATOR_PAST + 3 * JW_DECIMATOR_CHUNK];
} JwInterpolator;

/// Designs the filters and clears the past. [setup: no audio running]
void jw_interpolator_init(JwInterpolator *interpolator);

/// Clears the past. [audio]
JW_REALTIME void jw_interpolator_reset(JwInterpolator *interpolator);

/// Converts n frames, at most JW_DECIMATOR_CHUNK, to n * factor outputs; factor is 1, 2 or 4. Any
/// division into blocks gives the same bits. [audio]
JW_REALTIME void jw_interpolator_run(JwInterpolator *interpolator, const float *in, int n,
                                     int factor, float *out);

#endif // JW_INTERPOLATOR_H
