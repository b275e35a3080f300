// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Brings a signal computed at 1, 2 or 4 times the sample rate down to that rate.
//
// Half-band linear-phase FIR stages (4:2, then 2:1). At an output rate of 44.1 kHz,
// what folds into 0-20 kHz is over 100 dB down and ripple up to 20 kHz is below
// 0.005 dB; all frequencies scale with the rate. Every factor is late by the same
// JW_DECIMATOR_LATENCY_FRAMES, factor 1 being that delay and nothing else, when the
// first of a frame's inputs is the sample at the frame's own time.
//
// Changing the factor while sound goes on: one signal at the larger of the two factors
// feeds both filters for JW_DECIMATOR_SWITCH_FRAMES, that of the smaller from every second
// or fourth sample. The new filter first fills with real history, then its output, equal in
// delay and gain, is crossfaded in:
//
//     jw_decimator_switch(d, factor);  // run() now wants jw_decimator_factor(d) inputs a frame,
//                                      // the larger: going up, the model changes rate here
//     jw_decimator_run(d, in, out, 32);
//     jw_decimator_settle(d);          // once true, run() wants the new factor:
//                                      // going down, the model changes rate here
//
// Frequencies above the smaller rate's range fold during a change, as they do in the
// model at that rate.

#ifndef JW_DECIMATOR_H
#define JW_DECIMATOR_H

#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_DECIMATOR_FACTOR_MAX = 4,
    JW_DECIMATOR_NEAR_TAPS = 35, ///< Taps of the 2:1 stage: one side of the middle, less zeros
    JW_DECIMATOR_FAR_TAPS = 7,   ///< Taps of the 4:2 stage; odd, so that the delay is whole
    JW_DECIMATOR_NEAR_LATENCY = JW_DECIMATOR_NEAR_TAPS - 1,     ///< Output frames
    JW_DECIMATOR_FAR_LATENCY = (JW_DECIMATOR_FAR_TAPS - 1) / 2, ///< Output frames
    JW_DECIMATOR_LATENCY_FRAMES = JW_DECIMATOR_NEAR_LATENCY + JW_DECIMATOR_FAR_LATENCY,
    JW_DECIMATOR_CHUNK = 32,       ///< Outputs of a stage filtered side by side, or half of them
    JW_DECIMATOR_FILL_FRAMES = 96, ///< Frames, more than 2 LATENCY_FRAMES + 1, a factor's memory
    JW_DECIMATOR_FADE_FRAMES = 64,
    JW_DECIMATOR_SWITCH_FRAMES = JW_DECIMATOR_FILL_FRAMES + JW_DECIMATOR_FADE_FRAMES,
};

/// Inner loop of a half-band filter of n taps a side (kernel/kernels.h). Writes `outputs` outputs,
/// and on up to half of JW_DECIMATOR_CHUNK or to all of it, for which there must be room. even: the
/// input under the middle tap of the first output; odd: the input after that one. [audio]
typedef void (*JwHalve)(const float *taps, int n, const float *even, const float *odd, float *out,
                        int outputs);

/// Filters of one factor: past inputs, then room for a chunk, even and odd inputs apart.
typedef struct {
    int factor; ///< 1, 2 or 4
    float near_even[JW_DECIMATOR_LATENCY_FRAMES + JW_DECIMATOR_CHUNK];
    float near_odd[JW_DECIMATOR_LATENCY_FRAMES + JW_DECIMATOR_NEAR_TAPS + JW_DECIMATOR_CHUNK];
    float far_even[JW_DECIMATOR_FAR_TAPS - 1 + 2 * JW_DECIMATOR_CHUNK];
    float far_odd[2 * JW_DECIMATOR_FAR_TAPS - 1 + 2 * JW_DECIMATOR_CHUNK];
} JwDecimatorLane;

/// Decimator of one channel.
typedef struct {
    float near_taps[JW_DECIMATOR_NEAR_TAPS]; ///< Outwards from the middle tap, which is 1/2
    float far_taps[JW_DECIMATOR_FAR_TAPS];
    JwDecimatorLane lane[2];
    int heard;         ///< Lane that is heard, or faded out
    bool switching;    ///< The other lane is filling or being faded in
    uint32_t switched; ///< Frames since the switch began, up to SWITCH_FRAMES
} JwDecimator;

/// Designs the taps of the 2:1 and of the 4:2 stage, outwards from the middle tap, which is 1/2.
/// [setup]
void jw_decimator_near_taps(float taps[JW_DECIMATOR_NEAR_TAPS]);
void jw_decimator_far_taps(float taps[JW_DECIMATOR_FAR_TAPS]);

/// Designs the filters and puts them to rest. Returns false, nothing done, unless factor is 1, 2
/// or 4. Costs some hundred Bessel functions. [setup: no audio running]
bool jw_decimator_init(JwDecimator *decimator, int factor);

/// Puts the decimator to rest at the factor last asked for. [audio]
JW_REALTIME void jw_decimator_reset(JwDecimator *decimator);

/// Inputs that run() wants for each frame: the factor, or the larger of two. [audio]
JW_REALTIME int jw_decimator_factor(const JwDecimator *decimator);

/// Turns n_frames * jw_decimator_factor() inputs into n_frames outputs. out may be
/// in. Any split into blocks gives the same bits. [audio]
JW_REALTIME void jw_decimator_run(JwDecimator *decimator, const float *in, float *out,
                                  uint32_t n_frames);

/// Begins the change to another factor. Returns false, nothing done, while a change is
/// not settled or unless factor is 1, 2 or 4. [audio]
JW_REALTIME bool jw_decimator_switch(JwDecimator *decimator, int factor);

/// Ends a change whose crossfade is over. Returns true if no change is under way any more. [audio]
JW_REALTIME bool jw_decimator_settle(JwDecimator *decimator);

#endif // JW_DECIMATOR_H
