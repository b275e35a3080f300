// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Other orders of the numbers in one or two registers. simd/lanes.h includes it once a kind of
// register; its words are free again after it.

#if !defined(VREG) || !defined(LIST) || !defined(NAME)
#error "VREG, LIST, NAME"
#endif

/// Of each pair of numbers in a and b, as if they stood one after the other, the first.
static JW_INLINE JW_REALTIME VREG NAME(firsts)(VREG a, VREG b) {
    return __builtin_shufflevector(a, b, LIST(FIRSTS));
}

/// Of each pair of numbers in a and b, as if they stood one after the other, the second.
static JW_INLINE JW_REALTIME VREG NAME(seconds)(VREG a, VREG b) {
    return __builtin_shufflevector(a, b, LIST(SECONDS));
}

/// The last one first.
static JW_INLINE JW_REALTIME VREG NAME(back)(VREG a) {
    return __builtin_shufflevector(a, a, LIST(BACK));
}

/// Pairs of a number of a and one of b: the first half of them.
static JW_INLINE JW_REALTIME VREG NAME(low)(VREG a, VREG b) {
    return __builtin_shufflevector(a, b, LIST(LOW));
}

/// Pairs of a number of a and one of b: the second half of them.
static JW_INLINE JW_REALTIME VREG NAME(high)(VREG a, VREG b) {
    return __builtin_shufflevector(a, b, LIST(HIGH));
}

#undef VREG
#undef LIST
#undef NAME
