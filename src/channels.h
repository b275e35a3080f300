// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sixteen MIDI channels, alone or in MPE zones.
//
// A zone (MIDI Polyphonic Expression 1.0) begins with RPN 6 on channel 1 (lower zone: members from
// channel 2 up) or 16 (upper zone: from 15 down). Its members carry one note each; what its manager
// does - bend, pedal, pressure, modes - holds for all of them. Sets of channels are bits.

#ifndef JW_CHANNELS_H
#define JW_CHANNELS_H

#include "attributes.h"
#include "midi.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_CHANNELS = 16 };

typedef struct {
    JwMidiChannel channel[JW_CHANNELS];
    bool timbre_set[JW_CHANNELS]; ///< CC 74 has come
    bool range_set[JW_CHANNELS];  ///< Bend range: by RPN 0 or a zone, not by the caller
    int members[2];               ///< Of the lower and the upper zone; 0: no zone
} JwChannels;

/// Power-up state, no zones; bend range of all channels [semitone]. [any]
JW_REALTIME void jw_channels_init(JwChannels *channels, double bend_range);

/// Bend range [semitone] of every channel but the members of zones. [any]
JW_REALTIME void jw_channels_set_bend_range(JwChannels *channels, double semitones);

/// Bend range [semitone] of the channels where neither RPN 0 nor a zone has set it. [any]
JW_REALTIME void jw_channels_rebase_bend_range(JwChannels *channels, double semitones);

/// Takes a message; returns the channels whose notes end with it, because a zone that they are or
/// were in changes. [any]
JW_REALTIME unsigned jw_channels_take(JwChannels *channels, const JwMidi *midi);

/// True for a member of a zone. [any]
JW_REALTIME bool jw_channels_is_member(const JwChannels *channels, int channel);

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
