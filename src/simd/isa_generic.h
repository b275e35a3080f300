// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Registers of a processor that nothing is known of: simd/isa.h says what each of these names
// means.

#ifndef JW_ISA_GENERIC_H
#define JW_ISA_GENERIC_H

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
#define MAX_DOUBLE(a, b)                                                                           \
    (DoubleReg) {                                                                                  \
        (a)[0] > (b)[0] ? (a)[0] : (b)[0], (a)[1] > (b)[1] ? (a)[1] : (b)[1]                       \
    }
#define MIN_DOUBLE(a, b)                                                                           \
    (DoubleReg) {                                                                                  \
        (a)[0] < (b)[0] ? (a)[0] : (b)[0], (a)[1] < (b)[1] ? (a)[1] : (b)[1]                       \
    }
#define ROOT_DOUBLE(a)                                                                             \
    (DoubleReg) {                                                                                  \
        __builtin_sqrt((a)[0]), __builtin_sqrt((a)[1])                                             \
    }
#define ANY_DOUBLE(a, b) ((a)[0] < (b)[0] || (a)[1] < (b)[1])

// Four doubles fill whole registers.
typedef DoubleReg FewReg;
#define FUSE_FEW FUSE_DOUBLE
#define FROM_FEW FROM_DOUBLE
#define MAX_FEW  MAX_DOUBLE
#define MIN_FEW  MIN_DOUBLE
#define ROOT_FEW ROOT_DOUBLE
#define ANY_FEW  ANY_DOUBLE

#endif // JW_ISA_GENERIC_H
