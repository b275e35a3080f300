// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Numbers by id, for as many ids as a manifest has: 24 to 48 bytes each, as a hash of 64 bits
// stands for an id.

#ifndef JW_ID_MAP_H
#define JW_ID_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t hash; ///< Hash of the id; 0: no id
    uint64_t number;
} JwIdEntry;

/// Set to {0} before use.
typedef struct {
    size_t n, size;
    JwIdEntry *entry;
} JwIdMap;

/// Entry of an id; NULL if it has none. [any]
JwIdEntry *jw_id_map_find(const JwIdMap *map, const char *id);

/// Gives an id a number, in place of the one it has. False if memory is short. [any]
bool jw_id_map_put(JwIdMap *map, const char *id, uint64_t number);

/// Frees all. [any]
void jw_id_map_clear(JwIdMap *map);

#endif // JW_ID_MAP_H
