// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the MIDI messages so far have set, told to an engine that was not there to hear them.
//
// Chased: MPE zones, bend and its range, tuning by controllers and by system exclusive messages,
// pressure, the channel that leads, and the controllers that are in the player's hands and feet; of
// what an instrument has values of its own for, only what a message has set. Not chased: notes,
// programs, and the sound controllers (20..31, 70..79), which belong to the instrument that has
// just left.

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
    JwChannels channels;       ///< As an engine has them that heard it all
    JwMidiTunings tunings;     ///< The same
    uint16_t set[JW_CHANNELS]; ///< Chased controllers that have come, as bits
    double bend_range;         ///< Of channels where no message has set it [semitone]
} JwChase;

/// Nothing was set; bend range of the engine that plays [semitone]. [audio]
JW_REALTIME void jw_chase_reset(JwChase *chase, double bend_range);

/// The engine was told to panic: bend, zones, pedals are as at first, volume and pan stay. [audio]
JW_REALTIME void jw_chase_panic(JwChase *chase);

/// Remembers what a complete channel message sets. [audio]
JW_REALTIME void jw_chase_take(JwChase *chase, const uint8_t bytes[3]);

/// The same of a complete system exclusive message. [audio]
JW_REALTIME void jw_chase_sysex(JwChase *chase, const uint8_t *bytes, uint32_t size);

/// A parameter was set by other means: what messages set before holds no more. [audio]
JW_REALTIME void jw_chase_forget(JwChase *chase, JwParamId id, double value);

/// Writes the messages, all for frame 0, that bring a part of a fresh engine to where this one is:
/// 0 the zones, 1..16 a channel, to be told in this order; events has room for JW_CHASE_EVENTS.
/// told: channels of a fresh engine, which the same messages are told to. Returns how many. [audio]
JW_REALTIME int jw_chase_part(const JwChase *chase, int part, JwChannels *told, JwEvent *events);

/// Tells a fresh engine all of it, before it plays. [audio]
JW_REALTIME void jw_chase_tell(JwChase *chase, JwEngine *engine);

#endif // JW_CHASE_H
