// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What each source of MIDI holds: keys, pedals, wheels, volume, pressure. When a source goes away,
// that is let go, and nothing else: a key that another source holds stays down, and a controller
// that another source has set has that value again.
//
// The player itself (its keys, commands, control surfaces) is source 0; others are the backend's.

#ifndef JW_MIDI_SOURCES_H
#define JW_MIDI_SOURCES_H

#include "base/attributes.h"
#include "playing/channels.h"
#include "playing/midi.h"

#include <stdint.h>

enum {
    JW_SOURCES = 34,         ///< Numbers of sources: 0..33
    JW_SOURCE_OWN = 0,       ///< The player itself
    JW_SOURCE_SETTINGS = 13, ///< Controllers that are let go, bend and pressure
    JW_SOURCE_MESSAGES = JW_CHANNELS * (128 + JW_SOURCE_SETTINGS), ///< Most messages of a source
};

/// What a source holds on a channel.
typedef struct {
    uint64_t keys[2];                  ///< Keys that are down, as bits
    uint16_t set;                      ///< Settings that the source has sent, as bits
    int16_t value[JW_SOURCE_SETTINGS]; ///< Their last values
    uint32_t when[JW_SOURCE_SETTINGS]; ///< Their places in the order of all messages
} JwSourceChannel;

typedef struct {
    JwSourceChannel held[JW_SOURCES][JW_CHANNELS];
    uint32_t now; ///< Messages so far
} JwMidiSources;

/// Takes note of a message of a source; what no source holds is passed over. [audio]
JW_REALTIME void jw_midi_sources_note(JwMidiSources *sources, int source, const JwMidi *midi);

/// Forgets what is held, but for volume and pan: a panic has let it go. [audio]
JW_REALTIME void jw_midi_sources_panic(JwMidiSources *sources);

/// Writes the messages that let go what a source holds, keys first, and forgets it; messages has
/// room for JW_SOURCE_MESSAGES. channels: what the instrument has, whose base is the rest of
/// volume, pan, expression and modulation. Returns their number. [audio]
JW_REALTIME int jw_midi_sources_leave(JwMidiSources *sources, int source,
                                      const JwChannels *channels, JwMidi *messages);

#endif // JW_MIDI_SOURCES_H
