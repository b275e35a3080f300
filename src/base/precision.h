// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#ifndef JW_PRECISION_H
#define JW_PRECISION_H

/// Precision of the numbers of a string's modes: 32-bit, of which twice as many fit into a
/// register, or 64-bit.
typedef enum { JW_PRECISION_F32, JW_PRECISION_F64 } JwPrecision;

#endif // JW_PRECISION_H
