// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Register types of JW_VREG_BYTES.

#ifndef JW_ISA_REGISTER_H
#define JW_ISA_REGISTER_H

typedef float FloatReg __attribute__((vector_size(JW_VREG_BYTES)));
typedef double DoubleReg __attribute__((vector_size(JW_VREG_BYTES)));

#endif // JW_ISA_REGISTER_H
