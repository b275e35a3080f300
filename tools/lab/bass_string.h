// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The G string of an electric bass over 20 frets, as measured by Issanchou et al. 2018.
//
// x runs from the nut; heights count from the string at rest.

#ifndef JW_LAB_BASS_STRING_H
#define JW_LAB_BASS_STRING_H

#include "string/string_data.h"

enum {
    JW_BASS_FRETS = 20,
    JW_BASS_PARTIALS = 862, ///< Number of partials of the published computation: to 1.18 MHz
};

typedef struct {
    double f_hz;        ///< Frequency
    double sigma_per_s; ///< Decay rate
} JwBassPartial;

extern const JwStringData jw_bass_string;
extern const double jw_bass_fret_x_m[JW_BASS_FRETS];
extern const double jw_bass_fret_height_m[JW_BASS_FRETS];

/// Partial n >= 1: measured to 90, modelled beyond.
JwBassPartial jw_bass_partial(int n);

/// Number of partials up to a frequency, at least 1, at most JW_BASS_PARTIALS.
int jw_bass_count(double highest_hz);

#endif // JW_LAB_BASS_STRING_H
