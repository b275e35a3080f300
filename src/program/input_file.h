// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sound files that are read: any format of libsndfile, at any rate, one or two channels.

#ifndef JW_INPUT_FILE_H
#define JW_INPUT_FILE_H

#include "base/message.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct JwInputFile JwInputFile;

/// Opens a file to be read at that rate [Hz]; NULL, with a message, on failure. A file of another
/// rate is resampled, if this build can do that. [main]
JwInputFile *jw_input_file_open(const char *path, int rate_hz, JwMessage *message);

/// Closes it; NULL is fine. [main]
void jw_input_file_close(JwInputFile *in);

/// Length at the rate that it is read at [frames]. [any]
uint64_t jw_input_file_frames(const JwInputFile *in);

/// Reads n frames; a single channel goes to both sides, and silence follows the end. False, with a
/// message, if the file cannot be read on. [main]
bool jw_input_file_read(JwInputFile *in, float *left, float *right, uint32_t n, JwMessage *message);

#endif // JW_INPUT_FILE_H
