// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Chase: transfers settings that MIDI messages made in one engine to the engine that replaces it.
//
// Transferred are MPE zones, bend and its range, tuning by controllers and by system exclusive
// messages, pressure, the channel that leads, and the controllers of the player's hands and feet.
// Values that an instrument defines itself are transferred only if a message has set them. Notes,
// programs and the sound controllers (20..31, 70..79) are not transferred, since they belong to the
// instrument that was replaced.

#ifndef JW_CHASE_H
#define JW_CHASE_H

#include "base/attributes.h"
#include "base/params.h"
#include "engine/engine.h"
#include "playing/channels.h"
#include "playing/midi_tuning.h"

#include <stdint.h>

enum {
    JW_CHASE_EVENTS = 40, ///< Largest number of messages of one part
    JW_CHASE_PARTS = 1 + JW_CHANNELS,
};

typedef struct {
    JwChannels channels;
    JwMidiTunings tunings;
} JwChase;

/// Records the settings of an engine; NULL: no settings. [audio]
JW_REALTIME void jw_chase_note(JwChase *chase, const JwEngine *engine);

/// Drops the recorded setting of a parameter that something else has set to `value` since. [audio]
JW_REALTIME void jw_chase_forget(JwChase *chase, JwParamId id, double value);

/// Writes the messages, all for frame 0, that bring one part of a new engine to the recorded
/// settings. Part 0 is the zones, parts 1..16 are the channels, to be sent in this order. events
/// has room for JW_CHASE_EVENTS. told: channels of a new engine that receives the same messages.
/// Returns the number of messages. [audio]
JW_REALTIME int jw_chase_part(const JwChase *chase, int part, JwChannels *told, JwEvent *events);

/// Sends all settings to a new engine before it plays. [audio]
JW_REALTIME void jw_chase_tell(JwChase *chase, JwEngine *engine);

#endif // JW_CHASE_H
