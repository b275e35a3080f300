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
    void *memory = aligned_alloc(JW_ALIGNMENT, blocks * JW_ALIGNMENT);
    if (memory) {
        memset(memory, 0, blocks * JW_ALIGNMENT);
    }
    return memory;
}

void jw_aligned_free(void *memory) {
    free(memory);
}
