// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sums of eight blocks of floats in registers of 256 bits; 512-bit processors use them too.

#ifndef JW_REDUCE_EIGHT_H
#define JW_REDUCE_EIGHT_H

#include "simd/lanes.h"

/// Sums of eight half blocks, one in each lane.
static JW_INLINE JW_REALTIME Float8 sum8_floats(const Float8 *v) {
// 256 bits at every level: wider registers would only add moves, and one load of two sums that were
// stored separately would wait for both stores.
#define QUARTERS(x, y)                                                                             \
    (__builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11) +                                     \
     __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15))
#define PAIRS(x, y)                                                                                \
    (__builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13) +                                     \
     __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15))
#define ONES(x, y)                                                                                 \
    (__builtin_shufflevector(x, y, 0, 2, 8, 10, 4, 6, 12, 14) +                                    \
     __builtin_shufflevector(x, y, 1, 3, 9, 11, 5, 7, 13, 15))
    // Pairs of blocks share a register: 0 and 4, then 0 and 2, then 0 and 1. At the end each lane
    // holds the sum of one block.
    const Float8 ae = QUARTERS(v[0], v[4]), bf = QUARTERS(v[1], v[5]);
    const Float8 cg = QUARTERS(v[2], v[6]), dh = QUARTERS(v[3], v[7]);
    const Float8 sums = ONES(PAIRS(ae, bf), PAIRS(cg, dh));
#undef QUARTERS
#undef PAIRS
#undef ONES
    return sums;
}

#endif // JW_REDUCE_EIGHT_H
