// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// One number for many bytes: the same bytes, the same number.

#ifndef JW_TEST_HASH_H
#define JW_TEST_HASH_H

#include <stddef.h>
#include <stdint.h>

/// Of nothing yet.
#define HASH_START UINT64_C(0xcbf29ce484222325)

/// FNV-1a; hash is HASH_START or that of what came before.
static inline uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) {
    const unsigned char *byte = data;
    for (size_t i = 0; i < size; ++i) {
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

#endif // JW_TEST_HASH_H
