// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/aligned.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *jw_aligned_new(size_t size) {
    if (size > SIZE_MAX - JW_ALIGNMENT) {
        return NULL;
    }
    const size_t blocks = size / JW_ALIGNMENT + 1;
#if defined _WIN32
    void *memory = _aligned_malloc(blocks * JW_ALIGNMENT, JW_ALIGNMENT);
#else
    void *memory = aligned_alloc(JW_ALIGNMENT, blocks * JW_ALIGNMENT);
#endif
    if (memory) {
        memset(memory, 0, blocks * JW_ALIGNMENT);
    }
    return memory;
}

void jw_aligned_free(void *memory) {
#if defined _WIN32
    _aligned_free(memory);
#else
    free(memory);
#endif
}
