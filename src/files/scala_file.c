// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "scala_file.h"

#include "fault.h"
#include "number.h"
#include "text_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 64, LINE_SIZE = 256 };

/// Largest interval of a degree: a hundred octaves are more than anyone hears.
static const double most_cents = 120000.0;

/// The text, line by line, without comments.
typedef struct {
    const char *at, *end;
    int line;             ///< Of the line taken last, from 1
    char text[LINE_SIZE]; ///< That line as far as it fits; values are short
    JwFault *fault;
} Reader;

static void take_line(Reader *r) {
    const char *stop = r->at;
    while (stop < r->end && *stop != '\n' && *stop != '\r') {
        ++stop;
    }
    const size_t length = (size_t)(stop - r->at);
    const size_t n = length < LINE_SIZE - 1 ? length : LINE_SIZE - 1;
    memcpy(r->text, r->at, n);
    r->text[n] = '\0';
    r->at = stop + (stop + 1 < r->end && stop[0] == '\r' && stop[1] == '\n' ? 2 : 1);
    ++r->line;
}

/// The next line that is no comment; false, and says that `what` is missing, at the end.
static bool next_line(Reader *r, const char *what) {
    while (r->at < r->end) {
        take_line(r);
        if (r->text[0] != '!') {
            return true;
        }
    }
    return jw_fault_set(r->fault, r->line > 0 ? r->line : 1, "the file ends before %s", what);
}

/// First word of the next line; what follows it does not count.
static bool next_word(Reader *r, const char *what, char *word) {
    if (!next_line(r, what)) {
        return false;
    }
    const char *text = r->text;
    return jw_word_next(&text, word, WORD_SIZE) ||
           jw_fault_set(r->fault, r->line, "%s is missing", what);
}

static bool next_integer(Reader *r, const char *what, int min, int max, int *value) {
    char word[WORD_SIZE];
    return next_word(r, what, word) &&
           (jw_integer_parse(word, min, max, value) ||
            jw_fault_set(r->fault, r->line, "%s: '%s' is not a whole number from %d to %d", what,
                         word, min, max));
}

// A zero byte would end a line early for us and not for others.
static bool check_bytes(const char *text, size_t size, JwFault *fault) {
    int line = 1;
    for (size_t i = 0; i < size; ++i) {
        line += text[i] == '\n';
        if (text[i] == '\0') {
            return jw_fault_set(fault, line, "a zero byte: not a text file");
        }
    }
    return true;
}

/********* Scales *********/

static bool is_whole(const char *text, double *value) {
    return text[0] && !text[strspn(text, "0123456789")] && jw_number_parse(text, value);
}

/// `3/2` or `2`.
static bool parse_ratio(const char *word, double *cents) {
    char numerator[WORD_SIZE];
    double over = 0.0, under = 1.0;
    const size_t n = strcspn(word, "/");
    memcpy(numerator, word, n);
    numerator[n] = '\0';
    if (!is_whole(numerator, &over) || (word[n] == '/' && !is_whole(word + n + 1, &under)) ||
        over <= 0.0 || under <= 0.0) {
        return false;
    }
    *cents = 1200.0 * log2(over / under);
    return true;
}

static bool next_degree(Reader *r, double *cents) {
    char word[WORD_SIZE];
    if (!next_word(r, "the last degree", word)) {
        return false;
    }
    const bool ok = strchr(word, '.') ? jw_number_parse(word, cents) : parse_ratio(word, cents);
    if (!ok) {
        return jw_fault_set(r->fault, r->line,
                            "'%s' is neither cents (with a point) nor a ratio above 0", word);
    }
    return fabs(*cents) <= most_cents ||
           jw_fault_set(r->fault, r->line, "'%s' is more than %g cents", word, most_cents);
}

static bool read_scale(Reader *r, JwScale *scale) {
    if (!next_line(r, "the description") ||
        !next_integer(r, "the number of notes", 0, JW_SCALE_DEGREES, &scale->n)) {
        return false;
    }
    for (int i = 0; i < scale->n; ++i) {
        if (!next_degree(r, &scale->cents[i])) {
            return false;
        }
    }
    return true;
}

/********* Keyboard mappings *********/

static bool next_hz(Reader *r, double *hz) {
    char word[WORD_SIZE];
    return next_word(r, "the reference frequency", word) &&
           ((jw_number_parse(word, hz) && *hz >= 0.01 && *hz <= 1e5) ||
            jw_fault_set(r->fault, r->line,
                         "the reference frequency: '%s' is not a number from 0.01 to 100000",
                         word));
}

static bool read_entry(Reader *r, int *degree) {
    char word[WORD_SIZE];
    const char *text = r->text;
    if (!jw_word_next(&text, word, sizeof(word))) {
        return jw_fault_set(r->fault, r->line, "a key without its degree or x");
    }
    if (!strcmp(word, "x") || !strcmp(word, "X")) {
        *degree = JW_UNMAPPED;
        return true;
    }
    return jw_integer_parse(word, -10000, 10000, degree) ||
           jw_fault_set(r->fault, r->line,
                        "'%s' is neither x nor a whole number from -10000 to 10000", word);
}

static bool at_end(const Reader *r) {
    const char *p = r->at;
    while (p < r->end) {
        const char *line = p;
        bool blank = true;
        for (; p < r->end && *p != '\n' && *p != '\r'; ++p) {
            blank &= *p == ' ' || *p == '\t';
        }
        if (!blank && *line != '!') {
            return false;
        }
        ++p;
    }
    return true;
}

/// Keys left out at the end of the pattern have no note.
static bool read_pattern(Reader *r, JwKeymap *map) {
    for (int i = 0; i < map->n; ++i) {
        map->degree[i] = JW_UNMAPPED;
        if (!at_end(r) && (!next_line(r, "the last key") || !read_entry(r, &map->degree[i]))) {
            return false;
        }
    }
    return true;
}

static bool read_keymap(Reader *r, JwKeymap *map) {
    const int top = JW_KEYS - 1;
    int reference_line = 0;
    if (!next_integer(r, "the size of the map", 0, JW_KEYMAP_KEYS, &map->n) ||
        !next_integer(r, "the first key", 0, top, &map->first_key) ||
        !next_integer(r, "the last key", 0, top, &map->last_key) ||
        !next_integer(r, "the middle key", 0, top, &map->middle_key) ||
        !next_integer(r, "the reference key", 0, top, &map->reference_key)) {
        return false;
    }
    reference_line = r->line;
    if (!next_hz(r, &map->reference_hz) ||
        !next_integer(r, "the degree of the formal octave", -10000, 10000, &map->octave) ||
        !read_pattern(r, map)) {
        return false;
    }
    return jw_keymap_usable(map) ||
           jw_fault_set(r->fault, reference_line, "the reference key %d has no degree in the map",
                        map->reference_key);
}

/********* Files *********/

/// Reads one of the two; the other is NULL.
static JwStatus parse(const char *text, size_t size, JwScale *scale, JwKeymap *map,
                      JwFault *fault) {
    const size_t mark = size >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    Reader r = {.at = text + mark, .end = text + size, .fault = fault};
    JwScale *new_scale = calloc(1, sizeof(*new_scale));
    JwKeymap *new_map = calloc(1, sizeof(*new_map));
    JwStatus status = JW_ERR_NO_MEMORY;
    if (new_scale && new_map) {
        const bool ok = check_bytes(text, size, fault) &&
                        (scale ? read_scale(&r, new_scale) : read_keymap(&r, new_map));
        status = ok ? JW_SUCCESS : JW_ERR_BAD_ARG;
    } else {
        jw_fault_set(fault, 0, "out of memory");
    }
    if (!status && scale) {
        *scale = *new_scale;
    } else if (!status) {
        *map = *new_map;
    }
    free(new_scale);
    free(new_map);
    return status;
}

static JwStatus load(const char *path, JwScale *scale, JwKeymap *map, char *message,
                     size_t message_size) {
    JwFault fault = jw_fault_none(path, message, message_size);
    char *text = NULL;
    size_t size = 0;
    if (!jw_text_read(path, &text, &size, &fault)) {
        return JW_ERR_BAD_ARG;
    }
    const JwStatus status = parse(text, size, scale, map, &fault);
    free(text);
    return status;
}

JwStatus jw_scale_file_parse(const char *text, size_t size, const char *name, JwScale *out,
                             char *message, size_t message_size) {
    JwFault fault = jw_fault_none(name, message, message_size);
    return parse(text, size, out, NULL, &fault);
}

JwStatus jw_scale_file_load(const char *path, JwScale *out, char *message, size_t message_size) {
    return load(path, out, NULL, message, message_size);
}

JwStatus jw_keymap_file_parse(const char *text, size_t size, const char *name, JwKeymap *out,
                              char *message, size_t message_size) {
    JwFault fault = jw_fault_none(name, message, message_size);
    return parse(text, size, NULL, out, &fault);
}

JwStatus jw_keymap_file_load(const char *path, JwKeymap *out, char *message, size_t message_size) {
    return load(path, NULL, out, message, message_size);
}
