// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _XOPEN_SOURCE 700

#include "files/tuned_file.h"

#include "files/data_dir.h"
#include "files/ini_text.h"
#include "files/paths.h"
#include "files/text_file.h"
#include "files/tuned_hash.h"
#include "files/tuned_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

/********* Sections *********/

void jw_tuned_head_begin(JwTunedHead *section, JwFieldReader *reader) {
    static const JwField fields[] = {
        {"format", JW_FIELD_WHOLE, offsetof(JwTunedHead, format), 1, 1, 1, 1, 1, NULL, NULL},
        {"made_from", JW_FIELD_TEXT, offsetof(JwTunedHead, made_from), 1, 0, JW_SHA256_TEXT, 1, 1,
         NULL, NULL},
    };
    memset(section, 0, sizeof(*section));
    reader->fields = fields;
    reader->n_fields = (int)(sizeof(fields) / sizeof(fields[0]));
    reader->section = section;
}

static bool set_rows(void *section, const JwIniItem *item, JwError *error) {
    return jw_tuned_rows_read(&((JwTunedString *)section)->rows, item, error);
}

void jw_tuned_string_begin(JwTunedString *section, JwFieldReader *reader) {
    static const JwField fields[] = {JW_TUNED_ROWS(1, set_rows)};
    memset(section, 0, sizeof(*section));
    reader->fields = fields;
    reader->n_fields = (int)(sizeof(fields) / sizeof(fields[0]));
    reader->section = section;
}

/// String as the file gives it.
typedef struct {
    char name[JW_NAME_SIZE];
    JwTunedString section;
    JwFieldReader reader;
} GivenString;

typedef struct {
    JwTunedHead head;
    JwFieldReader head_reader;
    int n_strings;
    GivenString given[JW_MAX_STRINGS];
    JwFieldReader *reader; ///< Reader of the section that is being read; NULL before the first
} Parser;

static bool begin_string(Parser *p, const JwIniItem *item, const char *name, JwError *error) {
    if (p->n_strings >= JW_MAX_STRINGS) {
        return jw_error_set(jw_error_at(error, item->line, 0), "more than %d strings",
                            JW_MAX_STRINGS);
    }
    for (int i = 0; i < p->n_strings; ++i) {
        if (!strcmp(p->given[i].name, name)) {
            return jw_error_set(jw_error_at(error, item->line, 0), "a second [%s]", item->section);
        }
    }
    GivenString *given = &p->given[p->n_strings++];
    snprintf(given->name, sizeof(given->name), "%s", name);
    p->reader = &given->reader;
    jw_tuned_string_begin(&given->section, p->reader);
    return true;
}

static bool begin_section(Parser *p, const JwIniItem *item, JwError *error) {
    static const char string[] = "string ";
    const bool is_head = !strcmp(item->section, "tuned");
    bool ok = true;
    if (is_head != !p->reader) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            is_head ? "a second [tuned]" : "a tuned file begins with [tuned]");
    }
    if (is_head) {
        p->reader = &p->head_reader;
        jw_tuned_head_begin(&p->head, p->reader);
    } else if (!strncmp(item->section, string, strlen(string))) {
        ok = begin_string(p, item, item->section + strlen(string), error);
    } else {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "[%s] is neither [tuned] nor [string NAME]", item->section);
    }
    p->reader->header_line = item->line;
    snprintf(p->reader->title, sizeof(p->reader->title), "%s", item->section);
    return ok;
}

static bool take_item(void *user, const JwIniItem *item, JwError *error) {
    Parser *p = user;
    return item->key ? jw_field_read(p->reader, item, error) : begin_section(p, item, error);
}

/********* The whole file *********/

static bool head_complete(const Parser *p, JwError *error) {
    const size_t n = strspn(p->head.made_from, "0123456789abcdef");
    return (p->reader ||
            jw_error_set(jw_error_at(error, 1, 0), "a tuned file begins with [tuned]")) &&
           jw_fields_complete(&p->head_reader, 1, "format 1", error) &&
           ((n == JW_SHA256_TEXT - 1 && !p->head.made_from[n]) ||
            jw_error_set(jw_error_at(error, jw_field_line(&p->head_reader, "made_from"), 0),
                         "made_from: '%s' is not a hash of %d digits", p->head.made_from,
                         JW_SHA256_TEXT - 1));
}

static JwStringSpec *find_string(JwInstrument *instrument, const char *name) {
    for (int i = 0; i < instrument->n_strings; ++i) {
        if (!strcmp(instrument->string[i].name, name)) {
            return &instrument->string[i];
        }
    }
    return NULL;
}

/// Checks that the strings of the file are the instrument's.
static bool strings_fit(const Parser *p, JwInstrument *instrument, JwError *error) {
    for (int i = 0; i < p->n_strings; ++i) {
        const GivenString *given = &p->given[i];
        const JwStringSpec *string = find_string(instrument, given->name);
        if (!string) {
            return jw_error_set(jw_error_at(error, given->reader.header_line, 0),
                                "%s has no [string %s]", instrument->name, given->name);
        }
        if (!jw_tuned_rows_complete(&given->section.rows, &given->reader, string->n_frets, error)) {
            return false;
        }
    }
    return true;
}

/// True if the instrument has every string of the file.
static bool has_strings(const Parser *p, JwInstrument *instrument) {
    bool all = true;
    for (int i = 0; i < p->n_strings; ++i) {
        all &= find_string(instrument, p->given[i].name) != NULL;
    }
    return all;
}

static void give_cents(const Parser *p, JwInstrument *instrument) {
    jw_tuned_clear(instrument);
    for (int i = 0; i < p->n_strings; ++i) {
        jw_tuned_rows_give(&p->given[i].section.rows, find_string(instrument, p->given[i].name));
    }
}

static JwTunedFit parse(const char *text, size_t size, JwInstrument *instrument, JwError *error) {
    char hash[JW_SHA256_TEXT];
    JwTunedFit fit = JW_TUNED_BAD;
    Parser *p = jw_text_begin(text, size, sizeof(*p), error);
    if (!p) {
        return JW_TUNED_BAD;
    }
    if (jw_ini_read(text, size, take_item, p, error) && head_complete(p, error)) {
        jw_tuned_hash(instrument, hash);
        if (strcmp(hash, p->head.made_from) != 0) {
            fit = has_strings(p, instrument) ? JW_TUNED_STALE : JW_TUNED_FOREIGN;
        } else if (strings_fit(p, instrument, error)) {
            give_cents(p, instrument);
            fit = JW_TUNED_TAKEN;
        }
    }
    free(p);
    return fit;
}

JwTunedFit jw_tuned_parse(const char *text, size_t size, const char *name, JwInstrument *instrument,
                          JwError *error) {
    jw_error_begin(error, name);
    return parse(text, size, instrument, error);
}

/********* Files *********/

/// Writes the path of the tuned file beside an instrument's file; false if it does not fit.
static bool path_beside(const char *instrument_path, char *path, size_t size) {
    const char *slash = strrchr(instrument_path, '/');
    const char *name = slash ? slash + 1 : instrument_path;
    const bool has = jw_data_has_extension(name, JW_INSTRUMENT_EXTENSION);
    const int n =
        snprintf(path, size, "%.*s" JW_TUNED_FOLDER "/%s%s", (int)(name - instrument_path),
                 instrument_path, name, has ? "" : JW_INSTRUMENT_EXTENSION);
    return n > 0 && (size_t)n < size;
}

bool jw_tuned_path(const char *instrument_path, char *path, size_t size) {
    if (!path_beside(instrument_path, path, size)) {
        return false;
    }
    if (!jw_path_exists(path)) {
        // Hosts keep a link to an instrument in the folder of a session.
        char *real = jw_path_real(instrument_path);
        if (!real || !path_beside(real, path, size) || !jw_path_exists(path)) {
            path_beside(instrument_path, path, size);
        }
        free(real);
    }
    return true;
}

bool jw_tuned_is_missing(const JwInstrument *instrument) {
    bool any = false;
    for (int i = 0; i < instrument->n_strings; ++i) {
        if (jw_tuned_has_cents(&instrument->string[i])) {
            return false;
        }
        any |= !instrument->string[i].keeps_tension;
    }
    return any;
}

/// Says in one line why the tuned file does not count, where that is heard; there: it exists.
static void explain(const char *path, const JwInstrument *instrument, bool there, JwTunedFit fit,
                    JwError *error) {
    const bool untuned = jw_tuned_is_missing(instrument);
    if (untuned || there) {
        jw_error_set(error, "%.300s: %s%s; jawari-fit --tune %.300s tunes it", path,
                     untuned ? "plays untuned: " : "plays by the cents in it: ",
                     !there                    ? "it has no tuned file"
                     : fit == JW_TUNED_FOREIGN ? "its tuned file is for other strings"
                                               : "it was changed after it was tuned",
                     path);
    }
}

/// Reads the tuned file of that path into the instrument, if it is there.
static JwTunedFit load(const char *path, JwInstrument *instrument, bool *there, JwError *error) {
    char *text = NULL;
    size_t size = 0;
    *there = jw_text_read(path, &text, &size, error);
    if (!*there) {
        return error->absent ? JW_TUNED_STALE : JW_TUNED_BAD;
    }
    const JwTunedFit fit = parse(text, size, instrument, error);
    free(text);
    return fit;
}

JwStatus jw_tuned_load(const char *instrument_path, JwInstrument *instrument, JwError *error) {
    char path[PATH_SIZE] = "";
    bool there;
    if (!jw_tuned_path(instrument_path, path, sizeof(path))) {
        return JW_SUCCESS; // No file has a longer path.
    }
    const JwTunedFit fit = load(path, instrument, &there, error);
    if (fit == JW_TUNED_BAD) {
        return error->memory_short ? JW_ERR_NO_MEMORY : JW_ERR_BAD_ARG;
    }
    jw_error_begin(error, instrument_path);
    if (fit != JW_TUNED_TAKEN) {
        explain(instrument_path, instrument, there, fit, error);
    }
    return JW_SUCCESS;
}
