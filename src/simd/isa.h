// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Registers of the instruction set that this file is compiled for. A header an instruction set, all
// with the same names:
//
//   JW_VREG_BYTES        width of a register
//   JW_FLOATS JW_DOUBLES numbers in it
//   JW_FUSED             1: a product is added without rounding in between
//   JW_GATHER_ROWS       rows whose sums with two arrays stay in registers, 1 to that many listed
//   in
//                        JW_GATHER_COUNTS
//   JW_WIDE_FILE         1: 32 registers of 64 bytes, enough for a whole step's sums in one pass
//   FloatReg DoubleReg   a register
//   FewReg               a register that four doubles fill, or a part of
//   FUSE(a, b, c)        a b + c, of _FLOAT, _DOUBLE, _FEW
//   FROM(a, b, c)        c - a b
//   MAX MIN ROOT         the larger, the smaller, the root; b where a and b are equal
//   ANY(a, b)            whether a < b in any lane
//
// What includes this is compiled once for each level of the instruction set (kernel/kernels.h).
// Products are added without rounding in between where the machine can: the same bits on x86-64-v3,
// v4 and NEON. Plain x86-64 rounds: a second of sitar differs by -87 dB, of tanpura by -76 dB.

#ifndef JW_ISA_H
#define JW_ISA_H

#if defined(__AVX512F__)
#include "simd/isa_avx512.h"
#elif defined(__AVX2__) && defined(__FMA__)
#include "simd/isa_avx2.h"
#elif defined(__SSE2__)
#include "simd/isa_sse2.h"
#elif defined(__aarch64__)
#include "simd/isa_neon.h"
#else
#include "simd/isa_generic.h"
#endif

#endif // JW_ISA_H
