// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pitch of a recorded note from the peaks of its spectrum: the series of partials, stretched by
// stiffness, that explains most of them with the fewest missing.

#ifndef JW_PITCH_H
#define JW_PITCH_H

#include <stdbool.h>

enum { JW_PITCH_OTHERS = 3 };

typedef struct {
    double hz;                        ///< First partial; 0: no pitch found
    double inharmonicity;             ///< Estimate of b in jw_partials_hz()
    double margin;                    ///< Relative advantage over the next best, up to 1
    double other_hz[JW_PITCH_OTHERS]; ///< Next best pitches, best first; 0: none
    double other_inharmonicity[JW_PITCH_OTHERS];
} JwPitch;

/// Range of a pitch [Hz].
typedef struct {
    double least_hz, most_hz;
} JwPitchRange;

/// Range of all strings.
#define JW_PITCH_ALL ((JwPitchRange){26.0, 3000.0})

/// Finds the pitch of n frames at 48 kHz, with the stroke `onset` frames after the first. hz is 0
/// if no peak stands out of the noise, the sound is shorter than 0.2 s, or memory is short. [any]
JwPitch jw_pitch_find(const float *sound, int n, int onset, JwPitchRange range);

#endif // JW_PITCH_H
