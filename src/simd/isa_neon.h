// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Registers of 64-bit ARM (NEON): simd/isa.h defines the names.

#ifndef JW_ISA_NEON_H
#define JW_ISA_NEON_H

#include "simd/isa_128.h"

#include <arm_neon.h>

#define JW_REGISTERS 32
#define JW_BY_LANE   1
#define JW_FUSED     1

#define FUSE_FLOAT(a, b, c)                                                                        \
    (FloatReg) vfmaq_f32((float32x4_t)(c), (float32x4_t)(a), (float32x4_t)(b))
#define FUSE_DOUBLE(a, b, c)                                                                       \
    (DoubleReg) vfmaq_f64((float64x2_t)(c), (float64x2_t)(a), (float64x2_t)(b))
#define FROM_FLOAT(a, b, c)                                                                        \
    (FloatReg) vfmsq_f32((float32x4_t)(c), (float32x4_t)(a), (float32x4_t)(b))
#define FROM_DOUBLE(a, b, c)                                                                       \
    (DoubleReg) vfmsq_f64((float64x2_t)(c), (float64x2_t)(a), (float64x2_t)(b))
#define MAX_DOUBLE(a, b) (DoubleReg) vmaxq_f64((float64x2_t)(a), (float64x2_t)(b))
#define MIN_DOUBLE(a, b) (DoubleReg) vminq_f64((float64x2_t)(a), (float64x2_t)(b))
#define ROOT_DOUBLE(a)   (DoubleReg) vsqrtq_f64((float64x2_t)(a))
#define ANY_DOUBLE(a, b)                                                                           \
    vmaxvq_u32(vreinterpretq_u32_u64(vcltq_f64((float64x2_t)(a), (float64x2_t)(b))))

#endif // JW_ISA_NEON_H
