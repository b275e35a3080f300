// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/stroke_section.h"

#include "base/pi.h"
#include "files/map_section.h"
#include "string/pluck.h"

#include <string.h>

static const char *const kinds[] = {"finger", "mizrab", "soft", "triangle", NULL};
_Static_assert(sizeof(kinds) / sizeof(kinds[0]) == JW_N_STROKES + 1, "a word for each kind");

static const char *const directions[] = {"both", "da", "ra", NULL};

static bool set_strings(void *section, const JwIniItem *item, JwError *error) {
    JwStrokeSection *s = section;
    return jw_string_set_parse(s->instrument, item, item->value, &s->stroke.strings, error);
}

#define FIGURE(key, which, per_unit, min, max)                                                     \
    {                                                                                              \
        key, JW_FIELD_NUMBER, offsetof(JwStrokeSection, stroke.figure[which]), per_unit, min, max, \
            0, 1, NULL, NULL                                                                       \
    }

static const JwField fields[] = {
    {"kind", JW_FIELD_WORD, offsetof(JwStrokeSection, stroke.kind), 1, 0, 0, 1, 1, kinds, NULL},
    {"strings", JW_FIELD_OWN, 0, 1, 0, 0, 0, 1, NULL, set_strings},
    {"direction", JW_FIELD_WORD, offsetof(JwStrokeSection, direction), 1, 0, 0, 0, 1, directions,
     NULL},
    FIGURE("rise_ms", JW_STROKE_RISE_S, 1e3, 0.1, 200),
    FIGURE("release_ms", JW_STROKE_RELEASE_S, 1e3, 0.01, 50),
    FIGURE("width_mm", JW_STROKE_WIDTH_M, 1e3, 0.2, 60),
    FIGURE("at_mm", JW_STROKE_AT_M, 1e3, 1, 5000),
    FIGURE("angle_deg", JW_STROKE_ANGLE_RAD, 180.0 / JW_PI, -360, 360),
    FIGURE("strength", JW_STROKE_STRENGTH, 1, 0, 4),
    FIGURE("velocity_power", JW_STROKE_POWER, 1, 0, 4),
    FIGURE("hardness", JW_STROKE_HARDNESS, 1, 0, 2),
    FIGURE("vary_strength", JW_STROKE_VARY_STRENGTH, 1, 0, 0.9),
    FIGURE("vary_place", JW_STROKE_VARY_PLACE, 1, 0, 0.5),
    FIGURE("vary_times", JW_STROKE_VARY_TIMES, 1, 0, 2),
    FIGURE("vary_angle_deg", JW_STROKE_VARY_ANGLE_RAD, 180.0 / JW_PI, 0, 45),
    FIGURE("vary_release", JW_STROKE_VARY_RELEASE, 1, 0, 2),
    FIGURE("noise_low_db", JW_STROKE_NOISE_LOW_DB, 1, -100, -10),
    FIGURE("noise_mid_db", JW_STROKE_NOISE_MID_DB, 1, -100, -10),
    FIGURE("noise_high_db", JW_STROKE_NOISE_HIGH_DB, 1, -100, -10),
    FIGURE("noise_low_ms", JW_STROKE_NOISE_LOW_S, 1e3, 0.5, 200),
    FIGURE("noise_mid_ms", JW_STROKE_NOISE_MID_S, 1e3, 0.5, 200),
    FIGURE("noise_high_ms", JW_STROKE_NOISE_HIGH_S, 1e3, 0.5, 200),
    FIGURE("noise_power", JW_STROKE_NOISE_POWER, 1, 0, 2),
    FIGURE("scrape_db", JW_STROKE_SCRAPE_DB, 1, -100, 0),
    FIGURE("noise_bridge", JW_STROKE_NOISE_BRIDGE, 1, 0, 4),
    FIGURE("noise_air", JW_STROKE_NOISE_AIR, 1, 0, 1),
    FIGURE("second_ms", JW_STROKE_SECOND_S, 1e3, 5, 200),
    FIGURE("second_strength", JW_STROKE_SECOND_STRENGTH, 1, 0, 1),
    {"seed", JW_FIELD_WHOLE, offsetof(JwStrokeSection, stroke.seed), 1, 0, 9999, 0, 1, NULL, NULL},
};

enum { N_FIELDS = sizeof(fields) / sizeof(fields[0]) };

void jw_stroke_section_begin(JwStrokeSection *section, JwFieldReader *reader,
                             const JwInstrument *instrument) {
    memset(section, 0, sizeof(*section));
    section->instrument = instrument;
    reader->fields = fields;
    reader->n_fields = N_FIELDS;
    reader->section = section;
}

bool jw_stroke_section_end(JwStrokeSection *section, const JwFieldReader *reader, JwError *error) {
    JwStrokeSpec *s = &section->stroke;
    if (!jw_fields_complete(reader, 1, "a stroke", error)) {
        return false;
    }
    s->direction = (JwDirection)section->direction;
    for (int i = 0; i < N_FIELDS; ++i) {
        const size_t first = offsetof(JwStrokeSection, stroke.figure);
        if (reader->line[i] > 0 && fields[i].type == JW_FIELD_NUMBER) {
            s->given |= 1u << ((fields[i].offset - first) / sizeof(s->figure[0]));
        }
    }
    if (s->given == 0) {
        return jw_error_set(jw_error_at(error, reader->header_line, 0),
                            "[%s] says nothing of the stroke", reader->title);
    }
    return true;
}
