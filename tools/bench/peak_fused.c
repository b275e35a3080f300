// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Loop over registers with contraction on: a multiply-add is one instruction where the machine has
// one.

#define FUNCTION jw_bench_fused
#include "peak_template.h"
