// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/latest.h"

#include <stdlib.h>
#include <string.h>

// `edited`, `between` and `shown` always hold the buffers 0, 1 and 2 in some order: each side swaps
// its own buffer for another in one atomic exchange.

enum { N_BUFFERS = 3, INDEX = 3, NEWER = 4, CACHE_LINE = 64 };

JwLatest *jw_latest_new(size_t size) {
    if (size == 0 || size > SIZE_MAX / N_BUFFERS - CACHE_LINE) {
        return NULL;
    }
    JwLatest *latest = malloc(sizeof *latest);
    if (!latest) {
        return NULL;
    }
    latest->size = size;
    latest->stride = (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    latest->buffers = malloc(N_BUFFERS * latest->stride);
    if (!latest->buffers) {
        free(latest);
        return NULL;
    }
    // An explicit loop, because compilers turn malloc() and memset() into calloc(), whose pages
    // fault at first use.
    for (volatile uint8_t *byte = latest->buffers;
         byte < latest->buffers + N_BUFFERS * latest->stride; ++byte) {
        *byte = 0;
    }
    latest->edited = 0;
    atomic_init(&latest->between, 1);
    latest->shown = 2;
    return latest;
}

void jw_latest_free(JwLatest *latest) {
    if (latest) {
        free(latest->buffers);
        free(latest);
    }
}

JW_REALTIME void *jw_latest_edit(JwLatest *latest) {
    return latest->buffers + latest->edited * latest->stride;
}

JW_REALTIME void jw_latest_publish(JwLatest *latest) {
    latest->edited = INDEX & atomic_exchange_explicit(&latest->between, latest->edited | NEWER,
                                                      memory_order_acq_rel);
}

JW_REALTIME bool jw_latest_taken(JwLatest *latest) {
    return !(atomic_load_explicit(&latest->between, memory_order_relaxed) & NEWER);
}

JW_REALTIME void jw_latest_write(JwLatest *latest, const void *value) {
    memcpy(jw_latest_edit(latest), value, latest->size);
    jw_latest_publish(latest);
}

JW_REALTIME const void *jw_latest_read(JwLatest *latest, bool *is_new) {
    const bool newer = atomic_load_explicit(&latest->between, memory_order_relaxed) & NEWER;
    if (newer) {
        latest->shown =
            INDEX & atomic_exchange_explicit(&latest->between, latest->shown, memory_order_acq_rel);
    }
    if (is_new) {
        *is_new = newer;
    }
    return latest->buffers + latest->shown * latest->stride;
}
