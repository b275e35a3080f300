// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Version, errors, structures that grow, parameters.

#include "base/params.h"
#include "base/utf8.h"
#include "library/objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_OF(number)     #number
#define VERSION_OF(a, b, c) TEXT_OF(a) "." TEXT_OF(b) "." TEXT_OF(c)

static const char version[] =
    VERSION_OF(JAWARI_VERSION_MAJOR, JAWARI_VERSION_MINOR, JAWARI_VERSION_MICRO);

const char *jawari_version(void) {
    return version;
}

/********* Structures that grow *********/

void jw_library_give(void *to, const void *from, size_t from_size) {
    size_t size = 0;
    if (to) {
        memcpy(&size, to, sizeof(size));
    }
    if (size > sizeof(size)) {
        const size_t n = size < from_size ? size : from_size;
        memcpy((char *)to + sizeof(size), (const char *)from + sizeof(size), n - sizeof(size));
    }
}

JW_REALTIME void jw_library_take(void *to, size_t to_size, const void *from) {
    size_t size = 0;
    memset(to, 0, to_size);
    if (from) {
        memcpy(&size, from, sizeof(size));
        memcpy(to, from, size < to_size ? size : to_size);
    }
}

/********* Errors *********/

/// Copies a text that comes from outside: one harmless line, cut where it does not fit.
static void copy_text(char *to, size_t size, const char *text) {
    const size_t n = strlen(text) < size - 1 ? strlen(text) : size - 1;
    memcpy(to, text, n);
    to[n] = '\0';
    jw_utf8_tidy(to, false);
}

bool jw_library_fail(JawariError *error, JawariErrorKind kind, const char *text) {
    if (error) {
        JawariError filled = {.kind = (int)kind};
        copy_text(filled.text, sizeof(filled.text), text);
        jw_library_give(error, &filled, sizeof(filled));
    }
    return false;
}

/// Bytes of the file's name at the beginning of an error's text; 0: it names none.
static size_t length_of_name(const JwError *own) {
    char place[32];
    snprintf(place, sizeof(place), ":%d:", own->line);
    const char *end = strstr(own->text, own->line > 0 ? place : ": ");
    const size_t n = end ? (size_t)(end - own->text) : 0;
    const bool is_path = own->line > 0 || memchr(own->text, '/', n) != NULL;
    return is_path ? n : 0;
}

bool jw_library_fail_by(JawariError *error, JawariErrorKind kind, const char *named,
                        const JwError *own) {
    if (error) {
        JawariError filled = {.kind = own->memory_short ? JAWARI_NO_MEMORY
                                      : own->absent     ? JAWARI_NO_FILE
                                                        : (int)kind,
                              .line = own->line,
                              .column = own->column};
        char name[JW_LIBRARY_TEXT_SIZE] = "";
        const size_t n = length_of_name(own);
        memcpy(name, own->text, n < sizeof(name) ? n : sizeof(name) - 1);
        copy_text(filled.text, sizeof(filled.text), own->text);
        copy_text(filled.file, sizeof(filled.file), n > 0 ? name : named ? named : "");
        jw_library_give(error, &filled, sizeof(filled));
    }
    return false;
}

bool jw_library_fail_status(JawariError *error, JwStatus status, const char *name) {
    char text[JW_LIBRARY_TEXT_SIZE];
    const JawariErrorKind kind = status == JW_ERR_NO_MEMORY ? JAWARI_NO_MEMORY
                                 : status == JW_ERR_BAD_ARG ? JAWARI_BAD_ARGUMENT
                                                            : JAWARI_REFUSED;
    snprintf(text, sizeof(text), "%.400s: %s", name, jw_status_message(status));
    return jw_library_fail(error, kind, text);
}

/********* Parameters *********/

int jawari_param_count(void) {
    return JW_N_PARAMS;
}

int jawari_param_find(const char *symbol) {
    return symbol ? jw_param_find(symbol) : -1;
}

bool jawari_param_info(int param, JawariParamInfo *info) {
    static const JawariScaleKind kinds[] = {
        [JW_SCALE_LINEAR] = JAWARI_SCALE_LINEAR,
        [JW_SCALE_LOG] = JAWARI_SCALE_LOGARITHMIC,
        [JW_SCALE_TOGGLE] = JAWARI_SCALE_TOGGLE,
        [JW_SCALE_ENUM] = JAWARI_SCALE_CHOICE,
    };
    if (param < 0 || param >= JW_N_PARAMS) {
        return false;
    }
    const JwParamInfo *row = jw_param_info((JwParamId)param);
    const JawariParamInfo filled = {
        .symbol = row->symbol,
        .name = row->name,
        .unit = row->unit,
        .comment = row->comment,
        .lowest = row->min,
        .standard = row->def,
        .highest = row->max,
        .scale = (int)kinds[row->scale],
        .controller = row->cc,
    };
    jw_library_give(info, &filled, sizeof(filled));
    return true;
}

const char *jawari_param_point(int param, int i, double *value) {
    int n = 0;
    const JwParamPoint *point = jw_param_points(&n);
    for (int k = 0; k < n; ++k) {
        if ((int)point[k].id == param && i-- == 0) {
            if (value) {
                *value = point[k].value;
            }
            return point[k].label;
        }
    }
    return NULL;
}
