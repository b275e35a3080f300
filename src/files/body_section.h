// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Section [body NAME] of an instrument file.

#ifndef JW_BODY_SECTION_H
#define JW_BODY_SECTION_H

#include "files/fields.h"
#include "kernel/body.h"

typedef struct {
    JwBodyMode mode;
    double gain_db;
} JwBodySection;

/// Empties the section and makes the reader read into it. [any]
void jw_body_section_begin(JwBodySection *section, JwFieldReader *reader);

/// Completes the mode from the keys read. [any]
bool jw_body_section_end(JwBodySection *section, const JwFieldReader *reader, JwError *error);

#endif // JW_BODY_SECTION_H
