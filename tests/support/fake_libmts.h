// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a libMTS that is made up says: a file named in $FAKE_LIBMTS, shared by who writes and who
// reads it.

#ifndef JW_FAKE_LIBMTS_H
#define JW_FAKE_LIBMTS_H

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct {
    double hz[128];
    double own_hz[16][128];
    uint8_t filtered[16][128];     ///< Keys without a note, by channel
    uint8_t own_filtered[16][128]; ///< The same in a channel's own table
    uint8_t has_own[16];
    int32_t has_master;
    int32_t n_clients;
    char name[64];
} FakeLibmts;

/// What the library is to say, in a new file of that path; NULL if that cannot be.
static inline FakeLibmts *fake_libmts_new(const char *path) {
    const int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || ftruncate(fd, sizeof(FakeLibmts))) {
        return NULL;
    }
    FakeLibmts *fake = mmap(NULL, sizeof(FakeLibmts), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    setenv("FAKE_LIBMTS", path, 1);
    return fake != MAP_FAILED ? fake : NULL;
}

#endif // JW_FAKE_LIBMTS_H
