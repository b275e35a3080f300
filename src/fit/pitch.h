// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Pitch of a recorded note, by the peaks of its spectrum: the series of partials, stretched by
// stiffness, that explains most of them and lacks least of its own.

#ifndef JW_PITCH_H
#define JW_PITCH_H

#include <stdbool.h>

enum { JW_PITCH_OTHERS = 3 };

typedef struct {
    double hz;                        ///< First partial; 0: no pitch is heard
    double inharmonicity;             ///< b of jw_partials_hz(), estimated
    double margin;                    ///< By how much it explains more than the next one, to 1
    double other_hz[JW_PITCH_OTHERS]; ///< Next best pitches, the better one first; 0: none
    double other_inharmonicity[JW_PITCH_OTHERS];
} JwPitch;

/// Range in which a pitch is looked for [Hz].
typedef struct {
    double least_hz, most_hz;
} JwPitchRange;

/// Pitches of strings.
#define JW_PITCH_ALL ((JwPitchRange){26.0, 3000.0})

/// Finds the pitch of n frames at 48 kHz, the stroke `onset` frames from the first one. hz is 0
/// where no peak stands above the noise, the sound is shorter than 0.2 s, or memory is short. [any]
JwPitch jw_pitch_find(const float *sound, int n, int onset, JwPitchRange range);

#endif // JW_PITCH_H
