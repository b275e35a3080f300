// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/string_section.h"

#include "base/elementary.h"
#include "base/pi.h"
#include "files/number.h"

#include <math.h>
#include <string.h>

enum {
    POLYNOMIAL = 1 << JW_LOSS_POLYNOMIAL,
    VALETTE = 1 << JW_LOSS_VALETTE,
    ANY = POLYNOMIAL | VALETTE,
};

static const char *const roles[] = {"melody", "drone", "taraf", NULL};
static const char *const laws[] = {"polynomial", "valette", NULL};
static const char *const materials[] = {"steel", "bronze", "brass", "nylon", NULL};

/// Materials of strings as sold; alloys of one name differ by a few per cent.
static const struct {
    double youngs_modulus_pa;
    double density_kg_m3;
} material_data[] = {{200e9, 7850.0}, {110e9, 8800.0}, {103e9, 8600.0}, {5e9, 1100.0}};

static bool set_pitch(void *section, const JwIniItem *item, JwError *error) {
    JwStringSection *s = section;
    return jw_key_field_parse(item, s->sa_key, &s->pitch_key, error);
}

static bool set_key(void *section, const JwIniItem *item, JwError *error) {
    JwStringSection *s = section;
    return jw_key_field_parse(item, s->sa_key, &s->string.key, error);
}

static bool add_fret(JwStringSpec *s, double semitones, const JwIniItem *item, JwError *error) {
    if (s->n_frets >= JW_MAX_FRETS) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "frets: more than %d beside the open string", JW_MAX_FRETS - 1);
    }
    if (s->n_frets == 0 && semitones != 0.0) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "frets: the first is 0, the open string");
    }
    if (s->n_frets > 0 && semitones <= s->fret_semitones[s->n_frets - 1]) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "frets: %g is not above the one before", semitones);
    }
    if (semitones > 60.0) {
        return jw_error_set(jw_error_at(error, item->line, 0), "frets: %g is above 60 semitones",
                            semitones);
    }
    s->fret_semitones[s->n_frets++] = semitones;
    return true;
}

/// Reads rows that old files have here.
static bool set_rows(void *section, const JwIniItem *item, JwError *error) {
    return jw_tuned_rows_read(&((JwStringSection *)section)->rows, item, error);
}

/// Reads frets: `0 1 2.04 3`, intervals over the open string, or `chromatic N`.
static bool set_frets(void *section, const JwIniItem *item, JwError *error) {
    JwStringSection *whole = section;
    JwStringSpec *s = &whole->string;
    const char *text = item->value;
    char word[JW_INI_LINE_MAX + 1];
    s->n_frets = whole->has_frets ? s->n_frets : 0;
    whole->has_frets = true;
    while (jw_word_next(&text, word, sizeof(word))) {
        double semitones = 0.0;
        int n = 0;
        if (!strcmp(word, "chromatic")) {
            char count[JW_INI_LINE_MAX + 1];
            if (!jw_word_next(&text, count, sizeof(count)) ||
                !jw_integer_parse(count, 1, JW_MAX_FRETS - 1, &n)) {
                return jw_error_set(jw_error_at(error, item->line, 0), "frets: chromatic 1 .. %d",
                                    JW_MAX_FRETS - 1);
            }
        } else if (!jw_number_parse(word, &semitones)) {
            return jw_error_set(jw_error_at(error, item->line, 0), "frets: '%s' is not a number",
                                word);
        }
        for (int i = 0; i <= n; ++i) {
            if (!add_fret(s, semitones + i, item, error)) {
                return false;
            }
        }
    }
    return true;
}

static bool set_obstacles(void *section, const JwIniItem *item, JwError *error) {
    JwStringSection *s = section;
    const char *text = item->value;
    char word[JW_INI_LINE_MAX + 1];
    s->n_refs = 0;
    while (jw_word_next(&text, word, sizeof(word))) {
        const size_t size = strlen(word) + 1;
        if (s->n_refs >= JW_STRING_OBSTACLES) {
            return jw_error_set(jw_error_at(error, item->line, 0), "obstacles: more than %d",
                                JW_STRING_OBSTACLES);
        }
        if (size > sizeof(s->ref[0])) {
            return jw_error_set(jw_error_at(error, item->line, 0), "there is no [obstacle %s]",
                                word);
        }
        memcpy(s->ref[s->n_refs++], word, size);
    }
    return true;
}

#define AT(member) offsetof(JwStringSection, member)
#define NUMBER(key, member, per_unit, min, max, needs, allows)                                     \
    { key, JW_FIELD_NUMBER, AT(member), per_unit, min, max, needs, allows, NULL, NULL }
#define WORD(key, member, words, needs)                                                            \
    { key, JW_FIELD_WORD, AT(member), 1, 0, 0, needs, ANY, words, NULL }
#define OWN(key, set)                                                                              \
    { key, JW_FIELD_OWN, 0, 1, 0, 0, 0, ANY, NULL, set }

static const JwField fields[] = {
    WORD("role", role, roles, ANY),
    NUMBER("length_mm", string.data.length_m, 1e3, 50, 1e4, ANY, ANY),
    NUMBER("diameter_mm", diameter_m, 1e3, 0.01, 10, VALETTE, ANY),
    WORD("material", material, materials, 0),
    NUMBER("mu_kg_m", string.data.mu_kg_m, 1, 1e-6, 1, 0, ANY),
    NUMBER("ea_n", string.data.ea_n, 1, 0, 1e8, 0, ANY),
    NUMBER("ei_n_m2", string.data.ei_n_m2, 1, 0, 10, 0, ANY),
    OWN("pitch", set_pitch),
    NUMBER("pitch_hz", pitch_hz, 1, 5, 8000, 0, ANY),
    NUMBER("tension_n", string.data.tension_n, 1, 0.01, 1e4, 0, ANY),
    NUMBER("tune_cents", string.tune_cents, 1, -1200, 1200, 0, ANY),
    OWN("key", set_key),
    WORD("losses", law, laws, ANY),
    NUMBER("sigma0_per_s", string.data.losses.s0, 1, 0, 1e4, POLYNOMIAL, POLYNOMIAL),
    NUMBER("sigma1_m_per_s", string.data.losses.s1, 1, 0, 100, POLYNOMIAL, POLYNOMIAL),
    NUMBER("sigma3_m3_per_s", string.data.losses.s3, 1, 0, 1, POLYNOMIAL, POLYNOMIAL),
    NUMBER("air_viscosity_pa_s", string.data.losses.air_viscosity, 1, 0, 1e-2, 0, VALETTE),
    NUMBER("air_density_kg_m3", string.data.losses.air_density, 1, 0, 1e3, 0, VALETTE),
    NUMBER("viscoelastic", string.data.losses.viscoelastic, 1, 0, 1, VALETTE, VALETTE),
    NUMBER("inverse_q", string.data.losses.inverse_q, 1, 0, 1, VALETTE, VALETTE),
    {"frets", JW_FIELD_LIST, 0, 1, 0, 0, 0, ANY, NULL, set_frets},
    JW_TUNED_ROWS(ANY, set_rows),
    OWN("obstacles", set_obstacles),
    NUMBER("thread_mm", string.thread.position_m, 1e3, 0.1, 5000, 0, ANY),
    NUMBER("thread_stiffness_n_m", string.thread.stiffness_n_m, 1, 0, 1e9, 0, ANY),
    NUMBER("thread_damping_n_s_m", string.thread.damping_n_s_m, 1, 0, 1e4, 0, ANY),
    {"quality", JW_FIELD_WHOLE, AT(string.quality), 1, 1, 4, 0, ANY, NULL, NULL},
    NUMBER("stopped_loss_low", string.stopped_low, 1, 0.1, 100, 0, ANY),
    NUMBER("stopped_loss_high", string.stopped_high, 1, 0.1, 100, 0, ANY),
    NUMBER("lateral_hz", string.data.lateral.hz, 1, 0, 2e4, 0, ANY),
    NUMBER("axis_split_cents", string.data.lateral.split_cents, 1, -100, 100, 0, ANY),
    NUMBER("axis_tilt_deg", string.data.lateral.tilt_rad, 180.0 / JW_PI, -90, 90, 0, ANY),
    NUMBER("lateral_loss", string.data.lateral.loss, 1, 0.1, 10, 0, ANY),
    NUMBER("lateral_share", string.data.lateral.share, 1, 0, 1, 0, ANY),
    NUMBER("pluck_mm", string.pluck_m, 1e3, 0, 50, ANY, ANY),
    NUMBER("pluck_at_mm", string.pluck_at_m, 1e3, 1, 5000, 0, ANY),
    NUMBER("pluck_angle_deg", string.pluck_angle_rad, 180.0 / JW_PI, -360, 360, 0, ANY),
    NUMBER("pluck_hardness", string.pluck_hardness, 1, 0, 2, 0, ANY),
    NUMBER("pluck_rise_ms", string.pluck_rise_s, 1e3, 0.1, 200, 0, ANY),
    NUMBER("pluck_release_ms", string.pluck_release_s, 1e3, 0.01, 50, 0, ANY),
    NUMBER("pan", string.pan, 1, -1, 1, 0, ANY),
    NUMBER("gain", string.gain, 1, 0, 1e9, ANY, ANY),
};

_Static_assert(sizeof(fields) / sizeof(fields[0]) <= JW_FIELDS_MAX, "lines of every field");

void jw_string_section_begin(JwStringSection *section, JwFieldReader *reader, int sa_key) {
    memset(section, 0, sizeof(*section));
    section->sa_key = sa_key;
    section->string.data.losses.air_viscosity = 1.8e-5;
    section->string.data.losses.air_density = 1.2;
    section->string.data.lateral.loss = 1.0;
    section->string.data.lateral.share = 0.1;
    reader->fields = fields;
    reader->n_fields = (int)(sizeof(fields) / sizeof(fields[0]));
    reader->section = section;
}

void jw_string_section_take(JwStringSection *section, JwFieldReader *reader,
                            const JwStringSection *other, const JwFieldReader *other_reader) {
    *section = *other;
    section->has_frets = false;
    section->string.tune_cents = 0.0;
    section->rows = (JwTunedRows){.n_wraps = 0};
    jw_fields_take(reader, other_reader);
    jw_field_drop(reader, "key");
    jw_field_drop(reader, "tune_cents");
    jw_tuned_rows_drop(reader);
}

/// Drops taken keys that say the same as a key that is given here.
static void settle_taken(JwFieldReader *reader) {
    if (jw_field_here(reader, "pitch") || jw_field_here(reader, "pitch_hz") ||
        jw_field_here(reader, "tension_n")) {
        jw_field_drop(reader, "pitch");
        jw_field_drop(reader, "pitch_hz");
        jw_field_drop(reader, "tension_n");
    }
    if (jw_field_here(reader, "material")) {
        jw_field_drop(reader, "mu_kg_m");
        jw_field_drop(reader, "ea_n");
        jw_field_drop(reader, "ei_n_m2");
    }
}

// Finds mass and stiffness. Material and diameter give all three values; mu, EA and EI given in
// addition win (wound strings, measured stiffness), and without a material all three must be given.
static bool find_mass(JwStringSection *s, const JwFieldReader *reader, JwError *error) {
    JwStringData *d = &s->string.data;
    const bool mu = jw_field_line(reader, "mu_kg_m") > 0;
    const bool ea = jw_field_line(reader, "ea_n") > 0;
    const bool ei = jw_field_line(reader, "ei_n_m2") > 0;
    if (jw_field_line(reader, "material") == 0) {
        return (mu && ea && ei) ||
               jw_error_set(jw_error_at(error, reader->header_line, 0),
                            "[%s] needs diameter_mm and material, or mu_kg_m, ea_n and ei_n_m2",
                            reader->title);
    }
    if (jw_field_line(reader, "diameter_mm") == 0) {
        return jw_error_set(jw_error_at(error, reader->header_line, 0), "[%s] needs diameter_mm",
                            reader->title);
    }
    const double r = 0.5 * s->diameter_m;
    const double area = JW_PI * r * r;
    const double youngs_modulus = material_data[s->material].youngs_modulus_pa;
    d->mu_kg_m = mu ? d->mu_kg_m : material_data[s->material].density_kg_m3 * area;
    d->ea_n = ea ? d->ea_n : youngs_modulus * area;
    d->ei_n_m2 = ei ? d->ei_n_m2 : youngs_modulus * area * r * r / 4.0;
    return true;
}

static bool find_tension(JwStringSection *s, const JwFieldReader *reader, double a4_hz,
                         JwError *error) {
    JwStringData *d = &s->string.data;
    const int note = jw_field_line(reader, "pitch");
    const int hz = jw_field_line(reader, "pitch_hz");
    const int tension = jw_field_line(reader, "tension_n");
    if ((note > 0) + (hz > 0) + (tension > 0) != 1) {
        return jw_error_set(jw_error_at(error, reader->header_line, 0),
                            "[%s] needs pitch, pitch_hz or tension_n, and only one of them",
                            reader->title);
    }
    if (note > 0) {
        s->pitch_hz = a4_hz * jw_exp2((s->pitch_key - 69) / 12.0);
    } else if (tension > 0) {
        s->pitch_hz = jw_string_data_pitch_hz(d);
    }
    if (tension == 0 || s->string.tune_cents != 0.0) {
        d->tension_n =
            jw_string_data_tension_n(d, s->pitch_hz * jw_exp2(s->string.tune_cents / 1200.0));
    }
    if (!(d->tension_n >= 0.01 && d->tension_n <= 1e4)) {
        return jw_error_set(jw_error_at(error,
                                        note > 0 ? note
                                        : hz > 0 ? hz
                                                 : tension,
                                        0),
                            "this pitch asks for a tension of %.3g N, outside 0.01 .. 10000",
                            d->tension_n);
    }
    return true;
}

// Finds the string's key. Without a key of its own the open string answers to the nearest one.
static bool find_key(JwStringSection *s, const JwFieldReader *reader, double a4_hz,
                     JwError *error) {
    if (jw_field_line(reader, "key") > 0) {
        return true;
    }
    const double pitch_hz = jw_string_data_pitch_hz(&s->string.data);
    const long key = lround(69.0 + 12.0 * jw_log2(pitch_hz / a4_hz));
    if (key < 0 || key > 127) {
        return jw_error_set(jw_error_at(error, reader->header_line, 0),
                            "[%s] at %.4g Hz needs a key", reader->title, pitch_hz);
    }
    s->string.key = (int)key;
    return true;
}

static bool find_thread(JwStringSection *s, const JwFieldReader *reader, JwError *error) {
    JwThread *t = &s->string.thread;
    const int position = jw_field_line(reader, "thread_mm");
    const int stiffness = jw_field_line(reader, "thread_stiffness_n_m");
    const int damping = jw_field_line(reader, "thread_damping_n_s_m");
    t->present = position > 0 && stiffness > 0 && damping > 0;
    if (!t->present && position + stiffness + damping > 0) {
        return jw_error_set(
            jw_error_at(error, reader->header_line, 0),
            "[%s] needs all of thread_mm, thread_stiffness_n_m and thread_damping_n_s_m, or none",
            reader->title);
    }
    if (t->present && t->position_m >= 0.5 * s->string.data.length_m) {
        return jw_error_set(jw_error_at(error, position, 0),
                            "thread_mm: beyond the middle of the string");
    }
    return true;
}

bool jw_string_section_end(JwStringSection *section, JwFieldReader *reader, double a4_hz,
                           JwError *error) {
    JwStringSpec *s = &section->string;
    settle_taken(reader);
    if (jw_field_line(reader, "losses") == 0) {
        return jw_error_set(jw_error_at(error, reader->header_line, 0), "[%s] needs losses",
                            reader->title);
    }
    if (!jw_fields_complete(reader, 1u << section->law, laws[section->law], error) ||
        !find_mass(section, reader, error) || !find_tension(section, reader, a4_hz, error) ||
        !find_key(section, reader, a4_hz, error) || !find_thread(section, reader, error)) {
        return false;
    }
    s->role = (JwStringRole)section->role;
    s->data.losses.law = (JwLossLaw)section->law;
    s->data.losses.diameter_m = section->diameter_m;
    if (s->n_frets == 0) {
        s->n_frets = 1;
    }
    s->keeps_tension = jw_field_line(reader, "tension_n") > 0;
    jw_tuned_rows_give(&section->rows, s);
    return jw_tuned_rows_complete(&section->rows, reader, s->n_frets, error);
}
