// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The tuned file of an instrument as an output, which appears complete or not at all.

#ifndef JW_TUNED_TARGET_H
#define JW_TUNED_TARGET_H

#include "program/target_file.h"

#include <stdbool.h>

enum { JW_TUNED_TARGET_PATH = 4096 };

/// {0}: not opened.
typedef struct {
    JwTargetFile file;
    char path[JW_TUNED_TARGET_PATH];
    char folder[JW_TUNED_TARGET_PATH];
    bool is_new_folder; ///< True if the folder was created for it
    bool is_written;
} JwTunedTarget;

/// Opens the tuned file for an instrument's file, and creates its folder if necessary. Returns
/// false, with an error, on failure or if there is a different file of that name. [main]
bool jw_tuned_target_open(JwTunedTarget *target, const char *instrument_path, JwError *error);

/// Writes the text and moves the file to its place. [main]
bool jw_tuned_target_write(JwTunedTarget *target, const char *text, JwError *error);

/// Keeps the previous file unless the new one was written; frees its memory. [main]
void jw_tuned_target_discard(JwTunedTarget *target);

#endif // JW_TUNED_TARGET_H
