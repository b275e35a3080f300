// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// File that appears complete or not at all: written under a temporary name in the target's folder,
// then renamed to the target.

#ifndef JW_TARGET_FILE_H
#define JW_TARGET_FILE_H

#include "base/error.h"
#include "program/folder.h"

#include <stdbool.h>
#include <stddef.h>

/// Target and temporary file; set to {0} before use. Open, write to fd, finish, commit; discard at
/// any time.
typedef struct {
    char *name;      ///< Name as the user gave it, for messages
    char *path;      ///< Path of the target, links resolved
    JwFolder own;    ///< Folder of the target, if it was given by path
    JwFolder folder; ///< Folder of the target, open; not owned
    char *temp;      ///< Name of the temporary file in it; NULL for a device, which is written
                     ///< directly
    int fd;          ///< Descriptor for reading and writing, from open to finish
    bool open;
    bool replaces; ///< The target existed before and was not empty
    bool passing;  ///< Finish without forcing it to the disk
} JwTargetFile;

/// Creates the temporary file. Rejects folders, pipes and write-protected files; opens a character
/// device (/dev/null) directly. [main]
bool jw_target_file_open(JwTargetFile *file, const char *path, JwError *error);

/// Creates the temporary file of a new target in an open folder, by its name there; follows no
/// links. [any]
bool jw_target_file_open_in(JwTargetFile *file, const JwFolder *folder, const char *name,
                            JwError *error);

/// True if a path may be replaced: it does not exist, is empty, or begins with one of these texts
/// (the last is NULL). Any other file may have been named by mistake. [main]
bool jw_target_file_replaces(const char *path, const char *const *begins);

/// Writes all n bytes at the file's position. [main]
bool jw_target_file_write(JwTargetFile *file, const void *bytes, size_t n, JwError *error);

/// Forces the data to the disk and closes the file; the target is still unchanged. [main]
bool jw_target_file_finish(JwTargetFile *file, JwError *error);

/// Renames a finished file to the target. [main]
bool jw_target_file_commit(JwTargetFile *file, JwError *error);

/// Writes a whole file: open, write, finish and commit. [main]
bool jw_target_file_save(const char *path, const void *bytes, size_t n, JwError *error);

/// Closes the file, removes it unless it was committed, and frees everything; accepts a {0} file.
/// [main]
void jw_target_file_discard(JwTargetFile *file);

#endif // JW_TARGET_FILE_H
