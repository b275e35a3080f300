// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// URIs that the plug-in uses, as numbers mapped by the host.

#ifndef JW_URIS_H
#define JW_URIS_H

#include "overrides.h"
#include "plugins.h"
#include "properties.h"

#include <lv2/urid/urid.h>

typedef struct {
    LV2_URID atom_Chunk;
    LV2_URID atom_Double;
    LV2_URID atom_Float;
    LV2_URID atom_Int;
    LV2_URID atom_Long;
    LV2_URID atom_Object;
    LV2_URID atom_Path;
    LV2_URID atom_Sequence;
    LV2_URID atom_String;
    LV2_URID atom_URID;
    LV2_URID atom_Vector;
    LV2_URID bufsz_maxBlockLength;
    LV2_URID held;
    LV2_URID midi_MidiEvent;
    LV2_URID patch_Ack;
    LV2_URID patch_Error;
    LV2_URID patch_Get;
    LV2_URID patch_Put;
    LV2_URID patch_Set;
    LV2_URID patch_body;
    LV2_URID patch_property;
    LV2_URID patch_sequenceNumber;
    LV2_URID patch_subject;
    LV2_URID patch_value;
    LV2_URID plugin;
    LV2_URID property[JW_N_PROPERTIES];
    LV2_URID state_StateChanged;
    LV2_URID time_Position;
    LV2_URID time_bar;
    LV2_URID time_barBeat;
    LV2_URID time_beatsPerBar;
    LV2_URID time_beatsPerMinute;
    LV2_URID time_speed;
#define JW_MESSAGE(name) LV2_URID jw_##name;
#include "messages.def"
#undef JW_MESSAGE
} JwUris;

/// Maps all URIs through the host; index is that of jw_plugin(). [main]
void jw_uris_map(JwUris *uris, LV2_URID_Map *map, int index);

/// Property with this URID, -1: none. [any]
int jw_uris_property(const JwUris *uris, LV2_URID key);

#endif // JW_URIS_H
