// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sixteen MIDI channels, alone or in MPE zones.
//
// A zone (MIDI Polyphonic Expression 1.0) begins with RPN 6 on channel 1 (lower zone: members from
// channel 2 up) or 16 (upper zone: from 15 down). Its members carry one note each; what its manager
// does - bend, pedal, pressure, modes, values - holds for all of them. Sets of channels are bits.
//
// Four controllers are their channel's own, as MIDI 1.0 has it: modulation (vibrato depth), volume,
// pan and expression. A channel that none of them has come on has the base, which parameters set by
// other means are; when such a parameter is set it is every channel's again. What no channel plays
// - body, taraf, drone - follows the channel that leads: the one that the first note came on, of a
// member's its zone's manager; channel 1 until then. A member's own values come on top of the
// manager's: volume and expression as a part of it, pan and vibrato added.

#ifndef JW_CHANNELS_H
#define JW_CHANNELS_H

#include "base/attributes.h"
#include "base/params.h"
#include "playing/midi.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_CHANNELS = 16 };

/// Parameters of which every channel may have a value of its own.
typedef enum {
    JW_VALUE_VIBRATO,
    JW_VALUE_VOLUME,
    JW_VALUE_PAN,
    JW_VALUE_EXPRESSION,
    JW_CHANNEL_VALUES,
} JwChannelValue;

typedef struct {
    JwMidiChannel channel[JW_CHANNELS];
    bool timbre_set[JW_CHANNELS]; ///< CC 74 has come
    bool range_set[JW_CHANNELS];  ///< Bend range: by RPN 0 or a zone, not by the caller
    int members[2];               ///< Of the lower and the upper zone; 0: no zone
    double base[JW_CHANNEL_VALUES];
    double value[JW_CHANNELS][JW_CHANNEL_VALUES];
    uint8_t value_set[JW_CHANNELS]; ///< Bits, by JwChannelValue; others have the base
    int leader;                     ///< -1: no note has come
} JwChannels;

/// Power-up state, no zones; bend range of all channels [semitone]. The base is full volume and
/// expression, and 0. [any]
JW_REALTIME void jw_channels_init(JwChannels *channels, double bend_range);

/// As at first but for the base, the channel that leads, volumes, pans and tunings: a panic. [any]
JW_REALTIME void jw_channels_panic(JwChannels *channels, double bend_range);

/// Bend range [semitone] of every channel but the members of zones. [any]
JW_REALTIME void jw_channels_set_bend_range(JwChannels *channels, double semitones);

/// Bend range [semitone] of the channels where neither RPN 0 nor a zone has set it. [any]
JW_REALTIME void jw_channels_rebase_bend_range(JwChannels *channels, double semitones);

/// Takes a message; returns the channels whose notes end with it, because a zone that they are or
/// were in changes. [any]
JW_REALTIME unsigned jw_channels_take(JwChannels *channels, const JwMidi *midi);

/// The value that a parameter is, -1 if it is the same for all channels. [any]
JW_REALTIME int jw_channel_value_of(JwParamId id);

/// A parameter among them was set by other means. [any]
JW_REALTIME void jw_channels_set_base(JwChannels *channels, JwParamId id, double value);

/// What a channel has, in the parameter's unit; of channel -1 what the one that leads has. [any]
JW_REALTIME double jw_channels_value(const JwChannels *channels, int channel, JwChannelValue value);

/// True if no channel has a value of its own, so that all have the base. [any]
JW_REALTIME bool jw_channels_alike(const JwChannels *channels);

/// The channel that leads, 0..15. [any]
JW_REALTIME int jw_channels_leader(const JwChannels *channels);

/// A note comes on that channel by other means than a message. [any]
JW_REALTIME void jw_channels_note(JwChannels *channels, int channel);

/// True for a member of a zone. [any]
JW_REALTIME bool jw_channels_is_member(const JwChannels *channels, int channel);

/// A member's manager, -1 for other channels. [any]
JW_REALTIME int jw_channels_manager(const JwChannels *channels, int channel);

/// The channels that a controller on this one acts on: a zone's manager's on all of the zone. [any]
JW_REALTIME unsigned jw_channels_reach(const JwChannels *channels, int channel);

/// Bend [semitone], the manager's included. [any]
JW_REALTIME double jw_channels_bend(const JwChannels *channels, int channel);

/// Fine and coarse tuning [semitone], the manager's included. [any]
JW_REALTIME double jw_channels_tuning(const JwChannels *channels, int channel);

/// True while the channel's or its manager's pedal is down. [any]
JW_REALTIME bool jw_channels_pedal(const JwChannels *channels, int channel);

/// The same of the sostenuto pedal. [any]
JW_REALTIME bool jw_channels_sostenuto(const JwChannels *channels, int channel);

/// Pressure of the channel or its manager, 0..1. [any]
JW_REALTIME double jw_channels_pressure(const JwChannels *channels, int channel);

/// CC 74 of a member, 0..1; negative if it has not come, or the channel is no member. [any]
JW_REALTIME double jw_channels_timbre(const JwChannels *channels, int channel);

#endif // JW_CHANNELS_H
