// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Divides by zero: under traps.c it must end there, so this is a test that should fail.

#include <stdio.h>

int main(void) {
    const volatile double zero = 0.0;
    const volatile double infinite = 1.0 / zero;
    printf("%g\n", infinite);
    return 0;
}
