// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Folders that are held open.
//
// A name in such a folder stays in it, whatever another process makes of the folder's path
// meanwhile, and no function here follows a link that a name leads to. So nothing outside is
// written, replaced or removed.

#ifndef JW_FOLDER_H
#define JW_FOLDER_H

#include "base/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { JW_FOLDER_PATH = 4096 }; ///< Bytes of a path in a folder, its zero byte included

/// Open folder; {.fd = -1} is none.
typedef struct {
    int fd;
    char *path; ///< Path, for messages
    int *error; ///< Takes the errno of what fails in it, and in folders opened in it; NULL: no one
                ///< asks
} JwFolder;

/// Opens the folder that a user named; links that lead to it are followed. [main]
bool jw_folder_open(JwFolder *folder, const char *path, JwMessage *message);

/// Opens a folder in another one. A link is refused. [any]
bool jw_folder_enter(JwFolder *folder, const JwFolder *in, const char *name, JwMessage *message);

/// Makes a folder in another one, where there must be nothing of that name, and opens it. [any]
bool jw_folder_make(JwFolder *folder, const JwFolder *in, const char *name, JwMessage *message);

/// Closes; {.fd = -1} is fine. [any]
void jw_folder_close(JwFolder *folder);

/// What a name in a folder is.
typedef enum {
    JW_ENTRY_NONE,   ///< There is nothing
    JW_ENTRY_FILE,   ///< A regular file
    JW_ENTRY_FOLDER, ///< A folder
    JW_ENTRY_LINK,   ///< A link, wherever it leads
    JW_ENTRY_OTHER,  ///< A pipe, a socket or a device
} JwEntry;

/// Looks at a name; links are not followed. A name that cannot be looked at is JW_ENTRY_OTHER.
/// [any]
JwEntry jw_folder_look(const JwFolder *folder, const char *name);

/// Opens a regular file to be read; NULL, with errno, for everything else: ELOOP for a link,
/// ENOTSUP for a pipe and the like. [any]
FILE *jw_folder_read(const JwFolder *folder, const char *name);

/// Opens a regular file to be written and read, which has this name alone; -1, with a message, for
/// everything else. [any]
int jw_folder_reopen(const JwFolder *folder, const char *name, JwMessage *message);

/// Creates a file to be written and read, where there must be nothing of that name; -1, with
/// errno. [any]
int jw_folder_create(const JwFolder *folder, const char *name);

/// Writes a text to a new file, where there must be nothing of that name. [any]
bool jw_folder_write_new(const JwFolder *folder, const char *name, const char *text,
                         JwMessage *message);

/// Moves a file to a name where there must be nothing: EEXIST if there is. False, with errno.
/// [any]
bool jw_folder_move_new(const JwFolder *from, const char *name, const JwFolder *to,
                        const char *new_name);

/// Moves a file to a name, and replaces what is there. False, with errno. [any]
bool jw_folder_move_over(const JwFolder *from, const char *name, const JwFolder *to,
                         const char *new_name);

/// Calls visit() for each name in a folder, in no order, until it returns false; returns what it
/// returned last. False, with a message, if the folder cannot be read. [any]
bool jw_folder_each(const JwFolder *folder, bool (*visit)(void *user, const char *name), void *user,
                    JwMessage *message);

/// Notes an error for whoever asks. [any]
void jw_folder_note(const JwFolder *folder, int error);

/// Sets a message about a name in a folder: "PATH/NAME: " and what the system says of an error,
/// which is noted. Returns false. [any]
bool jw_folder_fail(const JwFolder *folder, const char *name, int error, JwMessage *message);

/// Sets a message about a name in a folder: "PATH/NAME: " and a text. Returns false. [any]
bool jw_folder_refuse(const JwFolder *folder, const char *name, const char *text,
                      JwMessage *message);

#endif // JW_FOLDER_H
