// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Map from ids to numbers, for the ids of a manifest. It stores a 64-bit hash instead of the id: 24
// to 48 bytes for each.

#ifndef JW_ID_MAP_H
#define JW_ID_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t hash; ///< Hash of the id; 0: empty
    uint64_t number;
} JwIdEntry;

/// Map; set to {0} before use.
typedef struct {
    size_t n, size;
    JwIdEntry *entry;
} JwIdMap;

/// Entry of an id; NULL if it has none. [any]
JwIdEntry *jw_id_map_find(const JwIdMap *map, const char *id);

/// Sets the number of an id. Returns false if memory is short. [any]
bool jw_id_map_put(JwIdMap *map, const char *id, uint64_t number);

/// Frees everything. [any]
void jw_id_map_clear(JwIdMap *map);

#endif // JW_ID_MAP_H
