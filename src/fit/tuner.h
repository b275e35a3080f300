// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tuner: measures by how many cents bridge and body raise each tone of an instrument, so that its
// strings can be tuned lower by as much.

#ifndef JW_TUNER_H
#define JW_TUNER_H

#include "base/error.h"
#include "playing/instrument.h"

#include <stdbool.h>

/// Callbacks that report progress and stop the tuner; may be NULL.
typedef struct {
    void *user;
    bool (*stopped)(void *user);               ///< Called on several threads
    void (*progress)(void *user, double part); ///< Called on the caller's thread
} JwTunerWatch;

/// Summary of the result.
typedef struct {
    int n_tones;        ///< Tones tuned alone, with the other strings damped
    int n_unheard;      ///< Tones not found at their pitch, and tuned like the fret below
    double worst_cents; ///< Largest error of a tone heard alone
    int n_played;       ///< Tones shifted further because other strings ring (ringing_cents)
    int n_renders;      ///< Notes that the tuner has rendered
} JwTunerReport;

/// Finds the cents of all strings of an instrument (JwStringSpec.wrap_cents and others), on up to
/// n_threads threads, whose number does not change the result. Strings that keep their tension get
/// none. Sets existing cents to 0 first. Returns false, with an error, if the tuner was stopped or
/// memory is short. [main]
bool jw_tuner_run(JwInstrument *instrument, int n_threads, const JwTunerWatch *watch,
                  JwTunerReport *report, JwError *error);

#endif // JW_TUNER_H
