// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Spool: stores sound on the disk, as floats, until all of it is known. Its file has no name, so
// that nothing remains of it however the program ends.

#ifndef JW_APP_SPOOL_H
#define JW_APP_SPOOL_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct JwSpool JwSpool;

/// Makes a spool with n_channels in the folder of the file `near`, or in the folder for temporary
/// files if that fails. Returns NULL, with an error, on failure. [main]
JwSpool *jw_spool_new(const char *near, int n_channels, JwError *error);

/// Adds a block of n frames, n_channels arrays. [main]
bool jw_spool_add(JwSpool *spool, const float *const *channel, uint32_t n, JwError *error);

/// Returns to the first block; no more blocks may be added. [main]
bool jw_spool_rewind(JwSpool *spool, JwError *error);

/// Reads the next block, as added, of up to `most` frames; *n is 0 at the end. [main]
bool jw_spool_read(JwSpool *spool, float *const *channel, uint32_t most, uint32_t *n,
                   JwError *error);

/// Frees it; accepts NULL. [main]
void jw_spool_free(JwSpool *spool);

#endif // JW_APP_SPOOL_H
