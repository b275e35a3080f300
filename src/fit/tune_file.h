// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tunes the instrument of a file: measures it and writes the tuned file beside it.

#ifndef JW_TUNE_FILE_H
#define JW_TUNE_FILE_H

#include "base/message.h"

#include <stdbool.h>

/// Tunes an instrument, named as a user names it, on all processors that the program may use; shows
/// progress and result unless quiet. Returns false, with a message and the tuned file as it was, on
/// failure or once a signal came. [main]
bool jw_tune_file(const char *name, bool quiet, JwMessage *message);

#endif // JW_TUNE_FILE_H
