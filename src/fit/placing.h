// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Placing of recorded notes on an instrument: string, fret and velocity.

#ifndef JW_PLACING_H
#define JW_PLACING_H

#include "fit/misfit.h"

#include <stdbool.h>
#include <stddef.h>

/// Finds the string (by name, or NULL: as a player would choose) and the frets of a misfit's
/// recordings; returns false, with an error, on failure. [main]
bool jw_placing_find(JwMisfit *misfit, const char *string, JwError *error);

/// Describes the detected pitch and the place: "heard 329.6 Hz: e1, open". [any]
void jw_placing_text(const JwMisfit *misfit, int note, char *text, size_t size);

/// Sets the velocities in proportion to the notes' levels, with the loudest at `velocity`. [any]
void jw_placing_strengths(JwMisfit *misfit, int velocity);

/// The same from the gains that the last played notes need, so that one gain serves all. [any]
void jw_placing_settle(JwMisfit *misfit, int velocity);

#endif // JW_PLACING_H
