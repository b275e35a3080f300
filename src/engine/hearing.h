// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Levels and places at which strings and body are heard, by the channels that play them.
//
// A string is heard as the channel of its last note asks. The body, and all strings that no channel
// plays, are heard as the channel that leads asks (channels.h); shadow.h corrects the part of the
// body's sound that comes from other channels' strings. Gains ramp from one point of the control
// grid to the next. A note that brings a string to another channel has its gains in place before
// its sound, which the decimators delay.

#ifndef JW_HEARING_H
#define JW_HEARING_H

#include "engine/engine_impl.h"

/// Sets the parameters that follow the channel that leads. [audio]
JW_REALTIME void jw_hearing_lead(JwAudio *audio);

/// Starts ramps of all gains to their values at the next point of the grid. [audio]
JW_REALTIME void jw_hearing_tick(JwAudio *audio);

/// Starts ramps of the gains that a note has changed, before it is struck: a string that is silent
/// gets them at once. [audio]
JW_REALTIME void jw_hearing_hasten(JwAudio *audio);

/// Depth of the vibrato [cent] that the channel of a string asks for. [audio]
JW_REALTIME double jw_hearing_vibrato(const JwAudio *audio, int string);

/// Sets a string's decimator and high-pass as if it had always been as it is now. [audio]
JW_REALTIME void jw_hearing_settle(JwVoice *v);

#endif // JW_HEARING_H
