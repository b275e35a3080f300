// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Registers of 64-bit ARM (NEON): simd/isa.h says what each of these names means.

#ifndef JW_ISA_NEON_H
#define JW_ISA_NEON_H

#include <arm_neon.h>

#define JW_VREG_BYTES        16
#define JW_FLOATS            4
#define JW_DOUBLES           2
#define JW_FUSED             1
#define JW_GATHER_ROWS       5
#define JW_WIDE_FILE         0
#define JW_GATHER_COUNTS(DO) DO(1) DO(2) DO(3) DO(4) DO(5)

typedef float FloatReg __attribute__((vector_size(JW_VREG_BYTES)));
typedef double DoubleReg __attribute__((vector_size(JW_VREG_BYTES)));

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

// Four doubles fill whole registers.
typedef DoubleReg FewReg;
#define FUSE_FEW FUSE_DOUBLE
#define FROM_FEW FROM_DOUBLE
#define MAX_FEW  MAX_DOUBLE
#define MIN_FEW  MIN_DOUBLE
#define ROOT_FEW ROOT_DOUBLE
#define ANY_FEW  ANY_DOUBLE

#endif // JW_ISA_NEON_H
