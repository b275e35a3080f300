// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// paths.h, and how regular_file.h opens a file.

#define _XOPEN_SOURCE 700

#include "files/paths.h"
#include "files/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/********* Paths *********/

char *jw_path_real(const char *path) {
    return realpath(path, NULL);
}

bool jw_path_exists(const char *path) {
    return !access(path, F_OK);
}

/********* Regular files *********/

static FILE *fail_with(int fd, int error) {
    close(fd);
    errno = error;
    return NULL;
}

FILE *jw_regular_file_open(const char *path) {
    struct stat st;
    // Flags that mean nothing to a regular file: with O_NONBLOCK a pipe is opened before anybody
    // writes to it, with O_NOCTTY a terminal does not become the program's own.
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) {
        errno = errno == ENXIO ? ENOTSUP : errno; // Sockets give ENXIO
        return NULL;
    }
    if (fstat(fd, &st)) {
        return fail_with(fd, errno);
    }
    if (!S_ISREG(st.st_mode)) {
        return fail_with(fd, S_ISDIR(st.st_mode) ? EISDIR : ENOTSUP);
    }
    FILE *file = fdopen(fd, "rb");
    return file ? file : fail_with(fd, errno);
}

bool jw_regular_file_is(const char *path) {
    struct stat st;
    return !stat(path, &st) && S_ISREG(st.st_mode);
}
