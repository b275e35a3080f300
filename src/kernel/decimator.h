// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Decimator: reduces a signal at 1, 2 or 4 times the sample rate to the sample rate.
//
// Half-band linear-phase FIR stages (4:2, then 2:1). At an output rate of 44.1 kHz aliases in 0-20
// kHz are over 100 dB down and ripple up to 20 kHz is below 0.005 dB; all frequencies scale with
// the rate. Every factor has the same latency of JW_DECIMATOR_LATENCY_FRAMES, provided that the
// first of a frame's inputs is the sample at the frame's own time; factor 1 is a pure delay.
//
// The factor may change while sound goes on. One signal at the larger factor feeds both filters for
// JW_DECIMATOR_SWITCH_FRAMES; the filter with the smaller factor takes every second or fourth
// sample. The new filter first fills with real history; then its output, equal in delay and gain,
// is faded in:
//
//     jw_decimator_switch(d, factor);  // run() then reads jw_decimator_factor(d) inputs a frame:
//                                      // the larger factor; going up, the model changes rate here
//     jw_decimator_run(d, in, out, 32);
//     jw_decimator_settle(d);          // once true, run() reads the new factor; going down, the
//                                      // model changes rate here
//
// During a change, frequencies above the range of the smaller rate alias, as they do in the model
// at that rate.

#ifndef JW_DECIMATOR_H
#define JW_DECIMATOR_H

#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_DECIMATOR_FACTOR_MAX = 4,
    JW_DECIMATOR_NEAR_TAPS = 35, ///< Taps of the 2:1 stage on one side of the middle, without
                                 ///< zeros
    JW_DECIMATOR_FAR_TAPS = 7,   ///< Taps of the 4:2 stage; odd, for a whole delay
    JW_DECIMATOR_NEAR_LATENCY = JW_DECIMATOR_NEAR_TAPS - 1,     ///< Output frames
    JW_DECIMATOR_FAR_LATENCY = (JW_DECIMATOR_FAR_TAPS - 1) / 2, ///< Output frames
    JW_DECIMATOR_LATENCY_FRAMES = JW_DECIMATOR_NEAR_LATENCY + JW_DECIMATOR_FAR_LATENCY,
    JW_DECIMATOR_CHUNK = 32,       ///< Outputs that a stage computes at a time, or twice as many
                                   ///< as that
    JW_DECIMATOR_FILL_FRAMES = 96, ///< Frames that fill a filter's memory, more than 2
                                   ///< LATENCY_FRAMES + 1
    JW_DECIMATOR_FADE_FRAMES = 64,
    JW_DECIMATOR_SWITCH_FRAMES = JW_DECIMATOR_FILL_FRAMES + JW_DECIMATOR_FADE_FRAMES,
};

/// Inner loop of a half-band filter of n taps per side (kernel/kernels.h). Writes `outputs`
/// outputs, rounded up to half a JW_DECIMATOR_CHUNK or a whole one, for which there must be room.
/// even: the input under the middle tap of the first output; odd: the input after that one. [audio]
typedef void (*JwHalve)(const float *taps, int n, const float *even, const float *odd, float *out,
                        int outputs);

/// Filters of one factor: past inputs, then room for a chunk, with even and odd inputs separate.
typedef struct {
    int factor; ///< 1, 2 or 4
    float near_even[JW_DECIMATOR_LATENCY_FRAMES + JW_DECIMATOR_CHUNK];
    float near_odd[JW_DECIMATOR_LATENCY_FRAMES + JW_DECIMATOR_NEAR_TAPS + JW_DECIMATOR_CHUNK];
    float far_even[JW_DECIMATOR_FAR_TAPS - 1 + 2 * JW_DECIMATOR_CHUNK];
    float far_odd[2 * JW_DECIMATOR_FAR_TAPS - 1 + 2 * JW_DECIMATOR_CHUNK];
} JwDecimatorLane;

/// Decimator of one channel.
typedef struct {
    float near_taps[JW_DECIMATOR_NEAR_TAPS]; ///< From the middle tap outwards, which is 1/2
    float far_taps[JW_DECIMATOR_FAR_TAPS];
    JwDecimatorLane lane[2];
    int heard;         ///< Lane that is output, or faded out
    bool switching;    ///< The other lane fills or is faded in
    uint32_t switched; ///< Frames since the switch began, up to SWITCH_FRAMES
} JwDecimator;

/// Designs the taps of the 2:1 and of the 4:2 stage, from the middle tap outwards, which is 1/2.
/// [setup]
void jw_decimator_near_taps(float taps[JW_DECIMATOR_NEAR_TAPS]);
void jw_decimator_far_taps(float taps[JW_DECIMATOR_FAR_TAPS]);

/// Designs the filters and resets them. Returns false without any change unless factor is 1, 2 or
/// 4. Computes some hundred Bessel functions. [setup: no audio running]
bool jw_decimator_init(JwDecimator *decimator, int factor);

/// Restores the state after jw_decimator_init() with that factor: 1, 2 or 4. [audio]
JW_REALTIME void jw_decimator_restart(JwDecimator *decimator, int factor);

/// Resets the decimator to silence at the factor requested last. [audio]
JW_REALTIME void jw_decimator_reset(JwDecimator *decimator);

/// Number of inputs that run() reads for each frame: the factor, or the larger of two. [audio]
JW_REALTIME int jw_decimator_factor(const JwDecimator *decimator);

/// Converts n_frames * jw_decimator_factor() inputs to n_frames outputs; out may be the same as in.
/// Any division into blocks gives the same bits. [audio]
JW_REALTIME void jw_decimator_run(JwDecimator *decimator, const float *in, float *out,
                                  uint32_t n_frames);

/// Begins the change to another factor. Returns false without any change while a change is under
/// way, or unless factor is 1, 2 or 4. [audio]
JW_REALTIME bool jw_decimator_switch(JwDecimator *decimator, int factor);

/// Ends a change whose crossfade is complete. Returns true if no change is under way any more.
/// [audio]
JW_REALTIME bool jw_decimator_settle(JwDecimator *decimator);

#endif // JW_DECIMATOR_H
