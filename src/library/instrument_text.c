// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The text of an instrument: the one that it was read from, with its present values and its tuning.
//
// Values of parameters stand in [set], not in [defaults]: strokes and tuning are measured by
// [defaults]. The cents of strings, which may come from a tuned file, stand in [string NAME].

#include "files/number.h"
#include "files/tuned_rows.h"
#include "files/tuned_text.h"
#include "library/objects.h"

#include <stdlib.h>
#include <string.h>

enum {
    EXACT_DIGITS = 17,             // Digits with which a number is read as it was
    NUMBER_SIZE = 40,              // Bytes of such a number
    LINE_SIZE = JW_INI_LINE_MAX,   // Longest line that is read
    WRAPPED = 2 * NUMBER_SIZE + 2, // Room that is left at the end of a list's line
};

/// Text that grows; `failed` once memory was short.
typedef struct {
    char *text;
    size_t size, room;
    bool failed;
} Writer;

static void put_bytes(Writer *w, const char *bytes, size_t size) {
    if (!w->failed && w->size + size >= w->room) {
        const size_t room = 2 * (w->size + size) + 1024;
        char *more = realloc(w->text, room);
        if (more) {
            w->text = more;
            w->room = room;
        }
        w->failed = more == NULL;
    }
    if (!w->failed) {
        memcpy(w->text + w->size, bytes, size);
        w->size += size;
        w->text[w->size] = '\0';
    }
}

static void put(Writer *w, const char *text) {
    put_bytes(w, text, strlen(text));
}

static void put_number(Writer *w, double value) {
    char text[NUMBER_SIZE];
    jw_number_print(text, sizeof(text), value, EXACT_DIGITS);
    put(w, text);
}

/********* Values *********/

/// Writes [set], if the parameters are not those of [defaults].
static void put_values(Writer *w, const JwInstrument *instrument) {
    bool any = false;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (instrument->param[i] != instrument->own[i]) {
            put(w, any ? "" : "[set]\n");
            put(w, jw_param_info((JwParamId)i)->symbol);
            put(w, " = ");
            put_number(w, instrument->param[i]);
            put(w, "\n");
            any = true;
        }
    }
    put(w, any ? "\n" : "");
}

/********* Cents *********/

/// Begins a number of a list: on the line, or on a new one with the key if this one is full.
static void begin_number(Writer *w, const char *key, int i, size_t *line) {
    if (i > 0 && w->size - *line < LINE_SIZE - WRAPPED) {
        put(w, " ");
        return;
    }
    put(w, i > 0 ? "\n" : "");
    *line = w->size;
    put(w, key);
    put(w, " = ");
}

/// Writes a list of cents, if any is not 0 or `always`.
static void put_cents(Writer *w, const char *key, const double *cents, int n, bool always) {
    size_t line = 0;
    bool any = always;
    for (int i = 0; i < n; ++i) {
        any |= cents[i] != 0.0;
    }
    for (int i = 0; any && i < n; ++i) {
        begin_number(w, key, i, &line);
        put_number(w, cents[i]);
    }
    put(w, any ? "\n" : "");
}

static void put_curve(Writer *w, const char *key, const JwCurve *curve) {
    size_t line = 0;
    for (int i = 0; i < curve->n; ++i) {
        begin_number(w, key, i, &line);
        put_number(w, curve->x[i]);
        put(w, ":");
        put_number(w, curve->y[i]);
    }
    put(w, curve->n > 0 ? "\n" : "");
}

/// Writes the cents of a string. tuned: the instrument is, even if they are all 0.
static void put_rows(Writer *w, const JwStringSpec *string, bool tuned) {
    put_cents(w, "wrap_cents", string->wrap_cents, string->n_frets,
              tuned && !string->keeps_tension);
    put_cents(w, "ringing_cents", string->ringing_cents, string->n_frets, false);
    put_curve(w, "wrap_by_lift_um", &string->wrap_by_lift);
    put_curve(w, "wrap_by_thread", &string->wrap_by_thread);
    put_curve(w, "wrap_by_thread_mm", &string->wrap_by_thread_place);
}

/********* Lines *********/

/// Line of the text, without the blanks around it.
typedef struct {
    const char *start;
    size_t size;
} Line;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static Line trimmed(Line line) {
    while (line.size > 0 && is_blank(*line.start)) {
        ++line.start;
        --line.size;
    }
    while (line.size > 0 && is_blank(line.start[line.size - 1])) {
        --line.size;
    }
    return line;
}

/// Copies the beginning of a line, up to one of these characters, without blanks around it.
static void take_up_to(Line line, const char *ends, char text[LINE_SIZE + 1]) {
    size_t n = 0;
    while (n < line.size && n < LINE_SIZE && !strchr(ends, line.start[n])) {
        ++n;
    }
    const Line part = trimmed((Line){line.start, n});
    memcpy(text, part.start, part.size);
    text[part.size] = '\0';
}

/// Section of a header's line: its kind, and the string that it is about, or NULL.
static const JwStringSpec *section_of(const JwInstrument *instrument, Line line,
                                      char kind[LINE_SIZE + 1]) {
    char title[LINE_SIZE + 1], name[LINE_SIZE + 1] = "";
    const char *rest = title;
    take_up_to((Line){line.start + 1, line.size - 1}, "]", title);
    if (!jw_word_next(&rest, kind, LINE_SIZE + 1)) {
        kind[0] = '\0';
    }
    jw_word_next(&rest, name, sizeof(name));
    for (int s = 0; !strcmp(kind, "string") && s < instrument->n_strings; ++s) {
        if (!strcmp(instrument->string[s].name, name)) {
            return &instrument->string[s];
        }
    }
    return NULL;
}

/// True for a line of a string's cents.
static bool is_row(Line line) {
    static const JwField rows[] = {JW_TUNED_ROWS(0, NULL)};
    char key[LINE_SIZE + 1];
    take_up_to(line, "=:", key);
    bool any = false;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
        any |= !strcmp(key, rows[i].key);
    }
    return any;
}

/// Takes the next line off *at; `whole` has its newline.
static Line next_line(const char **at, const char *end, Line *whole) {
    const char *newline = memchr(*at, '\n', (size_t)(end - *at));
    *whole = (Line){*at, (size_t)((newline ? newline + 1 : end) - *at)};
    *at += whole->size;
    return trimmed(*whole);
}

static bool is_header(Line line) {
    return line.size > 0 && line.start[0] == '[';
}

static bool is_key(Line line) {
    return line.size > 0 && !strchr("[;#", line.start[0]);
}

bool jw_library_has_cents(const char *text, size_t size) {
    const char *at = text, *end = text + size;
    bool any = false;
    while (at < end) {
        Line whole;
        const Line line = next_line(&at, end, &whole);
        any |= is_key(line) && is_row(line);
    }
    return any;
}

/********* The whole text *********/

char *jawari_instrument_text(const JawariInstrument *instrument) {
    const JwInstrument *played = &instrument->patch.instrument;
    const bool tuned = instrument->patch.remark[0] == '\0';
    Writer w = {.text = NULL};
    const char *at = instrument->text, *end = at + instrument->text_size;
    const JwStringSpec *string = NULL; // Whose cents are still to be written
    char kind[LINE_SIZE + 1] = "";
    while (at < end) {
        Line whole;
        const Line line = next_line(&at, end, &whole);
        if (is_header(line)) {
            string = section_of(played, line, kind);
        }
        if (is_header(line) && !strcmp(kind, "end")) {
            put_values(&w, played);
        }
        const bool in_string = !strcmp(kind, "string");
        if (strcmp(kind, "set") != 0 && !(in_string && is_key(line) && is_row(line))) {
            put_bytes(&w, whole.start, whole.size);
        }
        if (is_key(line) && string) {
            // After the first key, which may be `like`
            put_rows(&w, string, tuned);
            string = NULL;
        }
    }
    if (w.failed) {
        free(w.text);
        return NULL;
    }
    return w.text;
}

void jawari_text_free(char *text) {
    free(text);
}
