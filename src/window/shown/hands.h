// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Playing in the window, as MIDI messages of channel 1.

#ifndef JW_HANDS_H
#define JW_HANDS_H

#include "window/draw/action.h"

/// Velocity of a stroke of the given strength, 0 to 1. [any]
int jw_hands_velocity(double strength);

/// Makes the message of a key or a bend; returns false for other actions. Limits the bend in the
/// model to BEND_RANGE. [any]
bool jw_hands_midi(JwWindowModel *model, const JwWindowAction *action, uint8_t message[3]);

#endif // JW_HANDS_H
