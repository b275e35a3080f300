// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Folder of takes: what an evening leaves, recordings and sessions.

#ifndef JW_TAKES_H
#define JW_TAKES_H

#include "files/data_dir.h"

#include <stdbool.h>
#include <stddef.h>

enum { JW_TAKES_PATH = 4096 }; ///< Bytes of a path

#define JW_SESSION_EXTENSION ".jawari"

/// Finds the folder for users who have set none: Jawari in the music folder of the desktop
/// (user-dirs.dirs), in ~/Music if there is one, in the home folder, or the current one. The folder
/// need not exist. Returns false if its path is too long. [main]
bool jw_takes_usual(char folder[JW_TAKES_PATH]);

/// Path that a user's name stands for: a name alone is in the folder, and gets the extension if it
/// lacks one; a name with a slash is a path, ~/ the home folder. Returns false if the path is too
/// long. [main]
bool jw_takes_path(const char *folder, const char *name, const char *extension,
                   char path[JW_TAKES_PATH]);

/// Path as it is shown: ~/ for the home folder. [main]
const char *jw_takes_shown(const char *path, char text[JW_TAKES_PATH]);

/// Lists the folder's files of that extension, without it, sorted; a folder that is not there
/// counts as empty. Returns false if memory is short. Clear the list with jw_name_list_clear().
/// [main]
bool jw_takes_list(const char *folder, const char *extension, JwNameList *list);

#endif // JW_TAKES_H
