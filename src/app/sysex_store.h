// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// System exclusive messages of a score, one behind the other.
//
// Filled twice, as a score is walked: first without room, to count; then into room of that size.
// More than it holds is counted only.

#ifndef JW_SYSEX_STORE_H
#define JW_SYSEX_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    size_t n, n_max;           ///< Messages
    size_t n_bytes, bytes_max; ///< Of them
    size_t n_open;             ///< Bytes of the one that is under way, behind them
    bool is_open;
    uint8_t *bytes;
    uint32_t *end; ///< Where each ends
} JwSysexStore;

/// Begins a message, whatever was under way. [any]
void jw_sysex_store_begin(JwSysexStore *store);

/// Adds bytes to it, if one is under way; true if it ends with them (F7): it is the last one now.
/// [any]
bool jw_sysex_store_add(JwSysexStore *store, const uint8_t *bytes, size_t n);

/// What is under way comes to nothing. [any]
void jw_sysex_store_give_up(JwSysexStore *store);

/// Empties it and makes room for as much as was counted; false if memory is short. [main]
bool jw_sysex_store_make_room(JwSysexStore *store);

/// The same messages; false, and it is empty, if memory is short. [main]
bool jw_sysex_store_copy(JwSysexStore *store, const JwSysexStore *from);

/// A message, and its size. [any]
const uint8_t *jw_sysex_store_get(const JwSysexStore *store, size_t i, uint32_t *size);

/// Frees it and empties it. [main]
void jw_sysex_store_clear(JwSysexStore *store);

#endif // JW_SYSEX_STORE_H
