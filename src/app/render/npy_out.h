// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// NumPy array files (format 1.0): rows of 32-bit floats, written one by one.

#ifndef JW_NPY_OUT_H
#define JW_NPY_OUT_H

#include "base/error.h"
#include "program/folder.h"

#include <stdbool.h>
#include <stdint.h>

/// For one thread at a time.
typedef struct JwNpyOut JwNpyOut;

/// Creates a file with n_columns columns, 1 or more, in a folder; fails if the name exists. Returns
/// NULL, with an error, on failure. [any]
JwNpyOut *jw_npy_out_new(const JwFolder *folder, const char *name, int n_columns, JwError *error);

/// Adds a row. jw_npy_out_close() reports failures. [any]
void jw_npy_out_row(JwNpyOut *out, const float *row);

/// Completes the file with at most its first n_rows rows, and frees everything. Returns false, with
/// an error, if anything failed; accepts NULL. [any]
bool jw_npy_out_close(JwNpyOut *out, uint64_t n_rows, JwError *error);

#endif // JW_NPY_OUT_H
