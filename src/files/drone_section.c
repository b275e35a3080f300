// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/drone_section.h"

#include "files/map_section.h"
#include "files/number.h"

static bool at_end(const char *text) {
    char word[JW_INI_LINE_MAX + 1];
    return !jw_word_next(&text, word, sizeof(word));
}

static bool set_first(void *section, const JwIniItem *item, JwError *error) {
    JwDroneSection *s = section;
    const char *text = item->value;
    return jw_string_word_next(s->instrument, item, &text, &s->pattern.first, error) &&
           (at_end(text) || jw_error_set(jw_error_at(error, item->line, 0), "first: one string"));
}

/// Reads a stroke, `pa 1`: string, counts to the next stroke.
static bool set_stroke(void *section, const JwIniItem *item, JwError *error) {
    JwDroneSection *s = section;
    JwDronePattern *d = &s->pattern;
    const char *text = item->value;
    char word[JW_INI_LINE_MAX + 1] = "";
    int string = -1;
    double counts = 0.0;
    if (d->n >= JW_DRONE_STROKES) {
        return jw_error_set(jw_error_at(error, item->line, 0), "stroke: more than %d",
                            JW_DRONE_STROKES);
    }
    if (!jw_string_word_next(s->instrument, item, &text, &string, error)) {
        return false;
    }
    if (!jw_word_next(&text, word, sizeof(word)) || !jw_number_parse(word, &counts) ||
        counts < 0.05 || counts > 64.0 || !at_end(text)) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "stroke: STRING COUNTS, counts a number from 0.05 to 64");
    }
    d->string[d->n] = string;
    d->counts[d->n++] = counts;
    return true;
}

static const JwField fields[] = {
    {"stroke", JW_FIELD_LIST, 0, 1, 0, 0, 1, 1, NULL, set_stroke},
    {"first", JW_FIELD_OWN, 0, 1, 0, 0, 0, 1, NULL, set_first},
};

void jw_drone_section_begin(JwDroneSection *section, JwFieldReader *reader,
                            const JwInstrument *instrument) {
    *section = (JwDroneSection){.instrument = instrument, .pattern = {.first = -1}};
    reader->fields = fields;
    reader->n_fields = (int)(sizeof(fields) / sizeof(fields[0]));
    reader->section = section;
}

bool jw_drone_section_end(JwDroneSection *section, const JwFieldReader *reader, JwError *error) {
    return section->pattern.n <= JW_DRONE_STROKES &&
           jw_fields_complete(reader, 1, "a drone", error);
}
