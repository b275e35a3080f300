// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Notes and presets of the player, by its other functions.

#include "app/player/live.h"

#include "playing/midi.h"

bool jw_live_midi(JwLive *live, int status, int data_1, int data_2) {
    const JwEvent event = {.type = JW_EVENT_MIDI,
                           .midi = jw_midi_decode((const uint8_t[]){
                               (uint8_t)status, (uint8_t)data_1, (uint8_t)data_2})};
    return jw_live_send(live, &event);
}

bool jw_live_preset_fits(const JwLive *live, int place) {
    return !jw_live_presets(live)->program[place].elsewhere;
}

bool jw_live_open_string(JwLive *live, int string, int velocity) {
    return jw_live_pluck(live, string, velocity, 0.0);
}
