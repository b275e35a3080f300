// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/tuned_rows.h"

#include "files/number.h"

#include <math.h>
#include <string.h>

/// Reads cents for each fret, open string first; *n: how many there are so far.
static bool read_cents(double *list, int *n, const JwIniItem *item, JwError *error) {
    const char *text = item->value;
    char word[JW_INI_LINE_MAX + 1];
    while (jw_word_next(&text, word, sizeof(word))) {
        double cents = 0.0;
        if (!jw_number_parse(word, &cents) || fabs(cents) > 100.0) {
            return jw_error_set(jw_error_at(error, item->line, 0),
                                "%s: '%s' is not a number -100 .. 100", item->key, word);
        }
        if (*n >= JW_MAX_FRETS) {
            return jw_error_set(jw_error_at(error, item->line, 0), "%s: more than %d", item->key,
                                JW_MAX_FRETS);
        }
        list[(*n)++] = cents;
    }
    return true;
}

/// Reads nodes of a curve, x:cents, from left to right.
static bool read_curve(JwCurve *curve, const JwIniItem *item, JwError *error) {
    const char *text = item->value;
    char word[JW_INI_LINE_MAX + 1];
    while (jw_word_next(&text, word, sizeof(word))) {
        char *colon = strchr(word, ':');
        double x = 0.0, cents = 0.0;
        if (colon) {
            *colon = '\0';
        }
        if (!colon || !jw_number_parse(word, &x) || !jw_number_parse(colon + 1, &cents) ||
            fabs(x) > 1e4 || fabs(cents) > 100.0) {
            return jw_error_set(jw_error_at(error, item->line, 0),
                                "%s: '%s' is not NUMBER:CENTS, with -100 .. 100 cents", item->key,
                                word);
        }
        if (curve->n >= JW_CURVE_NODES) {
            return jw_error_set(jw_error_at(error, item->line, 0), "%s: more than %d", item->key,
                                JW_CURVE_NODES);
        }
        if (curve->n > 0 && x <= curve->x[curve->n - 1]) {
            return jw_error_set(jw_error_at(error, item->line, 0),
                                "%s: %g is not above the one before", item->key, x);
        }
        curve->x[curve->n] = x;
        curve->y[curve->n++] = cents;
    }
    return true;
}

bool jw_tuned_rows_read(JwTunedRows *rows, const JwIniItem *item, JwError *error) {
    if (!strcmp(item->key, "wrap_cents")) {
        return read_cents(rows->wrap_cents, &rows->n_wraps, item, error);
    }
    if (!strcmp(item->key, "ringing_cents")) {
        return read_cents(rows->ringing_cents, &rows->n_ringing, item, error);
    }
    JwCurve *curve = !strcmp(item->key, "wrap_by_lift_um")  ? &rows->by_lift
                     : !strcmp(item->key, "wrap_by_thread") ? &rows->by_thread
                                                            : &rows->by_thread_place;
    return read_curve(curve, item, error);
}

static bool has_all(const JwFieldReader *reader, const char *key, int n, int n_frets,
                    JwError *error) {
    const int line = jw_field_line(reader, key);
    if (line > 0 && n != n_frets) {
        return jw_error_set(jw_error_at(error, line, 0), "%s: %d values for %d frets", key, n,
                            n_frets);
    }
    return true;
}

bool jw_tuned_rows_complete(const JwTunedRows *rows, const JwFieldReader *reader, int n_frets,
                            JwError *error) {
    return has_all(reader, "wrap_cents", rows->n_wraps, n_frets, error) &&
           has_all(reader, "ringing_cents", rows->n_ringing, n_frets, error);
}

void jw_tuned_rows_give(const JwTunedRows *rows, JwStringSpec *string) {
    memcpy(string->wrap_cents, rows->wrap_cents, sizeof(string->wrap_cents));
    memcpy(string->ringing_cents, rows->ringing_cents, sizeof(string->ringing_cents));
    string->wrap_by_lift = rows->by_lift;
    string->wrap_by_thread = rows->by_thread;
    string->wrap_by_thread_place = rows->by_thread_place;
}

void jw_tuned_rows_drop(JwFieldReader *reader) {
    static const JwField rows[] = {JW_TUNED_ROWS(0, NULL)};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
        jw_field_drop(reader, rows[i].key);
    }
}
