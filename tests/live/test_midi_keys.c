// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Laid keys of a MIDI keyboard: notes, releases and pressure go to the same key, also when the
// layout changes while a key is down; a key that plays nothing is silent.

#include "app/player/midi_keys.h"
#include "support/check.h"

#include <string.h>

static int taken(JwMidiKeys *keys, JwMidiType type, int key) {
    JwMidi midi = {.type = type, .channel = 3, .key = (uint8_t)key, .value = 90};
    return jw_midi_keys_take(keys, &midi) ? midi.key : -1;
}

int main(void) {
    JwMidiKeys keys;
    JwMidiKeyMap map;
    check(jw_midi_keys_begin(&keys), "begins");
    check(taken(&keys, JW_MIDI_NOTE_ON, 60) == 60, "as it is");
    memset(&map, 0, sizeof(map));
    map.laid = true;
    for (int i = 0; i < JW_LAID_KEYS; ++i) {
        map.key[i] = (int8_t)(i == 61 ? -1 : (i + 2) % JW_LAID_KEYS);
    }
    jw_midi_keys_set(&keys, &map);
    check(taken(&keys, JW_MIDI_NOTE_OFF, 60) == 60, "a held key is released where it was struck");
    check(taken(&keys, JW_MIDI_NOTE_ON, 60) == 62, "the next stroke is laid");
    check(taken(&keys, JW_MIDI_POLY_PRESSURE, 60) == 62, "so is its pressure");
    check(taken(&keys, JW_MIDI_NOTE_ON, 61) == -1, "a key that plays nothing");
    check(taken(&keys, JW_MIDI_NOTE_OFF, 61) == -1, "ends nothing");
    check(taken(&keys, JW_MIDI_NOTE_ON, 127) == 1, "the last key");
    memset(&map, 0, sizeof(map));
    jw_midi_keys_set(&keys, &map);
    check(taken(&keys, JW_MIDI_NOTE_OFF, 60) == 62, "released as it was struck");
    check(taken(&keys, JW_MIDI_NOTE_OFF, 127) == 1, "the last one, too");
    check(taken(&keys, JW_MIDI_NOTE_ON, 60) == 60, "and as it is again");
    check(taken(&keys, JW_MIDI_CONTROL, 64) == 64, "controllers stay");
    jw_midi_keys_clear(&keys);
    return check_result();
}
