// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Paths of files. All have slashes, also on Windows, and are UTF-8.

#ifndef JW_PATHS_H
#define JW_PATHS_H

#include <stdbool.h>

/// True for a path that does not depend on the current folder. [any]
bool jw_path_is_absolute(const char *path);

/// The absolute path of what is there, without links, for free(); NULL if there is nothing or
/// memory is short. [main]
char *jw_path_real(const char *path);

/// True if something has that path. [main]
bool jw_path_exists(const char *path);

#endif // JW_PATHS_H
