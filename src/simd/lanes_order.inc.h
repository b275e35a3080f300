// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Permutations of the numbers in one or two registers. simd/lanes.h includes this file once for
// each kind of register; the parameters are undefined again at the end.

#if !defined(VREG) || !defined(LIST) || !defined(NAME)
#error "VREG, LIST, NAME"
#endif

/// First number of each pair in a followed by b.
static JW_INLINE JW_REALTIME VREG NAME(firsts)(VREG a, VREG b) {
    return __builtin_shufflevector(a, b, LIST(FIRSTS));
}

/// Second number of each pair in a followed by b.
static JW_INLINE JW_REALTIME VREG NAME(seconds)(VREG a, VREG b) {
    return __builtin_shufflevector(a, b, LIST(SECONDS));
}

/// Numbers in reverse order.
static JW_INLINE JW_REALTIME VREG NAME(back)(VREG a) {
    return __builtin_shufflevector(a, a, LIST(BACK));
}

/// Interleaves a and b; the lower half of the result.
static JW_INLINE JW_REALTIME VREG NAME(low)(VREG a, VREG b) {
    return __builtin_shufflevector(a, b, LIST(LOW));
}

/// Interleaves a and b; the upper half of the result.
static JW_INLINE JW_REALTIME VREG NAME(high)(VREG a, VREG b) {
    return __builtin_shufflevector(a, b, LIST(HIGH));
}

#undef VREG
#undef LIST
#undef NAME
