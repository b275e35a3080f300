// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Store of a score's system exclusive messages, one after another.
//
// The store is filled twice, like the score is read: first without memory, to count, then with
// memory of that size. Messages beyond that are only counted.

#ifndef JW_SYSEX_STORE_H
#define JW_SYSEX_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    size_t n, n_max;           ///< Messages
    size_t n_bytes, bytes_max; ///< Bytes of the messages
    size_t n_open;             ///< Bytes of the incomplete message, stored after the others
    bool is_open;
    uint8_t *bytes;
    uint32_t *end; ///< End of each message in bytes
} JwSysexStore;

/// Begins a message and drops an incomplete one. [any]
void jw_sysex_store_begin(JwSysexStore *store);

/// Adds bytes to the incomplete message, if there is one. Returns true if they complete it (F7): it
/// is then the last in the store. [any]
bool jw_sysex_store_add(JwSysexStore *store, const uint8_t *bytes, size_t n);

/// Drops the incomplete message. [any]
void jw_sysex_store_give_up(JwSysexStore *store);

/// Empties the store and allocates memory for the counted messages; returns false if memory is
/// short. [main]
bool jw_sysex_store_make_room(JwSysexStore *store);

/// Copies a store; returns false, with an empty copy, if memory is short. [main]
bool jw_sysex_store_copy(JwSysexStore *store, const JwSysexStore *from);

/// Message i, with its size. [any]
const uint8_t *jw_sysex_store_get(const JwSysexStore *store, size_t i, uint32_t *size);

/// Frees the store's memory and empties the store. [main]
void jw_sysex_store_clear(JwSysexStore *store);

#endif // JW_SYSEX_STORE_H
