// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/head_section.h"

#include <string.h>

enum { OCTAVE = 12 };

static bool set_sa(void *section, const JwIniItem *item, JwError *error) {
    return jw_key_field_parse(item, -1, &((JwHeadSection *)section)->sa_key, error);
}

#define AT(member) offsetof(JwHeadSection, member)

static const JwField fields[] = {
    {"format", JW_FIELD_WHOLE, AT(format), 1, 1, 1, 1, 1, NULL, NULL},
    {"name", JW_FIELD_TEXT, AT(name), 1, 0, JW_NAME_SIZE, 1, 1, NULL, NULL},
    {"description", JW_FIELD_TEXT, AT(description), 1, 0, 256, 1, 1, NULL, NULL},
    {"a4_hz", JW_FIELD_NUMBER, AT(a4_hz), 1, 300, 600, 0, 1, NULL, NULL},
    {"khula_um", JW_FIELD_NUMBER, AT(khula_m), 1e6, -1000, 1000, 0, 1, NULL, NULL},
    {"band_um", JW_FIELD_NUMBER, AT(band_m), 1e6, -1000, 1000, 0, 1, NULL, NULL},
    {"sa", JW_FIELD_OWN, 0, 1, 0, 0, 0, 1, NULL, set_sa},
    {"madhya_octaves", JW_FIELD_WHOLE, AT(madhya_octaves), 1, -3, 3, 0, 1, NULL, NULL},
};

void jw_head_section_begin(JwHeadSection *section, JwFieldReader *reader,
                           const JwInstrument *instrument) {
    memset(section, 0, sizeof(*section));
    section->a4_hz = instrument->a4_hz;
    section->sa_key = instrument->sa_key;
    section->khula_m = instrument->khula_m;
    section->band_m = instrument->band_m;
    reader->fields = fields;
    reader->n_fields = (int)(sizeof(fields) / sizeof(fields[0]));
    reader->section = section;
}

bool jw_head_section_end(const JwHeadSection *section, const JwFieldReader *reader,
                         JwInstrument *instrument, JwError *error) {
    if (!jw_fields_complete(reader, 1, "format 1", error)) {
        return false;
    }
    memcpy(instrument->name, section->name, sizeof(section->name));
    memcpy(instrument->description, section->description, sizeof(section->description));
    instrument->a4_hz = instrument->param[JW_P_A4] = section->a4_hz;
    instrument->sa_key = section->sa_key;
    instrument->madhya_key = section->sa_key + OCTAVE * section->madhya_octaves;
    instrument->khula_m = section->khula_m;
    instrument->band_m = section->band_m;
    return true;
}
