// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The ring: alone against a count by hand, then between two threads, where every
// item must arrive, once, whole and in order.

#include "base/ring.h"

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_SENT = 300000 };

typedef struct {
    uint64_t number;
    uint64_t copies[4]; ///< number again, so that a torn item shows
} Item;

static int n_failed;

static void check(bool ok, const char *what) {
    if (!ok) {
        ++n_failed;
        printf("FAILED: %s\n", what);
    }
}

static Item item_of(uint64_t number) {
    const Item item = {number, {~number, number, ~number, number}};
    return item;
}

static bool is_item(const Item *item, uint64_t number) {
    const Item want = item_of(number);
    return memcmp(item, &want, sizeof want) == 0;
}

static void check_sizes(void) {
    JwRing ring;
    Item storage[8];
    check(!jw_ring_init(&ring, NULL, 8, sizeof(Item)), "no storage");
    check(!jw_ring_init(&ring, storage, 0, sizeof(Item)), "no items");
    check(!jw_ring_init(&ring, storage, 6, sizeof(Item)), "not a power of two");
    check(!jw_ring_init(&ring, storage, 8, 0), "empty items");
    check(jw_ring_init(&ring, storage, 8, sizeof(Item)), "eight items");
    check(!jw_ring_new(0, 4) && !jw_ring_new(4, 0), "new: nothing to hold");
    check(!jw_ring_new(JW_RING_ITEMS_MAX + 1, 1), "new: too many items");
    check(!jw_ring_new(3, SIZE_MAX / 3), "new: bytes that overflow");
    jw_ring_free(NULL);
}

// Fills and empties the ring, with the counts about to wrap if asked.
static void check_order(uint32_t n_asked, uint32_t n_held, uint32_t start) {
    JwRing *ring = jw_ring_new(n_asked, sizeof(Item));
    if (!ring) {
        check(false, "new");
        return;
    }
    atomic_store(&ring->n_taken, start);
    atomic_store(&ring->n_stored, start);
    uint64_t sent = 0;
    uint64_t got = 0;
    Item item = item_of(99);
    check(!jw_ring_read(ring, &item) && is_item(&item, 99), "empty at first, item untouched");
    for (uint32_t round = 0; round < 10; ++round) {
        while (sent - got < n_held) {
            const Item next = item_of(sent++);
            check(jw_ring_write(ring, &next), "write until full");
        }
        check(!jw_ring_write(ring, &item), "full");
        check(jw_ring_count(ring) == n_held, "count when full");
        for (uint32_t i = 0; i < n_held - round % n_held; ++i) {
            check(jw_ring_read(ring, &item) && is_item(&item, got), "read in order");
            ++got;
        }
        check(jw_ring_count(ring) == sent - got, "count after reading");
    }
    jw_ring_reset(ring);
    check(jw_ring_count(ring) == 0 && !jw_ring_read(ring, &item), "empty after reset");
    jw_ring_free(ring);
}

static void *send_all(void *data) {
    JwRing *ring = data;
    for (uint64_t i = 0; i < N_SENT;) {
        const Item item = item_of(i);
        if (jw_ring_write(ring, &item)) {
            ++i;
        } else {
            sched_yield();
        }
    }
    return NULL;
}

static void check_threads(uint32_t n_items) {
    JwRing *ring = jw_ring_new(n_items, sizeof(Item));
    pthread_t sender;
    if (!ring || pthread_create(&sender, NULL, send_all, ring) != 0) {
        check(false, "new or thread");
        jw_ring_free(ring);
        return;
    }
    uint64_t n_arrived = 0;
    uint64_t n_wrong = 0;
    uint64_t n_empty = 0;
    bool over = false;
    while (n_arrived < N_SENT) {
        Item item;
        over = over || jw_ring_count(ring) > n_items;
        if (jw_ring_read(ring, &item)) {
            n_wrong += !is_item(&item, n_arrived);
            ++n_arrived;
        } else {
            ++n_empty;
            sched_yield();
        }
    }
    pthread_join(sender, NULL);
    Item extra;
    const bool more = jw_ring_read(ring, &extra);
    printf("ring of %u: %llu of %d arrived, %llu wrong, found empty %llu times\n", n_items,
           (unsigned long long)n_arrived, N_SENT, (unsigned long long)n_wrong,
           (unsigned long long)n_empty);
    check(n_arrived == N_SENT && !more, "as many arrive as were sent");
    check(n_wrong == 0, "items arrive whole and in order");
    check(!over, "count stays within the ring");
    jw_ring_free(ring);
}

int main(void) {
    check_sizes();
    check_order(1, 1, 0);
    check_order(5, 8, 0);
    check_order(8, 8, UINT32_MAX - 11);
    check_order(64, 64, UINT32_MAX - 100);
    check_threads(1);
    check_threads(8);
    check_threads(1024);
    printf("%d failed\n", n_failed);
    return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
