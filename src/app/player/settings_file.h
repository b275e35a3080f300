// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files with the user's settings: lines of `key = value`, in the folder that XDG defines.

#ifndef JW_SETTINGS_FILE_H
#define JW_SETTINGS_FILE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/// Function that receives a line; returns false, with an error, if the line is invalid.
typedef bool (*JwSettingSink)(void *user, char *key, char *value, JwError *error);

/// Reads a file whose lines are `key = value`, empty, or comments that begin with `#`. Keys and
/// values point into *text, which the caller frees with free() afterwards (NULL after a failure). A
/// error begins with file and line. [main]
bool jw_settings_read(const char *path, JwSettingSink sink, void *user, char **text,
                      JwError *error);

/// Reads a file like jw_settings_read(); without a file returns true and sets *text to NULL. [main]
bool jw_settings_read_if_any(const char *path, JwSettingSink sink, void *user, char **text,
                             JwError *error);

/// Path of a file in $XDG_CONFIG_HOME/jawari or ~/.config/jawari; returns false if neither is known
/// or the path is too long. [main]
bool jw_settings_path(const char *name, char *path, size_t size);

#endif // JW_SETTINGS_FILE_H
