// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Hands on the window's keys and strings, as MIDI messages of channel 1.

#ifndef JW_HANDS_H
#define JW_HANDS_H

#include "window/draw/action.h"

/// Velocity of a stroke of that strength, 0 to 1. [any]
int jw_hands_velocity(double strength);

/// Makes the message of a key or a bend; false for other actions. The model shows no larger bend
/// than BEND_RANGE allows. [any]
bool jw_hands_midi(JwWindowModel *model, const JwWindowAction *action, uint8_t message[3]);

#endif // JW_HANDS_H
