// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Registers of the instruction set that this file is compiled for. Each instruction set has its own
// header; all define the same names:
//
//   JW_VREG_BYTES        width of a register
//   JW_FLOATS JW_DOUBLES numbers in it
//   JW_REGISTERS         number of registers
//   JW_BY_LANE           1: an instruction multiplies all lanes by one lane of another register
//   JW_FUSED             1: products are added without rounding in between
//   JW_GATHER_ROWS       largest number of rows whose sums with two arrays stay in registers
//   JW_GATHER_COUNTS     numbers of rows from 1 to JW_GATHER_ROWS, as a list
//   FloatReg DoubleReg   a register
//   FewReg               register, or part of one, that holds four doubles
//   FUSE(a, b, c)        a b + c; this and those below end in _FLOAT, _DOUBLE or _FEW
//   FROM(a, b, c)        c - a b
//   MAX MIN ROOT         larger, and smaller (b if a and b are equal); square root
//   ANY(a, b)            whether a < b in any lane
//
// Files that include this are compiled once for each level of the instruction set
// (kernel/kernels.h). Products are fused with their sum where the machine can do that: x86-64-v3,
// v4 and NEON give the same bits. Plain x86-64 rounds products: a second of sitar differs by -87
// dB, of tanpura by -76 dB.
//
// A new instruction set needs a header isa_NAME.h with these names, and an #elif here. A new level
// of x86-64 (other processors have a single level) also needs
//
//   src/meson.build            its name in `levels`
//   src/kernel/kernels.h       a JwIsa and a JwKernels
//   src/kernel/kernels.c       its features in jw_kernels_isa(), a case, the first value of `limit`
//   tests/kernel/trial.c       `level_name` and LEVELS
//   tools/bench                its name in isa.c, and switches in bandwidth.c, gi_rk4.c and
//                              peak_template.h

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
#elif defined(__wasm_simd128__)
#include "simd/isa_wasm.h"
#else
#include "simd/isa_generic.h"
#endif

#endif // JW_ISA_H
