// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// SHA-256 (FIPS 180-4): files are known again by it, and sha256sum checks them.

#ifndef JW_SHA256_H
#define JW_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { JW_SHA256_TEXT = 65 }; ///< Bytes of a hash as text, its zero byte included

typedef struct {
    uint32_t state[8];
    uint64_t n_bytes;
    uint8_t block[64];
} JwSha256;

/// Begins with no bytes. [any]
void jw_sha256_begin(JwSha256 *hash);

/// Adds n bytes. [any]
void jw_sha256_add(JwSha256 *hash, const void *bytes, size_t n);

/// Ends, and writes the hash in hexadecimal digits. [any]
void jw_sha256_end(JwSha256 *hash, char text[JW_SHA256_TEXT]);

#endif // JW_SHA256_H
