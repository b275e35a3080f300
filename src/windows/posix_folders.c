// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Names in folders, and real paths, of posix.h.

#include "windows/posix.h"

#include "windows/names.h"

#include <stdbool.h>
#include <windows.h>

struct JwPosixDir {
    HANDLE search;
    WIN32_FIND_DATAW found;
    bool has; ///< The next name is in `found`
    struct dirent entry;
};

/// Path of what is open, as the system has it; NULL, with errno.
static wchar_t *path_of(HANDLE handle) {
    const DWORD n = GetFinalPathNameByHandleW(handle, NULL, 0, 0);
    wchar_t *path = n ? malloc(sizeof(*path) * ((size_t)n + 1)) : NULL;
    if (path && GetFinalPathNameByHandleW(handle, path, n + 1, 0) <= n) {
        return path;
    }
    errno = n ? ENOMEM : ENOENT;
    free(path);
    return NULL;
}

/********* Names in a folder *********/

/// Begins with the names in a path; takes the path.
static DIR *search_in(wchar_t *path) {
    static const wchar_t all[] = L"\\*";
    const size_t n = path ? wcslen(path) : 0;
    wchar_t *pattern = path ? malloc(sizeof(*pattern) * (n + wcslen(all) + 1)) : NULL;
    DIR *dir = pattern ? calloc(1, sizeof(*dir)) : NULL;
    if (dir) {
        wcscpy(pattern, path);
        wcscpy(pattern + n - (n > 0 && path[n - 1] == L'\\'), all);
        dir->search = FindFirstFileW(pattern, &dir->found);
        dir->has = dir->search != INVALID_HANDLE_VALUE;
    }
    if (dir && !dir->has) {
        errno = ENOENT;
        free(dir);
        dir = NULL;
    }
    free(pattern);
    free(path);
    return dir;
}

DIR *jw_posix_opendir(const char *path) {
    return search_in(jw_name_of_path(path));
}

DIR *jw_posix_fdopendir(int fd) {
    DIR *dir = search_in(path_of((HANDLE)_get_osfhandle(fd)));
    if (dir) {
        close(fd);
    }
    return dir;
}

struct dirent *jw_posix_readdir(DIR *dir) {
    if (!dir->has) {
        return NULL;
    }
    WideCharToMultiByte(CP_UTF8, 0, dir->found.cFileName, -1, dir->entry.d_name,
                        sizeof(dir->entry.d_name), NULL, NULL);
    dir->has = FindNextFileW(dir->search, &dir->found);
    return &dir->entry;
}

int jw_posix_closedir(DIR *dir) {
    FindClose(dir->search);
    free(dir);
    return 0;
}

/********* Real paths *********/

char *jw_posix_realpath(const char *path, char *unused) {
    (void)unused;
    wchar_t *wide = jw_name_of_path(path);
    HANDLE handle =
        wide ? CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                           OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL)
             : NULL;
    free(wide);
    if (!handle || handle == INVALID_HANDLE_VALUE) {
        errno = handle ? ENOENT : errno;
        return NULL;
    }
    wchar_t *real = path_of(handle);
    char *narrow = real ? jw_name_narrow_path(real) : NULL;
    CloseHandle(handle);
    free(real);
    return narrow;
}

char *jw_posix_strndup(const char *text, size_t n) {
    const size_t length = strnlen(text, n);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}
