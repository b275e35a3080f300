// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files of one result, from the folder in which they are made to the place where they stay.

#ifndef JW_MEMBERS_H
#define JW_MEMBERS_H

#include "app/message.h"
#include "app/render_options.h"
#include "app/results.h"

#include <stdbool.h>

enum { JW_MEMBERS_PATH = 4352 }; ///< Bytes of a path in a folder for one result

/// Paths that options of a rendering borrow.
typedef struct {
    char sound[JW_MEMBERS_PATH], stems[JW_MEMBERS_PATH], labels[JW_MEMBERS_PATH];
} JwMemberPaths;

/// Makes a folder with nothing in it, whatever was in one of that name. [any]
bool jw_members_begin(const char *folder, JwMessage *message);

/// Removes a folder of that kind; nothing there is fine. [any]
void jw_members_remove(const char *folder);

/// Lets a rendering write the result of that id into the folder, and tell nothing. [any]
void jw_members_name(const char *folder, const char *id, JwMemberPaths *paths,
                     JwRenderOptions *options);

/// Lists a result's files with their hashes, the sound first, then by name. Those of the folder
/// begin with the id and a dot; those of its folder `stems` get that before them. [any]
bool jw_members_list(const char *folder, const char *sound, JwResult *result, JwMessage *message);

/// Path of a listed file in the folder; false if it is too long. [any]
bool jw_members_path(const char *folder, const JwResult *result, int file, char *path, size_t size);

/// Moves all files of a result from the folder into another one, and replaces what is there. [any]
bool jw_members_move(const char *folder, const char *to, const JwResult *result,
                     JwMessage *message);

/// True if all files of a result are in that folder, byte for byte. [any]
bool jw_members_are(const char *folder, const JwResult *result);

#endif // JW_MEMBERS_H
