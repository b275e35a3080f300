// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Folders held open.
//
// A name in such a folder stays in it, even if another process changes the folder's path meanwhile,
// and no function here follows a link in the folder. So nothing outside is written, replaced or
// removed.

#ifndef JW_FOLDER_H
#define JW_FOLDER_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { JW_FOLDER_PATH = 4096 }; ///< Bytes of a path in a folder, terminating zero included

/// Open folder; {.fd = -1}: none.
typedef struct {
    int fd;
    char *path; ///< Path, for messages
    int *error; ///< Receives the errno of failures in it and in folders opened in it; may be NULL
} JwFolder;

/// Opens a folder that a user named; follows links in the path. [main]
bool jw_folder_open(JwFolder *folder, const char *path, JwError *error);

/// Opens a folder in another one; rejects a link. [any]
bool jw_folder_enter(JwFolder *folder, const JwFolder *in, const char *name, JwError *error);

/// Creates the folder of a path, and its parents; returns true if it exists afterwards. [main]
bool jw_folder_make_parents(const char *path);

/// Creates a folder in another one and opens it; fails if the name exists. [any]
bool jw_folder_make(JwFolder *folder, const JwFolder *in, const char *name, JwError *error);

/// Closes it; accepts {.fd = -1}. [any]
void jw_folder_close(JwFolder *folder);

/// Kind of entry that a name in a folder refers to.
typedef enum {
    JW_ENTRY_NONE,   ///< No entry
    JW_ENTRY_FILE,   ///< A regular file
    JW_ENTRY_FOLDER, ///< A folder
    JW_ENTRY_LINK,   ///< A link to anything
    JW_ENTRY_OTHER,  ///< A pipe, a socket or a device
} JwEntry;

/// Returns the kind of an entry without following links; JW_ENTRY_OTHER if it is inaccessible.
/// [any]
JwEntry jw_folder_look(const JwFolder *folder, const char *name);

/// Opens a regular file for reading. Returns NULL, with errno, for everything else: ELOOP for a
/// link, ENOTSUP for a pipe and the like. [any]
FILE *jw_folder_read(const JwFolder *folder, const char *name);

/// Opens a regular file with no other name for reading and writing. Returns -1, with an error, for
/// everything else. [any]
int jw_folder_reopen(const JwFolder *folder, const char *name, JwError *error);

/// Creates a file for reading and writing; fails if the name exists. Returns -1, with errno. [any]
int jw_folder_create(const JwFolder *folder, const char *name);

/// Writes a text to a new file; fails if the name exists. [any]
bool jw_folder_write_new(const JwFolder *folder, const char *name, const char *text,
                         JwError *error);

/// Moves a file to a new name. Returns false, with errno: EEXIST if the name exists. [any]
bool jw_folder_move_new(const JwFolder *from, const char *name, const JwFolder *to,
                        const char *new_name);

/// Moves a file to a name and replaces any file there. Returns false, with errno. [any]
bool jw_folder_move_over(const JwFolder *from, const char *name, const JwFolder *to,
                         const char *new_name);

/// Calls visit() for each name in a folder, in any order, until it returns false. Returns the last
/// result of visit(), or false, with an error, if the folder cannot be read. [any]
bool jw_folder_each(const JwFolder *folder, bool (*visit)(void *user, const char *name), void *user,
                    JwError *error);

/// Stores an error in folder->error. [any]
void jw_folder_note(const JwFolder *folder, int error);

/// Sets an error about a name in a folder: "PATH/NAME: " and the system's text for an error, which
/// it also stores. Returns false. [any]
bool jw_folder_fail(const JwFolder *folder, const char *name, int code, JwError *error);

/// Sets an error about a name in a folder: "PATH/NAME: " and a text. Returns false. [any]
bool jw_folder_refuse(const JwFolder *folder, const char *name, const char *text, JwError *error);

#endif // JW_FOLDER_H
