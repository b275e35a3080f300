// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/ring.h"

#include <stdlib.h>
#include <string.h>

// Both counts run freely and wrap at 2^32, so that full and empty differ: n_stored - n_taken is
// always in 0..n_items. The writer owns slot k until it publishes n_stored past k; the reader owns
// it until it publishes n_taken past k.

static JW_REALTIME size_t slot(const JwRing *ring, uint32_t count) {
    return (size_t)(count & ring->mask) * ring->item_size;
}

static bool fits(uint32_t n_items, size_t item_size) {
    return n_items > 0 && n_items <= JW_RING_ITEMS_MAX && item_size > 0 &&
           item_size <= SIZE_MAX / n_items;
}

bool jw_ring_init(JwRing *ring, void *storage, uint32_t n_items, size_t item_size) {
    if (!storage || !fits(n_items, item_size) || (n_items & (n_items - 1))) {
        return false;
    }
    ring->items = storage;
    ring->item_size = item_size;
    ring->mask = n_items - 1;
    atomic_init(&ring->n_taken, 0);
    atomic_init(&ring->n_stored, 0);
    return true;
}

JwRing *jw_ring_new(uint32_t n_items, size_t item_size) {
    if (!fits(n_items, item_size)) {
        return NULL;
    }
    uint32_t n = 1;
    while (n < n_items) {
        n *= 2;
    }
    if (!fits(n, item_size)) {
        return NULL;
    }
    JwRing *ring = malloc(sizeof *ring);
    void *storage = malloc(n * item_size);
    if (!ring || !storage) {
        free(storage);
        free(ring);
        return NULL;
    }
    // A nonzero fill: compilers turn malloc() and zeros into calloc(), whose pages fault at first
    // use.
    memset(storage, 0x55, n * item_size);
    jw_ring_init(ring, storage, n, item_size);
    return ring;
}

void jw_ring_free(JwRing *ring) {
    if (ring) {
        free(ring->items);
        free(ring);
    }
}

void jw_ring_reset(JwRing *ring) {
    atomic_store_explicit(&ring->n_taken, 0, memory_order_relaxed);
    atomic_store_explicit(&ring->n_stored, 0, memory_order_relaxed);
}

JW_REALTIME bool jw_ring_write(JwRing *ring, const void *item) {
    const uint32_t stored = atomic_load_explicit(&ring->n_stored, memory_order_relaxed);
    const uint32_t taken = atomic_load_explicit(&ring->n_taken, memory_order_acquire);
    if (stored - taken > ring->mask) {
        return false;
    }
    memcpy(ring->items + slot(ring, stored), item, ring->item_size);
    atomic_store_explicit(&ring->n_stored, stored + 1, memory_order_release);
    return true;
}

JW_REALTIME bool jw_ring_read(JwRing *ring, void *item) {
    const uint32_t taken = atomic_load_explicit(&ring->n_taken, memory_order_relaxed);
    const uint32_t stored = atomic_load_explicit(&ring->n_stored, memory_order_acquire);
    if (stored == taken) {
        return false;
    }
    memcpy(item, ring->items + slot(ring, taken), ring->item_size);
    atomic_store_explicit(&ring->n_taken, taken + 1, memory_order_release);
    return true;
}

JW_REALTIME uint32_t jw_ring_count(const JwRing *ring) {
    const uint32_t taken = atomic_load_explicit(&ring->n_taken, memory_order_acquire);
    return atomic_load_explicit(&ring->n_stored, memory_order_acquire) - taken;
}
