// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "uris.h"

#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/midi/midi.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>
#include <lv2/time/time.h>

void jw_uris_map(JwUris *uris, LV2_URID_Map *map, int index) {
    *uris = (JwUris){
        .atom_Chunk = map->map(map->handle, LV2_ATOM__Chunk),
        .atom_Double = map->map(map->handle, LV2_ATOM__Double),
        .atom_Float = map->map(map->handle, LV2_ATOM__Float),
        .atom_Int = map->map(map->handle, LV2_ATOM__Int),
        .atom_Long = map->map(map->handle, LV2_ATOM__Long),
        .atom_Object = map->map(map->handle, LV2_ATOM__Object),
        .atom_Path = map->map(map->handle, LV2_ATOM__Path),
        .atom_Sequence = map->map(map->handle, LV2_ATOM__Sequence),
        .atom_String = map->map(map->handle, LV2_ATOM__String),
        .atom_URID = map->map(map->handle, LV2_ATOM__URID),
        .atom_Vector = map->map(map->handle, LV2_ATOM__Vector),
        .bufsz_maxBlockLength = map->map(map->handle, LV2_BUF_SIZE__maxBlockLength),
        .held = map->map(map->handle, JW_HELD_URI),
        .midi_MidiEvent = map->map(map->handle, LV2_MIDI__MidiEvent),
        .patch_Ack = map->map(map->handle, LV2_PATCH__Ack),
        .patch_Error = map->map(map->handle, LV2_PATCH__Error),
        .patch_Get = map->map(map->handle, LV2_PATCH__Get),
        .patch_Put = map->map(map->handle, LV2_PATCH__Put),
        .patch_Set = map->map(map->handle, LV2_PATCH__Set),
        .patch_body = map->map(map->handle, LV2_PATCH__body),
        .patch_property = map->map(map->handle, LV2_PATCH__property),
        .patch_sequenceNumber = map->map(map->handle, LV2_PATCH__sequenceNumber),
        .patch_subject = map->map(map->handle, LV2_PATCH__subject),
        .patch_value = map->map(map->handle, LV2_PATCH__value),
        .plugin = map->map(map->handle, jw_plugin(index)->uri),
        .state_StateChanged = map->map(map->handle, LV2_STATE_PREFIX "StateChanged"),
        .time_Position = map->map(map->handle, LV2_TIME__Position),
        .time_bar = map->map(map->handle, LV2_TIME__bar),
        .time_barBeat = map->map(map->handle, LV2_TIME__barBeat),
        .time_beatsPerBar = map->map(map->handle, LV2_TIME__beatsPerBar),
        .time_beatsPerMinute = map->map(map->handle, LV2_TIME__beatsPerMinute),
        .time_speed = map->map(map->handle, LV2_TIME__speed),
#define JW_MESSAGE(name) .jw_##name = map->map(map->handle, "urn:jawari:" #name),
#include "messages.def"
#undef JW_MESSAGE
    };
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        uris->property[i] = map->map(map->handle, jw_property_info((JwProperty)i)->uri);
    }
}

int jw_uris_property(const JwUris *uris, LV2_URID key) {
    for (int i = 0; i < JW_N_PROPERTIES; ++i) {
        if (uris->property[i] == key) {
            return i;
        }
    }
    return -1;
}
