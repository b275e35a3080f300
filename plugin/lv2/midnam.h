// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Names of notes for the host: the string and fret that a key plays.
//
// The interface is Ardour's, http://ardour.org/lv2/midnam; the document is a MIDINameDocument 1.0.

#ifndef JW_MIDNAM_H
#define JW_MIDNAM_H

#include "playing/instrument.h"

#include <lv2/core/lv2.h>
#include <stddef.h>

#define JW_MIDNAM_INTERFACE_URI "http://ardour.org/lv2/midnam#interface"
#define JW_MIDNAM_UPDATE_URI    "http://ardour.org/lv2/midnam#update"

/// Feature of the host: run() calls update() to make it read the names again.
typedef struct {
    void *handle;
    void (*update)(void *handle);
} JwMidnam;

/// Extension data of the plug-in; the host returns each text to free().
typedef struct {
    char *(*midnam)(LV2_Handle instance);
    char *(*model)(LV2_Handle instance);
    void (*free)(char *text);
} JwMidnamInterface;

/// Writes the string and fret that a key plays ("jor, fret 4"); returns false if no string plays
/// the key. [any]
bool jw_midnam_note(const JwInstrument *instrument, int key, char *name, size_t size);

/// Makes the document, which the caller frees with free(); returns NULL if memory is short. [main]
char *jw_midnam_document(const JwInstrument *instrument, const char *model);

extern const JwMidnamInterface jw_midnam_interface;

#endif // JW_MIDNAM_H
