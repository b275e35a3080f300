// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#ifndef JW_PRECISION_H
#define JW_PRECISION_H

/// Numbers of a string's modes: 32-bit, twice as many in a register, or 64-bit.
typedef enum { JW_PRECISION_F32, JW_PRECISION_F64 } JwPrecision;

#endif // JW_PRECISION_H
