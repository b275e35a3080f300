// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Loop over registers with contraction off: a multiply-add is two instructions.

#define FUNCTION jw_bench_apart
#include "peak_template.h"
