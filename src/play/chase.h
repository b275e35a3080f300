// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the MIDI messages so far have set, told to an engine that was not there to hear them.
//
// Chased: bend and its range, tuning, MPE zones, pressure, and the controllers that are in the
// player's hands and feet. Not chased: notes, programs, and the sound controllers (20..31,
// 70..79), which belong to the instrument that has just left.

#ifndef JW_CHASE_H
#define JW_CHASE_H

#include "attributes.h"
#include "engine.h"
#include "midi.h"
#include "params.h"

enum { JW_CHASE_CHANNEL_EVENTS = 32 }; ///< Most messages that one channel needs

typedef struct {
    JwMidiChannel channel[16];
} JwChase;

/// Nothing was set. [audio]
JW_REALTIME void jw_chase_reset(JwChase *chase);

/// Remembers what a complete channel message sets. [audio]
JW_REALTIME void jw_chase_take(JwChase *chase, const uint8_t bytes[3]);

/// A parameter was set by other means: what its controller set before holds no more. [audio]
JW_REALTIME void jw_chase_forget(JwChase *chase, JwParamId id);

/// Writes the messages, all for frame 0, that bring a channel (0..15) of a fresh engine to where
/// this one is; events has room for JW_CHASE_CHANNEL_EVENTS. Returns how many. [audio]
JW_REALTIME int jw_chase_channel(const JwChase *chase, int channel, JwEvent *events);

/// Tells a fresh engine all of it. If that is too much at once, the engine runs for some control
/// ticks, unheard. [audio]
JW_REALTIME void jw_chase_tell(const JwChase *chase, JwEngine *engine);

#endif // JW_CHASE_H
