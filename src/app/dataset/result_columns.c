// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/dataset/result_columns.h"

#include "base/elementary.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SET_SIZE = 48 * JW_N_PARAMS }; // Bytes of all parameters with their values

typedef struct {
    char *text;
    size_t n, size;
} Row;

static void put_comma(Row *row) {
    if (row->n > 0 && row->n + 1 < row->size) {
        row->text[row->n++] = ',';
    }
}

/// Adds a column without quotes.
__attribute__((format(printf, 2, 3))) static void put(Row *row, const char *format, ...) {
    va_list args;
    put_comma(row);
    va_start(args, format);
    const int n = vsnprintf(row->text + row->n, row->size - row->n, format, args);
    va_end(args);
    row->n += n > 0 && row->n + (size_t)n < row->size ? (size_t)n : 0;
}

static void put_text(Row *row, const char *text) {
    put_comma(row);
    row->n += jw_results_field(text, row->text + row->n, row->size - row->n);
}

/// Adds a number, or nothing if it is not finite.
static void put_number(Row *row, double value) {
    if (isfinite(value)) {
        put(row, "%.9g", value);
    } else {
        put(row, "%s", "");
    }
}

/// String of the only stroke; -1 unless there was exactly one.
static int only_string(const JwReport *report, uint64_t *n_strokes) {
    int string = -1;
    *n_strokes = 0;
    for (int i = 0; i < report->n_strings; ++i) {
        const uint64_t n = report->string[i].stroke.number;
        string = n > 0 ? i : string;
        *n_strokes += n;
    }
    return *n_strokes == 1 ? string : -1;
}

static void put_note(Row *row, const JwRenderOptions *o) {
    if (o->n_notes == 1) {
        put_text(row, o->note[0].name);
        put(row, "%d", o->note[0].velocity);
        put_number(row, o->note[0].seconds);
        put_number(row, o->note[0].place > 0.0 ? o->note[0].place : HUGE_VAL);
    } else {
        put(row, "%s", ",,,");
    }
}

static void put_stroke(Row *row, const JwReport *report) {
    uint64_t n_strokes;
    const int s = only_string(report, &n_strokes);
    if (s >= 0) {
        put_text(row, report->string[s].name);
        put(row, "%d", report->string[s].stroke.fret);
        put_number(row, report->string[s].stroke.pitch_hz);
        put_number(row, report->string[s].stroke.place_m);
    } else {
        put(row, "%s", ",,,");
    }
    put(row, "%" PRIu64, n_strokes);
}

static void put_sound(Row *row, const JwReport *r) {
    put(row, "%d", r->rate_hz);
    put_number(row, r->quality);
    put(row, "%" PRIu64, r->frames);
    put_number(row, (double)r->frames / r->rate_hz);
    put_number(row, r->all.peak);
    put_number(row, jw_voice_report_rms(&r->all));
    put(row, "%" PRIu64, r->clipped);
    put(row, "%" PRIu64, r->limited.frames);
    put_number(row, jw_limited_db(&r->limited));
    put_number(row, 20.0 * jw_log10((double)r->level_factor));
}

static void put_engine(Row *row, const JwStringReport *e) {
    put_number(row, e->energy_from_strokes_j);
    put_number(row, e->energy_from_parameters_j);
    put_number(row, e->energy_j);
    put_number(row, e->energy_excess_max);
    put_number(row, e->contact_force_max_n);
    put(row, "%" PRIu64, e->impacts);
}

/// Adds the parameters that the line sets: `jawari=30 quality=1`.
static void put_set(Row *row, const JwRenderOptions *o) {
    char text[SET_SIZE] = "";
    size_t n = 0;
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (o->set[i]) {
            const int more = snprintf(text + n, sizeof(text) - n, "%s%s=%.9g", n > 0 ? " " : "",
                                      jw_param_info((JwParamId)i)->symbol, o->value[i]);
            n += more > 0 && n + (size_t)more < sizeof(text) ? (size_t)more : 0;
            text[n] = '\0';
        }
    }
    put_text(row, text);
}

/// Adds a warning to the message.
static void take_line(void *user, const char *line, bool is_result) {
    JwError *error = user;
    static const char head[] = "warning: ";
    const size_t n = strlen(error->text);
    line += strncmp(line, head, sizeof(head) - 1) ? 0 : sizeof(head) - 1;
    if (!is_result && n + 4 < sizeof(error->text)) {
        snprintf(error->text + n, sizeof(error->text) - n, "%s%s", n > 0 ? "; " : "", line);
    }
}

void jw_result_columns_fill(JwResult *result, const JwRendered *rendered) {
    Row row = {.text = result->columns, .size = sizeof(result->columns)};
    const JwRenderOptions *o = rendered->options;
    char instrument[128], preset[128], sound[JW_ID_SIZE + 32];
    // A name that is a path may be long.
    snprintf(instrument, sizeof(instrument), "%.127s", rendered->patch->instrument_name);
    snprintf(preset, sizeof(preset), "%.127s", rendered->patch->preset_name);
    put_text(&row, instrument);
    put_text(&row, preset);
    put_note(&row, o);
    put_stroke(&row, rendered->report);
    put_sound(&row, rendered->report);
    put_engine(&row, &rendered->report->all.engine);
    put(&row, "%" PRIu32, o->seed);
    put_set(&row, o);
    // Warnings refer to the sound by its final name.
    JwRenderOptions as_called = *o;
    JwRendered told = *rendered;
    snprintf(sound, sizeof(sound), "%s.%s", result->id, jw_wav_format_extension(o->format));
    as_called.out = sound;
    told.options = &as_called;
    result->message.text[0] = '\0';
    jw_rendered_tell(&told, take_line, &result->message);
}
