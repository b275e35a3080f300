// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Arithmetic of one kind of block VBLOCK: COUNT numbers REAL, in registers VREG. simd/lanes.h
// includes this file once for each kind; the parameters are undefined again at the end.

#if !defined(COUNT) || !defined(REAL) || !defined(VBLOCK) || !defined(VREG) || !defined(FUSE) ||   \
    !defined(FROM) || !defined(NAME)
#error "COUNT, REAL, VBLOCK, VREG, FUSE, FROM, NAME"
#endif

enum { NAME(regs) = COUNT * sizeof(REAL) / sizeof(VREG) };

typedef struct {
    VREG reg[NAME(regs)];
} VBLOCK;

static JW_INLINE JW_REALTIME VBLOCK NAME(splat)(REAL a) {
    VBLOCK out;
    for (int p = 0; p < (int)NAME(regs); ++p) {
        out.reg[p] = a - (VREG){0};
    }
    return out;
}

static JW_INLINE JW_REALTIME VBLOCK NAME(add)(VBLOCK a, VBLOCK b) {
    for (int p = 0; p < (int)NAME(regs); ++p) {
        a.reg[p] += b.reg[p];
    }
    return a;
}

static JW_INLINE JW_REALTIME VBLOCK NAME(sub)(VBLOCK a, VBLOCK b) {
    for (int p = 0; p < (int)NAME(regs); ++p) {
        a.reg[p] -= b.reg[p];
    }
    return a;
}

static JW_INLINE JW_REALTIME VBLOCK NAME(mul)(VBLOCK a, VBLOCK b) {
    for (int p = 0; p < (int)NAME(regs); ++p) {
        a.reg[p] *= b.reg[p];
    }
    return a;
}

/// Same number in all lanes of a register.
static JW_INLINE JW_REALTIME VREG NAME(spread)(REAL a) {
    return a - (VREG){0};
}

/// Sum a b + c of registers.
static JW_INLINE JW_REALTIME VREG NAME(fuse)(VREG a, VREG b, VREG c) {
    return FUSE(a, b, c);
}

/// Difference c - a b of registers.
static JW_INLINE JW_REALTIME VREG NAME(fuse_from)(VREG a, VREG b, VREG c) {
    return FROM(a, b, c);
}

/// Sum a b + c.
static JW_INLINE JW_REALTIME VBLOCK NAME(fma)(VBLOCK a, VBLOCK b, VBLOCK c) {
    for (int p = 0; p < (int)NAME(regs); ++p) {
        c.reg[p] = FUSE(a.reg[p], b.reg[p], c.reg[p]);
    }
    return c;
}

/// Difference c - a b.
static JW_INLINE JW_REALTIME VBLOCK NAME(fnma)(VBLOCK a, VBLOCK b, VBLOCK c) {
    for (int p = 0; p < (int)NAME(regs); ++p) {
        c.reg[p] = FROM(a.reg[p], b.reg[p], c.reg[p]);
    }
    return c;
}

#undef COUNT
#undef REAL
#undef VBLOCK
#undef VREG
#undef FUSE
#undef FROM
#undef NAME
