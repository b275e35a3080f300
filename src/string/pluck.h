// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strokes of a finger or plectrum over time: a stroke pulls a string aside and lets go.

#ifndef JW_PLUCK_H
#define JW_PLUCK_H

#include "base/attributes.h"
#include "string/noise.h"

#include <stdbool.h>

/// Kinds of stroke, by the numbers of PLUCK_STROKE, which projects and presets keep: a new one goes
/// last, and needs a row in pluck.c and in test_pluck.c, the `max` and a JW_PARAM_POINT of
/// PLUCK_STROKE in params.def, a word in files/stroke_section.c, and the table in doc/hosts.md.
typedef enum {
    JW_STROKE_FINGER,   ///< Raised-cosine rise, rounded release
    JW_STROKE_MIZRAB,   ///< Quick rise, near-instant release
    JW_STROKE_SOFT,     ///< sin^2 in time (van Walstijn, Bridges, Mehes 2016)
    JW_STROKE_TRIANGLE, ///< Linear rise, release within one step
    JW_N_STROKES
} JwStroke;

/// Running stroke; counts steps.
typedef struct {
    double force;          ///< Peak, in the caller's unit
    double touch;          ///< Dashpot of the finger while it pulls [N s/m]
    long step;             ///< Steps since the stroke began
    long rise, fall;       ///< Steps of rise and of release
    double rise_s, fall_s; ///< Times of a stroke at duration 1; 0: those of its kind
    JwStroke stroke;
    bool active;     ///< It pulls or lets go
    JwNoise noise;   ///< In parts of the peak force
    double frames;   ///< Frames in a step
    double at;       ///< Place of the last step between two frames of the noise, 0..1
    double from, to; ///< Noise of these frames
    double before;   ///< Noise of the frame before `from`
} JwPluck;

/// Begins a stroke of a peak force at a step rate; a running stroke is replaced. [audio]
JW_REALTIME void jw_pluck_start(JwPluck *pluck, JwStroke stroke, double force, double duration,
                                double step_rate_hz);

/// Begins the last stroke again, with its force times `strength`. [audio]
JW_REALTIME void jw_pluck_repeat(JwPluck *pluck, double strength);

/// Gives a stroke that has begun a noise, in parts of its peak force. frames: frames in a step.
/// [audio]
JW_REALTIME void jw_pluck_make_noise(JwPluck *pluck, const JwNoiseSpec *spec, double rate_hz,
                                     double frames);

/// Force of the next step, noise included; clears `active` with the stroke's last, and that of the
/// noise with the noise's. [audio]
JW_REALTIME double jw_pluck_next(JwPluck *pluck);

/// True while there is a force: the stroke's or its noise's. [audio]
JW_REALTIME bool jw_pluck_acts(const JwPluck *pluck);

/// Adapts a stroke to a step rate multiplied by ratio: the rest of the stroke takes as long as
/// before. [audio]
JW_REALTIME void jw_pluck_retime(JwPluck *pluck, double ratio);

/// True while the finger still pulls, and so damps. [audio]
JW_REALTIME bool jw_pluck_touching(const JwPluck *pluck);

/// True if the finger leaves the string in the next step. [audio]
JW_REALTIME bool jw_pluck_lets_go(const JwPluck *pluck);

/// Time of the release of a stroke at duration 1 [s]. [any]
JW_REALTIME double jw_stroke_release_s(JwStroke stroke);

/// Width of the finger or plectrum of a stroke, as a factor on the width asked for. [any]
JW_REALTIME double jw_stroke_width(JwStroke stroke);

#endif // JW_PLUCK_H
