// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/dataset/id_map.h"

#include <stdlib.h>

enum { FIRST_SIZE = 1024 };

/// FNV-1a, then mixed like SplitMix64, so that its low bits are as random as the others.
static uint64_t hash_of(const char *id) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *id; ++id) {
        hash = (hash ^ (unsigned char)*id) * UINT64_C(0x100000001b3);
    }
    hash = (hash ^ hash >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ hash >> 27) * UINT64_C(0x94d049bb133111eb);
    hash ^= hash >> 31;
    return hash ? hash : 1;
}

/// Entry of a hash, or the empty one where it belongs. size: a power of two; one entry is empty.
static JwIdEntry *seek(JwIdEntry *entry, size_t size, uint64_t hash) {
    size_t i = (size_t)hash & (size - 1);
    while (entry[i].hash && entry[i].hash != hash) {
        i = (i + 1) & (size - 1);
    }
    return &entry[i];
}

JwIdEntry *jw_id_map_find(const JwIdMap *map, const char *id) {
    JwIdEntry *found = map->size ? seek(map->entry, map->size, hash_of(id)) : NULL;
    return found && found->hash ? found : NULL;
}

static bool grow(JwIdMap *map) {
    const size_t size = map->size ? 2 * map->size : FIRST_SIZE;
    JwIdEntry *entry = calloc(size, sizeof(*entry));
    if (!entry) {
        return false;
    }
    for (size_t i = 0; i < map->size; ++i) {
        if (map->entry[i].hash) {
            *seek(entry, size, map->entry[i].hash) = map->entry[i];
        }
    }
    free(map->entry);
    map->entry = entry;
    map->size = size;
    return true;
}

bool jw_id_map_put(JwIdMap *map, const char *id, uint64_t number) {
    // At most two thirds are used.
    if (3 * (map->n + 1) > 2 * map->size && !grow(map)) {
        return false;
    }
    JwIdEntry *found = seek(map->entry, map->size, hash_of(id));
    map->n += !found->hash;
    *found = (JwIdEntry){hash_of(id), number};
    return true;
}

void jw_id_map_clear(JwIdMap *map) {
    free(map->entry);
    *map = (JwIdMap){0};
}
