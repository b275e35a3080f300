// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Section [stroke NAME] of an instrument file: a way in which strings are plucked.

#ifndef JW_STROKE_SECTION_H
#define JW_STROKE_SECTION_H

#include "files/fields.h"
#include "playing/instrument.h"

typedef struct {
    const JwInstrument *instrument; ///< Instrument whose strings have been read before
    JwStrokeSpec stroke;
    int direction; ///< Value of JwDirection
} JwStrokeSection;

/// Empties the section and makes the reader read into it. The instrument is borrowed. [any]
void jw_stroke_section_begin(JwStrokeSection *section, JwFieldReader *reader,
                             const JwInstrument *instrument);

/// Completes the stroke from the keys read. [any]
bool jw_stroke_section_end(JwStrokeSection *section, const JwFieldReader *reader, JwError *error);

#endif // JW_STROKE_SECTION_H
