// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#ifndef JW_PRECISION_H
#define JW_PRECISION_H

/// Precision of the numbers of a string's modes: 64-bit, or 32-bit, which fits twice as many
/// numbers into a register.
typedef enum { JW_PRECISION_F32, JW_PRECISION_F64 } JwPrecision;

#endif // JW_PRECISION_H
