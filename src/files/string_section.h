// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Section [string NAME] of an instrument file.

#ifndef JW_STRING_SECTION_H
#define JW_STRING_SECTION_H

#include "files/fields.h"
#include "files/tuned_rows.h"
#include "playing/instrument.h"

typedef struct {
    JwStringSpec string; ///< String; obstacle[] is filled once all obstacles are known
    int role;            ///< Value of JwStringRole
    int law;             ///< Value of JwLossLaw
    int material;        ///< Index into the table of materials
    double diameter_m;
    double pitch_hz;
    int sa_key;       ///< Key of the instrument's Sa
    int pitch_key;    ///< MIDI key, where the pitch was given as a note
    JwTunedRows rows; ///< Rows that old files have here
    bool has_frets;   ///< True once it has frets of its own: the first list takes the place of
                      ///< another string's
    int n_refs;
    char ref[JW_STRING_OBSTACLES][JW_NAME_SIZE]; ///< Names of obstacles
} JwStringSection;

/// Empties the section and makes the reader read into it; sa_key is the instrument's Sa. [any]
void jw_string_section_begin(JwStringSection *section, JwFieldReader *reader, int sa_key);

/// Begins a section that has read nothing yet with another string's values, except key, tune_cents,
/// wrap_cents, ringing_cents and wrap_by_..., which belong to that string alone. [any]
void jw_string_section_take(JwStringSection *section, JwFieldReader *reader,
                            const JwStringSection *other, const JwFieldReader *other_reader);

/// Completes the string from the keys read; a4_hz is the pitch of MIDI key 69. [any]
bool jw_string_section_end(JwStringSection *section, JwFieldReader *reader, double a4_hz,
                           JwError *error);

#endif // JW_STRING_SECTION_H
