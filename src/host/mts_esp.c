// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _XOPEN_SOURCE 700

#include "host/mts_esp.h"

#include "files/dynamic_library.h"
#include "files/paths.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const places[] = {
#if defined _WIN32
    "C:/Program Files/Common Files/MTS-ESP/LIBMTS.dll",
#endif
    "/usr/local/lib/libMTS.so",
    "/Library/Application Support/MTS-ESP/libMTS.dylib",
};

/// Range of accepted pitches [Hz]: a pitch outside counts as none.
static const double least_hz = 1.0, most_hz = 30000.0;

/// Channel argument for keys on any channel.
enum { ANY_CHANNEL = -1 };

/// Functions of the library, by its own names.
typedef struct {
    void (*RegisterClient)(void);
    void (*DeregisterClient)(void);
    bool (*HasMaster)(void);
    const double *(*GetTuningTable)(void);
    const double *(*GetMultiChannelTuningTable)(signed char channel);
    bool (*UseMultiChannelTuning)(signed char channel);
    bool (*ShouldFilterNote)(char key, signed char channel);
    bool (*ShouldFilterNoteMultiChannel)(char key, signed char channel);
    const char *(*GetScaleName)(void);
} Library;

struct JwMtsEspImpl {
    void *handle;
    Library library;
    JwKeyTable last;
};

/********* Library *********/

/// Finds a function. is_needed: without it there is no client; otherwise older libraries may lack
/// it.
static bool find(void *handle, const char *name, void *function, bool is_needed) {
    return jw_library_find(handle, name, function) || !is_needed;
}

static bool find_all(JwMtsEsp *esp) {
    Library *l = &esp->library;
    void *h = esp->handle;
    return find(h, "MTS_RegisterClient", &l->RegisterClient, true) &&
           find(h, "MTS_DeregisterClient", &l->DeregisterClient, true) &&
           find(h, "MTS_HasMaster", &l->HasMaster, true) &&
           find(h, "MTS_GetTuningTable", &l->GetTuningTable, true) &&
           find(h, "MTS_GetMultiChannelTuningTable", &l->GetMultiChannelTuningTable, false) &&
           find(h, "MTS_UseMultiChannelTuning", &l->UseMultiChannelTuning, false) &&
           find(h, "MTS_ShouldFilterNote", &l->ShouldFilterNote, false) &&
           find(h, "MTS_ShouldFilterNoteMultiChannel", &l->ShouldFilterNoteMultiChannel, false) &&
           find(h, "MTS_GetScaleName", &l->GetScaleName, false);
}

/// Path of the library; NULL if there is none.
static const char *find_library(void) {
    const char *own = getenv("JAWARI_LIBMTS");
    for (size_t i = 0; !own && i < sizeof(places) / sizeof(places[0]); ++i) {
        if (jw_path_exists(places[i])) {
            return places[i];
        }
    }
    return own && *own ? own : NULL;
}

JwMtsEsp *jw_mts_esp_new(void) {
    const char *path = find_library();
    JwMtsEsp *esp = path ? calloc(1, sizeof(*esp)) : NULL;
    if (!esp) {
        return NULL;
    }
    esp->handle = jw_library_open(path);
    if (esp->handle && find_all(esp)) {
        esp->library.RegisterClient();
        return esp;
    }
    if (esp->handle) {
        jw_library_close(esp->handle);
    }
    free(esp);
    return NULL;
}

void jw_mts_esp_free(JwMtsEsp *esp) {
    if (!esp) {
        return;
    }
    esp->library.DeregisterClient();
    jw_library_close(esp->handle);
    free(esp);
}

/********* Keys *********/

static void read_pitches(const double *hz, double pitch[JW_KEYS]) {
    for (int key = 0; key < JW_KEYS; ++key) {
        const bool sounds = hz[key] >= least_hz && hz[key] <= most_hz;
        pitch[key] = sounds ? jw_hz_key(hz[key]) : -1.0;
    }
}

typedef bool (*Filter)(char key, signed char channel);

/// Filters pitches: keys that have a note on the channel keep theirs.
static void filter_pitches(const double *all, Filter filter, int channel, double pitch[JW_KEYS]) {
    for (int key = 0; key < JW_KEYS; ++key) {
        pitch[key] = filter && filter((char)key, (signed char)channel) ? -1.0 : all[key];
    }
}

/// Reads the pitches of a channel's keys, from the channel's own table if the master has one.
static void read_channel(const Library *l, int channel, const double *all, double pitch[JW_KEYS]) {
    const signed char c = (signed char)channel;
    const bool own =
        l->UseMultiChannelTuning && l->GetMultiChannelTuningTable && l->UseMultiChannelTuning(c);
    const double *hz = own ? l->GetMultiChannelTuningTable(c) : NULL;
    double theirs[JW_KEYS];
    if (hz) {
        read_pitches(hz, theirs);
    }
    filter_pitches(hz ? theirs : all, hz ? l->ShouldFilterNoteMultiChannel : l->ShouldFilterNote,
                   channel, pitch);
}

static void read_all(const Library *l, JwKeyTable *table) {
    double all[JW_KEYS];
    const double *hz = l->HasMaster() ? l->GetTuningTable() : NULL;
    memset(table, 0, sizeof(*table));
    if (!hz) {
        return;
    }
    table->is_on = true;
    read_pitches(hz, all);
    filter_pitches(all, l->ShouldFilterNote, ANY_CHANNEL, table->pitch);
    for (int c = 0; c < JW_CHANNELS; ++c) {
        read_channel(l, c, all, table->own[c]);
        if (memcmp(table->own[c], table->pitch, sizeof(table->pitch)) != 0) {
            table->channels |= (uint16_t)(1u << c);
        }
    }
}

bool jw_mts_esp_read(JwMtsEsp *esp, JwKeyTable *table) {
    if (!esp) {
        return false;
    }
    read_all(&esp->library, table);
    if (!memcmp(table, &esp->last, sizeof(*table))) {
        return false;
    }
    memcpy(&esp->last, table, sizeof(*table));
    return true;
}

void jw_mts_esp_name(const JwMtsEsp *esp, char name[JW_MTS_NAME_SIZE]) {
    const Library *l = esp ? &esp->library : NULL;
    const char *theirs = l && l->GetScaleName && l->HasMaster() ? l->GetScaleName() : NULL;
    snprintf(name, JW_MTS_NAME_SIZE, "%s", theirs ? theirs : "");
}
