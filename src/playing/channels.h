// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sixteen MIDI channels, alone or in MPE zones.
//
// A zone (MIDI Polyphonic Expression 1.0) begins with RPN 6 on channel 1 (lower zone: members from
// channel 2 up) or 16 (upper zone: from 15 down). Its members carry one note each; the manager's
// bend, pedal, pressure, modes and values hold for all of them. Sets of channels are bits.
//
// Four controllers belong to their channel, as MIDI 1.0 has it: modulation (vibrato depth), volume,
// pan and expression. A channel that has received none of them uses the base value, which is the
// parameter's value as set by other means; when the parameter is set by other means, all channels
// use the base value again. Body, taraf, drone and all else that no channel plays follow the
// channel that leads: the channel of the first note, or its zone's manager if a member played that
// note; channel 1 until a note comes. A member's own values come on top of the manager's: volume
// and expression multiply, pan and vibrato add.

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
    bool timbre_set[JW_CHANNELS]; ///< True if CC 74 has come
    bool range_set[JW_CHANNELS];  ///< True if the bend range was set by RPN 0 or a zone, and not by
                                  ///< the caller
    int members[2];               ///< Members of the lower and the upper zone; 0: no zone
    double base[JW_CHANNEL_VALUES];
    double value[JW_CHANNELS][JW_CHANNEL_VALUES];
    uint8_t value_set[JW_CHANNELS]; ///< Bits, by JwChannelValue; others have the base
    uint64_t came[JW_CHANNELS][2];  ///< Controllers, as bits, that have come since the start, or
                                    ///< since their parameter was set by other means
    int leader;                     ///< -1: no note has come
} JwChannels;

/// Sets the state at power-up: no zones, one bend range [semitone] for all channels. The base is
/// full volume and expression, and 0 otherwise. [any]
JW_REALTIME void jw_channels_init(JwChannels *channels, double bend_range);

/// Controllers are reset (RP-015), bend ranges are that one [semitone], and there are no zones: a
/// panic. The rest stays. [any]
JW_REALTIME void jw_channels_panic(JwChannels *channels, double bend_range);

/// Sets the bend range [semitone] of every channel but the members of zones. [any]
JW_REALTIME void jw_channels_set_bend_range(JwChannels *channels, double semitones);

/// Sets the bend range [semitone] of the channels where neither RPN 0 nor a zone has set it. [any]
JW_REALTIME void jw_channels_rebase_bend_range(JwChannels *channels, double semitones);

/// Takes a message; returns the channels whose notes end with it, because a zone to which they
/// belong or belonged changes. [any]
JW_REALTIME unsigned jw_channels_take(JwChannels *channels, const JwMidi *midi);

/// Channel value that a parameter stands for; -1 if the parameter is the same for all channels.
/// [any]
JW_REALTIME int jw_channel_value_of(JwParamId id);

/// A parameter was set by other means: controllers that move it have not come, and if it is among
/// the values it is every channel's. [any]
JW_REALTIME void jw_channels_set_base(JwChannels *channels, JwParamId id, double value);

/// True if a controller has come on that channel, and its parameter was not set by other means
/// since. [any]
JW_REALTIME bool jw_channels_came(const JwChannels *channels, int channel, int controller);

/// What a channel has, in the parameter's unit; of channel -1 what the one that leads has. [any]
JW_REALTIME double jw_channels_value(const JwChannels *channels, int channel, JwChannelValue value);

/// True if no channel has a value of its own: all have the base. [any]
JW_REALTIME bool jw_channels_alike(const JwChannels *channels);

/// The channel that leads, 0..15. [any]
JW_REALTIME int jw_channels_leader(const JwChannels *channels);

/// Tells that a note has come on a channel by other means than a message. [any]
JW_REALTIME void jw_channels_note(JwChannels *channels, int channel);

/// True for a member of a zone. [any]
JW_REALTIME bool jw_channels_is_member(const JwChannels *channels, int channel);

/// Manager of a member, -1 for other channels. [any]
JW_REALTIME int jw_channels_manager(const JwChannels *channels, int channel);

/// Channels that a controller on this one acts on: a manager's acts on all of its zone. [any]
JW_REALTIME unsigned jw_channels_reach(const JwChannels *channels, int channel);

/// Bend [semitone], the manager's included. [any]
JW_REALTIME double jw_channels_bend(const JwChannels *channels, int channel);

/// Fine and coarse tuning [semitone], the manager's included. [any]
JW_REALTIME double jw_channels_tuning(const JwChannels *channels, int channel);

/// True while the channel's or its manager's pedal is down. [any]
JW_REALTIME bool jw_channels_pedal(const JwChannels *channels, int channel);

/// True while the channel's or its manager's sostenuto pedal is down. [any]
JW_REALTIME bool jw_channels_sostenuto(const JwChannels *channels, int channel);

/// Pressure of the channel or its manager, whichever is more, 0..127. [any]
JW_REALTIME int jw_channels_pressure(const JwChannels *channels, int channel);

/// CC 74 of a member and its manager together, -1..1, 0 at its centre of 64; 0 if it has not come,
/// or the channel is no member. [any]
JW_REALTIME double jw_channels_timbre(const JwChannels *channels, int channel);

#endif // JW_CHANNELS_H
