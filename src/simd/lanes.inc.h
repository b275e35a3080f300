// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Arithmetic of one kind of lanes; lanes.h includes it with VEC and its parts set.

enum { NAME(parts) = COUNT * sizeof(REAL) / sizeof(PART) };

typedef struct {
    PART part[NAME(parts)];
} VEC;

static JW_INLINE JW_REALTIME VEC NAME(splat)(REAL a) {
    VEC out;
    for (int p = 0; p < (int)NAME(parts); ++p) {
        out.part[p] = a - (PART){0};
    }
    return out;
}

static JW_INLINE JW_REALTIME VEC NAME(add)(VEC a, VEC b) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        a.part[p] += b.part[p];
    }
    return a;
}

static JW_INLINE JW_REALTIME VEC NAME(sub)(VEC a, VEC b) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        a.part[p] -= b.part[p];
    }
    return a;
}

static JW_INLINE JW_REALTIME VEC NAME(mul)(VEC a, VEC b) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        a.part[p] *= b.part[p];
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
static JW_INLINE JW_REALTIME VEC NAME(fma)(VEC a, VEC b, VEC c) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        c.part[p] = FUSE(a.part[p], b.part[p], c.part[p]);
    }
    return c;
}

/// c - a b
static JW_INLINE JW_REALTIME VEC NAME(fnma)(VEC a, VEC b, VEC c) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        c.part[p] = FROM(a.part[p], b.part[p], c.part[p]);
    }
    return c;
}
