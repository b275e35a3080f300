// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sound files for reading: any format of libsndfile, at any rate, one or two channels.

#ifndef JW_INPUT_FILE_H
#define JW_INPUT_FILE_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct JwInputFile JwInputFile;

/// Opens a file for reading at that rate [Hz]; returns NULL, with an error, on failure. A file
/// with another rate is resampled, if this build has libsamplerate. [main]
JwInputFile *jw_input_file_open(const char *path, int rate_hz, JwError *error);

/// Closes it; accepts NULL. [main]
void jw_input_file_close(JwInputFile *in);

/// Length at the requested rate [frames]. [any]
uint64_t jw_input_file_frames(const JwInputFile *in);

/// Reads n frames. A single channel is copied to both sides, and silence follows the end. Returns
/// false, with an error, if reading fails. [main]
bool jw_input_file_read(JwInputFile *in, float *left, float *right, uint32_t n, JwError *error);

#endif // JW_INPUT_FILE_H
