// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Volume and pan of strings and body, by the MIDI channels that play them.
//
// A string follows the channel of its last note. The body, and strings that no channel plays,
// follow the leading channel (channels.h); shadow.h corrects the part of the body's sound that
// comes from strings of other channels. Gains ramp between points of the control grid. When a note
// moves a string to another channel, its gains change before its sound, which the decimators delay.

#ifndef JW_HEARING_H
#define JW_HEARING_H

#include "engine/engine_impl.h"

/// Sets the parameters that follow the leading channel. [audio]
JW_REALTIME void jw_hearing_lead(JwAudio *audio);

/// Starts ramps of all gains, to be complete at the next point of the grid. [audio]
JW_REALTIME void jw_hearing_tick(JwAudio *audio);

/// Starts ramps of the gains that a note has changed, before its stroke; a silent string gets them
/// at once. [audio]
JW_REALTIME void jw_hearing_hasten(JwAudio *audio);

/// Vibrato depth [cent] of a string's channel. [audio]
JW_REALTIME double jw_hearing_vibrato(const JwAudio *audio, int string);

/// Settles a string's decimator and high-pass at its present output. [audio]
JW_REALTIME void jw_hearing_settle(JwVoice *v);

#endif // JW_HEARING_H
