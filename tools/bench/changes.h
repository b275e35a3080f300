// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Time that the control thread needs to change the instrument or the tables.

#ifndef JW_BENCH_CHANGES_H
#define JW_BENCH_CHANGES_H

#include "base/error.h"

#include <stdbool.h>

/// Measures and prints all instruments and presets found: the smallest of `rounds` times each.
bool jw_bench_changes(int rounds, JwError *error);

#endif // JW_BENCH_CHANGES_H
