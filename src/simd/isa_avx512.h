// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Registers of x86-64-v4 (AVX-512): simd/isa.h defines the names.

#ifndef JW_ISA_AVX512_H
#define JW_ISA_AVX512_H

#include <immintrin.h>

#define JW_VREG_BYTES  64
#define JW_REGISTERS   32
#define JW_BY_LANE     0
#define JW_FLOATS      16
#define JW_DOUBLES     8
#define JW_FUSED       1
#define JW_GATHER_ROWS 14
#define JW_GATHER_COUNTS(DO)                                                                       \
    DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14)

#include "simd/isa_register.h"

#define FUSE_FLOAT(a, b, c)  _mm512_fmadd_ps(a, b, c)
#define FUSE_DOUBLE(a, b, c) _mm512_fmadd_pd(a, b, c)
#define FROM_FLOAT(a, b, c)  _mm512_fnmadd_ps(a, b, c)
#define FROM_DOUBLE(a, b, c) _mm512_fnmadd_pd(a, b, c)
#define MAX_DOUBLE(a, b)     _mm512_max_pd(a, b)
#define MIN_DOUBLE(a, b)     _mm512_min_pd(a, b)
#define ROOT_DOUBLE(a)       _mm512_sqrt_pd(a)
#define ANY_DOUBLE(a, b)     _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ)

// Four doubles are half a register.
typedef double FewReg __attribute__((vector_size(32)));
#define FUSE_FEW(a, b, c) _mm256_fmadd_pd(a, b, c)
#define FROM_FEW(a, b, c) _mm256_fnmadd_pd(a, b, c)
#define MAX_FEW(a, b)     _mm256_max_pd(a, b)
#define MIN_FEW(a, b)     _mm256_min_pd(a, b)
#define ROOT_FEW(a)       _mm256_sqrt_pd(a)
#define ANY_FEW(a, b)     _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LT_OQ))

#endif // JW_ISA_AVX512_H
