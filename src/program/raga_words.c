// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/raga_words.h"

#include "base/elementary.h"
#include "base/ragas.h"
#include "base/talas.h"
#include "files/line.h"
#include "files/sargam.h"
#include "playing/tuning.h"
#include "program/nearest.h"

#include <stdarg.h>
#include <string.h>

enum { OCTAVE = 12, SA_KEY = 60, NOTES_SIZE = 64, CENTS_SIZE = 160 };

/********* Names *********/

/// Drops names that differ by more than a letter or two.
static void keep_near(JwNearest *nearest) {
    const size_t n = strlen(nearest->word);
    const int most = n < 2 ? 0 : n < 5 ? 1 : 2;
    for (int i = 0; i < JW_NEAREST_NAMES; ++i) {
        nearest->name[i] = nearest->distance[i] <= most ? nearest->name[i] : NULL;
    }
}

int jw_raga_named(const char *text, JwError *error) {
    char near[256], name[JW_RAGA_NAME];
    const int found = jw_raga_find(text);
    if (found) {
        return found;
    }
    JwNearest nearest = jw_nearest_start(text);
    for (int raga = 1; raga < jw_raga_count(); ++raga) {
        for (int i = 0; jw_raga_is_listed(raga) && jw_raga_name_at(raga, i, name); ++i) {
            jw_nearest_offer_as(&nearest, name, jw_raga_name(raga));
        }
    }
    keep_near(&nearest);
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
    for (int raga = 1; raga < jw_raga_count(); ++raga) {
        if (raga != named && jw_raga_matches(raga, filter ? filter : "")) {
            print_line(out, raga);
            ++n;
        }
    }
    return n > 0 || jw_raga_named(filter, error);
}

/********* Talas *********/

/// Rejects a name, with talas of which a name is near.
static bool refuse_tala(const char *text, JwError *error) {
    char near[256];
    JwNearest nearest = jw_nearest_start(text);
    for (int i = 0; i < JW_N_TALAS; ++i) {
        const JwTala *tala = jw_tala_info(i);
        jw_nearest_offer(&nearest, tala->name);
        for (const char *at = tala->others; *at;) {
            char name[JW_FOLDED_NAME];
            const size_t n = strcspn(at, ";");
            snprintf(name, sizeof(name), "%.*s", (int)n, at);
            jw_nearest_offer_as(&nearest, name, tala->name);
            at += n + (at[n] == ';');
        }
    }
    keep_near(&nearest);
    return jw_error_set(error, "unknown tala \"%.100s\"%s; see --list-talas", text,
                        jw_nearest_text(&nearest, near, sizeof(near)));
}

int jw_tala_named(const char *text, JwError *error) {
    const int tala = jw_tala_find(text);
    if (tala < 0) {
        refuse_tala(text, error);
    }
    return tala;
}

static void print_tala(FILE *out, const JwTala *tala) {
    jw_line_print(out, "%s%s%s%s%s", tala->name, *tala->others ? ", " : "", tala->others,
                  *tala->devanagari ? ", " : "", tala->devanagari);
    print_row(out, "system", tala->carnatic ? "Carnatic" : "Hindustani");
    print_row(out, "vibhags", tala->vibhags);
    print_row(out, "marks", tala->marks);
    print_row(out, "tali", tala->tali);
    print_row(out, "khali", tala->khali);
    print_row(out, "theka", tala->theka);
    print_row(out, "kriya", tala->kriya);
    print_row(out, "checked", tala->checked);
    print_row(out, "sources", tala->sources);
}

bool jw_list_talas(FILE *out, const char *name, JwError *error) {
    const int named = name ? jw_tala_find(name) : -1;
    if (name && named < 0) {
        return refuse_tala(name, error);
    }
    if (name) {
        print_tala(out, jw_tala_info(named));
        return true;
    }
    for (int i = 0; i < JW_N_TALAS; ++i) {
        const JwTala *tala = jw_tala_info(i);
        char word[JW_RAGA_NAME];
        jw_line_print(out, "%-18s %2d  %-14s %-14s %s", as_word(tala->name, word), tala->matras,
                      tala->vibhags, *tala->marks ? tala->marks : "-", tala->others);
    }
    return true;
}
