// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The compass of an instrument: which keys it has, tuned as it is.

#ifndef JW_COMPASS_H
#define JW_COMPASS_H

#include "app/message.h"
#include "files/sargam.h"
#include "playing/fretboard.h"

#include <stdbool.h>

typedef struct {
    bool has[JW_KEYS];   ///< A string can have it, or the instrument's map says what it does
    int lowest, highest; ///< That a string can have; lowest > highest if none can
    JwTonality tonality; ///< What sargam counts from
} JwCompass;

/// Finds the compass of channel 1 (tuning may be NULL; param: JW_N_PARAMS). False, with a message,
/// if memory is short. [main]
bool jw_compass_find(JwCompass *compass, const JwInstrument *instrument, const JwTuning *tuning,
                     const double *param, JwMessage *message);

/// Reads a key that the instrument has: a number, a Western name or sargam. False, and the message
/// says what it has. [main]
bool jw_compass_key(const JwCompass *compass, const char *instrument, const char *text, int *key,
                    JwMessage *message);

#endif // JW_COMPASS_H
