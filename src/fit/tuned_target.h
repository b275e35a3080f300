// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The tuned file of an instrument, to be written: it appears whole or not at all.

#ifndef JW_TUNED_TARGET_H
#define JW_TUNED_TARGET_H

#include "program/target_file.h"

#include <stdbool.h>

enum { JW_TUNED_TARGET_PATH = 4096 };

/// {0} is a target that was not opened.
typedef struct {
    JwTargetFile file;
    char path[JW_TUNED_TARGET_PATH];
    char folder[JW_TUNED_TARGET_PATH];
    bool is_new_folder; ///< The folder was made for it
    bool is_written;
} JwTunedTarget;

/// Makes the folder of the tuned file of an instrument's file, if there is none, and opens the
/// file. Returns false, with a message, if that cannot be done or another file stands there.
/// [main]
bool jw_tuned_target_open(JwTunedTarget *target, const char *instrument_path, JwMessage *message);

/// Writes the text and puts the file in its place. [main]
bool jw_tuned_target_write(JwTunedTarget *target, const char *text, JwMessage *message);

/// Leaves what was there before unless the file was written; frees all. [main]
void jw_tuned_target_discard(JwTunedTarget *target);

#endif // JW_TUNED_TARGET_H
