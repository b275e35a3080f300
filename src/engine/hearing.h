// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// How loud and where strings and body are heard, by the channels that play them.
//
// A string is heard as the channel of its last note is, the body and all that no channel plays as
// the channel that leads (channels.h); what of the body's sound other channels' strings make is put
// right by shadow.h. Gains ramp from one point of the control grid to the next. Where a note brings
// a string to another channel they are there before its sound is, which is late by the decimators.

#ifndef JW_HEARING_H
#define JW_HEARING_H

#include "engine/engine_impl.h"

/// Parameters follow the channel that leads. [audio]
JW_REALTIME void jw_hearing_lead(JwAudio *audio);

/// All gains on their way to where they are to be at the next point of the grid. [audio]
JW_REALTIME void jw_hearing_tick(JwAudio *audio);

/// The same of gains that a note has changed, before it is struck: at once of what is silent.
/// [audio]
JW_REALTIME void jw_hearing_hasten(JwAudio *audio);

/// Depth of the vibrato [cent] that the channel of a string asks for. [audio]
JW_REALTIME double jw_hearing_vibrato(const JwAudio *audio, int string);

#endif // JW_HEARING_H
