// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A file that appears whole or not at all: written under a temporary name in
// the target's own folder, then renamed over it.

#ifndef JW_TARGET_FILE_H
#define JW_TARGET_FILE_H

#include "app/message.h"

#include <stdbool.h>
#include <stddef.h>

/// Set to {0} before use. Open, write to fd, finish, commit; discard at any point.
typedef struct {
    char *name; ///< As the user gave it, for messages
    char *path; ///< Where it will stand, links resolved
    char *temp; ///< NULL for a device, which is written to directly
    int fd;     ///< Open for reading and writing, between open and finish
    bool open;
    bool replaces; ///< A file with something in it stood there when this one was opened
} JwTargetFile;

/// Creates the temporary file. Folders, pipes and files that may not be written
/// are refused; a character device (/dev/null) is opened itself. [main]
bool jw_target_file_open(JwTargetFile *file, const char *path, JwMessage *message);

/// False if a file is there that begins with none of these texts (the last is NULL) and is not
/// empty: something else, which a slip of the name must not cost. [main]
bool jw_target_file_replaces(const char *path, const char *const *begins);

/// Writes all n bytes at the file's position. [main]
bool jw_target_file_write(JwTargetFile *file, const void *bytes, size_t n, JwMessage *message);

/// Forces the data to the disk and closes; the target is still as it was. [main]
bool jw_target_file_finish(JwTargetFile *file, JwMessage *message);

/// Puts a finished file in its place. [main]
bool jw_target_file_commit(JwTargetFile *file, JwMessage *message);

/// Closes, removes what was not committed, frees; a {0} file is fine. [main]
void jw_target_file_discard(JwTargetFile *file);

#endif // JW_TARGET_FILE_H
