// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Layout of the keys of MIDI keyboards: which key a received key plays.

#ifndef JW_MIDI_KEYS_H
#define JW_MIDI_KEYS_H

#include "base/attributes.h"
#include "base/key_layout.h"
#include "base/latest.h"
#include "playing/midi.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_LAID_KEYS = 128, JW_LAID_CHANNELS = 16 };

/// Key that each received key plays; -1: none.
typedef struct {
    bool laid; ///< False: every key plays itself
    int8_t key[JW_LAID_KEYS];
} JwMidiKeyMap;

typedef struct {
    JwKeysChoice choice; ///< Layout for the keys of MIDI keyboards and of the computer's
    JwMidiKeyMap sent;   ///< Newest map
    JwLatest *map;       ///< The same, to the audio thread
    // Of the audio thread: 1 + key that a key played when it was struck, 0: it is up
    uint8_t held[JW_LAID_CHANNELS][JW_LAID_KEYS];
} JwMidiKeys;

/// Begins with every key as it is; false if memory is short. [main]
bool jw_midi_keys_begin(JwMidiKeys *keys);

/// Frees its memory. [setup: no audio running]
void jw_midi_keys_clear(JwMidiKeys *keys);

/// Applies a map to notes that are struck from the next block on. [main]
void jw_midi_keys_set(JwMidiKeys *keys, const JwMidiKeyMap *map);

/// Replaces the key of a note, of its release and of its pressure; a release ends what its key
/// struck, whatever map there is now. False if the key plays nothing. [audio]
JW_REALTIME bool jw_midi_keys_take(JwMidiKeys *keys, JwMidi *midi);

#endif // JW_MIDI_KEYS_H
