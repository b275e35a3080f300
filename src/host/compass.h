// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Compass of an instrument: the keys that it can play in its present tuning.

#ifndef JW_COMPASS_H
#define JW_COMPASS_H

#include "base/error.h"
#include "files/raga_tell.h"
#include "files/sargam.h"
#include "playing/fretboard.h"

#include <stdbool.h>

typedef struct {
    bool has[JW_KEYS];   ///< A string can play the key, or the instrument's map assigns something
                         ///< to it
    int lowest, highest; ///< Lowest and highest key that strings can play; lowest > highest if
                         ///< none
    JwTonality tonality; ///< Tonic and raga on which sargam is based
    char raga[JW_RAGA_TOLD]; ///< What the raga tunes (jw_raga_tell())
} JwCompass;

/// Finds the compass on channel 1. tuning may be NULL; param has JW_N_PARAMS values. Returns false,
/// with an error, if memory is short. [main]
bool jw_compass_find(JwCompass *compass, const JwInstrument *instrument, const JwTuning *tuning,
                     const double *param, JwError *error);

/// Reads a key of the instrument: a number, a Western name or sargam. For any other text returns
/// false, with an error that lists the keys. [main]
bool jw_compass_key(const JwCompass *compass, const char *instrument, const char *text, int *key,
                    JwError *error);

#endif // JW_COMPASS_H
