// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "files/anamark_file.h"

#include "base/elementary.h"
#include "files/number.h"
#include "files/text_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { LINE_SIZE = 256, KEYS = JW_KEYS };

typedef enum { OTHER, TUNING, EXACT, FUNCTIONAL, BEGIN, END, N_SECTIONS } Section;

static const char *const sections[N_SECTIONS] = {
    "", "[tuning]", "[exact tuning]", "[functional tuning]", "[scale begin]", "[scale end]"};

/// Pitch of key 0 where A4 is 440 Hz.
static const double usual_hz = 8.1757989156437073336;

/// Farthest that a key may be from key 0.
static const double most_cents = 120000.0;

/// Keys of one section, in cents over its key 0 Hz.
typedef struct {
    double cents[KEYS];
    int last; ///< Highest key that was given; -1: none
    bool there;
} Table;

typedef struct {
    const char *at, *end;
    int line; ///< Number of the line taken last
    char text[LINE_SIZE];
    Section section;
    Table quantised, exact;
    bool functional;
    double base_hz;
    JwError *error;
} Reader;

/// Takes the next line, without blanks at its ends; false at the end of the text. A line that is
/// longer than any that is read here is cut: it has a text for people.
static bool take_line(Reader *r) {
    if (r->at >= r->end) {
        return false;
    }
    const char *stop = r->at;
    while (stop < r->end && *stop != '\n' && *stop != '\r') {
        ++stop;
    }
    const char *from = r->at, *to = stop;
    for (; from < to && (*from == ' ' || *from == '\t'); ++from) {
    }
    for (; to > from && (to[-1] == ' ' || to[-1] == '\t'); --to) {
    }
    size_t n = (size_t)(to - from);
    n = n < LINE_SIZE - 1 ? n : LINE_SIZE - 1;
    memcpy(r->text, from, n);
    r->text[n] = '\0';
    r->at = stop + (stop + 1 < r->end && stop[0] == '\r' && stop[1] == '\n' ? 2 : 1);
    ++r->line;
    return true;
}

static Section find_section(const char *text) {
    for (int i = 1; i < N_SECTIONS; ++i) {
        if (!strcasecmp(text, sections[i])) {
            return (Section)i;
        }
    }
    return OTHER;
}

static Reader begin_reading(const char *text, size_t size, JwError *error) {
    const size_t mark = jw_text_mark(text, size);
    Reader r = {.at = text + mark, .end = text + size, .base_hz = usual_hz, .error = error};
    for (int key = 0; key < KEYS; ++key) {
        r.quantised.cents[key] = r.exact.cents[key] = 100.0 * key;
    }
    r.quantised.last = r.exact.last = -1;
    return r;
}

bool jw_anamark_is(const char *text, size_t size) {
    Reader r = begin_reading(text, size, NULL);
    bool first = true, found = false;
    while (!found && take_line(&r)) {
        if (!r.text[0] || r.text[0] == ';') {
            continue;
        }
        if (first && r.text[0] != '[') {
            return false;
        }
        first = false;
        found = find_section(r.text) != OTHER;
    }
    return found;
}

/// Value behind a key and a sign of equality; NULL if the line has another key.
static const char *value_of(const char *text, const char *key) {
    const size_t n = strlen(key);
    if (strncasecmp(text, key, n) != 0) {
        return NULL;
    }
    text += n + strspn(text + n, " \t");
    return *text == '=' ? text + 1 + strspn(text + 1, " \t") : NULL;
}

/// Reads a number, which may be in quotes and have a comment behind it.
static bool read_value(const char *text, double *value) {
    const bool quoted = *text == '"';
    text += quoted;
    if (!jw_number_take(&text, value) || (quoted && *text++ != '"')) {
        return false;
    }
    text += strspn(text, " \t");
    return !*text || *text == ';';
}

/// Reads "note N = CENTS"; other lines are passed over.
static bool read_note(Reader *r, Table *table) {
    static const char word[] = "note";
    const char *at = r->text + sizeof(word) - 1;
    double key = 0.0, cents = 0.0;
    if (strncasecmp(r->text, word, sizeof(word) - 1) != 0) {
        return true;
    }
    at += strspn(at, " \t");
    if (!jw_number_take(&at, &key)) {
        return jw_error_set(jw_error_at(r->error, r->line, 0), "'%.60s' is not note KEY = CENTS",
                            r->text);
    }
    at += strspn(at, " \t");
    const char *value = *at == '=' ? at + 1 + strspn(at + 1, " \t") : "";
    if (!read_value(value, &cents) || !(fabs(cents) <= most_cents) || key != floor(key)) {
        return jw_error_set(jw_error_at(r->error, r->line, 0),
                            "'%.60s' is not note KEY = CENTS, with cents from -120000 to 120000",
                            r->text);
    }
    // The specification says that keys which MIDI does not have are passed over.
    if (key >= 0.0 && key < KEYS) {
        table->cents[(int)key] = cents;
        table->last = (int)key > table->last ? (int)key : table->last;
    }
    return true;
}

static bool read_line(Reader *r) {
    const char *value;
    if (r->text[0] == '[') {
        r->section = find_section(r->text);
        r->functional = r->functional || r->section == FUNCTIONAL;
        r->quantised.there = r->quantised.there || r->section == TUNING;
        r->exact.there = r->exact.there || r->section == EXACT;
        return true;
    }
    switch (r->section) {
    case TUNING:
        return read_note(r, &r->quantised);
    case EXACT:
        value = value_of(r->text, "basefreq");
        if (!value) {
            return read_note(r, &r->exact);
        }
        return (read_value(value, &r->base_hz) && r->base_hz >= 1e-3 && r->base_hz <= 1e5) ||
               jw_error_set(jw_error_at(r->error, r->line, 0),
                            "BaseFreq: '%.60s' is not a number from 0.001 to 100000", value);
    case BEGIN:
        value = value_of(r->text, "format");
        return !value || !strcasecmp(value, "\"AnaMark-TUN\"") ||
               jw_error_set(jw_error_at(r->error, r->line, 0),
                            "the format is %.60s, not \"AnaMark-TUN\"", value);
    case OTHER:
    case FUNCTIONAL:
    case END:
    case N_SECTIONS:
        break;
    }
    return true;
}

/// Lets the keys above the last one that was given repeat: its interval is the period.
static void repeat(Table *table) {
    for (int key = table->last + 1; table->last > 0 && key < KEYS; ++key) {
        table->cents[key] = table->cents[key - table->last] + table->cents[table->last];
    }
}

static bool take_table(Reader *r, JwScale *scale) {
    const Table *table = r->exact.there ? &r->exact : &r->quantised;
    const double hz = r->exact.there ? r->base_hz : usual_hz;
    if (!r->exact.there && !r->quantised.there) {
        return jw_error_set(jw_error_at(r->error, r->line > 0 ? r->line : 1, 0),
                            r->functional
                                ? "[Functional Tuning] alone, whose formulas are not read; save it "
                                  "with [Exact Tuning] too"
                                : "neither [Exact Tuning] nor [Tuning]");
    }
    if (r->exact.there) {
        repeat(&r->exact);
    }
    scale->n = KEYS;
    for (int key = 1; key <= KEYS; ++key) {
        const double cents = key < KEYS ? table->cents[key] : table->cents[KEYS - 1] + 100.0;
        scale->cents[key - 1] = cents - table->cents[0];
        if (!(fabs(scale->cents[key - 1]) <= most_cents)) {
            return jw_error_set(jw_error_at(r->error, 0, 0),
                                "key %d is more than %g cents from key 0", key, most_cents);
        }
    }
    scale->key_0_hz = hz * jw_exp2(table->cents[0] / 1200.0);
    return (scale->key_0_hz > 0.0 && scale->key_0_hz <= 1e5) ||
           jw_error_set(jw_error_at(r->error, 0, 0), "key 0 is at %g Hz", scale->key_0_hz);
}

JwStatus jw_anamark_parse(const char *text, size_t size, JwScale *scale, JwError *error) {
    Reader r = begin_reading(text, size, error);
    static const JwScale none;
    JwScale made = none;
    while (r.section != END && take_line(&r)) {
        if (r.text[0] && r.text[0] != ';' && !read_line(&r)) {
            return JW_ERR_BAD_ARG;
        }
    }
    if (!take_table(&r, &made)) {
        return JW_ERR_BAD_ARG;
    }
    *scale = made;
    return JW_SUCCESS;
}
