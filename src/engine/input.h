// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Input: sound from outside that pushes the bridge, and is heard beside the strings.
//
// The middle of left and right, times SENSITIVITY, is a force on the bridge: it enters a step where
// a stroke's own share of force does (string/ensemble.h), and the bridge answers within the step.
// The interpolator brings it to the rate of the steps. What goes by the strings (DRY) is as late as
// what comes of them. Gains move on the control grid.

#ifndef JW_ENGINE_INPUT_H
#define JW_ENGINE_INPUT_H

#include "base/params.h"
#include "engine/engine.h"
#include "kernel/interpolator.h"
#include "playing/midi.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    /// Frames from a sound that comes in to what comes out of it
    JW_INPUT_LATENCY_FRAMES = JW_INTERPOLATOR_LATENCY_FRAMES + JW_DECIMATOR_LATENCY_FRAMES,
    JW_INPUT_KEYS = 128,
};

typedef struct {
    bool open; ///< True once run() was given an input
    JwInterpolator force;
    /// Sound of the last frames, left and right, and of the frames under way
    float sound[2][JW_INPUT_LATENCY_FRAMES + JW_DECIMATOR_CHUNK];
    double steps[JW_DECIMATOR_CHUNK * JW_DECIMATOR_FACTOR_MAX]; ///< Force in each step
    double sensitivity, sensitivity_step;                       ///< [N], and its change a frame
    double dry, dry_step, wet, wet_step;
    uint64_t still;     ///< Frames since a sample came that was not 0
    uint64_t quiet;     ///< Frames since the force was last strong enough to wake strings
    uint64_t nonfinite; ///< Samples that were not finite (and were taken as 0)
    uint64_t limited;   ///< Samples that the limiter held back
    float peak;         ///< Largest sample
    /// Channels that hold each key by finger and by pedal, as bits
    uint16_t down[JW_INPUT_KEYS], kept[JW_INPUT_KEYS];
    uint16_t pedal; ///< Channels whose pedal is down, as bits
} JwInput;

/// Empties it, but for the taps of its filters; gains stand at their parameters. [audio]
JW_REALTIME void jw_input_rest(JwInput *input, const double *param);

/// Begins to take sound: gains stand at their parameters. [audio]
JW_REALTIME void jw_input_open(JwInput *input, const double *param);

/// Aims the gains of an open input at the values that parameters ask for, from one point of the
/// grid to the next. [audio]
JW_REALTIME void jw_input_tick(JwInput *input, const double *param);

/// Takes n frames, at most JW_CONTROL_FRAMES; left NULL: none came, and nothing is done unless
/// earlier ones still sound. right NULL: as left. [audio]
JW_REALTIME void jw_input_take(JwInput *input, const float *left, const float *right, uint32_t n);

/// Frames of the next n before a force that wakes strings. [audio]
JW_REALTIME uint32_t jw_input_calm(const JwInput *input, const float *left, const float *right,
                                   uint32_t n);

/// Forces of the n frames taken last, a step each at `factor` steps a frame, for steps of dt_s;
/// NULL: none. [audio]
JW_REALTIME const double *jw_input_force(JwInput *input, uint32_t n, int factor, double dt_s);

/// Mixes the n frames taken last with what the strings made of earlier ones. Returns true if they
/// are exactly 0. [audio]
JW_REALTIME bool jw_input_mix(JwInput *input, float *left, float *right, uint32_t n);

/// True while no sound is on its way through. [any]
JW_REALTIME bool jw_input_is_still(const JwInput *input);

/// True while nothing is on its way that would wake strings. [any]
JW_REALTIME bool jw_input_is_quiet(const JwInput *input);

/// Notes keys and pedal of a message. reach: channels for which a controller is, as bits. [audio]
JW_REALTIME void jw_input_hear_keys(JwInput *input, const JwMidi *midi, unsigned reach);

/// Lets go of all keys and pedals. [audio]
JW_REALTIME void jw_input_let_go(JwInput *input);

/// First channel that holds a key, by finger or by pedal; -1: none does. [any]
JW_REALTIME int jw_input_channel_of(const JwInput *input, int key);

/// True if a key with the same note as `key`, in any octave, is held. [any]
JW_REALTIME bool jw_input_holds(const JwInput *input, int key);

#endif // JW_ENGINE_INPUT_H
