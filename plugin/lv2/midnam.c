// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/xml_text.h"
#include "instance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTE_NAME_SIZE = JW_NAME_SIZE + 32 };

/// Fret at which a string plays a key, -1: none.
static int fret_of(const JwStringSpec *string, int key) {
    for (int f = 0; f < string->n_frets; ++f) {
        if (lround(string->key + string->fret_semitones[f]) == key) {
            return f;
        }
    }
    return -1;
}

bool jw_midnam_note(const JwInstrument *instrument, int key, char *name, size_t size) {
    for (int s = 0; s < instrument->n_strings; ++s) {
        const JwStringSpec *string = &instrument->string[s];
        const int fret = string->role == JW_ROLE_TARAF ? -1 : fret_of(string, key);
        if (fret == 0) {
            snprintf(name, size, "%s", string->name);
            return true;
        }
        if (fret > 0) {
            snprintf(name, size, "%s, fret %d", string->name, fret);
            return true;
        }
    }
    return false;
}

/// Growing text; text is NULL once memory was short.
typedef struct {
    char *text;
    size_t n;
} Text;

static void add(Text *t, const char *part) {
    const size_t size = strlen(part);
    char *grown = t->text ? realloc(t->text, t->n + size + 1) : NULL;
    if (!grown) {
        free(t->text);
        t->text = NULL;
        return;
    }
    memcpy(grown + t->n, part, size + 1);
    *t = (Text){grown, t->n + size};
}

/// Appends a text, escaped for an attribute in double quotes.
static void add_escaped(Text *t, const char *part) {
    char escaped[6 * NOTE_NAME_SIZE];
    jw_xml_escape(part, escaped, sizeof(escaped));
    add(t, escaped);
}

static void add_note(Text *t, const JwInstrument *instrument, int key) {
    char name[NOTE_NAME_SIZE], number[32];
    if (jw_midnam_note(instrument, key, name, sizeof(name))) {
        snprintf(number, sizeof(number), "%d", key);
        add(t, "      <Note Number=\"");
        add(t, number);
        add(t, "\" Name=\"");
        add_escaped(t, name);
        add(t, "\"/>\n");
    }
}

static void add_channels(Text *t) {
    char line[80];
    add(t, "      <AvailableForChannels>\n");
    for (int c = 1; c <= 16; ++c) {
        snprintf(line, sizeof(line),
                 "        <AvailableChannel Channel=\"%d\" Available=\"true\"/>\n", c);
        add(t, line);
    }
    add(t, "      </AvailableForChannels>\n");
}

char *jw_midnam_document(const JwInstrument *instrument, const char *model) {
    Text t = {calloc(1, 1), 0};
    add(&t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<!DOCTYPE MIDINameDocument PUBLIC \"-//MIDI Manufacturers Association//DTD "
            "MIDINameDocument 1.0//EN\" "
            "\"http://dev.midi.org/dtds/MIDINameDocument10.dtd\">\n"
            "<MIDINameDocument>\n"
            "  <Author/>\n"
            "  <MasterDeviceNames>\n"
            "    <Manufacturer>Jawari</Manufacturer>\n"
            "    <Model>");
    add_escaped(&t, model);
    add(&t, "</Model>\n"
            "    <CustomDeviceMode Name=\"Default\">\n"
            "      <ChannelNameSetAssignments>\n");
    for (int c = 1; c <= 16; ++c) {
        char line[80];
        snprintf(line, sizeof(line),
                 "        <ChannelNameSetAssign Channel=\"%d\" NameSet=\"Strings\"/>\n", c);
        add(&t, line);
    }
    add(&t, "      </ChannelNameSetAssignments>\n"
            "    </CustomDeviceMode>\n"
            "    <ChannelNameSet Name=\"Strings\">\n");
    add_channels(&t);
    add(&t, "      <UsesNoteNameList Name=\"Frets\"/>\n"
            "    </ChannelNameSet>\n"
            "    <NoteNameList Name=\"Frets\">\n");
    for (int key = 0; key < 128; ++key) {
        add_note(&t, instrument, key);
    }
    add(&t, "    </NoteNameList>\n"
            "  </MasterDeviceNames>\n"
            "</MIDINameDocument>\n");
    return t.text;
}

// Writes a separate model for each instance, since instances may have different instruments.
static void print_model(LV2_Handle handle, char *text, size_t size) {
    snprintf(text, size, "Jawari:%p", handle);
}

static char *midnam(LV2_Handle handle) {
    JwInstance *instance = handle;
    char model[64];
    JwInstrument *instrument = calloc(1, sizeof(JwInstrument));
    if (!instrument) {
        return NULL;
    }
    print_model(handle, model, sizeof(model));
    jw_plugin_model_instrument(&instance->model, instrument);
    char *document = jw_midnam_document(instrument, model);
    free(instrument);
    return document;
}

static char *model(LV2_Handle handle) {
    char *text = malloc(64);
    if (text) {
        print_model(handle, text, 64);
    }
    return text;
}

static void release(char *text) {
    free(text);
}

const JwMidnamInterface jw_midnam_interface = {midnam, model, release};
