// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/tuned_text.h"

#include "files/number.h"
#include "files/tuned_hash.h"
#include "files/tuned_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CENTS_ON_A_LINE = 16,
    NODES_ON_A_LINE = 8,
    NUMBER_SIZE = 32,
    // Room for all strings, each with every list and curve full
    STRING_SIZE = 3 * 1024 + 2 * JW_MAX_FRETS * NUMBER_SIZE,
    TEXT_SIZE = 1024 + JW_MAX_STRINGS * STRING_SIZE,
};

static const char begin[] =
    "; Measured by jawari-fit; `jawari-fit --tune` writes this file anew.\n";

typedef struct {
    char *text;
    size_t n;
} Maker;

static void append(Maker *m, const char *text) {
    const size_t n = strlen(text);
    memcpy(m->text + m->n, text, n + 1);
    m->n += n;
}

static void add_number(Maker *m, double value) {
    char text[NUMBER_SIZE];
    jw_number_print(text, sizeof(text), value + 0.0, 7);
    append(m, text);
}

/// Begins item i of a list, on a line of its own where one is full.
static void begin_item(Maker *m, const char *key, int i, int on_a_line) {
    if (i % on_a_line) {
        append(m, " ");
    } else {
        append(m, i ? "\n" : "");
        append(m, key);
        append(m, " = ");
    }
}

static void add_cents(Maker *m, const char *key, const double *cents, int n) {
    bool any = false;
    for (int f = 0; f < n; ++f) {
        any |= cents[f] != 0.0;
    }
    for (int f = 0; f < n && any; ++f) {
        begin_item(m, key, f, CENTS_ON_A_LINE);
        add_number(m, cents[f]);
    }
    append(m, any ? "\n" : "");
}

static void add_curve(Maker *m, const char *key, const JwCurve *curve) {
    for (int i = 0; i < curve->n; ++i) {
        begin_item(m, key, i, NODES_ON_A_LINE);
        add_number(m, curve->x[i]);
        append(m, ":");
        add_number(m, curve->y[i]);
    }
    append(m, curve->n ? "\n" : "");
}

bool jw_tuned_has_cents(const JwStringSpec *string) {
    bool any = string->wrap_by_lift.n + string->wrap_by_thread.n + string->wrap_by_thread_place.n;
    for (int f = 0; f < string->n_frets; ++f) {
        any |= string->wrap_cents[f] != 0.0 || string->ringing_cents[f] != 0.0;
    }
    return any;
}

static void add_string(Maker *m, const JwStringSpec *s) {
    if (jw_tuned_has_cents(s)) {
        append(m, "\n[string ");
        append(m, s->name);
        append(m, "]\n");
        add_cents(m, "wrap_cents", s->wrap_cents, s->n_frets);
        add_cents(m, "ringing_cents", s->ringing_cents, s->n_frets);
        add_curve(m, "wrap_by_lift_um", &s->wrap_by_lift);
        add_curve(m, "wrap_by_thread", &s->wrap_by_thread);
        add_curve(m, "wrap_by_thread_mm", &s->wrap_by_thread_place);
    }
}

const char *jw_tuned_text_begin(void) {
    return begin;
}

char *jw_tuned_text_make(const JwInstrument *tuned, const JwInstrument *made_from) {
    char hash[JW_SHA256_TEXT];
    Maker m = {.text = malloc(TEXT_SIZE)};
    if (!m.text) {
        return NULL;
    }
    jw_tuned_hash(made_from, hash);
    append(&m, begin);
    append(&m, "\n[tuned]\nformat = 1\nmade_from = ");
    append(&m, hash);
    append(&m, "\n");
    for (int i = 0; i < tuned->n_strings; ++i) {
        add_string(&m, &tuned->string[i]);
    }
    append(&m, "\n[end]\n");
    return m.text;
}

void jw_tuned_copy(JwStringSpec *to, const JwStringSpec *from) {
    memcpy(to->wrap_cents, from->wrap_cents, sizeof(to->wrap_cents));
    memcpy(to->ringing_cents, from->ringing_cents, sizeof(to->ringing_cents));
    to->wrap_by_lift = from->wrap_by_lift;
    to->wrap_by_thread = from->wrap_by_thread;
    to->wrap_by_thread_place = from->wrap_by_thread_place;
}

void jw_tuned_clear(JwInstrument *instrument) {
    static const JwStringSpec none;
    for (int i = 0; i < instrument->n_strings; ++i) {
        jw_tuned_copy(&instrument->string[i], &none);
    }
}
