// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Head of a take's file: the bytes at its start that say how many frames follow. They are written
// in one go and never move, so that the file can be read at any moment.
//
// WAV: 32-bit floating point. The head keeps room for the 64-bit sizes of RF64, which a file past
// 4 GiB gets (EBU Tech 3306). FLAC: the frame count of its first block, STREAMINFO.

#ifndef JW_TAKE_HEAD_H
#define JW_TAKE_HEAD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_TAKE_CHANNELS = 2,
    JW_TAKE_WAV_HEAD = 92,                         ///< Bytes of a WAV's head
    JW_TAKE_WAV_FRAME = JW_TAKE_CHANNELS * 4,      ///< Bytes of a frame in a WAV
    JW_TAKE_FLAC_HEAD = 42,                        ///< Bytes of "fLaC" and STREAMINFO
    JW_TAKE_BLOCK = JW_TAKE_WAV_FRAME * (1 << 10), ///< Bytes of a write at most
};

/// What a head says.
typedef struct {
    bool flac;
    int rate_hz;
    int block_frames; ///< FLAC: frames of a block, all but the last; WAV: 0
    uint64_t frames;
} JwTakeHead;

/// Writes the head of a WAV with that many frames over the file's first bytes; false with errno.
/// [any]
bool jw_take_head_write_wav(int fd, int rate_hz, uint64_t frames);

/// Writes the frame count of a FLAC that has a head; false with errno. [any]
bool jw_take_head_write_flac(int fd, uint64_t frames);

/// Reads a head; false if the file does not begin with one as this program writes it. [any]
bool jw_take_head_read(int fd, JwTakeHead *head);

#endif // JW_TAKE_HEAD_H
