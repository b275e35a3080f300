// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/score/sysex_store.h"

#include <stdlib.h>
#include <string.h>

enum { SYSEX_END = 0xf7 };

void jw_sysex_store_begin(JwSysexStore *store) {
    store->n_open = 0;
    store->is_open = true;
}

void jw_sysex_store_give_up(JwSysexStore *store) {
    store->is_open = false;
}

bool jw_sysex_store_add(JwSysexStore *store, const uint8_t *bytes, size_t n) {
    if (!store->is_open || n == 0) {
        return false;
    }
    const size_t at = store->n_bytes + store->n_open;
    if (at + n <= store->bytes_max) {
        memcpy(store->bytes + at, bytes, n);
    }
    store->n_open += n;
    if (bytes[n - 1] != SYSEX_END) {
        return false;
    }
    store->is_open = false;
    store->n_bytes += store->n_open;
    if (store->n < store->n_max) {
        store->end[store->n] = (uint32_t)store->n_bytes;
    }
    ++store->n;
    return true;
}

bool jw_sysex_store_make_room(JwSysexStore *store) {
    JwSysexStore room = {.n_max = store->n, .bytes_max = store->n_bytes};
    room.bytes = malloc(room.bytes_max + 1);
    room.end = calloc(room.n_max + 1, sizeof(*room.end));
    if (room.bytes && room.end) {
        *store = room;
        return true;
    }
    free(room.bytes);
    free(room.end);
    return false;
}

bool jw_sysex_store_copy(JwSysexStore *store, const JwSysexStore *from) {
    *store = (JwSysexStore){.n = from->n, .n_bytes = from->n_bytes};
    if (!jw_sysex_store_make_room(store)) {
        *store = (JwSysexStore){0};
        return false;
    }
    if (from->n > 0) {
        memcpy(store->bytes, from->bytes, from->n_bytes);
        memcpy(store->end, from->end, from->n * sizeof(*from->end));
    }
    store->n = from->n;
    store->n_bytes = from->n_bytes;
    return true;
}

const uint8_t *jw_sysex_store_get(const JwSysexStore *store, size_t i, uint32_t *size) {
    const uint32_t start = i > 0 ? store->end[i - 1] : 0;
    *size = store->end[i] - start;
    return store->bytes + start;
}

void jw_sysex_store_clear(JwSysexStore *store) {
    free(store->bytes);
    free(store->end);
    *store = (JwSysexStore){0};
}
