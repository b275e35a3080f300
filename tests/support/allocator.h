// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// An allocator that stands before the C library's and asks before it gives. One file of a program,
// or of a library that is preloaded, includes it and defines the three functions it declares.
//
// Not for what is built with sanitizers: those have an allocator of their own.

#ifndef JW_TEST_ALLOCATOR_H
#define JW_TEST_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/// False if this allocation is to fail; errno is then set. caller: address that asks for it.
static bool allocator_may(const void *caller);

/// Memory was given: new, in place of none or of another block. NULL: there was none.
static void allocator_gave(const void *memory, const void *old);

/// Memory is released, or NULL.
static void allocator_takes(const void *memory);

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

void *malloc(size_t size) {
    if (!allocator_may(__builtin_return_address(0))) {
        return NULL;
    }
    void *memory = __libc_malloc(size);
    allocator_gave(memory, NULL);
    return memory;
}

void *calloc(size_t n, size_t size) {
    if (!allocator_may(__builtin_return_address(0))) {
        return NULL;
    }
    void *memory = __libc_calloc(n, size);
    allocator_gave(memory, NULL);
    return memory;
}

void *realloc(void *old, size_t size) {
    if (!allocator_may(__builtin_return_address(0))) {
        return NULL;
    }
    void *memory = __libc_realloc(old, size);
    allocator_gave(memory, old);
    return memory;
}

void *aligned_alloc(size_t alignment, size_t size) {
    if (!allocator_may(__builtin_return_address(0))) {
        return NULL;
    }
    void *memory = __libc_memalign(alignment, size);
    allocator_gave(memory, NULL);
    return memory;
}

void free(void *memory) {
    allocator_takes(memory);
    __libc_free(memory);
}

#endif // JW_TEST_ALLOCATOR_H
