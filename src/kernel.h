// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The loops over modes: steps of a string in 32 or 64 bits.
//
// State is q (displacement) and v = q^n - q^{n-1}, the velocity form: in 32 bits
// it conserves energy to 1e-6 where q^n, q^{n-1} would lose the low modes.
// Arrays hold n_padded elements, a multiple of JW_LANES, 64-byte aligned, zero
// past n. Sums run in JW_LANES partial sums whatever the machine, so that every
// instruction set gives the same bits.
//
// A step begins with a prediction and ends with the impulses that contact and springs found. Where
// one step follows another, one pass over the modes ends the first and begins the second: tables
// come from the second-level cache once a step, and nothing but q and v is kept in between.
//
// Letters (one step, dt = 1; all per mode j):
//   q, v    displacement [m], its last increment [m]
//   vl, x   predicted v and q, without contact
//   g, h    beta^2 q, and that times gain: direction of the tension force

#ifndef JW_KERNEL_H
#define JW_KERNEL_H

#include "attributes.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_LANES = 16 };

typedef enum { JW_PRECISION_F32, JW_PRECISION_F64 } JwPrecision;

enum { JW_MAX_NODES = 256 };

/// Nodes of a string's own grid that can touch something (nodal.h). A row is one of them over all
/// modes; or, where it saves work, one and its mirror image: odd modes, then even ones, which have
/// the same or the opposite sign there.
typedef struct {
    int n; ///< Nodes, 0: none
    int n_rows;
    bool paired;
    int far; ///< Elements from a row to the next; paired: twice those of odd modes
    void *rows;
    int16_t *low, *high; ///< paired: the node and its image of each row, -1: not wanted
    double self;         ///< N + 1: what an impulse does to its own node without losses
} JwNodes;

/// What a prediction finds besides the points.
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
} JwModeArrays;

/// What ends a step, begins the next, or both; and what comes of it.
typedef struct {
    const void *rows;   ///< n_rows rows, n_padded apart
    int n_rows;         ///< Rows in use
    const void *pluck;  ///< Row of the plucked place; NULL: no finger on the string
    const void *listen; ///< Output row
    bool hear_speed;    ///< on v, not on q
    const void *given;  ///< What else the modes get in the step that ends; NULL: nothing
    int stride;         ///< Between the numbers of impulse, ahead and pull
    bool ends;          ///< A step ends: v = vl + gain (sum impulse row + finger pluck + tension g)
    bool begins;        ///< A step begins
    bool tension;       ///< and its tension changes: pull and sums are wanted
    const double *impulse;            ///< Of the step that ends, one a row
    double finger;                    ///< The same along the pluck row, its force and all
    double push;                      ///< Tension force of that step, on g
    double force;                     ///< Along the pluck row in the step that begins
    double *ahead, *pull;             ///< Of the step that begins: rows on x and on h
    double finger_ahead, finger_pull; ///< The same of the pluck row
    double finger_speed;              ///< Pluck row on v, after the step that ended
    double heard;                     ///< Output row on q or v, after the step that ended
    JwTensionSums sums;
} JwAdvance;

typedef struct {
    int size; ///< Bytes of one element

    /// Ends a step, begins the next.
    void (*advance)(const JwModeArrays *m, JwAdvance *a);

    /// out[i] = sum_j rows[i][j] x[j] for n_rows rows n_padded apart.
    void (*rows_dot)(const void *rows, int n_rows, int n_padded, const void *x, double *out);

    /// Nodes on x and on y.
    void (*nodes_dot)(const JwNodes *nodes, int n_padded, const void *x, const void *y,
                      double *out_x, double *out_y);

    /// given = what impulses at the nodes do to the modes; sum of h given.
    double (*nodes_push)(const JwModeArrays *m, const JwNodes *nodes, const double *impulse,
                         void *given);

    /// x, with force along the pluck row (NULL: none) and tension along h.
    void (*predict)(const JwModeArrays *m, const void *pluck, double force, double tension,
                    void *x);

    /// out = gain * row: what a unit impulse along a row does to the modes.
    void (*weigh)(int n_padded, const void *gain, const void *row, void *out);

    /// out = q - v, the displacement one sample ago.
    void (*before)(const JwModeArrays *m, void *out);

    /// Sum of 1/2 v^2 + 1/2 kappa q (q - v); *stretch = sum beta^2 q (q - v).
    double (*energy)(const JwModeArrays *m, double *stretch);

    /// Largest |v|.
    double (*fastest)(const JwModeArrays *m);

    /// stiff for tension times scale: damped theta^2 = scale theta2_t + theta2_e, but no mode
    /// goes above 2.86, or above its own frequency where that is higher: near the limit they would
    /// be a load on a bridge that moves.
    /// sech_gain: gain/cosh(s), s = sigma dt; hold: 2 gain (1 - 1/cosh(s)), which 32 bits would
    /// not hold as a difference.
    void (*retune)(int n_padded, double scale, const void *theta2_t, const void *theta2_e,
                   const void *hold, const void *sech_gain, void *stiff);

    /// row[j] = sqrt(2) sin((j+1) phase) exp(-((j+1) width)^2/2) for j < n, 0 past it.
    void (*pluck_row)(void *row, int n, int n_padded, double phase, double width);

    /// q = q_scale * from->q and v = v_scale * from->v for the first n modes, 0 past them.
    void (*carry)(const JwModeArrays *to, int n, const JwModeArrays *from, double q_scale,
                  double v_scale);
} JwKernel;

/// The kernel of a precision, as fast as the machine allows. [any]
JW_REALTIME const JwKernel *jw_kernel(JwPrecision precision);

#endif // JW_KERNEL_H
