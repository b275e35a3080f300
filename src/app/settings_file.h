// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The user's own files: lines of `key = value`, in the folder that XDG names.

#ifndef JW_SETTINGS_FILE_H
#define JW_SETTINGS_FILE_H

#include "app/message.h"

#include <stdbool.h>
#include <stddef.h>

/// Takes a line; false, with a message, if it is wrong.
typedef bool (*JwSettingSink)(void *user, char *key, char *value, JwMessage *message);

/// Reads a file whose lines are `key = value`, empty, or comments behind `#` at
/// their start. Keys and values stand in *text, which is to be released with free()
/// when they are not needed any more (NULL after a failure). A message begins
/// with file and line. [main]
bool jw_settings_read(const char *path, JwSettingSink sink, void *user, char **text,
                      JwMessage *message);

/// The same, but a file that is not there is an empty one: true, and *text is NULL. [main]
bool jw_settings_read_if_any(const char *path, JwSettingSink sink, void *user, char **text,
                             JwMessage *message);

/// Path of a file in $XDG_CONFIG_HOME/jawari or ~/.config/jawari; false if neither is
/// known or it does not fit. [main]
bool jw_settings_path(const char *name, char *path, size_t size);

/// Makes the folder that a path lies in, and those above it; true if it is there then. [main]
bool jw_settings_make_folder(const char *path);

#endif // JW_SETTINGS_FILE_H
