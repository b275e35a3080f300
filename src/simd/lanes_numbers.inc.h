// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// More arithmetic, of lanes that hold a number of each string or point; lanes.h includes it after
// simd/lanes.inc.h.

static JW_INLINE JW_REALTIME VEC NAME(div)(VEC a, VEC b) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        a.part[p] /= b.part[p];
    }
    return a;
}

/// The larger; b where they are equal.
static JW_INLINE JW_REALTIME VEC NAME(max)(VEC a, VEC b) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        a.part[p] = MAX(a.part[p], b.part[p]);
    }
    return a;
}

/// The smaller; b where they are equal.
static JW_INLINE JW_REALTIME VEC NAME(min)(VEC a, VEC b) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        a.part[p] = MIN(a.part[p], b.part[p]);
    }
    return a;
}

static JW_INLINE JW_REALTIME VEC NAME(neg)(VEC a) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        a.part[p] = -a.part[p];
    }
    return a;
}

static JW_INLINE JW_REALTIME VEC NAME(sqrt)(VEC a) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        a.part[p] = ROOT(a.part[p]);
    }
    return a;
}

/// a < b ? x : y, lane by lane.
static JW_INLINE JW_REALTIME VEC NAME(less)(VEC a, VEC b, VEC x, VEC y) {
    for (int p = 0; p < (int)NAME(parts); ++p) {
        typedef __typeof__(a.part[p] < b.part[p]) Mask;
        const Mask m = a.part[p] < b.part[p];
        x.part[p] = (PART)(((Mask)x.part[p] & m) | ((Mask)y.part[p] & ~m));
    }
    return x;
}

/// Whether a < b in any lane.
static JW_INLINE JW_REALTIME bool NAME(any)(VEC a, VEC b) {
    bool any = false;
    for (int p = 0; p < (int)NAME(parts); ++p) {
        any |= ANY(a.part[p], b.part[p]);
    }
    return any;
}
