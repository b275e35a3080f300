// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/members.h"

#include "app/asked.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

static const char stems[] = "stems";

static bool join(char *path, const char *folder, const char *name) {
    const int n = snprintf(path, PATH_SIZE, "%s/%s", folder, name);
    return n > 0 && n < PATH_SIZE;
}

static bool is_entry(const struct dirent *e) {
    return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

/// Removes the files of a folder, and it.
static void remove_files(const char *folder) {
    char path[PATH_SIZE];
    DIR *dir = opendir(folder);
    for (const struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir)) {
        if (is_entry(e) && join(path, folder, e->d_name)) {
            unlink(path);
        }
    }
    if (dir) {
        closedir(dir);
    }
    rmdir(folder);
}

void jw_members_remove(const char *folder) {
    char path[PATH_SIZE];
    if (join(path, folder, stems)) {
        remove_files(path);
    }
    remove_files(folder);
}

bool jw_members_begin(const char *folder, JwMessage *message) {
    jw_members_remove(folder);
    return !mkdir(folder, 0777) || jw_message_set(message, "%s: %s", folder, strerror(errno));
}

void jw_members_name(const char *folder, const char *id, JwMemberPaths *paths,
                     JwRenderOptions *options) {
    snprintf(paths->sound, sizeof(paths->sound), "%s/%s.%s", folder, id,
             jw_wav_format_extension(options->format));
    snprintf(paths->stems, sizeof(paths->stems), "%s/%s", folder, stems);
    snprintf(paths->labels, sizeof(paths->labels), "%s/%s", folder, id);
    options->out = paths->sound;
    options->stems = options->wants_stems ? paths->stems : NULL;
    options->label_stem = paths->labels;
    options->passing = true; // Whoever goes on looks at the bytes
    options->quiet = true;
}

/********* List *********/

static int compare_names(const void *a, const void *b) {
    return strcmp(((const JwResultFile *)a)->name, ((const JwResultFile *)b)->name);
}

/// Adds the files of a folder whose names begin with `head`, which is left out.
static bool add_files(const char *folder, const char *head, JwResult *r, JwMessage *message) {
    DIR *dir = opendir(folder);
    const size_t n = strlen(head);
    bool ok = true;
    if (!dir) {
        return errno == ENOENT || jw_message_set(message, "%s: %s", folder, strerror(errno));
    }
    for (const struct dirent *e = readdir(dir); e && ok; e = readdir(dir)) {
        if (strncmp(e->d_name, head, n) != 0 || e->d_name[0] == '.') {
            continue;
        }
        ok = r->n_files < JW_RESULT_FILES && strlen(e->d_name + n) < JW_RESULT_NAME;
        if (ok) {
            JwResultFile *file = &r->file[r->n_files++];
            snprintf(file->name, sizeof(file->name), "%.*s", JW_RESULT_NAME - 1, e->d_name + n);
        }
    }
    closedir(dir);
    return ok || jw_message_set(message, "%s: too many files", folder);
}

bool jw_members_path(const char *folder, const JwResult *r, int file, char *path, size_t size) {
    // Stems are numbered; no other file's name begins with a digit.
    const char *name = r->file[file].name;
    const bool stem = name[0] >= '0' && name[0] <= '9';
    const int n = stem ? snprintf(path, size, "%s/%s/%s", folder, stems, name)
                       : snprintf(path, size, "%s/%s.%s", folder, r->id, name);
    return n > 0 && (size_t)n < size;
}

bool jw_members_list(const char *folder, const char *sound, JwResult *r, JwMessage *message) {
    char head[JW_ID_SIZE + 1], path[PATH_SIZE];
    snprintf(head, sizeof(head), "%s.", r->id);
    r->n_files = 0;
    if (!join(path, folder, stems) || !add_files(folder, head, r, message) ||
        !add_files(path, "", r, message)) {
        return false;
    }
    qsort(r->file, (size_t)r->n_files, sizeof(r->file[0]), compare_names);
    for (int i = 0; i < r->n_files; ++i) {
        if (!strcmp(r->file[i].name, sound)) {
            const JwResultFile first = r->file[i];
            memmove(&r->file[1], &r->file[0], (size_t)i * sizeof(first));
            r->file[0] = first;
        }
    }
    for (int i = 0; i < r->n_files; ++i) {
        if (!jw_members_path(folder, r, i, path, sizeof(path)) ||
            !jw_asked_file(path, r->file[i].sha256, &r->file[i].bytes, message)) {
            return false;
        }
    }
    return true;
}

/********* Final place *********/

static bool final_path(const char *folder, const JwResult *r, int file, char *path) {
    const int n = snprintf(path, PATH_SIZE, "%s/%s.%s", folder, r->id, r->file[file].name);
    return n > 0 && n < PATH_SIZE;
}

bool jw_members_move(const char *folder, const char *to, const JwResult *r, JwMessage *message) {
    char from[PATH_SIZE], path[PATH_SIZE];
    for (int i = 0; i < r->n_files; ++i) {
        if (!jw_members_path(folder, r, i, from, sizeof(from)) || !final_path(to, r, i, path)) {
            return jw_message_set(message, "%s: path too long", to);
        }
        if (rename(from, path)) {
            return jw_message_set(message, "%s: %s", path, strerror(errno));
        }
    }
    return true;
}

bool jw_members_are(const char *folder, const JwResult *r) {
    bool same = r->n_files > 0;
    for (int i = 0; i < r->n_files && same; ++i) {
        char path[PATH_SIZE], hash[JW_SHA256_TEXT];
        uint64_t bytes;
        JwMessage unused;
        same = final_path(folder, r, i, path) && jw_asked_file(path, hash, &bytes, &unused) &&
               bytes == r->file[i].bytes && !strcmp(hash, r->file[i].sha256);
    }
    return same;
}
