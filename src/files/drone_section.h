// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Section [drone] of an instrument file: the pattern that it plays by itself.

#ifndef JW_DRONE_SECTION_H
#define JW_DRONE_SECTION_H

#include "files/fields.h"
#include "playing/instrument.h"

typedef struct {
    const JwInstrument *instrument; ///< Instrument whose strings have been read before
    JwDronePattern pattern;
} JwDroneSection;

/// Empties the section and makes the reader read into it. The instrument is borrowed. [any]
void jw_drone_section_begin(JwDroneSection *section, JwFieldReader *reader,
                            const JwInstrument *instrument);

/// Completes the pattern from the keys read. [any]
bool jw_drone_section_end(JwDroneSection *section, const JwFieldReader *reader, JwError *error);

#endif // JW_DRONE_SECTION_H
