// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Time that the control thread needs for another instrument, and for other tables.

#ifndef JW_BENCH_CHANGES_H
#define JW_BENCH_CHANGES_H

#include "base/message.h"

#include <stdbool.h>

/// Measures and prints all instruments and presets that can be found, the least of `rounds` each.
bool jw_bench_changes(int rounds, JwMessage *message);

#endif // JW_BENCH_CHANGES_H
