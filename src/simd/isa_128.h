// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Registers of 128 bits, for all instruction sets.

#ifndef JW_ISA_128_H
#define JW_ISA_128_H

#define JW_VREG_BYTES 16
#define JW_FLOATS     4
#define JW_DOUBLES    2
#ifndef JW_GATHER_ROWS
#define JW_GATHER_ROWS       5
#define JW_GATHER_COUNTS(DO) DO(1) DO(2) DO(3) DO(4) DO(5)
#endif

#include "simd/isa_register.h"

#include "simd/isa_few.h"

#endif // JW_ISA_128_H
