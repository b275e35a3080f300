// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sums of lanes, computed register by register. Parameters, which are undefined at the end: the
// types FOLDED and WHOLE of blocks, REG of a register and TAIL of a tail; NAME(x), the name of a
// function; AT(v, i), register i of a FOLDED; FUSE(a, b, c), a b + c.

#if !defined(FOLDED) || !defined(WHOLE) || !defined(REG) || !defined(TAIL) || !defined(NAME) ||    \
    !defined(AT) || !defined(FUSE)
#error "FOLDED, WHOLE, REG, TAIL, NAME, AT and FUSE have to be defined"
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
// Warning silenced: gcc does not see that every register is stored before it is read.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

/// Stores register p of a sum; p counts up from 0. Adds the two halves of the sum's lanes and
/// writes the result to *to, or adds it to *to if `more`; *low keeps the first half in between.
static JW_INLINE JW_REALTIME void NAME(put)(FOLDED *to, WHOLE *low, int p, REG sum, bool more) {
    const int half = (int)JW_REGS(FOLDED);
    if (p < half) {
        low->reg[p] = sum;
    } else {
        REG *at = AT(to, p - half);
        const REG folded = low->reg[p - half] + sum;
        *at = more ? *at + folded : folded;
    }
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// Tail of n numbers that does not fill a register: a whole register here.
typedef REG TAIL;

static JW_INLINE JW_REALTIME TAIL NAME(tail)(REG v) {
    return v;
}

static JW_INLINE JW_REALTIME TAIL NAME(tail_fma)(TAIL a, TAIL b, TAIL c) {
    return FUSE(a, b, c);
}

#undef FOLDED
#undef WHOLE
#undef REG
#undef TAIL
#undef NAME
#undef AT
#undef FUSE
