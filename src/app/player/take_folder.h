// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Folder of takes: recordings and sessions.

#ifndef JW_TAKE_FOLDER_H
#define JW_TAKE_FOLDER_H

#include "files/data_dir.h"

#include <stdbool.h>
#include <stddef.h>

enum { JW_TAKE_PATH = 4096 }; ///< Bytes of a path

#define JW_SESSION_EXTENSION ".jawari"

/// Finds the default folder: Jawari in the desktop's music folder (user-dirs.dirs), in ~/Music if
/// that exists, in the home folder, or else the current folder. The folder need not exist. Returns
/// false if its path is too long. [main]
bool jw_take_folder_default(char folder[JW_TAKE_PATH]);

/// Path for a name given by the user: a bare name is in the folder and gets the extension if it
/// lacks one; a name with a slash is a path, with ~/ for the home folder. Returns false if the path
/// is too long. [main]
bool jw_take_folder_path(const char *folder, const char *name, const char *extension,
                         char path[JW_TAKE_PATH]);

/// Path for display: ~/ for the home folder. [main]
const char *jw_take_folder_shown(const char *path, char text[JW_TAKE_PATH]);

/// Lists the folder's files with that extension, without it, sorted; a missing folder counts as
/// empty. Returns false if memory is short. Clear the list with jw_name_list_clear(). [main]
bool jw_take_folder_list(const char *folder, const char *extension, JwNameList *list);

#endif // JW_TAKE_FOLDER_H
