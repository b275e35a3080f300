// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Preloaded into a program: counts its calls that change files (those that create, write, rename,
// force to the disk), and at number $DISK_AT, counted from 0, does $DISK_DOES:
//
//     fail ERRNO      that call and all later ones fail with that error
//     kill            the process is killed before the call
//     stop            the process is sent SIGINT before the call
//     swap PATH TO    before the call PATH is moved to PATH.away, and a link to TO takes its place
//
// How many calls there were goes to the file $DISK_COUNT.

#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

static long n_calls, at = -1;
static char does[8], first[PATH_SIZE], second[PATH_SIZE];
static bool busy; ///< In this file's own calls

__attribute__((constructor)) static void begin(void) {
    const char *number = getenv("DISK_AT"), *text = getenv("DISK_DOES");
    if (number && text) {
        at = strtol(number, NULL, 10);
        sscanf(text, "%7s %4095s %4095s", does, first, second);
    }
}

/// Number of the calls so far, in a file: an ended process tells it, too.
__attribute__((destructor)) static void end(void) {
    const char *path = getenv("DISK_COUNT");
    busy = true;
    FILE *to = path ? fopen(path, "w") : NULL;
    if (to) {
        fprintf(to, "%ld\n", n_calls);
        fclose(to);
    }
}

/// Counts a call; true if it is to fail.
static bool fails(void) {
    if (busy) {
        return false;
    }
    const long n = n_calls++;
    if (at < 0 || n < at) {
        return false;
    }
    if (!strcmp(does, "fail")) {
        errno = atoi(first);
        return true;
    }
    if (n == at && !strcmp(does, "kill")) {
        raise(SIGKILL);
    }
    if (n == at && !strcmp(does, "stop")) {
        raise(SIGINT);
    }
    if (n == at && !strcmp(does, "swap")) {
        char away[PATH_SIZE + 8];
        busy = true;
        snprintf(away, sizeof(away), "%s.away", first);
        if (!rename(first, away)) {
            (void)!symlink(second, first);
        }
        busy = false;
    }
    return false;
}

/// Finds the function that a name stands for without this file.
static void find(const char *name, void *function, size_t size) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        abort();
    }
    memcpy(function, &found, size);
}

#define REAL(name)                                                                                 \
    __typeof__(&name) real;                                                                        \
    find(#name, &real, sizeof(real))

ssize_t write(int fd, const void *bytes, size_t n) {
    REAL(write);
    return fd > 2 && fails() ? -1 : real(fd, bytes, n);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t place) {
    REAL(pwrite64);
    return fails() ? -1 : real(fd, bytes, n, place);
}

int openat64(int folder, const char *path, int flags, ...) {
    REAL(openat64);
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list more;
        va_start(more, flags);
        mode = va_arg(more, mode_t);
        va_end(more);
        if (fails()) {
            return -1;
        }
    }
    return real(folder, path, flags, mode);
}

int mkdirat(int folder, const char *path, mode_t mode) {
    REAL(mkdirat);
    return fails() ? -1 : real(folder, path, mode);
}

int renameat(int from, const char *old, int to, const char *path) {
    REAL(renameat);
    return fails() ? -1 : real(from, old, to, path);
}

int renameat2(int from, const char *old, int to, const char *path, unsigned flags) {
    REAL(renameat2);
    return fails() ? -1 : real(from, old, to, path, flags);
}

int fsync(int fd) {
    REAL(fsync);
    return fails() ? -1 : real(fd);
}
