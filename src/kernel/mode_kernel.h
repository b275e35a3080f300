// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Loops over modes: steps of a string in 32 or 64 bits.
//
// The state is q (displacement) and v = q^n - q^{n-1}, the velocity form. In 32 bits it conserves
// energy to 1e-6, where q^n and q^{n-1} would lose the low modes. Arrays hold n_padded elements, a
// multiple of JW_LANES, 64-byte aligned, zero past n. Sums run in JW_LANES partial sums on every
// machine, so that all instruction sets give the same bits. mode_pass.inc.h has the equations.
//
// A row holds the values of all modes at one point of contact. Rows are interleaved by blocks of
// JW_LANES modes, so that a pass over the modes reads memory in order. The row of a moving bridge
// is stored separately: it multiplies v - v_free, the other rows multiply x.
//
// A step begins with a prediction and ends with the impulses that contact and springs found.
// Between two steps, one pass over the modes ends the first and begins the second: it reads the
// tables from the second-level cache once a step and stores only q and v_free.
//
// Modes are scaled by 1/sqrt(1 + c), c = tanh(sigma dt), because an impulse moves a mode with
// losses 1/(1 + c) times as far as one without. After scaling, a unit impulse moves every mode by
// one: a step needs no weight per mode, and scatter and gather use the same row, each the exact
// transpose of the other.
//
// Modes of a second polarisation follow those of the first, in separate blocks. A step treats them
// like any others; the tables hold their rows and their j.
//
// Modes of a string on a moving bridge are displacements relative to the bridge or, if the string
// steps at half the body's rate, relative to the ground ("grounded", string/ensemble.h). Grounded
// modes feel the bridge's displacement, others its acceleration.
//
// Letters (one step, dt = 1; all per mode j):
//   root     1/sqrt(1 + c): displacement [m] over q; a mode's number in a row over its shape
//   q, v     displacement over root [m], its last increment [m]
//   v_free   v of the current step with only stiffness and losses acting
//   (the bridge's row multiplies v - v_free)
//   v_ahead  predicted v without contact: v_free plus the effect of a stroke
//   x        predicted q without contact: q + v_ahead
//   g        direction of the tension force: j^2 q, j = 1.., for stretching modes, 0 for others

#ifndef JW_MODE_KERNEL_H
#define JW_MODE_KERNEL_H

#include "base/attributes.h"
#include "base/precision.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JW_LANES = 16,
    JW_SUM_LANES = JW_LANES / 2, ///< Parts of a sum before its final addition
};

/// Element i of an array of a precision. [any]
static inline JW_REALTIME double jw_element(JwPrecision precision, const void *array, size_t i) {
    return precision == JW_PRECISION_F64 ? ((const double *)array)[i]
                                         : (double)((const float *)array)[i];
}

/// Sets element i of an array of a precision to `value`, rounded. [any]
static inline JW_REALTIME void jw_element_put(JwPrecision precision, void *array, size_t i,
                                              double value) {
    if (precision == JW_PRECISION_F64) {
        ((double *)array)[i] = value;
    } else {
        ((float *)array)[i] = (float)value;
    }
}

/// Index of mode j of row i among n_rows interleaved rows. [any]
static inline JW_REALTIME size_t jw_row_at(int n_rows, int i, int j) {
    return (size_t)(j / JW_LANES * n_rows + i) * JW_LANES + (size_t)(j % JW_LANES);
}

enum {
    JW_MAX_GRID_ROWS = 256,
    JW_FEW_GRID_ROWS = 8, ///< Largest number of nodes, each with a row, that a step gathers along
                          ///< with the modes
    JW_NODES_ROOM = 4608, ///< Elements of scratch for passes over all nodes
};

/// Places of sums after those of a string's n points: one for each thing that touches the string,
/// then other results of a pass.
enum {
    JW_PLACE_BRIDGE,  ///< Bridge row on v - v_free (other rows: on x); on g like the others.
                      ///< Grounded: bridge row times stiffness, on x and on g
    JW_PLACE_SPRINGS, ///< First spring: thread, then palm
    JW_PLACE_FINGER = JW_PLACE_SPRINGS + 2, ///< Finger, the last spring
    JW_PLACE_SWING,                         ///< Sum of g x
    JW_PLACE_STIFFENING,                    ///< Sum of g g
    JW_PLACE_HEARD,                         ///< Output row on q or v after the step that ended
    JW_PLACE_SPEED,                         ///< Pluck row on v after the step that ended
    JW_PLACES, ///< Number of places; sums on g follow, of points to finger
    JW_PLACES_PULL = JW_PLACE_SWING,
};

enum {
    JW_SINES_MODES = 512, ///< Largest number of modes of a transform; even
    JW_SINES_FACTOR = 31, ///< Largest factor f
};

/// Tables of a fast sine transform (sines.h). Lines have JW_LANES blocks numbers, one for each i =
/// 0..g, then zeros. The tables of the modes own the memory.
typedef struct {
    int n_modes;  ///< N
    int factor;   ///< f of N + 1 = f (2 g + 1), odd; 0: N has no such transform
    int g;        ///< Half the length of the remaining sums
    int blocks;   ///< g/JW_LANES + 1
    void *sine;   ///< sqrt(2) sin(2 pi i k/(2 g + 1)), lines k = 1..g
    void *cosine; ///< sqrt(2) cos(2 pi i k/(2 g + 1)), lines k = 0..g
    void *turn;   ///< Lines for each of f stretches of outputs and each pair of classes: one of
                  ///< cosines, negated if the stretch runs downward, then one of sines
    void *sign;   ///< (-1)^i, i = 0..N/2; not in lines
} JwSines;

/// Nodes of a string's own grid that can touch something (kernel/grid_contact.h). A row holds all
/// modes at one node or, where that saves work, at a node and its mirror image together. Such
/// paired rows keep odd and even modes separate, since the even modes have the same or the opposite
/// sign at the image.
typedef struct {
    int n; ///< Nodes, 0: none
    int n_rows;
    bool paired;
    int blocks;       ///< Blocks of JW_LANES modes in a row; paired: they hold half of all modes
    void *rows;       ///< Interleaved rows; paired: rows one after the other, `blocks` each
    void *across;     ///< paired: transposed rows, one line for each odd mode, then for each even
                      ///< one
    int across_apart; ///< Elements from one line of `across` to the next
    int16_t *low, *high; ///< paired: node and image of a row; -1: none
    bool in_a_row; ///< paired: every row from low_row on has a node, each one above the last, and
                   ///< every row from high_row on an image, each one below the last
    int low_row, high_row; ///< First rows with a node and with an image
    bool mirrored; ///< paired, N even: the rows of the even modes are those of the odd modes in
                   ///< reverse order, except for sign, and are not stored
    double *sign;  ///< paired: sign of each row's odd modes, where mirrored
    void *root_odd, *root_even; ///< paired, sines: root of odd and even modes in the order of use;
                                ///< rows of these two kinds do not include it, other rows do
    int n_modes;                ///< Number of modes, rounded up to an even number
    JwSines sines; ///< Transform for adjacent nodes, used if rows would be more work; there are no
                   ///< rows then
    int first;     ///< First node, 1..N
    double self;   ///< N + 1: displacement of a node by a unit impulse on it, without losses
    double *compliance; ///< Few nodes: displacement of each by a unit impulse on each, in rows of
                        ///< JW_FEW_GRID_ROWS
} JwGridRows;

/// True if nodes are few and each has a row, as JwModeStep.grid_rows requires. [any]
static inline JW_REALTIME bool jw_grid_rows_few(const JwGridRows *grid_rows) {
    return grid_rows->n > 0 && grid_rows->n <= JW_FEW_GRID_ROWS && !grid_rows->paired &&
           !grid_rows->sines.factor;
}

/// Largest number of elements of a second polarisation.
enum { JW_MAX_LATERAL = 64 };

/// Arrays of one string, float or double by the kernel's precision.
typedef struct {
    int n; ///< Modes, at least one; later elements are 0
    int n_padded;
    int n_lateral; ///< Elements of the second polarisation: whole blocks at the end of the arrays,
                   ///< at most JW_MAX_LATERAL, 0: none. All of its modes stretch the string; their
                   ///< j begins at 1 again
    int n_stretching;   ///< First elements, whole blocks and at least one, whose modes change the
                        ///< tension and are affected by it; g of the other modes of the first
                        ///< polarisation is 0
    const void *damp;   ///< 2 c/(1 + c), c = tanh(sigma dt)
    const void *stiff;  ///< kappa/(1 + c)
    const void *root;   ///< 1/sqrt(1 + c)
    const void *bridge; ///< Row of a moving bridge, stored separately; NULL: fixed bridge.
                        ///< Grounded: part of a mode (q) that moves with the bridge, per metre of
                        ///< the bridge
    bool grounded;      ///< Modes are displacements relative to the ground
    void *q;
    void *v;      ///< Velocity after the last step of a run: JwModeStep.keeps
    void *v_free; ///< Velocity in the current step, without external action
} JwModeArrays;

/// Addresses for the sums of a pass.
typedef struct {
    void *x, *g;  ///< Sums of the rows with x and with g
    int stride;   ///< Distance from one row's sum to the next [JW_SUM_LANES elements]
    int n_points; ///< Rows of points, which come first
    int skip;     ///< Places left free between the sums of points and those of the other rows
    void *heard, *speed, *swing, *stiffening, *finger_x, *finger_g, *bridge_restoring, *bridge_g;
} JwSumPlaces;

/// Task of a pass: which step it ends and begins, and where the results go.
typedef struct {
    const void *rows;            ///< Interleaved rows
    int apart;                   ///< Number of rows in `rows`
    int n_rows;                  ///< Rows in use, from the first on
    const void *pluck;           ///< Row of the plucked place; NULL: no finger on the string
    bool plucks;                 ///< A finger is on the string in the step that begins
    const void *listen;          ///< Output row; NULL: the output is the force on the bridge
    bool hear_speed;             ///< Output row multiplies v, not q
    void *given;                 ///< Further impulses of the step that ends, one for each mode;
                                 ///< NULL: none
    void *next, *bend;           ///< Arrays that receive x and g if `given` is set
    const JwGridRows *grid_rows; ///< Few nodes, whose impulses make up `given`; or NULL
    const double *node_impulse;  ///< Impulses of the step that ends, one for each node
    void *node_sums; ///< Sums of the nodes' rows on x, on g, and on q after the step that ended
    bool looks_back; ///< Computes the sums on q
    int stride;      ///< Distance between the numbers of `impulse`
    bool ends;       ///< A step ends: v = v_free + sum impulse row + lift bridge + finger
                     ///< pluck + push g
    bool begins;     ///< A step begins
    bool keeps;      ///< Store v of the step that ends; ignored if no step ends
    const double *impulse; ///< Impulses of the step that ends, one for each row
    double finger;         ///< Impulse along the pluck row in the step that ends, stroke included
    double lift;           ///< Impulse of the step that ends along the bridge's row; grounded:
                           ///< position of the bridge at the beginning of the step that begins
    double push;           ///< Tension force of the step that ends, times g
    double force;          ///< Force along the pluck row in the step that begins
    JwSumPlaces sums;      ///< Addresses of the results, each in JW_SUM_LANES parts, which
                           ///< JwModeKernel.sum_up adds up
} JwModeStep;

/// Function that ends a step, begins the next, or both.
typedef void (*JwModeStepVariant)(const JwModeArrays *m, const JwModeStep *a);

typedef struct {
    int size; ///< Bytes of one element

    JwModeStepVariant mode_step;

    /// Returns the fastest function for all steps that have the same ends, begins, finger, rows,
    /// nodes and output as this one.
    JwModeStepVariant (*variant)(const JwModeArrays *m, const JwModeStep *a);

    /// Adds up n sums of JW_SUM_LANES parts; n is a multiple of eight.
    void (*sum_up)(const void *sums, int n, double *out);

    /// Multiplies rows by x: out[i] = sum_j rows[i][j] x[j] for the first n_rows of `apart` rows.
    void (*rows_dot)(const void *rows, int apart, int n_rows, int n_padded, const void *x,
                     double *out);

    /// Multiplies the nodes' rows by x and by y. room: scratch of JW_NODES_ROOM elements, aligned
    /// like registers.
    void (*nodes_dot)(const JwGridRows *grid_rows, int n_padded, const void *x, const void *y,
                      void *room, double *out_x, double *out_y);

    /// Sets `given` to the effect on the modes of impulses at the nodes. Returns the sum of g
    /// given. room: scratch as in nodes_dot.
    double (*nodes_push)(int n_padded, const JwGridRows *grid_rows, const double *impulse,
                         const void *g, void *room, void *given);

    /// Adds the tension force: x += tension g.
    void (*add_tension)(int n_padded, double tension, const void *g, void *x);

    /// Copies row i of `apart` rows, the effect of its unit impulse on the modes, to `out`,
    /// multiplied by `by` unless that is NULL.
    void (*weigh)(int n_padded, const void *by, const void *rows, int apart, int i, void *out);

    /// Computes the displacement one step ago: out = q - v.
    void (*before)(const JwModeArrays *m, void *out);

    /// Sums the energy, 1/2 v^2/(1 + c) + 1/2 stiff q (q - v), and sets *stretch to the sum of j^2
    /// q (q - v) over the modes that stretch the string. For grounded modes it is the energy that
    /// their steps conserve, with q relative to the bridge, which is at bridge_m.
    double (*energy)(const JwModeArrays *m, double bridge_m, double *stretch);

    /// Returns the largest |v|; as the increment of a displacement it is up to sqrt(2) too large.
    double (*fastest)(const JwModeArrays *m);

    /// Computes `stiff` for tension times scale: damped theta^2 = scale theta2_t + theta2_e. Limits
    /// every mode to 2.86 or its own frequency, whichever is higher, because modes near the limit
    /// would load a moving bridge. sech_gain: root^2/cosh(s), s = sigma dt; rest_impulse: 2 root^2
    /// (1 - 1/cosh(s)), in a separate table because 32 bits would not hold the difference.
    void (*retune)(int n_padded, double scale, const void *theta2_t, const void *theta2_e,
                   const void *rest_impulse, const void *sech_gain, void *stiff);

    /// Fills a pluck row: row[j] = root sqrt(2) sin((j+1) phase) exp(-((j+1) width)^2/2) for j < n,
    /// and 0 from n on.
    void (*pluck_row)(const JwModeArrays *m, void *row, int n, double phase, double width);

    /// Copies the state of the first n modes of `from`, displacements times q_scale and increments
    /// times v_scale; modes past n become 0.
    void (*carry)(const JwModeArrays *to, int n, const JwModeArrays *from, double q_scale,
                  double v_scale);
} JwModeKernel;

/// Kernel of a precision at the best level of this machine. [any]
JW_REALTIME const JwModeKernel *jw_mode_kernel(JwPrecision precision);

#endif // JW_MODE_KERNEL_H
