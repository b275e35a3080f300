// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// File of a take, WAV (32-bit floating point) or FLAC (24 bits). Written data survive anything that
// happens later, such as a full disk or a killed program. Existing files are never replaced.

#ifndef JW_TAKE_FILE_H
#define JW_TAKE_FILE_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct JwTakeFileImpl JwTakeFile;

/// Begins a take at that path (.wav, .wave or .flac), or at the next numbered one if there is a
/// sound or a running take. Returns NULL, with an error, if another kind of file exists. [main]
JwTakeFile *jw_take_file_open(const char *path, int rate_hz, JwError *error);

/// Begins a take at the first free path of FOLDER/NAME-001.wav to -999.wav; returns NULL, with an
/// error, on failure. [main]
JwTakeFile *jw_take_file_open_next(const char *folder, const char *name, int rate_hz,
                                   JwError *error);

/// Final path of the take. Another program may take it first: see jw_take_file_finish(). [any]
const char *jw_take_file_path(const JwTakeFile *file);

/// Appends n frames, full scale 1. Returns false after a write has failed; the file then remains
/// unchanged. [one thread]
bool jw_take_file_write(JwTakeFile *file, const float *left, const float *right, uint32_t n);

/// Number of frames in the file. [one thread]
uint64_t jw_take_file_frames(const JwTakeFile *file);

/// Updates the header; call it about once a second. [one thread]
void jw_take_file_update(JwTakeFile *file);

/// Cuts the file after its last whole frame, completes the header and gives the file its name. If a
/// write failed, returns false, with an error that gives the length and path of the kept part.
/// [main]
bool jw_take_file_finish(JwTakeFile *file, JwError *error);

/// Frees the memory; a file that was not finished remains as a part. Accepts NULL. [main]
void jw_take_file_free(JwTakeFile *file);

#endif // JW_TAKE_FILE_H
