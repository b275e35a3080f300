// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Practice sets: Sa, A4, raga, room, instrument or preset, companion, clock and layout of keys
// under a name. They are files of sessions in the user's data folder: practice/NAME.jawari. All
// functions belong to the player's control thread.

#ifndef JW_PRACTICE_H
#define JW_PRACTICE_H

#include "app/player/live.h"
#include "base/error.h"
#include "files/data_dir.h"

#include <stdbool.h>
#include <stdio.h>

enum {
    JW_PRACTICE_PATH = 4096, ///< Bytes of a path
    JW_PRACTICE_LINE = 1200, ///< Bytes of a line about a set
};

/// Folder of the practice sets, which need not exist. Returns false, with an error, if the user has
/// no data folder. [main]
bool jw_practice_folder(char path[JW_PRACTICE_PATH], JwError *error);

/// Saves the present state under a name, in place of a set of that name. After an error the old set
/// is unchanged. A name is one line of text without a slash, and does not begin with a full stop.
/// [main]
bool jw_practice_save(JwLive *live, const char *name, JwError *error);

/// Saves like jw_practice_save(), and writes a line that says so, or that a set was replaced.
/// [main]
bool jw_practice_keep(JwLive *live, const char *name, JwError *told, JwError *error);

/// Plays a set. If no set has that name or one alike (jw_names_alike()), or its file is wrong,
/// nothing changes. A name with a slash is the path of a file. [main]
bool jw_practice_load(JwLive *live, const char *name, JwError *error);

/// Removes the file of a set; its name has to be exact. [main]
bool jw_practice_delete(const char *name, JwError *error);

/// Lists the names, sorted; false, with an error, if that fails. Clear the list with
/// jw_name_list_clear(). [main]
bool jw_practice_list(JwNameList *list, JwError *error);

/// Prints the sets, a line each: name, Sa, raga, preset or instrument, companion, clock; or what is
/// wrong with the file. [main]
bool jw_practice_print(FILE *out, JwError *error);

/// Describes a set in one line: its contents, or the fault of its file. [main]
void jw_practice_tell(const char *name, char text[JW_PRACTICE_LINE]);

/// Names in a set; empty: none.
typedef struct {
    char instrument[JW_PATCH_NAME_SIZE];
    char preset[JW_PATCH_NAME_SIZE];
    char with[JW_PATCH_NAME_SIZE]; ///< Preset of the companion
} JwPracticeNames;

/// Reads the names in a set. [main]
bool jw_practice_names(const char *name, JwPracticeNames *names, JwError *error);

#endif // JW_PRACTICE_H
