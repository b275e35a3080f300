// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// File of a take, WAV (32-bit floating point) or FLAC (24 bits). What was written is kept, whatever
// happens then: a disk that is full, a program that is killed. Nothing that is there is replaced.

#ifndef JW_TAKE_FILE_H
#define JW_TAKE_FILE_H

#include "base/message.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct JwTakeFileImpl JwTakeFile;

/// Begins a take at that path (.wav, .wave or .flac), or at the next numbered one if there is a
/// sound or a take under way; NULL, with a message, if something else is there. [main]
JwTakeFile *jw_take_file_open(const char *path, int rate_hz, JwMessage *message);

/// Begins a take at the first of FOLDER/NAME-001.wav to -999.wav that is free; NULL, with a
/// message, on failure. [main]
JwTakeFile *jw_take_file_open_next(const char *folder, const char *name, int rate_hz,
                                   JwMessage *message);

/// Path that the take has once it is finished. Another program may take it before: see
/// jw_take_file_finish(). [any]
const char *jw_take_file_path(const JwTakeFile *file);

/// Appends n frames, full scale 1; false once a write has failed, after which the file stays as it
/// is. [one thread]
bool jw_take_file_write(JwTakeFile *file, const float *left, const float *right, uint32_t n);

/// Frames that the file has. [one thread]
uint64_t jw_take_file_frames(const JwTakeFile *file);

/// Brings the head up to date: call it about once a second. [one thread]
void jw_take_file_update(JwTakeFile *file);

/// Cuts the file after its last whole frame, completes the head and gives the file its name. False,
/// with a message that says what is kept and where, if a write failed. [main]
bool jw_take_file_finish(JwTakeFile *file, JwMessage *message);

/// Frees what is in memory; a file that was not finished stays as a part. NULL is fine. [main]
void jw_take_file_free(JwTakeFile *file);

#endif // JW_TAKE_FILE_H
