// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Arithmetic of blocks with one number for each string or point; modes do not need it. simd/lanes.h
// includes this file after simd/lanes.inc.h of that kind; the parameters are undefined again at the
// end.

#if !defined(VBLOCK) || !defined(VREG) || !defined(MAX) || !defined(MIN) || !defined(ROOT) ||      \
    !defined(ANY) || !defined(NAME)
#error "VBLOCK, VREG, MAX, MIN, ROOT, ANY, NAME"
#endif

static JW_INLINE JW_REALTIME VBLOCK NAME(div)(VBLOCK a, VBLOCK b) {
    for (int p = 0; p < (int)NAME(regs); ++p) {
        a.reg[p] /= b.reg[p];
    }
    return a;
}

/// Larger of a and b; b where they are equal.
static JW_INLINE JW_REALTIME VBLOCK NAME(max)(VBLOCK a, VBLOCK b) {
    for (int p = 0; p < (int)NAME(regs); ++p) {
        a.reg[p] = MAX(a.reg[p], b.reg[p]);
    }
    return a;
}

/// Smaller of a and b; b where they are equal.
static JW_INLINE JW_REALTIME VBLOCK NAME(min)(VBLOCK a, VBLOCK b) {
    for (int p = 0; p < (int)NAME(regs); ++p) {
        a.reg[p] = MIN(a.reg[p], b.reg[p]);
    }
    return a;
}

static JW_INLINE JW_REALTIME VBLOCK NAME(neg)(VBLOCK a) {
    for (int p = 0; p < (int)NAME(regs); ++p) {
        a.reg[p] = -a.reg[p];
    }
    return a;
}

static JW_INLINE JW_REALTIME VBLOCK NAME(sqrt)(VBLOCK a) {
    for (int p = 0; p < (int)NAME(regs); ++p) {
        a.reg[p] = ROOT(a.reg[p]);
    }
    return a;
}

/// Chooses a < b ? x : y, lane by lane.
static JW_INLINE JW_REALTIME VBLOCK NAME(less)(VBLOCK a, VBLOCK b, VBLOCK x, VBLOCK y) {
    for (int p = 0; p < (int)NAME(regs); ++p) {
        typedef __typeof__(a.reg[p] < b.reg[p]) Mask;
        const Mask m = a.reg[p] < b.reg[p];
        x.reg[p] = (VREG)(((Mask)x.reg[p] & m) | ((Mask)y.reg[p] & ~m));
    }
    return x;
}

/// True if a < b in any lane.
static JW_INLINE JW_REALTIME bool NAME(any)(VBLOCK a, VBLOCK b) {
    bool any = false;
    for (int p = 0; p < (int)NAME(regs); ++p) {
        any |= ANY(a.reg[p], b.reg[p]);
    }
    return any;
}

#undef VBLOCK
#undef VREG
#undef MAX
#undef MIN
#undef ROOT
#undef ANY
#undef NAME
