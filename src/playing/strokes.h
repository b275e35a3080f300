// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strokes as data: an instrument's description of the ways to pluck its strings.

#ifndef JW_STROKES_H
#define JW_STROKES_H

#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_MAX_STROKES = 16 };

/// What can be said of a stroke. Variations are those of VARIATION at 100 percent.
typedef enum {
    JW_STROKE_RISE_S,
    JW_STROKE_RELEASE_S,
    JW_STROKE_WIDTH_M,
    JW_STROKE_AT_M, ///< Distance of the hand from the bridge
    JW_STROKE_ANGLE_RAD,
    JW_STROKE_STRENGTH, ///< Factor on the displacement
    JW_STROKE_POWER,    ///< Exponent by which the displacement grows with the velocity
    JW_STROKE_HARDNESS, ///< Exponent by which its times shrink as the velocity grows; those given
                        ///< are velocity 100's
    JW_STROKE_VARY_STRENGTH,  ///< Most part by which it is stronger or weaker
    JW_STROKE_VARY_PLACE,     ///< Most part by which it is nearer or farther
    JW_STROKE_VARY_TIMES,     ///< Most powers of two by which it is slower or quicker
    JW_STROKE_VARY_ANGLE_RAD, ///< Most by which its direction differs
    JW_STROKE_VARY_RELEASE,   ///< Most powers of two by which its release is slower or quicker
    // Noise: rms of its three bands just after the release over the stroke's peak force, and times
    // in which they fall to 1/e. JW_STROKE_QUIET_DB: none.
    JW_STROKE_NOISE_LOW_DB,
    JW_STROKE_NOISE_MID_DB,
    JW_STROKE_NOISE_HIGH_DB,
    JW_STROKE_NOISE_LOW_S,
    JW_STROKE_NOISE_MID_S,
    JW_STROKE_NOISE_HIGH_S,
    JW_STROKE_NOISE_POWER,     ///< Exponent by which these levels grow with the velocity; those
                               ///< given are velocity 100's
    JW_STROKE_SCRAPE_DB,       ///< Noise at the end of the pull over that after the release
    JW_STROKE_NOISE_BRIDGE,    ///< Force on the bridge of another such noise, as a factor
    JW_STROKE_NOISE_AIR,       ///< The same for what is heard without the body
    JW_STROKE_SECOND_S,        ///< Time to a second blow
    JW_STROKE_SECOND_STRENGTH, ///< Strength of that, over the first's; 0: none
    JW_N_STROKE_FIGURES
} JwStrokeFigure;

/// Level in decibels that stands for no noise.
#define JW_STROKE_QUIET_DB (-100.0)

/// Hands that a stroke may be of.
typedef enum { JW_DIRECTION_BOTH, JW_DIRECTION_DA, JW_DIRECTION_RA } JwDirection;

/// Stroke of one kind, on some strings, in one direction or both.
typedef struct {
    int kind; ///< Value of PLUCK_STROKE
    JwDirection direction;
    uint32_t strings; ///< Strings, as bits; 0: all
    uint32_t given;   ///< Figures that are given, as bits; others are the string's or the kind's
    double figure[JW_N_STROKE_FIGURES]; ///< 0 for times, width and place: those of the kind and the
                                        ///< parameters
    int seed;                           ///< Number of the hand that varies
} JwStrokeSpec;

/// True if every figure that is given is within its range, and the rest is known. [any]
bool jw_stroke_spec_ok(const JwStrokeSpec *stroke);

/// Lays what another stroke has given over a stroke's own, if that one is for the string, kind and
/// direction. [any]
JW_REALTIME void jw_stroke_overlay(JwStrokeSpec *stroke, const JwStrokeSpec *other, int string,
                                   bool outward);

#endif // JW_STROKES_H
