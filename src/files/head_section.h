// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Section [instrument] of an instrument file.

#ifndef JW_HEAD_SECTION_H
#define JW_HEAD_SECTION_H

#include "files/fields.h"
#include "playing/instrument.h"

typedef struct {
    char name[JW_NAME_SIZE];
    char description[256];
    int format; ///< Version of the format; 0 before it is read
    double a4_hz;
    int sa_key;
    int madhya_octaves;
    double khula_m, band_m;
} JwHeadSection;

/// Begins with the instrument's values and makes the reader read into the section. [any]
void jw_head_section_begin(JwHeadSection *section, JwFieldReader *reader,
                           const JwInstrument *instrument);

/// Completes the instrument's head from the keys read. [any]
bool jw_head_section_end(const JwHeadSection *section, const JwFieldReader *reader,
                         JwInstrument *instrument, JwError *error);

#endif // JW_HEAD_SECTION_H
