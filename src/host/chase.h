// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Chase: settings that MIDI messages made in an engine, told to the engine that takes its place.
//
// Chased: MPE zones, bend and its range, tuning by controllers and by system exclusive messages,
// pressure, the channel that leads, and the controllers that are in the player's hands and feet;
// values that an instrument has of its own are chased only where a message has set them. Not
// chased: notes, programs, and the sound controllers (20..31, 70..79), which belong to the
// instrument that has just left.

#ifndef JW_CHASE_H
#define JW_CHASE_H

#include "base/attributes.h"
#include "base/params.h"
#include "engine/engine.h"
#include "playing/channels.h"
#include "playing/midi_tuning.h"

#include <stdint.h>

enum {
    JW_CHASE_EVENTS = 40, ///< Most messages of one part
    JW_CHASE_PARTS = 1 + JW_CHANNELS,
};

typedef struct {
    JwChannels channels;
    JwMidiTunings tunings;
} JwChase;

/// Notes the settings of an engine; NULL: nothing was set. [audio]
JW_REALTIME void jw_chase_note(JwChase *chase, const JwEngine *engine);

/// Tells that a parameter was set by other means after that: what messages set before holds no
/// more. [audio]
JW_REALTIME void jw_chase_forget(JwChase *chase, JwParamId id, double value);

/// Writes the messages, all for frame 0, that bring a part of a fresh engine to the settings noted:
/// part 0 is the zones, 1..16 a channel, to be told in this order; events has room for
/// JW_CHASE_EVENTS. told: channels of a fresh engine, to which the same messages are told. Returns
/// the number of messages. [audio]
JW_REALTIME int jw_chase_part(const JwChase *chase, int part, JwChannels *told, JwEvent *events);

/// Tells a fresh engine all settings, before it plays. [audio]
JW_REALTIME void jw_chase_tell(JwChase *chase, JwEngine *engine);

#endif // JW_CHASE_H
