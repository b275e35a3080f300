// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Header of a take's file, with the number of frames that follow. It is written in one call and
// never moves, so that the file can be read at any time.
//
// WAV: 32-bit floating point. The header has room for the 64-bit sizes of RF64, which a file past 4
// GiB needs (EBU Tech 3306). FLAC: the frame count in its first block, STREAMINFO.

#ifndef JW_TAKE_HEAD_H
#define JW_TAKE_HEAD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_TAKE_CHANNELS = 2,
    JW_TAKE_WAV_HEAD = 92,                         ///< Bytes of a WAV header
    JW_TAKE_WAV_FRAME = JW_TAKE_CHANNELS * 4,      ///< Bytes of a frame in a WAV
    JW_TAKE_FLAC_HEAD = 42,                        ///< Bytes of "fLaC" and STREAMINFO
    JW_TAKE_BLOCK = JW_TAKE_WAV_FRAME * (1 << 10), ///< Largest number of bytes of a write
};

/// Contents of a header.
typedef struct {
    bool flac;
    int rate_hz;
    int block_frames; ///< FLAC: frames of each block except the last; WAV: 0
    uint64_t frames;
} JwTakeHead;

/// Writes a WAV header with that number of frames over the first bytes of a file; returns false,
/// with errno, on failure. [any]
bool jw_take_head_write_wav(int fd, int rate_hz, uint64_t frames);

/// Writes the frame count of a FLAC that has a header; returns false, with errno, on failure. [any]
bool jw_take_head_write_flac(int fd, uint64_t frames);

/// Reads a header; returns false if the file does not begin with one that this program writes.
/// [any]
bool jw_take_head_read(int fd, JwTakeHead *head);

#endif // JW_TAKE_HEAD_H
