// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Audio input: pushes the bridge, and is mixed with the strings' sound.
//
// The mean of left and right, times SENSITIVITY, is a force on the bridge. It enters a step like
// the force of a stroke (string/ensemble.h), and the bridge responds within that step. An
// interpolator brings it to the rate of the steps. The direct sound (DRY) is delayed as much as
// that of the strings. Gains change on the control grid.

#ifndef JW_ENGINE_INPUT_H
#define JW_ENGINE_INPUT_H

#include "base/params.h"
#include "engine/engine.h"
#include "kernel/interpolator.h"
#include "playing/midi.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    /// Frames from an input sample to its effect in the output
    JW_INPUT_LATENCY_FRAMES = JW_INTERPOLATOR_LATENCY_FRAMES + JW_DECIMATOR_LATENCY_FRAMES,
    JW_INPUT_KEYS = 128,
};

typedef struct {
    bool open; ///< True once run() has had an input
    JwInterpolator force;
    /// The input's last frames, left and right, including those in progress
    float sound[2][JW_INPUT_LATENCY_FRAMES + JW_DECIMATOR_CHUNK];
    double steps[JW_DECIMATOR_CHUNK * JW_DECIMATOR_FACTOR_MAX]; ///< Force in each step
    double sensitivity, sensitivity_step;                       ///< [N], and its change per frame
    double dry, dry_step, wet, wet_step;
    uint64_t still;     ///< Frames since the last nonzero sample
    uint64_t quiet;     ///< Frames since the force could last wake strings
    uint64_t nonfinite; ///< Samples that were not finite and were replaced by 0
    uint64_t limited;   ///< Samples that were limited
    float peak;         ///< Largest sample
    /// Channels that hold each key by finger and by pedal, as bits
    uint16_t down[JW_INPUT_KEYS], kept[JW_INPUT_KEYS];
    uint16_t pedal; ///< Channels with a pressed pedal, as bits
} JwInput;

/// Clears it, except for its filter taps; gains take their parameters' values. [audio]
JW_REALTIME void jw_input_rest(JwInput *input, const double *param);

/// Opens the input: gains take their parameters' values. [audio]
JW_REALTIME void jw_input_open(JwInput *input, const double *param);

/// Sets the goals of an open input's gains from the parameters, reached at the next point of the
/// grid. [audio]
JW_REALTIME void jw_input_tick(JwInput *input, const double *param);

/// Takes n frames, at most JW_CONTROL_FRAMES. left NULL: no input; does nothing unless earlier
/// frames still sound. right NULL: same as left. [audio]
JW_REALTIME void jw_input_take(JwInput *input, const float *left, const float *right, uint32_t n);

/// Number of the next n frames before a force that wakes strings. [audio]
JW_REALTIME uint32_t jw_input_calm(const JwInput *input, const float *left, const float *right,
                                   uint32_t n);

/// Bridge force for the n frames taken last, one value per step at `factor` steps per frame of dt_s
/// each; NULL: none. [audio]
JW_REALTIME const double *jw_input_force(JwInput *input, uint32_t n, int factor, double dt_s);

/// Mixes the n frames taken last with the strings' output. Returns true if the result is exactly 0.
/// [audio]
JW_REALTIME bool jw_input_mix(JwInput *input, float *left, float *right, uint32_t n);

/// True while no input is on its way to the output. [any]
JW_REALTIME bool jw_input_is_still(const JwInput *input);

/// True while no input is on its way that could wake strings. [any]
JW_REALTIME bool jw_input_is_quiet(const JwInput *input);

/// Tracks held keys and pedals from a message. reach: channels that a controller applies to, as
/// bits. [audio]
JW_REALTIME void jw_input_hear_keys(JwInput *input, const JwMidi *midi, unsigned reach);

/// Releases all keys and pedals. [audio]
JW_REALTIME void jw_input_let_go(JwInput *input);

/// First channel that holds a key, by finger or pedal; -1: none. [any]
JW_REALTIME int jw_input_channel_of(const JwInput *input, int key);

/// True if a channel holds a key, by finger or pedal, in an open input. [audio]
JW_REALTIME bool jw_input_holds_note(const JwInput *input, int channel, int key);

/// True if a key with the note of `key`, in any octave, is held. [any]
JW_REALTIME bool jw_input_holds(const JwInput *input, int key);

#endif // JW_ENGINE_INPUT_H
