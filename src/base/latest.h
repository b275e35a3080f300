// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Latest value of a struct or array, from the audio thread to one control thread.
//
// Triple buffer: one buffer belongs to the writer, one to the reader, one is between them. Neither
// side ever waits for the other or sees its buffer, so a value is never torn, however slow the
// reader; values that the reader misses are dropped.

#ifndef JW_LATEST_H
#define JW_LATEST_H

#include "base/attributes.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint8_t *buffers; ///< Three buffers, `stride` bytes apart
    size_t size;      ///< Size of a value [bytes]
    size_t stride;    ///< size rounded up to cache lines [bytes]
    uint32_t edited;  ///< Buffer of the writer
    uint8_t pad_a[64];
    /// Buffer between the two, plus a bit if it is newer than the reader's
    _Atomic uint32_t between;
    uint8_t pad_b[64];
    uint32_t shown; ///< Buffer of the reader
} JwLatest;

/// Makes a place for values of `size` bytes, all zero at first; NULL if memory is short or size is
/// 0. [main]
JwLatest *jw_latest_new(size_t size);

/// Frees it; accepts NULL. [setup: no audio running]
void jw_latest_free(JwLatest *latest);

/// Address at which the next value is to be written as a whole: it holds an older value. Aligned as
/// by malloc(). [audio]
JW_REALTIME void *jw_latest_edit(JwLatest *latest);

/// Makes the value written at edit() the latest. [audio]
JW_REALTIME void jw_latest_publish(JwLatest *latest);

/// Writes a value: edit(), a copy, publish(). [audio]
JW_REALTIME void jw_latest_write(JwLatest *latest, const void *value);

/// True if the last value was read: its reader may wait for another. [audio]
JW_REALTIME bool jw_latest_taken(JwLatest *latest);

/// Latest value, zeros before the first; it does not change until the next read(). is_new, if not
/// NULL, is set to true if the value was published since the last read(). Wait-free: the writer may
/// also be main, and the reader audio. [main]
JW_REALTIME const void *jw_latest_read(JwLatest *latest, bool *is_new);

#endif // JW_LATEST_H
