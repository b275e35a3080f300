// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Linked into a program: its engine computes at the plain level of the instruction set, as a
// browser does.

#include "kernel/kernels.h"

__attribute__((constructor)) static void choose_level(void) {
    jw_kernels_limit(JW_ISA_BASELINE);
}
