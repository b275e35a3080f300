// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "windows/names.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

wchar_t *jw_name_wide(const char *text) {
    const int n = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide = n > 0 ? malloc(sizeof(*wide) * (size_t)n) : NULL;
    if (wide) {
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, n);
    } else {
        errno = n > 0 ? ENOMEM : EILSEQ;
    }
    return wide;
}

char *jw_name_narrow(const wchar_t *text) {
    const int n = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *narrow = n > 0 ? malloc((size_t)n) : NULL;
    if (narrow) {
        WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, n, NULL, NULL);
    } else {
        errno = ENOMEM;
    }
    return narrow;
}

char *jw_name_narrow_path(const wchar_t *path) {
    static const wchar_t lengthy[] = L"\\\\?\\", server[] = L"\\\\?\\UNC\\";
    const size_t n_lengthy = wcslen(lengthy), n_server = wcslen(server);
    const bool on_server = !wcsncmp(path, server, n_server);
    char *narrow = jw_name_narrow(on_server                           ? path + n_server - 2
                                  : wcsncmp(path, lengthy, n_lengthy) ? path
                                                                      : path + n_lengthy);
    if (narrow && on_server) {
        narrow[0] = '/'; // Of "C\server"
    }
    for (char *c = narrow; c && *c; ++c) {
        *c = *c == '\\' ? '/' : *c;
    }
    return narrow;
}

/// The whole path with a head: before a drive (C:\...), and before a server's name (\\server\...).
static wchar_t *full_name(const char *path, const wchar_t *head) {
    static const wchar_t unc[] = L"UNC";
    wchar_t *wide = *path ? jw_name_wide(path) : NULL;
    if (!wide) {
        errno = *path ? errno : ENOENT;
        return NULL;
    }
    const DWORD n = GetFullPathNameW(wide, 0, NULL, NULL);
    const size_t n_head = wcslen(head);
    wchar_t *text = malloc(sizeof(*text) * (n_head + wcslen(unc) + n + 1));
    wchar_t *full = malloc(sizeof(*full) * ((size_t)n + 1));
    if (text && full && n > 0 && GetFullPathNameW(wide, n, full, NULL) < n) {
        const bool device = !wcsncmp(full, L"\\\\.\\", 4), on_server = !wcsncmp(full, L"\\\\", 2);
        wcscpy(text, head);
        wcscat(text, device || !on_server ? L"" : unc);
        wcscat(text, device ? full + 4 : on_server ? full + 1 : full);
    } else {
        errno = n > 0 ? ENOMEM : ENOENT;
        free(text);
        text = NULL;
    }
    free(full);
    free(wide);
    return text;
}

wchar_t *jw_name_of_system(const char *path) {
    return full_name(path, L"\\??\\");
}

wchar_t *jw_name_of_path(const char *path) {
    return full_name(path, L"\\\\?\\");
}

/// True for CON, PRN, AUX, NUL, COM1 to COM9, LPT1 to LPT9, with any extension.
static bool is_device(const char *name) {
    static const char *const devices[] = {"CON", "PRN", "AUX", "NUL"};
    const size_t n = strcspn(name, ".");
    bool device = n == 4 && (!_strnicmp(name, "COM", 3) || !_strnicmp(name, "LPT", 3)) &&
                  name[3] >= '1' && name[3] <= '9';
    for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); ++i) {
        device = device || (n == 3 && !_strnicmp(name, devices[i], 3));
    }
    return device;
}

wchar_t *jw_name_in_folder(const char *name) {
    const size_t n = strlen(name);
    if (!strcmp(name, ".")) {
        return jw_name_wide("");
    }
    if (n == 0 || strpbrk(name, "<>:\"/\\|?*") || name[n - 1] == '.' || name[n - 1] == ' ' ||
        is_device(name)) {
        errno = n == 0 ? ENOENT : EINVAL;
        return NULL;
    }
    return jw_name_wide(name);
}
