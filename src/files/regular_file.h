// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Regular files: the one way in which files are opened to be read, and read as a whole.
//
// A name may lead to a pipe that nobody writes to, to a terminal or to a device without an end: a
// program that opens or reads these waits, and the signals that would end the wait may be blocked.

#ifndef JW_REGULAR_FILE_H
#define JW_REGULAR_FILE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// Opens a regular file for reading, without waiting: the file that is opened is the one that was
/// looked at. NULL, and errno, for everything else; EISDIR is a folder, ENOTSUP a pipe, a socket or
/// a device. [main]
FILE *jw_regular_file_open(const char *path);

/// Reads a regular file of up to `most` bytes into a new buffer, to be released with free(); *size
/// is the number of its bytes, and a zero byte follows them. Begins the error with the path;
/// absent: there is no such file. [main]
bool jw_regular_file_read(const char *path, size_t most, uint8_t **bytes, size_t *size,
                          JwError *error);

/// True if there is a regular file. [main]
bool jw_regular_file_is(const char *path);

/// Text for a user about that errno. [main]
const char *jw_regular_file_why(int error);

#endif // JW_REGULAR_FILE_H
