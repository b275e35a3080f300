// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Registers of every x86-64 (SSE2): simd/isa.h says what each of these names means.

#ifndef JW_ISA_SSE2_H
#define JW_ISA_SSE2_H

#include <immintrin.h>

#define JW_VREG_BYTES        16
#define JW_FLOATS            4
#define JW_DOUBLES           2
#define JW_FUSED             0
#define JW_GATHER_ROWS       5
#define JW_WIDE_FILE         0
#define JW_GATHER_COUNTS(DO) DO(1) DO(2) DO(3) DO(4) DO(5)

typedef float FloatReg __attribute__((vector_size(JW_VREG_BYTES)));
typedef double DoubleReg __attribute__((vector_size(JW_VREG_BYTES)));

#define FUSE_FLOAT(a, b, c)  ((a) * (b) + (c))
#define FUSE_DOUBLE(a, b, c) ((a) * (b) + (c))
#define FROM_FLOAT(a, b, c)  ((c) - (a) * (b))
#define FROM_DOUBLE(a, b, c) ((c) - (a) * (b))
#define MAX_DOUBLE(a, b)     _mm_max_pd(a, b)
#define MIN_DOUBLE(a, b)     _mm_min_pd(a, b)
#define ROOT_DOUBLE(a)       _mm_sqrt_pd(a)
#define ANY_DOUBLE(a, b)     _mm_movemask_pd(_mm_cmplt_pd(a, b))

// Four doubles fill whole registers.
typedef DoubleReg FewReg;
#define FUSE_FEW FUSE_DOUBLE
#define FROM_FEW FROM_DOUBLE
#define MAX_FEW  MAX_DOUBLE
#define MIN_FEW  MIN_DOUBLE
#define ROOT_FEW ROOT_DOUBLE
#define ANY_FEW  ANY_DOUBLE

#endif // JW_ISA_SSE2_H
