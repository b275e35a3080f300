// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Folders in which instruments and presets are found by name.

#ifndef JW_DATA_DIR_H
#define JW_DATA_DIR_H

#include "base/error.h"
#include "playing/instrument.h"

#include <stdbool.h>
#include <stddef.h>

#define JW_INSTRUMENT_EXTENSION ".ini"
#define JW_PRESET_EXTENSION     ".ttl"

/// Folder number i to look in: $JAWARI_DATA if it is set, then the installed data, the sources that
/// this was built from, and the user's own data, which therefore replace nothing. NULL past the
/// last. The text lasts until the thread's next call. [main]
const char *jw_data_dir(int i);

/// Path of the user's own data: $XDG_DATA_HOME/jawari, or ~/.local/share/jawari. Ignores relative
/// folders, as the XDG specification demands; false if there is none, or its path is too long.
/// [main]
bool jw_data_user_dir(char *path, size_t size);

/// True if a path is that of a file in the user's own folder. [main]
bool jw_data_is_own(const char *path);

/// Finds the file of an instrument or preset. A name without a slash, with or without its
/// extension, is looked for in the folders and cannot leave them; a name with a slash is the path
/// itself. Where no name is the same, one that is alike is taken (jw_names_alike()). False, with an
/// error, if there is none. [main]
bool jw_data_find(const char *name, const char *extension, char *path, size_t path_size,
                  JwError *error);

/// True for a name that ends in the extension. [any]
bool jw_data_has_extension(const char *name, const char *extension);

/// True if there is a file of that name in the current folder, and the name has the extension: a
/// user who types it means that file. [main]
bool jw_data_is_here(const char *name, const char *extension);

/// Name that a user means who types one: the path of a file in the current folder, or the spelling
/// of a name that is only alike, both in `text`, else the name as it is. [main]
const char *jw_data_meant(const char *name, const char *extension, char *text, size_t text_size);

/// True if both are the same name, each with or without the extension. [any]
bool jw_data_same(const char *name, const char *other, const char *extension);

/// List of names without extension, sorted, each once.
typedef struct {
    int n;
    char (*name)[JW_NAME_SIZE];
} JwNameList;

/// Lists all names that jw_data_find() finds; false if memory is short. Empty the list with
/// jw_name_list_clear(). [main]
bool jw_data_list(const char *extension, JwNameList *list);

/// Lists the names in one folder; the same in all else. [main]
bool jw_data_list_folder(const char *path, const char *extension, JwNameList *list);

/// Frees the names; accepts a list that was never filled if it is all zero. [main]
void jw_name_list_clear(JwNameList *list);

#endif // JW_DATA_DIR_H
