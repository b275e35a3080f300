// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Registers of any other processor, in portable C: simd/isa.h defines the names.

#ifndef JW_ISA_GENERIC_H
#define JW_ISA_GENERIC_H

#define JW_REGISTERS 16
#define JW_BY_LANE   0

#include "simd/isa_128.h"
#include "simd/isa_unfused.h"

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

#endif // JW_ISA_GENERIC_H
