// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// paths.h and regular_file.h on Windows.

#include "files/paths.h"
#include "files/regular_file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

/********* Paths *********/

bool jw_path_is_absolute(const char *path) {
    const bool has_drive = isalpha((unsigned char)path[0]) && path[1] == ':';
    const char first = has_drive ? path[2] : path[0];
    return first == '/' || first == '\\';
}

wchar_t *jw_path_wide(const char *path) {
    const int n = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
    wchar_t *wide = n > 0 ? malloc(sizeof(wchar_t) * (size_t)n) : NULL;
    if (wide) {
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, n);
    }
    return wide;
}

static char *narrow(const wchar_t *wide) {
    const int n = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *path = n > 0 ? malloc((size_t)n) : NULL;
    if (path) {
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, n, NULL, NULL);
    }
    for (char *c = path; c && *c; ++c) {
        *c = *c == '\\' ? '/' : *c;
    }
    return path;
}

bool jw_path_exists(const char *path) {
    wchar_t *wide = jw_path_wide(path);
    const bool exists = wide && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
    free(wide);
    return exists;
}

char *jw_path_real(const char *path) {
    wchar_t *wide = jw_path_exists(path) ? jw_path_wide(path) : NULL;
    wchar_t *whole = wide ? _wfullpath(NULL, wide, 0) : NULL;
    char *real = whole ? narrow(whole) : NULL;
    free(wide);
    free(whole);
    return real;
}

/********* Regular files *********/

static bool look(const char *path, struct _stat64 *st) {
    wchar_t *wide = jw_path_wide(path);
    const bool ok = wide && !_wstat64(wide, st);
    free(wide);
    return ok;
}

FILE *jw_regular_file_open(const char *path) {
    struct _stat64 st;
    if (!look(path, &st)) {
        errno = ENOENT;
        return NULL;
    }
    if ((st.st_mode & S_IFMT) != S_IFREG) {
        errno = (st.st_mode & S_IFMT) == S_IFDIR ? EISDIR : ENOTSUP;
        return NULL;
    }
    wchar_t *wide = jw_path_wide(path);
    FILE *file = wide ? _wfopen(wide, L"rb") : NULL;
    free(wide);
    return file;
}

bool jw_regular_file_is(const char *path) {
    struct _stat64 st;
    return look(path, &st) && (st.st_mode & S_IFMT) == S_IFREG;
}
