// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Multiply-add that rounds the product, for processors without a fused one.

#ifndef JW_ISA_UNFUSED_H
#define JW_ISA_UNFUSED_H

#define JW_FUSED 0

#define FUSE_FLOAT(a, b, c)  ((a) * (b) + (c))
#define FUSE_DOUBLE(a, b, c) ((a) * (b) + (c))
#define FROM_FLOAT(a, b, c)  ((c) - (a) * (b))
#define FROM_DOUBLE(a, b, c) ((c) - (a) * (b))

#endif // JW_ISA_UNFUSED_H
