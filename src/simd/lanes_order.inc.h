// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Other orders of the numbers in one or two registers; lanes.h includes it with PART and LIST set.

/// Of each pair of numbers in a and b, as if they stood one after the other, the first,
static JW_INLINE JW_REALTIME PART NAME(firsts)(PART a, PART b) {
    return __builtin_shufflevector(a, b, LIST(FIRSTS));
}

/// and the second.
static JW_INLINE JW_REALTIME PART NAME(seconds)(PART a, PART b) {
    return __builtin_shufflevector(a, b, LIST(SECONDS));
}

/// The last one first.
static JW_INLINE JW_REALTIME PART NAME(back)(PART a) {
    return __builtin_shufflevector(a, a, LIST(BACK));
}

/// Pairs of a number of a and one of b: the first half of them,
static JW_INLINE JW_REALTIME PART NAME(low)(PART a, PART b) {
    return __builtin_shufflevector(a, b, LIST(LOW));
}

/// and the second.
static JW_INLINE JW_REALTIME PART NAME(high)(PART a, PART b) {
    return __builtin_shufflevector(a, b, LIST(HIGH));
}
