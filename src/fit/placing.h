// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Placing of recorded notes on an instrument: which string, which fret, how hard.

#ifndef JW_PLACING_H
#define JW_PLACING_H

#include "fit/misfit.h"

#include <stdbool.h>
#include <stddef.h>

/// Finds the string (a name, or NULL for the one that the player would take for the notes) and the
/// places of a misfit's recordings; false, with a message, if there is none. [main]
bool jw_placing_find(JwMisfit *misfit, const char *string, JwMessage *message);

/// Says what is heard of a recording and where it was played: "heard 329.6 Hz: e1, open". [any]
void jw_placing_text(const JwMisfit *misfit, int note, char *text, size_t size);

/// Gives the notes velocities in proportion to their levels, the loudest this one. [any]
void jw_placing_strengths(JwMisfit *misfit, int velocity);

/// The same by the gains that the notes that were played last need, so that one gain serves all.
/// [any]
void jw_placing_settle(JwMisfit *misfit, int velocity);

#endif // JW_PLACING_H
