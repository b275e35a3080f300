// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sixteen MIDI channels, alone or in MPE zones.
//
// A zone (MIDI Polyphonic Expression 1.0) begins with RPN 6 on channel 1 (lower zone: members from
// channel 2 up) or 16 (upper zone: from 15 down). Each of its members carries one note; the
// manager's bend, pedal, pressure, modes and values apply to all of them. Sets of channels are
// bits.
//
// Four controllers belong to their channel, as in MIDI 1.0: modulation (vibrato depth), volume, pan
// and expression. A channel that has received none of them uses the base value, which is the
// parameter's value as set by other means; when the parameter is set by other means, all channels
// return to the base value. Body, taraf, drone and everything else that no channel plays follow the
// leading channel: the channel of the first note, or its zone's manager if a member played that
// note; channel 1 until the first note. A member's own values are combined with the manager's:
// volume and expression multiply, pan and vibrato add.

#ifndef JW_CHANNELS_H
#define JW_CHANNELS_H

#include "base/attributes.h"
#include "base/params.h"
#include "playing/midi.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_CHANNELS = 16 };

/// Parameters that every channel may set separately.
typedef enum {
    JW_VALUE_VIBRATO,
    JW_VALUE_VOLUME,
    JW_VALUE_PAN,
    JW_VALUE_EXPRESSION,
    JW_CHANNEL_VALUES,
} JwChannelValue;

typedef struct {
    JwMidiChannel channel[JW_CHANNELS];
    bool timbre_set[JW_CHANNELS]; ///< CC 74 was received
    bool range_set[JW_CHANNELS];  ///< The bend range was set by RPN 0 or a zone, not by the caller
    int members[2];               ///< Members of the lower and the upper zone; 0: no zone
    double base[JW_CHANNEL_VALUES];
    double value[JW_CHANNELS][JW_CHANNEL_VALUES];
    uint8_t value_set[JW_CHANNELS]; ///< Bits, by JwChannelValue; the others use the base
    uint64_t came[JW_CHANNELS][2];  ///< Controllers, as bits, received since the start, or since
                                    ///< their parameter was set by other means
    int leader;                     ///< -1: no note was received
} JwChannels;

/// Initialises to the state at power-up: no zones, one bend range [semitone] for all channels. The
/// base is full volume and expression, and 0 otherwise. [any]
JW_REALTIME void jw_channels_init(JwChannels *channels, double bend_range);

/// Resets for a panic: controllers (RP-015), bend ranges to this one [semitone], and no zones.
/// Keeps the rest. [any]
JW_REALTIME void jw_channels_panic(JwChannels *channels, double bend_range);

/// Sets the bend range [semitone] of every channel except the members of zones. [any]
JW_REALTIME void jw_channels_set_bend_range(JwChannels *channels, double semitones);

/// Sets the bend range [semitone] of the channels for which neither RPN 0 nor a zone has set it.
/// [any]
JW_REALTIME void jw_channels_rebase_bend_range(JwChannels *channels, double semitones);

/// Handles a message; returns the channels whose notes it ends, because their present or previous
/// zone changes. [any]
JW_REALTIME unsigned jw_channels_take(JwChannels *channels, const JwMidi *midi);

/// Channel value of a parameter; -1 if the parameter is common to all channels. [any]
JW_REALTIME int jw_channel_value_of(JwParamId id);

/// Sets a parameter by other means: its controllers count as not received, and if it is a channel
/// value, all channels get it. [any]
JW_REALTIME void jw_channels_set_base(JwChannels *channels, JwParamId id, double value);

/// True if a controller was received on that channel, and its parameter was not set by other means
/// since. [any]
JW_REALTIME bool jw_channels_came(const JwChannels *channels, int channel, int controller);

/// Value of a channel, in the parameter's unit; channel -1: that of the leading channel. [any]
JW_REALTIME double jw_channels_value(const JwChannels *channels, int channel, JwChannelValue value);

/// True if no channel has its own value: all use the base. [any]
JW_REALTIME bool jw_channels_alike(const JwChannels *channels);

/// The leading channel, 0..15. [any]
JW_REALTIME int jw_channels_leader(const JwChannels *channels);

/// Records a note on a channel by other means than a message. [any]
JW_REALTIME void jw_channels_note(JwChannels *channels, int channel);

/// True for a member of a zone. [any]
JW_REALTIME bool jw_channels_is_member(const JwChannels *channels, int channel);

/// Manager of a member, -1 for other channels. [any]
JW_REALTIME int jw_channels_manager(const JwChannels *channels, int channel);

/// Channels affected by a controller on this one: a manager's affects all of its zone. [any]
JW_REALTIME unsigned jw_channels_reach(const JwChannels *channels, int channel);

/// Bend [semitone], including the manager's. [any]
JW_REALTIME double jw_channels_bend(const JwChannels *channels, int channel);

/// Fine and coarse tuning [semitone], including the manager's. [any]
JW_REALTIME double jw_channels_tuning(const JwChannels *channels, int channel);

/// True while the channel's or its manager's pedal is down. [any]
JW_REALTIME bool jw_channels_pedal(const JwChannels *channels, int channel);

/// True while the channel's or its manager's sostenuto pedal is down. [any]
JW_REALTIME bool jw_channels_sostenuto(const JwChannels *channels, int channel);

/// The larger pressure of the channel and its manager, 0..127. [any]
JW_REALTIME int jw_channels_pressure(const JwChannels *channels, int channel);

/// Sum of CC 74 of a member and its manager, -1..1, 0 at its centre of 64; 0 if none was received,
/// or the channel is no member. [any]
JW_REALTIME double jw_channels_timbre(const JwChannels *channels, int channel);

#endif // JW_CHANNELS_H
