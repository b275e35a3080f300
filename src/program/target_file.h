// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// File that appears whole or not at all: written under a temporary name in the target's own folder,
// then renamed over it.

#ifndef JW_TARGET_FILE_H
#define JW_TARGET_FILE_H

#include "base/message.h"
#include "program/folder.h"

#include <stdbool.h>
#include <stddef.h>

/// Target and temporary file; set to {0} before use. Open, write to fd, finish, commit; discard at
/// any point.
typedef struct {
    char *name;      ///< Name as the user gave it, for messages
    char *path;      ///< Path of the target, links resolved
    JwFolder own;    ///< Folder of the target, where it was given by path
    JwFolder folder; ///< Folder of the target, held open; not owned
    char *temp;      ///< Name of the temporary file in it; NULL for a device, written directly
    int fd;          ///< Descriptor for reading and writing, between open and finish
    bool open;
    bool replaces; ///< The target was there before, and not empty
    bool passing;  ///< Finished without forcing it to the disk
} JwTargetFile;

/// Creates the temporary file. Folders, pipes and files that may not be written are refused; a
/// character device (/dev/null) is opened itself. [main]
bool jw_target_file_open(JwTargetFile *file, const char *path, JwMessage *message);

/// Creates the temporary file of a target in an open folder, by its name there, for what has no
/// such name yet. Nothing is followed. [any]
bool jw_target_file_open_in(JwTargetFile *file, const JwFolder *folder, const char *name,
                            JwMessage *message);

/// Returns true if a path may be replaced: nothing is there, the file is empty, or begins with one
/// of these texts (the last is NULL). Any other file is something else, which a slip of the name
/// must not cost. [main]
bool jw_target_file_replaces(const char *path, const char *const *begins);

/// Writes all n bytes at the file's position. [main]
bool jw_target_file_write(JwTargetFile *file, const void *bytes, size_t n, JwMessage *message);

/// Forces the data to the disk and closes the file; the target is still as it was. [main]
bool jw_target_file_finish(JwTargetFile *file, JwMessage *message);

/// Puts a finished file in the target's place. [main]
bool jw_target_file_commit(JwTargetFile *file, JwMessage *message);

/// Writes a whole file: open, write, finish and commit in one. [main]
bool jw_target_file_save(const char *path, const void *bytes, size_t n, JwMessage *message);

/// Closes the file, removes it unless it was committed, frees all; a {0} file is fine. [main]
void jw_target_file_discard(JwTargetFile *file);

#endif // JW_TARGET_FILE_H
