// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/take_name.h"

#include "base/utf8.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_BYTES = 255 }; // Longest name in file systems

/// Inserts a text before the extension. A name that gets too long is cut between two characters.
static bool insert(const char *path, const char *text, char out[JW_TAKE_PATH]) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    const size_t n_extension = dot ? strlen(dot) : 0, n_added = strlen(text) + n_extension;
    size_t n_base = dot ? (size_t)(dot - name) : strlen(name);
    if (*text && n_base + n_added > NAME_BYTES) {
        n_base = n_added < NAME_BYTES ? NAME_BYTES - n_added : 0;
        n_base = jw_utf8_cut(name, n_base);
    }
    const int n = snprintf(out, JW_TAKE_PATH, "%.*s%s%s", (int)((size_t)(name - path) + n_base),
                           path, text, dot ? dot : "");
    return n > 0 && n < JW_TAKE_PATH;
}

bool jw_take_part(const char *path, char part[JW_TAKE_PATH]) {
    return insert(path, JW_TAKE_PART, part);
}

bool jw_take_of_part(const char *part, char path[JW_TAKE_PATH]) {
    const char *slash = strrchr(part, '/');
    const char *name = slash ? slash + 1 : part;
    const char *dot = strrchr(name, '.');
    const size_t n_text = strlen(JW_TAKE_PART);
    if (!dot || (strcasecmp(dot, ".wav") && strcasecmp(dot, ".wave") && strcasecmp(dot, ".flac")) ||
        (size_t)(dot - name) <= n_text || memcmp(dot - n_text, JW_TAKE_PART, n_text) != 0) {
        return false;
    }
    const int n =
        snprintf(path, JW_TAKE_PATH, "%.*s%s", (int)((size_t)(dot - part) - n_text), part, dot);
    return n > 0 && n < JW_TAKE_PATH;
}

bool jw_take_numbered(const char *path, int number, char numbered[JW_TAKE_PATH]) {
    char text[16] = "";
    if (number > 1) {
        snprintf(text, sizeof(text), "-%d", number);
    }
    return insert(path, text, numbered);
}

/// Renames a file unless the new name exists; returns false, with errno, on failure.
static bool rename_to_free(const char *from, const char *to) {
    struct stat st;
    if (!link(from, to)) {
        return !unlink(from);
    }
    if (errno == EEXIST || errno == ENOENT || errno == ENOTDIR) {
        return false;
    }
    // File systems without hard links
    if (!lstat(to, &st)) {
        errno = EEXIST;
        return false;
    }
    return errno == ENOENT && !rename(from, to);
}

bool jw_take_keep(const char *part, char path[JW_TAKE_PATH]) {
    char numbered[JW_TAKE_PATH];
    for (int i = 1; i <= JW_TAKE_NUMBER_MAX; ++i) {
        if (!jw_take_numbered(path, i, numbered)) {
            errno = ENAMETOOLONG;
            return false;
        }
        if (rename_to_free(part, numbered)) {
            memcpy(path, numbered, sizeof(numbered));
            return true;
        }
        if (errno != EEXIST) {
            return false;
        }
    }
    errno = EEXIST;
    return false;
}
