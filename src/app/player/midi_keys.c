// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/midi_keys.h"

#include <string.h>

bool jw_midi_keys_begin(JwMidiKeys *k) {
    memset(k, 0, sizeof(*k));
    k->map = jw_latest_new(sizeof(JwMidiKeyMap));
    return k->map != NULL;
}

void jw_midi_keys_clear(JwMidiKeys *k) {
    jw_latest_free(k->map);
    k->map = NULL;
}

void jw_midi_keys_set(JwMidiKeys *k, const JwMidiKeyMap *map) {
    if (memcmp(&k->sent, map, sizeof(*map)) != 0) {
        memcpy(&k->sent, map, sizeof(*map));
        jw_latest_write(k->map, map);
    }
}

JW_REALTIME bool jw_midi_keys_take(JwMidiKeys *k, JwMidi *midi) {
    const JwMidiKeyMap *map = jw_latest_read(k->map, NULL);
    const bool note = midi->type == JW_MIDI_NOTE_ON || midi->type == JW_MIDI_NOTE_OFF ||
                      midi->type == JW_MIDI_POLY_PRESSURE;
    if (!note || midi->key >= JW_LAID_KEYS) {
        return true;
    }
    uint8_t *held = &k->held[midi->channel & (JW_LAID_CHANNELS - 1)][midi->key];
    int key = map->laid ? map->key[midi->key] : midi->key;
    if (midi->type == JW_MIDI_NOTE_ON) {
        *held = (uint8_t)(1 + key);
    } else if (*held > 0) {
        key = *held - 1;
        *held = midi->type == JW_MIDI_NOTE_OFF ? 0 : *held;
    }
    midi->key = (uint8_t)(key < 0 ? midi->key : key);
    return key >= 0;
}
