// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Hash of everything that a result depends on: version, options, and the files that are read. A
// result is up to date if this hash has not changed since.

#ifndef JW_REQUEST_HASH_H
#define JW_REQUEST_HASH_H

#include "app/render/render_cache.h"
#include "app/render/render_options.h"
#include "base/error.h"
#include "files/sha256.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/// Writes the hash of a rendering; returns false, with an error, if one of its files is missing.
/// [any]
bool jw_request_hash(const JwRenderOptions *options, JwRenderCache *cache,
                     char hash[JW_SHA256_TEXT], JwError *error);

/// Writes the hash and the number of the bytes from here to the end of a stream; returns false if
/// it cannot be read. [any]
bool jw_request_hash_stream(FILE *file, char hash[JW_SHA256_TEXT], uint64_t *bytes);

/// Writes the hash of a file and its number of bytes; returns false, with an error, if it cannot
/// be read. [any]
bool jw_request_hash_file(const char *path, char hash[JW_SHA256_TEXT], uint64_t *bytes,
                          JwError *error);

#endif // JW_REQUEST_HASH_H
