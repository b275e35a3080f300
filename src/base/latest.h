// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Latest value of a struct or array, from the audio thread to one control thread.
//
// Triple buffer: the writer owns one buffer, the reader owns one, the third is between them.
// Neither side waits for the other or sees its buffer, so a value is never torn, however slow the
// reader is. Values that the reader misses are dropped.

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
    /// Index of the buffer between the two, plus a flag if it is newer than the reader's
    _Atomic uint32_t between;
    uint8_t pad_b[64];
    uint32_t shown; ///< Buffer of the reader
} JwLatest;

/// Allocates a buffer for values of `size` bytes, zero at first. Returns NULL if memory is short or
/// size is 0. [main]
JwLatest *jw_latest_new(size_t size);

/// Frees it; accepts NULL. [setup: no audio running]
void jw_latest_free(JwLatest *latest);

/// Address for the next value, which the caller writes as a whole: the buffer holds an older value.
/// Aligned as by malloc(). [audio]
JW_REALTIME void *jw_latest_edit(JwLatest *latest);

/// Publishes the value written at jw_latest_edit(). [audio]
JW_REALTIME void jw_latest_publish(JwLatest *latest);

/// Publishes a copy of *value: edit(), memcpy(), publish(). [audio]
JW_REALTIME void jw_latest_write(JwLatest *latest, const void *value);

/// True if the reader has read the last published value. [audio]
JW_REALTIME bool jw_latest_taken(JwLatest *latest);

/// Latest value, or zeros before the first; it stays unchanged until the next read(). Sets *is_new,
/// unless NULL, to true if the value was published since the last read(). Wait-free: the threads
/// may also be the other way round, main writing and audio reading. [main]
JW_REALTIME const void *jw_latest_read(JwLatest *latest, bool *is_new);

#endif // JW_LATEST_H
