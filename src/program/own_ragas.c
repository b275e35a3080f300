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
#include <sys/stat.h>

enum { PATH_SIZE = 4096, SA_KEY = 60, OCTAVE = 12, SVARAS = 7 };

/// File as it was read last.
typedef struct {
    char name[JW_NAME_SIZE];
    struct timespec changed;
    off_t size;
    int first, n; // Numbers of its ragas
    bool there;   // Found by this look
} File;

static File *files;
static int n_files;

static int count_listed(void) {
    int n = 0;
    for (int raga = JW_N_RAGAS; raga < jw_raga_count(); ++raga) {
        n += jw_raga_is_listed(raga);
    }
    return n;
}

static bool check_names(const JwOwnRagas *ragas, JwError *error) {
    for (int i = 0; i < ragas->n; ++i) {
        if (jw_raga_is_named(ragas->raga[i].name)) {
            return jw_error_set(jw_error_at(error, ragas->raga[i].line, 0),
                                "[raga %.60s]: there is already a raga of that name",
                                ragas->raga[i].name);
        }
    }
    if (count_listed() + ragas->n > JW_OWN_RAGAS) {
        return jw_error_set(jw_error_at(error, 0, 0), "more than %d ragas of one's own",
                            JW_OWN_RAGAS);
    }
    return jw_raga_count() + ragas->n <= JW_N_RAGAS + JW_OWN_RAGA_ROWS ||
           jw_error_set(jw_error_at(error, 0, 0), "too many changes: start the program again");
}

static void withdraw(const File *file, bool withdrawn) {
    for (int i = 0; i < file->n; ++i) {
        jw_raga_withdraw(file->first + i, withdrawn);
    }
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

/// Adds a raga. The table points to the texts of its copy as long as the program runs.
static bool add_raga(const JwOwnRaga *raga, const char *file, JwError *error) {
    JwOwnRaga *own = malloc(sizeof(*own));
    if (!own) {
        return jw_error_set(error, "out of memory");
    }
    *own = *raga;
    if (!*own->sources) {
        const size_t n = strlen(file), most = sizeof(own->sources) - 1;
        snprintf(own->sources, sizeof(own->sources), "%.*s",
                 (int)jw_utf8_cut(file, n < most ? n : most), file);
    }
    const JwRaga row = jw_raga_row(own);
    jw_raga_add(&row);
    if (!*own->taraf) {
        write_taraf(jw_raga_count() - 1, own->taraf);
    }
    return true;
}

/// Adds the ragas of a file in place of those that it had, or leaves these.
static bool read_file(File *file, const char *path, JwError *error) {
    JwOwnRagas *ragas = calloc(1, sizeof(*ragas));
    if (!ragas) {
        return jw_error_set(error, "out of memory");
    }
    withdraw(file, true);
    const int first = jw_raga_count();
    bool ok = !jw_raga_file_load(path, ragas, error) && check_names(ragas, error);
    for (int i = 0; ok && i < ragas->n; ++i) {
        ok = add_raga(&ragas->raga[i], strrchr(path, '/') + 1, error);
    }
    free(ragas);
    if (ok) {
        file->first = first;
        file->n = jw_raga_count() - first;
    } else {
        withdraw(&(File){.first = first, .n = jw_raga_count() - first}, true);
        withdraw(file, false);
    }
    return ok;
}

/// Finds the entry of a file, or adds one; returns NULL if memory is short.
static File *find_file(const char *name) {
    for (int i = 0; i < n_files; ++i) {
        if (!strcmp(files[i].name, name)) {
            return &files[i];
        }
    }
    File *more = realloc(files, (size_t)(n_files + 1) * sizeof(*files));
    if (!more) {
        return NULL;
    }
    files = more;
    File *file = &files[n_files++];
    *file = (File){.size = -1};
    snprintf(file->name, sizeof(file->name), "%s", name);
    return file;
}

/// Reads a file if it is new or has changed.
static bool look_at(const char *folder, const char *name, JwError *error) {
    char path[PATH_SIZE];
    struct stat now;
    const int n = snprintf(path, sizeof(path), "%s/%s" JW_INSTRUMENT_EXTENSION, folder, name);
    File *file = n > 0 && n < PATH_SIZE ? find_file(name) : NULL;
    if (!file || stat(path, &now)) {
        return true;
    }
    file->there = true;
    if (file->size == now.st_size && file->changed.tv_sec == now.st_mtim.tv_sec &&
        file->changed.tv_nsec == now.st_mtim.tv_nsec) {
        return true;
    }
    file->size = now.st_size;
    file->changed = now.st_mtim;
    return read_file(file, path, error);
}

/// Withdraws the ragas of files that are gone.
static void drop_gone(void) {
    for (int i = 0; i < n_files; ++i) {
        File *file = &files[i];
        if (!file->there) {
            withdraw(file, true);
            *file = files[--n_files];
            --i;
        }
    }
}

void jw_own_ragas_renew(void (*say)(void *user, const char *text), void *user) {
    char data[PATH_SIZE], folder[PATH_SIZE];
    JwNameList list = {0, NULL};
    JwError error = {0};
    const int n = jw_data_user_dir(data, sizeof(data))
                      ? snprintf(folder, sizeof(folder), "%s/ragas", data)
                      : -1;
    if (n < 0 || n >= PATH_SIZE) {
        return;
    }
    if (!jw_data_list_folder(folder, JW_INSTRUMENT_EXTENSION, &list)) {
        say(user, "ragas: out of memory");
        return;
    }
    for (int i = 0; i < n_files; ++i) {
        files[i].there = false;
    }
    for (int i = 0; i < list.n; ++i) {
        if (!look_at(folder, list.name[i], &error)) {
            say(user, error.text);
        }
    }
    jw_name_list_clear(&list);
    drop_gone();
}

static void warn(void *user, const char *text) {
    jw_line_print(stderr, "%s: warning: %s", *(const char *const *)user, text);
}

void jw_own_ragas_load(const char *program) {
    jw_own_ragas_renew(warn, &program);
}
