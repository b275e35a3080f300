// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The loops over modes: one step of a string in two passes, in 32 or 64 bits.
//
// State is q (displacement) and v = q^n - q^{n-1}, the velocity form: in 32 bits
// it conserves energy to 1e-6 where q^n, q^{n-1} would lose the low modes.
// Arrays hold n_padded elements, a multiple of JW_LANES, 64-byte aligned, zero
// past n. Sums run in JW_LANES partial sums whatever the machine, so that every
// instruction set gives the same bits.
//
// Letters (one step, dt = 1; all per mode j):
//   q, v    displacement [m], its last increment [m]
//   vl, x   predicted v and q, without contact
//   g, h    beta^2 q, and that times gain: direction of the tension force

#ifndef JW_KERNEL_H
#define JW_KERNEL_H

#include "attributes.h"

enum { JW_LANES = 16 };

typedef enum { JW_PRECISION_F32, JW_PRECISION_F64 } JwPrecision;

/// What predict() finds besides the predicted modes.
typedef struct {
    double ahead;  ///< sum g x
    double behind; ///< sum g (q - v)
    double stiff;  ///< sum g h
} JwTensionSums;

/// Arrays of one string, float or double by the kernel's precision.
typedef struct {
    int n_padded;
    const void *damp;  ///< 2 c/(1 + c), c = tanh(sigma dt)
    const void *stiff; ///< kappa/(1 + c)
    const void *gain;  ///< 1/(1 + c)
    const void *beta2; ///< (j pi/L)^2 [1/m^2]
    void *q;
    void *v;
    void *vl;
    void *x;
    void *h;
} JwModeArrays;

typedef struct {
    int size; ///< Bytes of one element

    /// vl, x from q, v and a force along a row (force times row[j], per unit modal mass, dt = 1).
    void (*predict)(const JwModeArrays *m, const void *row, double force);

    /// The same and h, for a string whose tension changes.
    void (*predict_tension)(const JwModeArrays *m, const void *row, double force,
                            JwTensionSums *sums);

    /// out[i] = sum_j rows[i][j] x[j] for n_rows rows n_padded apart.
    void (*rows_dot)(const void *rows, int n_rows, int n_padded, const void *x, double *out);

    /// The same for two vectors at once: rows are read only once.
    void (*rows_dot_both)(const void *rows, int n_rows, int n_padded, const void *x, const void *h,
                          double *out_x, double *out_h);

    /// x = gain * row: what a unit impulse along a row does to the modes.
    void (*weigh)(const JwModeArrays *m, const void *row);

    /// x = q - v, the displacement one sample ago.
    void (*before)(const JwModeArrays *m);

    /// v = vl + gain * sum_i r[i] rows[i] + extra_r gain * extra + tension h;  q += v.
    void (*correct)(const JwModeArrays *m, const void *rows, int n_rows, const double *r,
                    const void *extra, double extra_r, double tension);

    /// Sum of 1/2 v^2 + 1/2 kappa q (q - v); *stretch = sum beta^2 q (q - v).
    double (*energy)(const JwModeArrays *m, double *stretch);

    /// stiff for tension times scale: damped theta^2 = scale theta2_t + theta2_e, but no mode
    /// goes above 2.86, or above its own frequency where that is higher: near the limit they would
    /// be a load on a bridge that moves.
    /// sech_gain: gain/cosh(s), s = sigma dt; hold: 2 gain (1 - 1/cosh(s)), which 32 bits would
    /// not hold as a difference.
    void (*retune)(const JwModeArrays *m, double scale, const void *theta2_t, const void *theta2_e,
                   const void *hold, const void *sech_gain, void *stiff);

    /// row[j] = sqrt(2) sin((j+1) phase) exp(-((j+1) width)^2/2) for j < n, 0 past it.
    void (*pluck_row)(void *row, int n, int n_padded, double phase, double width);

    /// q = q_scale * from->q and v = v_scale * from->v for the first n modes, 0 past them.
    void (*carry)(const JwModeArrays *to, int n, const JwModeArrays *from, double q_scale,
                  double v_scale);
} JwKernel;

/// The kernel of a precision. [any]
JW_REALTIME const JwKernel *jw_kernel(JwPrecision precision);

#endif // JW_KERNEL_H
