// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sound files, read whole.

#ifndef JW_SOUND_H
#define JW_SOUND_H

#include <stdbool.h>
#include <stddef.h>

/// Sound file with its channels averaged.
typedef struct {
    float *sample; ///< Allocated, even after a failure
    size_t n;
    double rate_hz;
} Sound;

/// Reads a file of any format that libsndfile knows; false if that cannot be done.
bool sound_read(const char *path, Sound *sound);

#endif // JW_SOUND_H
