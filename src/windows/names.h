// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Names of files as Windows takes them: UTF-16, for free(). NULL, with errno, if a name is not
// UTF-8, not one that Windows allows, or memory is short.

#ifndef JW_WINDOWS_NAMES_H
#define JW_WINDOWS_NAMES_H

#include <wchar.h>

/// UTF-16 of a text. [any]
wchar_t *jw_name_wide(const char *text);

/// UTF-8 of a text. [any]
char *jw_name_narrow(const wchar_t *text);

/// UTF-8 of a path, with slashes, and without the sign before a long one. [any]
char *jw_name_narrow_path(const wchar_t *path);

/// A path from the root of all the system's names: \??\C:\... [any]
wchar_t *jw_name_of_system(const char *path);

/// A path from the current folder as the functions of Windows take it, of any length: \\?\C:\...
/// [any]
wchar_t *jw_name_of_path(const char *path);

/// A name in a folder; "." is the folder. Refuses names of devices (NUL, COM1.wav), streams (a:b)
/// and those whose end Windows would cut off. [any]
wchar_t *jw_name_in_folder(const char *name);

#endif // JW_WINDOWS_NAMES_H
