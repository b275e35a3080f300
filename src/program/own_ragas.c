// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "program/own_ragas.h"

#include "base/error.h"
#include "base/utf8.h"
#include "files/data_dir.h"
#include "files/line.h"
#include "files/raga_file.h"
#include "playing/tuning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096, SA_KEY = 60, OCTAVE = 12, SVARAS = 7 };

static bool check_names(const JwOwnRagas *ragas, JwError *error) {
    for (int i = 0; i < ragas->n; ++i) {
        if (jw_raga_is_named(ragas->raga[i].name)) {
            return jw_error_set(jw_error_at(error, ragas->raga[i].line, 0),
                                "[raga %.60s]: there is already a raga of that name",
                                ragas->raga[i].name);
        }
    }
    return jw_raga_count() + ragas->n <= JW_N_RAGAS + JW_OWN_RAGAS ||
           jw_error_set(jw_error_at(error, 0, 0), "more than %d ragas of one's own", JW_OWN_RAGAS);
}

/// Writes how a raga tunes the taraf, as the table says it of its own.
static void write_taraf(int raga, char text[JW_RAGA_TEXT]) {
    int before[SVARAS] = {0};
    size_t n = 0;
    for (int i = 0; i < JW_TARAF_NOTES; ++i) {
        const int key = SA_KEY + jw_taraf_notes[i];
        const int tuned = jw_raga_taraf_key(raga, SA_KEY, key, before[jw_svara(SA_KEY, key)]++);
        const int octave = tuned / OCTAVE - SA_KEY / OCTAVE;
        n += (size_t)snprintf(text + n, JW_RAGA_TEXT - n, "%s%c%s", i > 0 ? " " : "",
                              jw_svara_letter(tuned % OCTAVE),
                              octave < 0   ? ","
                              : octave > 0 ? "'"
                                           : "");
    }
}

/// Adds the ragas of a file, or none of them.
static bool add_file(const char *path, JwError *error) {
    // The table points to the texts of these as long as the program runs.
    JwOwnRagas *ragas = calloc(1, sizeof(*ragas));
    if (!ragas) {
        return jw_error_set(error, "out of memory");
    }
    if (jw_raga_file_load(path, ragas, error) || !check_names(ragas, error)) {
        free(ragas);
        return false;
    }
    for (int i = 0; i < ragas->n; ++i) {
        if (!*ragas->raga[i].sources) {
            const char *name = strrchr(path, '/') + 1;
            const size_t n = strlen(name), most = sizeof(ragas->raga[i].sources) - 1;
            snprintf(ragas->raga[i].sources, sizeof(ragas->raga[i].sources), "%.*s",
                     (int)jw_utf8_cut(name, n < most ? n : most), name);
        }
        const JwRaga row = jw_raga_row(&ragas->raga[i]);
        if (jw_raga_add(&row) && !*ragas->raga[i].taraf) {
            write_taraf(jw_raga_count() - 1, ragas->raga[i].taraf);
        }
    }
    if (ragas->n == 0) {
        free(ragas);
    }
    return true;
}

void jw_own_ragas_load(const char *program) {
    char data[PATH_SIZE], folder[PATH_SIZE], path[PATH_SIZE];
    JwNameList list = {0, NULL};
    JwError error = {0};
    const int n = jw_data_user_dir(data, sizeof(data))
                      ? snprintf(folder, sizeof(folder), "%s/ragas", data)
                      : -1;
    if (n < 0 || n >= PATH_SIZE) {
        return;
    }
    if (!jw_data_list_folder(folder, JW_INSTRUMENT_EXTENSION, &list)) {
        jw_line_print(stderr, "%s: warning: ragas: out of memory", program);
    }
    for (int i = 0; i < list.n; ++i) {
        const int size =
            snprintf(path, sizeof(path), "%s/%s" JW_INSTRUMENT_EXTENSION, folder, list.name[i]);
        if (size > 0 && size < PATH_SIZE && !add_file(path, &error)) {
            jw_line_print(stderr, "%s: warning: %s", program, error.text);
        }
    }
    jw_name_list_clear(&list);
}
