// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "fit/edits.h"

#include "files/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = JW_IN_DEFAULTS + 1, NO_KIND = -1 };

// Mark at the start of texts from some editors; accepted there only.
static const char byte_order_mark[] = "\xEF\xBB\xBF";

/// The new text, and the position in the source text.
typedef struct {
    JwEdits *edits;
    char *text;
    size_t n, size; ///< Bytes so far, and capacity
    size_t end;     ///< Position after the section's last key
    int kind;       ///< Kind of the present section; NO_KIND: none that is edited
    int number[KINDS];
} Maker;

void jw_edits_add(JwEdits *edits, JwUnknownPlace place, int number, const char *key,
                  const char *value) {
    int i = 0;
    while (i < edits->n && !(edits->edit[i].place == place && edits->edit[i].number == number &&
                             !strcmp(edits->edit[i].key, key))) {
        ++i;
    }
    if (i < JW_EDITS_MAX) {
        edits->n = i < edits->n ? edits->n : i + 1;
        edits->edit[i] = (JwEdit){.place = place, .number = number, .key = key};
        snprintf(edits->edit[i].value, sizeof(edits->edit[i].value), "%s", value);
    }
}

void jw_edits_add_number(JwEdits *edits, JwUnknownPlace place, int number, const char *key,
                         double value, int digits) {
    char text[64];
    jw_number_print(text, sizeof(text), value, digits);
    jw_edits_add(edits, place, number, key, text);
}

/// Inserts n bytes into the text at a position; there must be room.
static void put(Maker *m, size_t at, const char *bytes, size_t n) {
    memmove(m->text + at + n, m->text + at, m->n - at);
    memcpy(m->text + at, bytes, n);
    m->n += n;
}

/// True if an edit belongs to the present section and is not done yet.
static bool edit_is_due(const Maker *m, const JwEdit *e) {
    return !e->done && m->kind == (int)e->place && e->number == m->number[m->kind];
}

/// Adds the missing keys at the end of a section.
static void end_section(Maker *m) {
    for (int i = 0; i < m->edits->n && m->kind != NO_KIND; ++i) {
        JwEdit *e = &m->edits->edit[i];
        if (edit_is_due(m, e) && e->value[0]) {
            char line[JW_EDIT_VALUE + 64];
            const int n = snprintf(line, sizeof(line), "%s = %s\n", e->key, e->value);
            put(m, m->end, line, (size_t)n);
            m->end += (size_t)n;
            e->done = true;
        }
    }
}

/// Before the end, adds the section that an instrument may lack, if it gets any keys.
static void add_defaults(Maker *m) {
    static const char title[] = "[defaults]\n";
    bool due = false;
    for (int i = 0; i < m->edits->n; ++i) {
        const JwEdit *e = &m->edits->edit[i];
        due = due || (e->place == JW_IN_DEFAULTS && e->value[0]);
    }
    if (due && m->number[JW_IN_DEFAULTS] < 0) {
        put(m, m->n, title, strlen(title));
        m->kind = JW_IN_DEFAULTS;
        m->number[m->kind] = 0;
        m->end = m->n;
        end_section(m);
        put(m, m->n, "\n", 1);
    }
}

static void begin_section(Maker *m, const char *title) {
    static const char *const words[KINDS] = {
        [JW_IN_STRING] = "string",
        [JW_IN_BRIDGE] = "obstacle",
        [JW_IN_STROKE] = "stroke",
        [JW_IN_DEFAULTS] = "defaults",
    };
    title += strspn(title, " \t");
    const size_t n = strcspn(title, " \t]\n");
    if (n == strlen("end") && !strncmp(title, "end", n)) {
        add_defaults(m);
    }
    m->kind = NO_KIND;
    for (int k = 0; k < KINDS; ++k) {
        if (strlen(words[k]) == n && !strncmp(title, words[k], n)) {
            m->kind = k;
            ++m->number[k];
        }
    }
}

/// Edit for the key at the start of a line; NULL if there is none.
static JwEdit *edit_of(Maker *m, const char *line) {
    const size_t n = strcspn(line, " \t=\n");
    for (int i = 0; i < m->edits->n && m->kind != NO_KIND; ++i) {
        JwEdit *e = &m->edits->edit[i];
        const bool here = m->kind == (int)e->place && e->number == m->number[m->kind];
        if (here && strlen(e->key) == n && !strncmp(line, e->key, n)) {
            return e;
        }
    }
    return NULL;
}

/// Copies a line of n bytes, or writes its edit instead; further lines of an edited key are
/// omitted.
static void take_line(Maker *m, const char *line, size_t n) {
    const char *key = line + strspn(line, " \t");
    if (*key == '[') {
        end_section(m);
        begin_section(m, key + 1);
    }
    JwEdit *e = *key == '[' ? NULL : edit_of(m, key);
    if (!e) {
        put(m, m->n, line, n);
    } else if (e->value[0] && !e->done) {
        const char *comment = memchr(line, ';', n);
        char made[JW_EDIT_VALUE + 256];
        const int length = snprintf(made, sizeof(made), "%s = %s", e->key, e->value);
        put(m, m->n, made, (size_t)length);
        if (comment) {
            put(m, m->n, " ", 1);
            put(m, m->n, comment, (size_t)(line + n - comment));
        } else {
            put(m, m->n, "\n", 1);
        }
        e->done = true;
    } else {
        e->done = true;
    }
    if (*key != '\n' && *key != ';' && *key != '#' && *key) {
        m->end = m->n;
    }
}

/// Text after a byte order mark.
static const char *without_mark(const char *text) {
    const size_t n = strlen(byte_order_mark);
    return strncmp(text, byte_order_mark, n) ? text : text + n;
}

bool jw_edits_is_instrument(const char *text) {
    static const char first[] = "[instrument]";
    text = without_mark(text);
    for (text += strspn(text, " \t\r\n"); *text == ';' || *text == '#';) {
        text += strcspn(text, "\n");
        text += strspn(text, " \t\r\n");
    }
    return !strncmp(text, first, strlen(first));
}

const JwEdit *jw_edits_left(const JwEdits *edits) {
    for (int i = 0; i < edits->n; ++i) {
        if (edits->edit[i].value[0] && !edits->edit[i].done) {
            return &edits->edit[i];
        }
    }
    return NULL;
}

char *jw_edits_apply(JwEdits *edits, const char *text, const char *comment) {
    Maker m = {.edits = edits, .kind = NO_KIND, .number = {-1, -1, -1, -1}};
    m.size = strlen(text) + strlen(comment) + (size_t)edits->n * sizeof(JwEdit) + 256;
    m.text = malloc(m.size);
    if (!m.text) {
        return NULL;
    }
    for (int i = 0; i < edits->n; ++i) {
        edits->edit[i].done = false;
    }
    put(&m, 0, comment, strlen(comment));
    text = without_mark(text);
    while (*text) {
        const size_t n = strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n');
        take_line(&m, text, n);
        text += n;
    }
    m.text[m.n] = '\0';
    return m.text;
}
