// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/body_section.h"

#include "base/elementary.h"

#include <string.h>

#define AT(member) offsetof(JwBodySection, member)

static const JwField fields[] = {
    {"frequency_hz", JW_FIELD_NUMBER, AT(mode.frequency_hz), 1, 1, 4e4, 1, 1, NULL, NULL},
    {"q", JW_FIELD_NUMBER, AT(mode.q), 1, 0.51, 1e4, 1, 1, NULL, NULL},
    {"mass_kg", JW_FIELD_NUMBER, AT(mode.mass_kg), 1, 1e-6, 1e3, 0, 1, NULL, NULL},
    {"gain", JW_FIELD_NUMBER, AT(mode.gain), 1, -1e4, 1e4, 0, 1, NULL, NULL},
    {"gain_db", JW_FIELD_NUMBER, AT(gain_db), 1, -200, 80, 0, 1, NULL, NULL},
    {"pan", JW_FIELD_NUMBER, AT(mode.pan), 1, -1, 1, 0, 1, NULL, NULL},
};

void jw_body_section_begin(JwBodySection *section, JwFieldReader *reader) {
    memset(section, 0, sizeof(*section));
    reader->fields = fields;
    reader->n_fields = (int)(sizeof(fields) / sizeof(fields[0]));
    reader->section = section;
}

bool jw_body_section_end(JwBodySection *section, const JwFieldReader *reader, JwError *error) {
    const int gain_db = jw_field_line(reader, "gain_db");
    if (!jw_fields_complete(reader, 1, "a mode", error)) {
        return false;
    }
    if ((jw_field_line(reader, "gain") > 0) + (gain_db > 0) != 1) {
        return jw_error_set(jw_error_at(error, reader->header_line, 0),
                            "[%s] needs one of gain and gain_db", reader->title);
    }
    if (gain_db > 0) {
        section->mode.gain = jw_pow(10.0, section->gain_db / 20.0);
    }
    return true;
}
