// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Ivanov's change of coordinates for one constrained coordinate u >= 0 (GI 5-6,
// 32-37). With k = (1 - R)/(1 + R) and w = 1 - k sgn(eta zeta),
//
//     u = |eta|    v = w sgn(eta) zeta    eta' = w zeta    zeta' = sgn(eta) u''/w
//
// R = 0 gives k = 1 and w = 0: the transformation exists for R > 0 only.

#ifndef JW_LAB_IVANOV_H
#define JW_LAB_IVANOV_H

/// Sign of a coordinate, 1 for zero as well: a coordinate at the obstacle is taken to be outside
/// it.
static inline double jw_ivanov_sign(double x) {
    return x < 0.0 ? -1.0 : 1.0;
}

/// Constant k of (GI 6) for a coefficient of restitution in (0, 1].
static inline double jw_ivanov_k(double restitution) {
    return (1.0 - restitution) / (1.0 + restitution);
}

/// Weight w above.
static inline double jw_ivanov_weight(double k, double eta, double zeta) {
    return 1.0 - k * jw_ivanov_sign(eta) * jw_ivanov_sign(zeta);
}

#endif // JW_LAB_IVANOV_H
