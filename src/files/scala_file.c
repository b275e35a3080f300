// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/scala_file.h"

#include "base/elementary.h"
#include "base/error.h"
#include "files/anamark_file.h"
#include "files/number.h"
#include "files/text_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 64, LINE_SIZE = 256 };

/// Largest interval of a degree: a hundred octaves are more than anyone hears.
static const double most_cents = 120000.0;

/// Reader of a text, line by line, without comments.
typedef struct {
    const char *at, *end;
    int line;             ///< Number of the line taken last, from 1
    char text[LINE_SIZE]; ///< Text of that line as far as it fits; values are short
    JwError *error;
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

/// Takes the next line that is no comment; at the end of the text false, and a fault that names
/// `what` as missing.
static bool next_line(Reader *r, const char *what) {
    while (r->at < r->end) {
        take_line(r);
        if (r->text[0] != '!') {
            return true;
        }
    }
    return jw_error_set(jw_error_at(r->error, r->line > 0 ? r->line : 1, 0),
                        "the file ends before %s", what);
}

static const char *skip_blanks(const char *text) {
    return text + strspn(text, " \t");
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Takes the next line that has a word and returns the place of that word; NULL at the end.
static const char *next_value(Reader *r, const char *what) {
    const char *text;
    do {
        if (!next_line(r, what)) {
            return NULL;
        }
        text = skip_blanks(r->text);
    } while (*text == '!');
    if (!*text) {
        jw_error_set(jw_error_at(r->error, r->line, 0), "%s is missing", what);
        return NULL;
    }
    return text;
}

/// First word of a text, for an error.
static const char *quoted(const char *text, char word[WORD_SIZE]) {
    size_t n = strcspn(text, " \t");
    n = n < WORD_SIZE - 1 ? n : WORD_SIZE - 1;
    memcpy(word, text, n);
    word[n] = '\0';
    return word;
}

/// True if the text after a value is another word, or touches the value and is to be ignored; false
/// if it looks like more of the value.
static bool ends_value(const char *end) {
    const char *next = skip_blanks(end);
    if (next > end) {
        return *next != '/' || !is_digit(*skip_blanks(next + 1));
    }
    switch (*end) {
    case '.':
    case '/':
    case ':':
    case '*':
    case '^':
        return false;
    case ',':
    case '-':
    case '+':
        return !is_digit(end[1]);
    default:
        return true;
    }
}

static bool parse_number(const char *text, double *value) {
    return jw_number_take(&text, value) && ends_value(text);
}

static bool parse_integer(const char *text, int min, int max, int *value) {
    double number = 0.0;
    if (!parse_number(text, &number) || number < min || number > max || number != floor(number)) {
        return false;
    }
    *value = (int)number;
    return true;
}

static bool next_integer(Reader *r, const char *what, int min, int max, int *value) {
    char word[WORD_SIZE];
    const char *text = next_value(r, what);
    return text && (parse_integer(text, min, max, value) ||
                    jw_error_set(jw_error_at(r->error, r->line, 0),
                                 "%s: '%s' is not a whole number from %d to %d", what,
                                 quoted(text, word), min, max));
}

// A zero byte is refused, since it would end a line early here and not elsewhere.
static bool check_bytes(const char *text, size_t size, JwError *error) {
    int line = 1;
    for (size_t i = 0; i < size; ++i) {
        line += text[i] == '\n';
        if (text[i] == '\0') {
            return jw_error_set(jw_error_at(error, line, 0), "a zero byte: not a text file");
        }
    }
    return true;
}

/********* Scales *********/

/// Takes the digits of a whole number off *text.
static bool take_whole(const char **text, double *value) {
    char word[WORD_SIZE];
    const size_t n = strspn(*text, "0123456789");
    if (n == 0 || n >= sizeof(word)) {
        return false;
    }
    memcpy(word, *text, n);
    word[n] = '\0';
    *text += n;
    return jw_number_parse(word, value);
}

/// Reads a ratio: `3/2`, with or without blanks around the slash, or `2`.
static bool parse_ratio(const char *text, double *cents) {
    double over = 0.0, under = 1.0;
    if (!take_whole(&text, &over)) {
        return false;
    }
    const char *slash = skip_blanks(text);
    const char *digits = *slash == '/' ? skip_blanks(slash + 1) : slash;
    if (*slash == '/' && is_digit(*digits)) {
        text = digits;
        take_whole(&text, &under);
    }
    *cents = over > 0.0 && under > 0.0 ? 1200.0 * jw_log2(over / under) : 0.0;
    return over > 0.0 && under > 0.0 && ends_value(text);
}

/// True for a value with a point: it is in cents.
static bool has_point(const char *text) {
    text += *text == '-' || *text == '+';
    return text[strspn(text, "0123456789")] == '.';
}

static bool next_degree(Reader *r, double *cents) {
    char word[WORD_SIZE];
    const char *text = next_value(r, "the last degree");
    if (!text) {
        return false;
    }
    if (!(has_point(text) ? parse_number(text, cents) : parse_ratio(text, cents))) {
        return jw_error_set(jw_error_at(r->error, r->line, 0),
                            "'%s' is neither cents (with a point) nor a ratio above 0",
                            quoted(text, word));
    }
    return fabs(*cents) <= most_cents ||
           jw_error_set(jw_error_at(r->error, r->line, 0), "'%s' is more than %g cents",
                        quoted(text, word), most_cents);
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
    const char *text = next_value(r, "the reference frequency");
    return text &&
           ((parse_number(text, hz) && *hz >= 0.01 && *hz <= 1e5) ||
            jw_error_set(jw_error_at(r->error, r->line, 0),
                         "the reference frequency: '%s' is not a number from 0.01 to 100000",
                         quoted(text, word)));
}

static bool read_entry(Reader *r, int *degree) {
    char word[WORD_SIZE];
    const char *text = next_value(r, "the last key");
    if (!text) {
        return false;
    }
    if ((*text == 'x' || *text == 'X') && !is_digit(text[1]) && (text[1] | 0x20) < 'a') {
        *degree = JW_UNMAPPED;
        return true;
    }
    return parse_integer(text, -10000, 10000, degree) ||
           jw_error_set(jw_error_at(r->error, r->line, 0),
                        "'%s' is neither x nor a whole number from -10000 to 10000",
                        quoted(text, word));
}

static bool at_end(const Reader *r) {
    const char *p = r->at;
    while (p < r->end) {
        char first = '\0'; // First character that is no blank
        for (; p < r->end && *p != '\n' && *p != '\r'; ++p) {
            first = first || *p == ' ' || *p == '\t' ? first : *p;
        }
        if (first && first != '!') {
            return false;
        }
        ++p;
    }
    return true;
}

/// Reads the pattern. Keys left out at its end have no note.
static bool read_pattern(Reader *r, JwKeymap *map) {
    for (int i = 0; i < map->n; ++i) {
        map->degree[i] = JW_UNMAPPED;
        if (!at_end(r) && !read_entry(r, &map->degree[i])) {
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
           jw_error_set(jw_error_at(r->error, reference_line, 0),
                        "the reference key %d has no degree in the map", map->reference_key);
}

/********* Files *********/

/// Reads a scale or a mapping; the other is NULL.
static JwStatus parse(const char *text, size_t size, JwScale *scale, JwKeymap *map,
                      JwError *error) {
    const size_t mark = size >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    Reader r = {.at = text + mark, .end = text + size, .error = error};
    JwScale *new_scale = calloc(1, sizeof(*new_scale));
    JwKeymap *new_map = calloc(1, sizeof(*new_map));
    JwStatus status = JW_ERR_NO_MEMORY;
    if (new_scale && new_map) {
        const bool ok = check_bytes(text, size, error) &&
                        (scale ? read_scale(&r, new_scale) : read_keymap(&r, new_map));
        status = ok ? JW_SUCCESS : JW_ERR_BAD_ARG;
    } else {
        jw_error_set(jw_error_at(error, 0, 0), "out of memory");
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

static JwStatus parse_scale(const char *text, size_t size, void *out, JwError *error) {
    if (jw_anamark_is(text, size)) {
        return check_bytes(text, size, error) ? jw_anamark_parse(text, size, out, error)
                                              : JW_ERR_BAD_ARG;
    }
    return parse(text, size, out, NULL, error);
}

static JwStatus parse_keymap(const char *text, size_t size, void *out, JwError *error) {
    return parse(text, size, NULL, out, error);
}

JwStatus jw_scale_file_parse(const char *text, size_t size, const char *name, JwScale *out,
                             JwError *error) {
    return jw_text_parse(text, size, name, parse_scale, out, error);
}

JwStatus jw_scale_file_load(const char *path, JwScale *out, JwError *error) {
    return jw_text_load(path, parse_scale, out, error);
}

JwStatus jw_keymap_file_parse(const char *text, size_t size, const char *name, JwKeymap *out,
                              JwError *error) {
    return jw_text_parse(text, size, name, parse_keymap, out, error);
}

JwStatus jw_keymap_file_load(const char *path, JwKeymap *out, JwError *error) {
    return jw_text_load(path, parse_keymap, out, error);
}
