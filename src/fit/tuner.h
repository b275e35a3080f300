// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tuner: measures by how many cents bridge and body raise each tone of an instrument, so that its
// strings can be tuned that much lower.

#ifndef JW_TUNER_H
#define JW_TUNER_H

#include "base/message.h"
#include "playing/instrument.h"

#include <stdbool.h>

/// What a caller is told meanwhile, and how it stops the tuner; all may be NULL.
typedef struct {
    void *user;
    bool (*stopped)(void *user);               ///< Asked on several threads
    void (*progress)(void *user, double part); ///< Called on the caller's thread
} JwTunerWatch;

/// What came of it.
typedef struct {
    int n_tones;        ///< Tones that were tuned by themselves
    int n_unheard;      ///< Tones that are not heard at their pitch, tuned as the place below
    double worst_cents; ///< What a tone by itself is off, at most
    int n_played;       ///< Tones that were tuned for how they are played, besides
    int n_renders;      ///< Tones that were played
} JwTunerReport;

/// Finds the cents of all strings of an instrument (JwStringSpec.wrap_cents and the others), on up
/// to n_threads threads; the same for any number of them. Strings that keep their tension get none.
/// Cents that it has are set to 0 first. Returns false, with a message, if the tuner was stopped or
/// memory is short. [main]
bool jw_tuner_run(JwInstrument *instrument, int n_threads, const JwTunerWatch *watch,
                  JwTunerReport *report, JwMessage *message);

#endif // JW_TUNER_H
