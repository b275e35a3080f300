// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Columns of the table of results that a rendering fills in.

#ifndef JW_RESULT_COLUMNS_H
#define JW_RESULT_COLUMNS_H

#include "app/dataset/results.h"
#include "app/render/rendered.h"

/// Fills in columns and message of a result. [any]
void jw_result_columns_fill(JwResult *result, const JwRendered *rendered);

#endif // JW_RESULT_COLUMNS_H
