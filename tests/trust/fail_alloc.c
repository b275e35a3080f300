// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Preloaded into a program: of its allocations, number $FAIL_ALLOC (counted from 0) and, with
// $FAIL_ALLOC_AFTER, all after it fail. How many it made goes to the file $FAIL_ALLOC_COUNT.
// Those that libsndfile makes are not counted: 1.2.0 crashes where its header's buffer is short.

#define _GNU_SOURCE

#include "support/allocator.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long n_made, fail_at = -1;
static bool after;

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("FAIL_ALLOC");
    fail_at = text ? strtol(text, NULL, 10) : -1;
    after = getenv("FAIL_ALLOC_AFTER") != NULL;
    n_made = 0;
}

__attribute__((destructor)) static void end(void) {
    char text[32];
    const char *path = getenv("FAIL_ALLOC_COUNT");
    const int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    if (fd >= 0) {
        const int n = snprintf(text, sizeof(text), "%ld\n", n_made);
        (void)!write(fd, text, (size_t)n);
        close(fd);
    }
}

static bool refuse(const void *caller) {
    static bool asking;
    Dl_info info;
    if (asking) {
        return false;
    }
    asking = true;
    const bool is_foreign = dladdr(caller, &info) && strstr(info.dli_fname, "libsndfile");
    asking = false;
    if (is_foreign) {
        return false;
    }
    const long number = n_made++;
    const bool now = fail_at >= 0 && (number == fail_at || (after && number > fail_at));
    if (now) {
        errno = ENOMEM;
    }
    return now;
}

static bool allocator_may(const void *caller) {
    return !refuse(caller);
}

static void allocator_gave(const void *memory, const void *old) {
    (void)memory;
    (void)old;
}

static void allocator_takes(const void *memory) {
    (void)memory;
}
