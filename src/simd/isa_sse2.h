// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Registers of every x86-64 (SSE2): simd/isa.h defines the names.

#ifndef JW_ISA_SSE2_H
#define JW_ISA_SSE2_H

#define JW_REGISTERS 16
#define JW_BY_LANE   0

#include "simd/isa_128.h"
#include "simd/isa_unfused.h"

#include <immintrin.h>

#define MAX_DOUBLE(a, b) _mm_max_pd(a, b)
#define MIN_DOUBLE(a, b) _mm_min_pd(a, b)
#define ROOT_DOUBLE(a)   _mm_sqrt_pd(a)
#define ANY_DOUBLE(a, b) _mm_movemask_pd(_mm_cmplt_pd(a, b))

#endif // JW_ISA_SSE2_H
