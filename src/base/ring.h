// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Lock-free queue of fixed-size items from one thread to one other.
//
// One thread writes, one reads; either may be the audio thread. Reading and writing are wait-free:
// each copies one item and makes two atomic accesses.

#ifndef JW_RING_H
#define JW_RING_H

#include "base/attributes.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Largest number of items.
#define JW_RING_ITEMS_MAX (UINT32_C(1) << 30)

/// Items and counts of a ring. The counts are a cache line apart to avoid false sharing.
typedef struct {
    uint8_t *items;   ///< Storage of n_items * item_size bytes
    size_t item_size; ///< Size of an item [bytes]
    uint32_t mask;    ///< Number of items less one
    uint8_t pad_a[64];
    _Atomic uint32_t n_taken; ///< Items read so far, modulo 2^32; written by the reader
    uint8_t pad_b[64];
    _Atomic uint32_t n_stored; ///< Items written so far, modulo 2^32; written by the writer
} JwRing;

/// Makes an empty ring on the caller's storage of n_items * item_size bytes, which must outlive it.
/// Returns false, with the ring unusable, unless n_items is a power of two up to JW_RING_ITEMS_MAX
/// and item_size is at least 1. [setup: no audio running]
bool jw_ring_init(JwRing *ring, void *storage, uint32_t n_items, size_t item_size);

/// Makes an empty ring that owns its storage, for at least n_items (rounded up to a power of two),
/// with all pages touched. Returns NULL if memory is short or a size is out of range. [main]
JwRing *jw_ring_new(uint32_t n_items, size_t item_size);

/// Frees a ring of jw_ring_new(); accepts NULL. [setup: no audio running]
void jw_ring_free(JwRing *ring);

/// Empties the ring. [setup: no audio running]
void jw_ring_reset(JwRing *ring);

/// Copies one item in; returns false if the ring is full. [the writing thread]
JW_REALTIME bool jw_ring_write(JwRing *ring, const void *item);

/// Copies the oldest item out and removes it. Returns false, *item unchanged, if the ring is empty.
/// [the reading thread]
JW_REALTIME bool jw_ring_read(JwRing *ring, void *item);

/// Number of items in the ring: a lower bound for the reader, an upper bound for the writer.
/// [either of the two]
JW_REALTIME uint32_t jw_ring_count(const JwRing *ring);

#endif // JW_RING_H
