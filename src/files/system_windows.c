// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/system.h"

#include "files/paths.h"

#include "windows/names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { PATH_SIZE = 4096 };

bool jw_path_is_absolute(const char *path) {
    const bool has_drive = isalpha((unsigned char)path[0]) && path[1] == ':';
    const char first = has_drive ? path[2] : path[0];
    return first == '/' || first == '\\';
}

/// Writes a folder of the plug-in's bundle, which is beside the program.
static bool find_beside(char *path, const char *folder) {
    wchar_t own[PATH_SIZE] = L"";
    const DWORD n = GetModuleFileNameW(NULL, own, PATH_SIZE);
    char *program = n > 0 && n < PATH_SIZE ? jw_name_narrow_path(own) : NULL;
    char *slash = program ? strrchr(program, '/') : NULL;
    const int size = slash ? snprintf(path, PATH_SIZE, "%.*s/jawari.lv2/%s", (int)(slash - program),
                                      program, folder)
                           : -1;
    free(program);
    return size > 0 && size < PATH_SIZE;
}

const char *jw_system_data_dir(int i) {
    static const char *const folders[] = {"instruments", "presets"};
    static _Thread_local char dirs[sizeof(folders) / sizeof(folders[0])][PATH_SIZE];
    return i < (int)(sizeof(folders) / sizeof(folders[0])) && find_beside(dirs[i], folders[i])
               ? dirs[i]
               : NULL;
}

/// The console is told to take UTF-8.
bool jw_system_begin_streams(void) {
    SetConsoleOutputCP(CP_UTF8);
    return true;
}
