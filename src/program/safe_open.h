// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Opening of files that a program creates or changes: all flags and modes are here.
//
// Neither function follows a link that has the name, waits for a pipe, or acquires a terminal; no
// child process inherits the file. A name counts from an open folder, AT_FDCWD for the current one.

#ifndef JW_SAFE_OPEN_H
#define JW_SAFE_OPEN_H

/// Creates a file for reading and writing, with the permissions that the umask leaves; fails if the
/// name exists. Returns -1, with errno, on failure. [any]
int jw_safe_create(int folder_fd, const char *name);

/// Opens the file or folder of a name; access: O_RDONLY or O_RDWR, with O_DIRECTORY for a folder.
/// Returns -1, with errno, on failure: ELOOP for a link. [any]
int jw_safe_open(int folder_fd, const char *name, int access);

#endif // JW_SAFE_OPEN_H
