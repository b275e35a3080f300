// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// NumPy's files of arrays (format 1.0): rows of 32-bit floats, written as they come.

#ifndef JW_NPY_OUT_H
#define JW_NPY_OUT_H

#include "base/message.h"
#include "program/folder.h"

#include <stdbool.h>
#include <stdint.h>

/// For one thread at a time.
typedef struct JwNpyOut JwNpyOut;

/// Begins a file of that many columns, 1 or more, in a folder where there is none of that name.
/// NULL, with a message, on failure. [any]
JwNpyOut *jw_npy_out_new(const JwFolder *folder, const char *name, int n_columns,
                         JwMessage *message);

/// Adds a row. Failures are told by jw_npy_out_close(). [any]
void jw_npy_out_row(JwNpyOut *out, const float *row);

/// Ends the file with the first n_rows rows, of those there are, and frees all. False, with a
/// message, if anything failed; NULL is fine. [any]
bool jw_npy_out_close(JwNpyOut *out, uint64_t n_rows, JwMessage *message);

#endif // JW_NPY_OUT_H
