// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The folder of what is kept of an evening: recordings and sessions.

#ifndef JW_TAKES_H
#define JW_TAKES_H

#include "files/data_dir.h"

#include <stdbool.h>
#include <stddef.h>

enum { JW_TAKES_PATH = 4096 }; ///< Bytes of a path

#define JW_SESSION_EXTENSION ".jawari"

/// The folder where the user has not said another: Jawari in the music folder of the desktop
/// (user-dirs.dirs), in ~/Music if there is one, in the home folder, or the current one. It need
/// not be there. False if its path is too long. [main]
bool jw_takes_usual(char folder[JW_TAKES_PATH]);

/// Path of what a user calls by that name: a name alone is in the folder, with the extension if it
/// lacks it; one with a slash is a path, ~/ the home folder. False if it is too long. [main]
bool jw_takes_path(const char *folder, const char *name, const char *extension,
                   char path[JW_TAKES_PATH]);

/// A path as it is shown: ~/ for the home folder. [main]
const char *jw_takes_shown(const char *path, char text[JW_TAKES_PATH]);

/// Lists names without extension of the files there that have it, sorted; a folder that is not
/// there is empty. False if memory is short. Empty it with jw_name_list_clear(). [main]
bool jw_takes_list(const char *folder, const char *extension, JwNameList *list);

#endif // JW_TAKES_H
