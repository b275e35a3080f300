// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _XOPEN_SOURCE 700

#include "program/safe_open.h"

#include <fcntl.h>

/// O_NONBLOCK and O_NOCTTY mean nothing to a regular file.
enum { SAFE = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC };

int jw_safe_create(int folder_fd, const char *name) {
    return openat(folder_fd, name, O_RDWR | O_CREAT | O_EXCL | SAFE, 0666);
}

int jw_safe_open(int folder_fd, const char *name, int access) {
    return openat(folder_fd, name, access | SAFE);
}
