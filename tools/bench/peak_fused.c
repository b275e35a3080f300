// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Compiled with contraction on: a multiply-add is one instruction where there is one.

#define FUNCTION jw_bench_fused
#include "peak_template.h"
