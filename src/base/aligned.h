// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Memory aligned for vectors and for data that threads share.

#ifndef JW_ALIGNED_H
#define JW_ALIGNED_H

#include <stddef.h>

enum { JW_ALIGNMENT = 128 }; ///< Bytes: two cache lines, which some processors fetch together

/// Allocates at least `size` bytes, all zero, aligned to JW_ALIGNMENT; NULL if memory is short.
/// Free it with jw_aligned_free(). [main]
void *jw_aligned_new(size_t size);

/// Frees memory of jw_aligned_new(); NULL is allowed. [main]
void jw_aligned_free(void *memory);

#endif // JW_ALIGNED_H
