// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "files/data_dir.h"

#include "base/error.h"
#include "files/number.h"
#include "files/paths.h"
#include "files/regular_file.h"
#include "files/system.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

const char *jw_data_dir(int i) {
    static _Thread_local char own[PATH_SIZE];
    const char *chosen = getenv("JAWARI_DATA");
    const int has = chosen && chosen[0];
    int n = has;
    if (i < has) {
        return chosen;
    }
    for (; jw_system_data_dir(n - has); ++n) {
        if (n == i) {
            return jw_system_data_dir(n - has);
        }
    }
    return n == i && jw_data_user_dir(own, sizeof(own)) ? own : NULL;
}

bool jw_data_user_dir(char *path, size_t size) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = -1;
    if (data && jw_path_is_absolute(data)) {
        n = snprintf(path, size, "%s/jawari", data);
    } else if (home && jw_path_is_absolute(home)) {
        n = snprintf(path, size, "%s/.local/share/jawari", home);
    }
    return n > 0 && (size_t)n < size;
}

bool jw_data_is_own(const char *path) {
    char own[PATH_SIZE];
    const size_t n = jw_data_user_dir(own, sizeof(own)) ? strlen(own) : 0;
    return n > 0 && !strncmp(path, own, n) && path[n] == '/';
}

bool jw_data_has_extension(const char *name, const char *extension) {
    const size_t n = strlen(name);
    const size_t m = strlen(extension);
    return n > m && !strcmp(name + n - m, extension);
}

static bool join(char *path, size_t size, const char *dir, const char *name,
                 const char *extension) {
    const int n = snprintf(path, size, "%s/%s%s", dir, name,
                           jw_data_has_extension(name, extension) ? "" : extension);
    return n > 0 && (size_t)n < size;
}

static bool not_found(JwError *error) {
    char dirs[1024] = "";
    size_t n = 0;
    for (int i = 0; jw_data_dir(i) && n < sizeof(dirs); ++i) {
        n +=
            (size_t)snprintf(dirs + n, sizeof(dirs) - n, "%s%s", i > 0 ? ", " : "", jw_data_dir(i));
    }
    error->absent = true;
    return jw_error_set(jw_error_at(error, 0, 0), "not found in %s", dirs);
}

/// Length of a name without that extension.
static size_t stem_length(const char *name, const char *extension) {
    return strlen(name) - (jw_data_has_extension(name, extension) ? strlen(extension) : 0);
}

/// Writes the name of a directory's entry without its extension; false if the entry is no such
/// file.
static bool entry_name(const char *dir, const char *entry, const char *extension,
                       char name[JW_NAME_SIZE]) {
    char path[PATH_SIZE];
    if (entry[0] == '.' || !jw_data_has_extension(entry, extension) ||
        !join(path, sizeof(path), dir, entry, extension) || !jw_regular_file_is(path)) {
        return false;
    }
    const size_t n = stem_length(entry, extension);
    if (n >= JW_NAME_SIZE) {
        return false;
    }
    memcpy(name, entry, n);
    name[n] = '\0';
    return true;
}

/// Finds a file in a folder whose name is alike.
static bool find_alike(const char *dir_path, const char *name, const char *extension, char *path,
                       size_t size) {
    DIR *dir = opendir(dir_path);
    bool found = false;
    for (const struct dirent *e = dir ? readdir(dir) : NULL; e && !found; e = readdir(dir)) {
        char entry[JW_NAME_SIZE];
        found = entry_name(dir_path, e->d_name, extension, entry) &&
                (jw_names_alike(entry, name) || jw_names_alike(e->d_name, name)) &&
                join(path, size, dir_path, e->d_name, extension);
    }
    if (dir) {
        closedir(dir);
    }
    return found;
}

bool jw_data_find(const char *name, const char *extension, char *path, size_t path_size,
                  JwError *error) {
    jw_error_begin(error, name);
    if (strchr(name, '/')) {
        const int n = snprintf(path, path_size, "%s", name);
        return (n > 0 && (size_t)n < path_size) ||
               jw_error_set(jw_error_at(error, 0, 0), "a path too long");
    }
    if (!name[0] || name[0] == '.') {
        return jw_error_set(jw_error_at(error, 0, 0), "not a name");
    }
    for (int i = 0; jw_data_dir(i); ++i) {
        if (join(path, path_size, jw_data_dir(i), name, extension) && jw_regular_file_is(path)) {
            return true;
        }
    }
    for (int i = 0; jw_data_dir(i); ++i) {
        if (find_alike(jw_data_dir(i), name, extension, path, path_size)) {
            return true;
        }
    }
    return not_found(error);
}

bool jw_data_is_here(const char *name, const char *extension) {
    return !strchr(name, '/') && jw_data_has_extension(name, extension) && jw_regular_file_is(name);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(a, b);
}

static bool list_has(const JwNameList *list, const char *name) {
    for (int i = 0; i < list->n; ++i) {
        if (!strcmp(list->name[i], name)) {
            return true;
        }
    }
    return false;
}

bool jw_data_same(const char *name, const char *other, const char *extension) {
    const size_t n = stem_length(name, extension);
    return stem_length(other, extension) == n && !strncmp(name, other, n);
}

const char *jw_data_meant(const char *name, const char *extension, char *text, size_t text_size) {
    char path[PATH_SIZE];
    JwError unread = {0};
    if (strchr(name, '/')) {
        return name;
    }
    if (jw_data_is_here(name, extension)) {
        snprintf(text, text_size, "./%s", name);
        return text;
    }
    if (!jw_data_find(name, extension, path, sizeof(path), &unread)) {
        return name;
    }
    const char *base = strrchr(path, '/') + 1;
    snprintf(text, text_size, "%.*s", (int)(strlen(base) - strlen(extension)), base);
    return jw_data_same(text, name, extension) ? name : text;
}

static bool list_add(JwNameList *list, const char *name) {
    char(*grown)[JW_NAME_SIZE] = realloc(list->name, ((size_t)list->n + 1) * sizeof(list->name[0]));
    if (!grown) {
        return false;
    }
    list->name = grown;
    strcpy(list->name[list->n++], name);
    return true;
}

static bool list_dir(const char *path, const char *extension, JwNameList *list) {
    DIR *dir = opendir(path);
    if (!dir) {
        return true;
    }
    bool ok = true;
    for (const struct dirent *e = readdir(dir); e && ok; e = readdir(dir)) {
        char name[JW_NAME_SIZE];
        if (entry_name(path, e->d_name, extension, name) && !list_has(list, name)) {
            ok = list_add(list, name);
        }
    }
    closedir(dir);
    return ok;
}

/// Adds a folder's names to a list that is sorted afterwards, and empty if memory is short.
static bool list_more(const char *path, const char *extension, JwNameList *list) {
    if (!list_dir(path, extension, list)) {
        jw_name_list_clear(list);
        return false;
    }
    if (list->n > 0) {
        qsort(list->name, (size_t)list->n, sizeof(list->name[0]), compare_names);
    }
    return true;
}

bool jw_data_list(const char *extension, JwNameList *list) {
    bool ok = true;
    *list = (JwNameList){0, NULL};
    for (int i = 0; ok && jw_data_dir(i); ++i) {
        ok = list_more(jw_data_dir(i), extension, list);
    }
    return ok;
}

bool jw_data_list_folder(const char *path, const char *extension, JwNameList *list) {
    *list = (JwNameList){0, NULL};
    return list_more(path, extension, list);
}

void jw_name_list_clear(JwNameList *list) {
    free(list->name);
    *list = (JwNameList){0, NULL};
}
