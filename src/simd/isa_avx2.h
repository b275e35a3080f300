// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Registers of x86-64-v3 (AVX2, FMA): simd/isa.h defines the names.

#ifndef JW_ISA_AVX2_H
#define JW_ISA_AVX2_H

#include <immintrin.h>

#define JW_VREG_BYTES        32
#define JW_REGISTERS         16
#define JW_BY_LANE           0
#define JW_FLOATS            8
#define JW_DOUBLES           4
#define JW_FUSED             1
#define JW_GATHER_ROWS       6
#define JW_GATHER_COUNTS(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6)

#include "simd/isa_register.h"

#define FUSE_FLOAT(a, b, c)  _mm256_fmadd_ps(a, b, c)
#define FUSE_DOUBLE(a, b, c) _mm256_fmadd_pd(a, b, c)
#define FROM_FLOAT(a, b, c)  _mm256_fnmadd_ps(a, b, c)
#define FROM_DOUBLE(a, b, c) _mm256_fnmadd_pd(a, b, c)
#define MAX_DOUBLE(a, b)     _mm256_max_pd(a, b)
#define MIN_DOUBLE(a, b)     _mm256_min_pd(a, b)
#define ROOT_DOUBLE(a)       _mm256_sqrt_pd(a)
#define ANY_DOUBLE(a, b)     _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LT_OQ))

#include "simd/isa_few.h"

#endif // JW_ISA_AVX2_H
