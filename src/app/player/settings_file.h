// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files with the user's settings: lines of `key = value`, in the folder that XDG names.

#ifndef JW_SETTINGS_FILE_H
#define JW_SETTINGS_FILE_H

#include "base/message.h"

#include <stdbool.h>
#include <stddef.h>

/// Function that takes a line; returns false, with a message, if the line is wrong.
typedef bool (*JwSettingSink)(void *user, char *key, char *value, JwMessage *message);

/// Reads a file whose lines are `key = value`, empty, or comments behind `#` at their start. Keys
/// and values stand in *text, which the caller frees with free() once they are not needed any more
/// (NULL after a failure). A message begins with file and line. [main]
bool jw_settings_read(const char *path, JwSettingSink sink, void *user, char **text,
                      JwMessage *message);

/// Reads a file as jw_settings_read(); without a file returns true, and *text is NULL. [main]
bool jw_settings_read_if_any(const char *path, JwSettingSink sink, void *user, char **text,
                             JwMessage *message);

/// Path of a file in $XDG_CONFIG_HOME/jawari or ~/.config/jawari; false if neither is known or the
/// path is too long. [main]
bool jw_settings_path(const char *name, char *path, size_t size);

/// Makes the folder of a path, and those above it; returns true if it is there then. [main]
bool jw_settings_make_folder(const char *path);

#endif // JW_SETTINGS_FILE_H
