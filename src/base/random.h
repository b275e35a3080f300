// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Random numbers that depend only on seed and count, and are therefore repeatable.

#ifndef JW_RANDOM_H
#define JW_RANDOM_H

#include "base/attributes.h"

#include <stdint.h>

/// Uniform random number from 0 to 1: hash of a seed, a count and `which` (0..15), the index of the
/// number for that count. SplitMix64 (Steele, Lea, Flood 2014). [any]
static inline JW_REALTIME double jw_random(uint64_t seed, uint64_t count, int which) {
    uint64_t z = seed * 0xd1342543de82ef95u + count * 16u + (uint64_t)which;
    for (int i = 0; i < 2; ++i) {
        z += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        z ^= z >> 31;
    }
    return (double)(z >> 11) * 0x1p-53;
}

#endif // JW_RANDOM_H
