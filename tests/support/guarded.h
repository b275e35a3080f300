// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Memory that ends where it says: the page behind it cannot be read. A test that reads one byte too
// many ends there, in any build.

#ifndef JW_TEST_GUARDED_H
#define JW_TEST_GUARDED_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// Pages of which the last one cannot be read.
typedef struct {
    uint8_t *start;
    uint8_t *end; ///< First byte that cannot be read
    size_t page;
} Guarded;

/// Room for so many bytes; start is NULL if there is none.
static inline Guarded guarded_open(size_t most) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (most / page + 1) * page;
    uint8_t *start = aligned_alloc(page, room + page);
    if (!start || mprotect(start + room, page, PROT_NONE)) {
        free(start);
        return (Guarded){NULL, NULL, 0};
    }
    return (Guarded){start, start + room, page};
}

/// Copies n bytes to the end, and returns where they begin. What stands before them is all ones, so
/// that a reader finds no zeros there either.
static inline uint8_t *guarded_put(const Guarded *guarded, const uint8_t *bytes, size_t n) {
    uint8_t *start = guarded->end - n;
    memset(guarded->start, 0xff, (size_t)(start - guarded->start));
    if (n > 0) {
        memcpy(start, bytes, n);
    }
    return start;
}

static inline void guarded_close(Guarded *guarded) {
    if (guarded->start) {
        (void)mprotect(guarded->end, guarded->page, PROT_READ | PROT_WRITE);
        free(guarded->start);
    }
    guarded->start = NULL;
}

#endif // JW_TEST_GUARDED_H
