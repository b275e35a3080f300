// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Latest value of a struct or array, from the audio thread to one control thread.
//
// Triple buffer: one buffer with the writer, one with the reader, one between
// them. Neither ever waits for or sees the buffer of the other, so a value is
// never torn, however slow the reader; values that the reader misses are dropped.

#ifndef JW_LATEST_H
#define JW_LATEST_H

#include "base/attributes.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint8_t *buffers; ///< Three, stride bytes apart
    size_t size;      ///< Of a value [bytes]
    size_t stride;    ///< size rounded up to cache lines [bytes]
    uint32_t edited;  ///< Buffer of the writer
    uint8_t pad_a[64];
    _Atomic uint32_t between; ///< Buffer between them, plus a bit if newer than the reader's
    uint8_t pad_b[64];
    uint32_t shown; ///< Buffer of the reader
} JwLatest;

/// Holds values of size bytes, all zero at first; NULL if memory is short or size is 0. [main]
JwLatest *jw_latest_new(size_t size);

/// NULL is fine. [setup: no audio running]
void jw_latest_free(JwLatest *latest);

/// Where the next value is to be written, whole: what it holds is an older value.
/// Aligned as malloc() would. [audio]
JW_REALTIME void *jw_latest_edit(JwLatest *latest);

/// Makes what was written at edit() the latest value. [audio]
JW_REALTIME void jw_latest_publish(JwLatest *latest);

/// edit(), a copy of the value there, publish(). [audio]
JW_REALTIME void jw_latest_write(JwLatest *latest, const void *value);

/// Whether the last value was read: another may be waited for. [audio]
JW_REALTIME bool jw_latest_taken(JwLatest *latest);

/// The latest value, zeros before the first; it stays as it is until the next
/// read(). is_new, if not NULL: whether it was published since the last read(). Wait-free:
/// the writer may be main, and the reader audio. [main]
JW_REALTIME const void *jw_latest_read(JwLatest *latest, bool *is_new);

#endif // JW_LATEST_H
