// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Records what each source of MIDI holds: keys, pedals, wheels, volume, pressure. When a source
// goes away, exactly that is released: a key that another source also holds stays down, and a
// controller that another source has set returns to that value.
//
// Source 0 is the player itself (its keys, commands, control surfaces); others are numbered by the
// backend.

#ifndef JW_MIDI_SOURCES_H
#define JW_MIDI_SOURCES_H

#include "base/attributes.h"
#include "playing/channels.h"
#include "playing/midi.h"

#include <stdint.h>

enum {
    JW_SOURCES = 34,         ///< Numbers of sources: 0..33
    JW_SOURCE_OWN = 0,       ///< The player itself
    JW_SOURCE_SETTINGS = 13, ///< Number of settings: released controllers, bend, pressure
    JW_SOURCE_MESSAGES = JW_CHANNELS * (128 + JW_SOURCE_SETTINGS), ///< Largest number of messages
                                                                   ///< of a source
};

/// Keys and settings of a source on a channel.
typedef struct {
    uint64_t keys[2];                  ///< Keys that are down, as bits
    uint16_t set;                      ///< Settings that the source has sent, as bits
    int16_t value[JW_SOURCE_SETTINGS]; ///< Their last values
    uint32_t when[JW_SOURCE_SETTINGS]; ///< Their positions in the order of all messages
} JwSourceChannel;

typedef struct {
    JwSourceChannel held[JW_SOURCES][JW_CHANNELS];
    uint32_t now; ///< Number of messages so far
} JwMidiSources;

/// Records a message of a source; ignores messages that hold nothing. [audio]
JW_REALTIME void jw_midi_sources_note(JwMidiSources *sources, int source, const JwMidi *midi);

/// Clears everything but volume and pan, after a panic, which has released it. [audio]
JW_REALTIME void jw_midi_sources_panic(JwMidiSources *sources);

/// Writes the messages that release a source's keys and controllers, keys first, and clears it;
/// messages has room for JW_SOURCE_MESSAGES. channels: those of the instrument, whose base values
/// volume, pan, expression and modulation return to. Returns the number of messages. [audio]
JW_REALTIME int jw_midi_sources_leave(JwMidiSources *sources, int source,
                                      const JwChannels *channels, JwMidi *messages);

#endif // JW_MIDI_SOURCES_H
