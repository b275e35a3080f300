// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Section [map] of an instrument file: meanings of keys, channels and pressure.

#ifndef JW_MAP_SECTION_H
#define JW_MAP_SECTION_H

#include "files/fields.h"
#include "playing/instrument.h"

typedef struct {
    const JwInstrument *instrument; ///< Instrument whose strings have been read before
    JwMidiMap map;
    int pressure, timbre;    ///< Values of JwTouch
    double sweep_s, strum_s; ///< Times from string to string
    bool strums[JW_MAP_KEYS];
} JwMapSection;

/// Empties the section and makes the reader read into it. The instrument is borrowed. [any]
void jw_map_section_begin(JwMapSection *section, JwFieldReader *reader,
                          const JwInstrument *instrument);

/// Completes the map from the keys read. [any]
bool jw_map_section_end(JwMapSection *section, const JwFieldReader *reader, JwError *error);

/// Takes the next word off *text as the name of a string; *string is -1 at the end of the text.
/// [any]
bool jw_string_word_next(const JwInstrument *instrument, const JwIniItem *item, const char **text,
                         int *string, JwError *error);

/// Reads names of strings into a set of bits. [any]
bool jw_string_set_parse(const JwInstrument *instrument, const JwIniItem *item, const char *text,
                         uint32_t *set, JwError *error);

#endif // JW_MAP_SECTION_H
