// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// How a program begins on Windows: arguments and environment become UTF-8, and what goes through
// the standard streams stays as it is.

#include "windows/names.h"
#include "windows/posix.h"

#include <windows.h>

/// Replaces a variable, which the C library has in the letters of the system, by UTF-8.
static void set_variable(const char *name, const wchar_t *value) {
    char *narrow = value ? jw_name_narrow(value) : NULL;
    const size_t size = narrow ? strlen(name) + strlen(narrow) + 2 : 0;
    char *line = size ? malloc(size) : NULL;
    if (line) {
        snprintf(line, size, "%s=%s", name, narrow);
        for (char *c = line; *c; ++c) {
            *c = *c == '\\' ? '/' : *c;
        }
        _putenv(line);
    }
    free(line);
    free(narrow);
}

static void begin_environment(void) {
    wchar_t folder[MAX_PATH + 2] = L"";
    set_variable("JAWARI_DATA", _wgetenv(L"JAWARI_DATA"));
    if (!_wgetenv(L"XDG_DATA_HOME")) {
        set_variable("XDG_DATA_HOME", _wgetenv(L"APPDATA"));
    }
    if (!_wgetenv(L"TMPDIR") && GetTempPathW(MAX_PATH + 1, folder)) {
        set_variable("TMPDIR", folder);
    }
}

int main(int argc, char **argv);

/// What Windows calls (-municode). Arguments have slashes, as paths have them here everywhere.
int wmain(int argc, wchar_t **wide);
int wmain(int argc, wchar_t **wide) {
    char **argv = calloc((size_t)argc + 1, sizeof(*argv));
    for (int i = 0; i < argc; ++i) {
        char *narrow = argv ? jw_name_narrow_path(wide[i]) : NULL;
        if (!narrow) {
            return EXIT_FAILURE;
        }
        argv[i] = narrow;
    }
    _setmode(STDIN_FILENO, O_BINARY);
    _setmode(STDOUT_FILENO, O_BINARY);
    _setmode(STDERR_FILENO, O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    begin_environment();
    return main(argc, argv);
}
