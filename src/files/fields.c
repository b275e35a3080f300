// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/fields.h"

#include "files/number.h"
#include "files/sargam.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool read_number(const JwField *f, void *place, const JwIniItem *item, JwError *error) {
    double value = 0.0;
    if (!jw_number_parse(item->value, &value)) {
        return jw_error_set(jw_error_at(error, item->line, 0), "%s: '%s' is not a number", f->key,
                            item->value);
    }
    if (value < f->min || value > f->max) {
        return jw_error_set(jw_error_at(error, item->line, 0), "%s: %s is outside %g .. %g", f->key,
                            item->value, f->min, f->max);
    }
    value /= f->per_unit;
    memcpy(place, &value, sizeof(value));
    return true;
}

static bool read_whole(const JwField *f, void *place, const JwIniItem *item, JwError *error) {
    int value = 0;
    if (!jw_integer_parse(item->value, (int)f->min, (int)f->max, &value)) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "%s: '%s' is not a whole number from %g to %g", f->key, item->value,
                            f->min, f->max);
    }
    memcpy(place, &value, sizeof(value));
    return true;
}

static bool read_word(const JwField *f, void *place, const JwIniItem *item, JwError *error) {
    char known[128] = "";
    for (int i = 0; f->words[i]; ++i) {
        if (!strcmp(item->value, f->words[i])) {
            memcpy(place, &i, sizeof(i));
            return true;
        }
        const size_t n = strlen(known);
        snprintf(known + n, sizeof(known) - n, "%s%s", i > 0 ? ", " : "", f->words[i]);
    }
    return jw_error_set(jw_error_at(error, item->line, 0), "%s: '%s' is none of %s", f->key,
                        item->value, known);
}

static bool read_text(const JwField *f, void *place, const JwIniItem *item, JwError *error) {
    const size_t size = strlen(item->value) + 1;
    if (size > (size_t)f->max) {
        return jw_error_set(jw_error_at(error, item->line, 0), "%s: longer than %g bytes", f->key,
                            f->max - 1);
    }
    memcpy(place, item->value, size);
    return true;
}

static bool read_value(const JwFieldReader *r, const JwField *f, const JwIniItem *item,
                       JwError *error) {
    void *place = (char *)r->section + f->offset;
    switch (f->type) {
    case JW_FIELD_NUMBER:
        return read_number(f, place, item, error);
    case JW_FIELD_WHOLE:
        return read_whole(f, place, item, error);
    case JW_FIELD_WORD:
        return read_word(f, place, item, error);
    case JW_FIELD_TEXT:
        return read_text(f, place, item, error);
    case JW_FIELD_OWN:
    case JW_FIELD_LIST:
        return f->set(r->section, item, error);
    }
    return false;
}

static int find(const JwFieldReader *r, const char *key) {
    for (int i = 0; i < r->n_fields; ++i) {
        if (!strcmp(r->fields[i].key, key)) {
            return i;
        }
    }
    return -1;
}

bool jw_field_read(JwFieldReader *reader, const JwIniItem *item, JwError *error) {
    const int i = find(reader, item->key);
    if (i < 0) {
        return jw_error_set(jw_error_at(error, item->line, 0), "[%s] has no key '%s'",
                            reader->title, item->key);
    }
    const JwField *f = &reader->fields[i];
    if (reader->line[i] > 0 && f->type != JW_FIELD_LIST) {
        return jw_error_set(jw_error_at(error, item->line, 0), "%s is already given in line %d",
                            f->key, reader->line[i]);
    }
    if (!read_value(reader, f, item, error)) {
        return false;
    }
    reader->line[i] = item->line;
    return true;
}

bool jw_key_field_parse(const JwIniItem *item, int sa_key, int *key, JwError *error) {
    const JwTonality tonality = {.sa_key = sa_key};
    return jw_key_parse(item->value, &tonality, key) ||
           jw_error_set(jw_error_at(error, item->line, 0),
                        "%s: '%s' is neither a note (C#3) nor a MIDI key 0..127", item->key,
                        item->value);
}

static bool has_value(const JwFieldReader *r, int i) {
    return r->line[i] > 0 || r->taken[i];
}

void jw_fields_take(JwFieldReader *reader, const JwFieldReader *from) {
    for (int i = 0; i < reader->n_fields; ++i) {
        reader->taken[i] = has_value(from, i);
    }
}

void jw_field_drop(JwFieldReader *reader, const char *key) {
    const int i = find(reader, key);
    assert(i >= 0);
    reader->taken[i] = false;
}

bool jw_field_here(const JwFieldReader *reader, const char *key) {
    const int i = find(reader, key);
    assert(i >= 0);
    return reader->line[i] > 0;
}

int jw_field_line(const JwFieldReader *reader, const char *key) {
    const int i = find(reader, key);
    assert(i >= 0);
    return reader->line[i] == 0 && reader->taken[i] ? reader->header_line : reader->line[i];
}

bool jw_fields_complete(const JwFieldReader *reader, unsigned variant, const char *variant_name,
                        JwError *error) {
    for (int i = 0; i < reader->n_fields; ++i) {
        const JwField *f = &reader->fields[i];
        if (!has_value(reader, i) && (f->needs & variant)) {
            return jw_error_set(jw_error_at(error, reader->header_line, 0), "[%s] needs %s",
                                reader->title, f->key);
        }
        if (reader->line[i] > 0 && !(f->allows & variant)) {
            return jw_error_set(jw_error_at(error, reader->line[i], 0), "%s has no meaning with %s",
                                f->key, variant_name);
        }
    }
    return true;
}
