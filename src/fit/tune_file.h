// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tunes the instrument of a file: measures it and writes the tuned file next to it.

#ifndef JW_TUNE_FILE_H
#define JW_TUNE_FILE_H

#include "base/error.h"

#include <stdbool.h>

/// Tunes an instrument, given as a user names it, on all available processors; shows progress and
/// result unless quiet. Returns false, with an error, on failure or after a signal; the tuned file
/// is then unchanged. [main]
bool jw_tune_file(const char *name, bool quiet, JwError *error);

#endif // JW_TUNE_FILE_H
