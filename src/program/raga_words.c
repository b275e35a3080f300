// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/raga_words.h"

#include "base/elementary.h"
#include "base/ragas.h"
#include "files/line.h"
#include "files/sargam.h"
#include "playing/tuning.h"
#include "program/nearest.h"

#include <stdarg.h>
#include <string.h>

enum { OCTAVE = 12, SA_KEY = 60, NOTES_SIZE = 64, CENTS_SIZE = 160 };

/********* Names *********/

int jw_raga_named(const char *text, JwError *error) {
    char near[256], name[JW_RAGA_NAME];
    const int found = jw_raga_find(text);
    if (found) {
        return found;
    }
    const size_t n = strlen(text);
    const int most = n < 2 ? 0 : n < 5 ? 1 : 2;
    JwNearest nearest = jw_nearest_start(text);
    for (int raga = 1; raga < JW_N_RAGAS; ++raga) {
        for (int i = 0; jw_raga_name_at(raga, i, name); ++i) {
            jw_nearest_offer_as(&nearest, name, jw_raga_name(raga));
        }
    }
    for (int i = 0; i < JW_NEAREST_NAMES; ++i) {
        nearest.name[i] = nearest.distance[i] <= most ? nearest.name[i] : NULL;
    }
    jw_error_set(error, "unknown raga \"%.100s\"%s; see --list-ragas", text,
                 jw_nearest_text(&nearest, near, sizeof(near)));
    return JW_RAGA_NONE;
}

/********* List *********/

__attribute__((format(printf, 3, 4))) static void add(char *text, size_t size, const char *format,
                                                      ...) {
    const size_t n = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + n, size - n, format, args);
    va_end(args);
}

/// Writes the name with hyphens for blanks, a word in the shell.
static const char *as_word(const char *name, char word[JW_RAGA_NAME]) {
    size_t n = 0;
    for (; *name && n + 1 < JW_RAGA_NAME; ++name) {
        if (*name != '(' && *name != ')') {
            word[n++] = *name == ' ' ? '-' : *name;
        }
    }
    word[n] = '\0';
    return word;
}

/// Writes all names but the first, after `before`.
static const char *other_names(int raga, const char *before, char *text, size_t size) {
    char name[JW_RAGA_NAME];
    *text = '\0';
    for (int i = 1; jw_raga_name_at(raga, i, name); ++i) {
        add(text, size, "%s%s", i == 1 ? before : ", ", name);
    }
    return text;
}

static void print_line(FILE *out, int raga) {
    const JwRaga *info = jw_raga_info(raga);
    char word[JW_RAGA_NAME], others[512];
    jw_line_print(out, "%-25s %-19s %c  %-24s %-10s %s", as_word(info->name, word), info->notes,
                  info->first, info->parent, *info->time ? info->time : "-",
                  other_names(raga, "", others, sizeof(others)));
}

/// Writes the cents over Sa of the raga's notes.
static const char *cents_of(int raga, bool own, char text[CENTS_SIZE]) {
    const JwTonic tonic = {
        .a4_hz = 440.0, .sa_key = SA_KEY, .raga = raga, .just = true, .own = own};
    double hz[JW_KEYS];
    jw_tonic_keys(&tonic, hz);
    *text = '\0';
    for (int d = 0; d < OCTAVE; ++d) {
        if (jw_raga_notes(raga) >> d & 1u) {
            add(text, CENTS_SIZE, "%s%c %.0f", d > 0 ? "  " : "", jw_svara_letter(d),
                1200.0 * jw_log2(hz[SA_KEY + d] / hz[SA_KEY]));
        }
    }
    return text;
}

static void print_row(FILE *out, const char *what, const char *text) {
    if (*text) {
        jw_line_print(out, "  %-10s %s", what, text);
    }
}

static void print_card(FILE *out, int raga) {
    const JwRaga *info = jw_raga_info(raga);
    char others[512], notes[NOTES_SIZE], cents[CENTS_SIZE], text[256];
    jw_line_print(out, "%s%s", info->name, other_names(raga, ": ", others, sizeof(others)));
    snprintf(text, sizeof(text), "%s: %s", info->carnatic ? "Carnatic, mela" : "Hindustani, that",
             info->parent);
    print_row(out, "system", text);
    snprintf(text, sizeof(text), "%s (%s)", info->notes,
             jw_sargam_raga(raga, notes, sizeof(notes)));
    print_row(out, "notes", text);
    print_row(out, "aroha", info->aroha);
    print_row(out, "avaroha", info->avaroha);
    print_row(out, "vadi", info->vadi);
    print_row(out, "samvadi", info->samvadi);
    print_row(out, "time", info->time);
    print_row(out, "taraf", info->taraf);
    snprintf(text, sizeof(text), "%c", info->first);
    print_row(out, "tanpura", text);
    print_row(out, "cents just", cents_of(raga, false, cents));
    print_row(out, "cents own", *info->own ? cents_of(raga, true, cents) : "");
    snprintf(text, sizeof(text), "%d", raga);
    print_row(out, "number", text);
    snprintf(text, sizeof(text), "%s (%s)", info->checked, info->sources);
    print_row(out, "checked", text);
}

bool jw_list_ragas(FILE *out, const char *filter, JwError *error) {
    const int named = filter ? jw_raga_find(filter) : JW_RAGA_NONE;
    int n = named ? 1 : 0;
    if (named) {
        print_card(out, named);
    }
    for (int raga = 1; raga < JW_N_RAGAS; ++raga) {
        if (raga != named && jw_raga_matches(raga, filter ? filter : "")) {
            print_line(out, raga);
            ++n;
        }
    }
    return n > 0 || jw_raga_named(filter, error);
}
