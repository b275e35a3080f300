// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Arithmetic of one kind of lanes; lanes.h includes it with VBLOCK and its parts set.

enum { NAME(parts) = COUNT * sizeof(REAL) / sizeof(PART) };

typedef struct {
    PART reg[NAME(parts)];
} VBLOCK;

static JW_INLINE JW_REALTIME VBLOCK NAME(splat)(REAL a) {
    VBLOCK out;
    for (int p = 0; p < (int)NAME(parts); ++p) {
        out.reg[p] = a - (PART){0};
    }
    return out;
}

static JW_INLINE JW_REALTIME VBLOCK NAME(add)(VBLOCK a, VBLOCK b) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        a.reg[p] += b.reg[p];
    }
    return a;
}

static JW_INLINE JW_REALTIME VBLOCK NAME(sub)(VBLOCK a, VBLOCK b) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        a.reg[p] -= b.reg[p];
    }
    return a;
}

static JW_INLINE JW_REALTIME VBLOCK NAME(mul)(VBLOCK a, VBLOCK b) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        a.reg[p] *= b.reg[p];
    }
    return a;
}

/// The same number in all lanes of a part.
static JW_INLINE JW_REALTIME PART NAME(spread)(REAL a) {
    return a - (PART){0};
}

/// a b + c, of a part.
static JW_INLINE JW_REALTIME PART NAME(fuse)(PART a, PART b, PART c) {
    return FUSE(a, b, c);
}

/// c - a b, of a part.
static JW_INLINE JW_REALTIME PART NAME(fuse_from)(PART a, PART b, PART c) {
    return FROM(a, b, c);
}

/// a b + c
static JW_INLINE JW_REALTIME VBLOCK NAME(fma)(VBLOCK a, VBLOCK b, VBLOCK c) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        c.reg[p] = FUSE(a.reg[p], b.reg[p], c.reg[p]);
    }
    return c;
}

/// c - a b
static JW_INLINE JW_REALTIME VBLOCK NAME(fnma)(VBLOCK a, VBLOCK b, VBLOCK c) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        c.reg[p] = FROM(a.reg[p], b.reg[p], c.reg[p]);
    }
    return c;
}
