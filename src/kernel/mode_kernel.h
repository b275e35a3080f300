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
// Rows over the modes (a contact point, say) stand side by side: of each JW_LANES modes all rows,
// then the next modes. A pass over the modes so reads them as they lie in memory. The row of a
// bridge that moves stands by itself: it is on what a step takes of v, where others are on x.
//
// A step begins with a prediction and ends with the impulses that contact and springs found. Where
// one step follows another, one pass over the modes ends the first and begins the second: tables
// come from the second-level cache once a step, and nothing but q and v_free is kept in between.
//
// A mode that loses gives way to an impulse by 1/(1 + c) of what one without losses does. Modes are
// counted in units of the root of that, so that all give way alike: nothing is weighed in a step,
// and rows, impulses' shares and displacements stay each other's transposes to the bit.
//
// A string that swings in two polarisations has its second axis' modes behind those of the first, in
// blocks of their own: more modes like any others, whose rows and j the tables know.
//
// Letters (one step, dt = 1; all per mode j):
//   root    1/sqrt(1 + c): displacement [m] over q, shape of the mode over its number in a row
//   q, v    displacement over root [m], its last increment [m]
//   v_free  v of the step under way, without what acts on the modes in it: v less what stiffness
//           and losses take of it, which is what the bridge's row is on
//   vl, x   predicted v and q, without contact: v_free and what a stroke adds
//   g       j^2 q, j = 1.., of modes that stretch the string, 0 of others: direction of the
//           tension force

#ifndef JW_MODE_KERNEL_H
#define JW_MODE_KERNEL_H

#include "base/attributes.h"
#include "base/precision.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JW_LANES = 16,
    JW_SUM_LANES = JW_LANES / 2, ///< Parts of a sum that is not yet one number
};

/// Element i of an array of that precision. [any]
static inline JW_REALTIME double jw_element(JwPrecision precision, const void *array, size_t i) {
    return precision == JW_PRECISION_F64 ? ((const double *)array)[i]
                                         : (double)((const float *)array)[i];
}

/// Sets it, rounded. [any]
static inline JW_REALTIME void jw_element_put(JwPrecision precision, void *array, size_t i,
                                              double value) {
    if (precision == JW_PRECISION_F64) {
        ((double *)array)[i] = value;
    } else {
        ((float *)array)[i] = (float)value;
    }
}

/// Where mode j of row i of n_rows is. [any]
static inline JW_REALTIME size_t jw_row_at(int n_rows, int i, int j) {
    return (size_t)(j / JW_LANES * n_rows + i) * JW_LANES + (size_t)(j % JW_LANES);
}

enum {
    JW_MAX_GRID_ROWS = 256,
    JW_FEW_GRID_ROWS = 8, ///< So many, each a row, are looked at along with the modes
    JW_NODES_ROOM = 4608, ///< Elements that passes over all nodes work in
};

/// Places of what touches a string, after its n points; and of what a pass finds besides.
enum {
    JW_PLACE_BRIDGE,  ///< On v - v_free, where the other rows are on x; and on g as they are
    JW_PLACE_SPRINGS, ///< Thread, palm
    JW_PLACE_FINGER = JW_PLACE_SPRINGS + 2, ///< and finger
    JW_PLACE_SWING,                         ///< sum g x
    JW_PLACE_STIFFENING,                    ///< sum g g
    JW_PLACE_HEARD,                         ///< Output row on q or v, after the step that ended
    JW_PLACE_SPEED,                         ///< Pluck row on v, after the step that ended
    JW_PLACES,                              ///< All those, then again points to finger on g
    JW_PLACES_PULL = JW_PLACE_SWING,
};

enum {
    JW_SINES_MODES = 512, ///< At most, and even
    JW_SINES_FACTOR = 31, ///< The largest
};

/// Tables of a fast sine transform (sines.h), in lines of JW_LANES blocks numbers, one for each of
/// i = 0..g and zeros past it. They belong to the modes.
typedef struct {
    int n_modes;  ///< N
    int factor;   ///< f of N + 1 = f (2 g + 1), odd; 0: no such transform
    int g;        ///< Half the length of the sums that are left
    int blocks;   ///< g/JW_LANES + 1
    void *sine;   ///< sqrt(2) sin(2 pi i k/(2 g + 1)), lines k = 1..g
    void *cosine; ///< sqrt(2) cos of the same, lines k = 0..g
    void *turn;   ///< Of each of f stretches of outputs, of each pair of classes: a line of
                  ///< cosines, negative where the stretch runs downward, and one of sines
    void *sign;   ///< (-1)^i, i = 0..N/2: no lines
} JwSines;

/// Nodes of a string's own grid that can touch something (kernel/grid_contact.h). A row is one of
/// them over all modes; or, where it saves work, one and its mirror image: rows over the odd modes,
/// then rows over the even ones, which have the same or the opposite sign there.
typedef struct {
    int n; ///< Nodes, 0: none
    int n_rows;
    bool paired;
    int blocks;          ///< JW_LANES modes each; paired: half of all
    void *rows;          ///< Side by side; paired: one after the other, `blocks` each
    void *across;        ///< paired: the same with the rows side by side, a line for each odd mode,
    int across_apart;    ///< then even one; so many elements from one to the next
    int16_t *low, *high; ///< paired: the node and its image of each row, -1: not wanted
    bool in_a_row;       ///< paired: and from the first row that wants one on, all do, nodes one
    int low_row, high_row; ///< up, images one down
    bool mirrored;         ///< paired: rows over the last odd mode first are, but for their sign,
                           ///< those over the even modes, and not kept apart: N is even
    double *sign;          ///< paired: of the row over the odd modes
    void *root_odd, *root_even; ///< paired, sines: of modes in their order, which are as long here
                                ///< as they are; other rows have it in them
    int n_modes;                ///< Rounded up to an even number
    JwSines sines;      ///< Of nodes in a row, where rows would be more work: there are none then
    int first;          ///< The first of them, 1..N
    double self;        ///< N + 1: what an impulse does to its own node without losses
    double *compliance; ///< Few: what it does to each of them, in rows of JW_FEW_GRID_ROWS
} JwGridRows;

/// Each a row, and few: JwModeStep.nodes may be them. [any]
static inline JW_REALTIME bool jw_grid_rows_few(const JwGridRows *grid_rows) {
    return grid_rows->n > 0 && grid_rows->n <= JW_FEW_GRID_ROWS && !grid_rows->paired &&
           !grid_rows->sines.factor;
}

/// Arrays of one string, float or double by the kernel's precision.
typedef struct {
    int n; ///< Modes: at least one, zeros past them
    int n_padded;
    int n_lateral;     ///< Elements at the end, whole blocks, of the second polarisation: all of
                       ///< them stretch the string, their j begins at 1 again; 0: none
    int n_stretching;  ///< Of so many, whole blocks and at least one, is the tension's change made,
                       ///< and so many feel it: g of the others is 0
    const void *damp;  ///< 2 c/(1 + c), c = tanh(sigma dt)
    const void *stiff; ///< kappa/(1 + c)
    const void *root;  ///< 1/sqrt(1 + c)
    const void *bridge; ///< Row of a bridge that moves, by itself; NULL: it stands still
    void *q;
    void *v;      ///< As the last step of a run left it: JwModeStep.keeps
    void *v_free; ///< Of the step under way: v without what acts on the modes in it
} JwModeArrays;

/// Where the sums of a pass go.
typedef struct {
    void *x, *g;  ///< Of the rows, with x and with g,
    int stride;   ///< so far apart [JW_SUM_LANES elements]
    int n_points; ///< The first of them; those after them
    int skip;     ///< are so many places further on
    void *heard, *speed, *swing, *stiffening, *finger_x, *finger_g, *bridge_lost, *bridge_g;
} JwSumPlaces;

/// What ends a step, begins the next, or both; and what comes of it.
typedef struct {
    const void *rows;   ///< Side by side
    int apart;          ///< So many
    int n_rows;         ///< of which the first are in use
    const void *pluck;  ///< Row of the plucked place; NULL: no finger on the string
    bool plucks;        ///< A finger is on it in the step that begins
    const void *listen; ///< Output row, or NULL: the bridge tells what is heard
    bool hear_speed;    ///< on v, not on q
    void *given;        ///< What else the modes get in the step that ends; NULL: nothing
    void *next, *bend;  ///< With given: where x and g are kept
    const JwGridRows
        *grid_rows; ///< With given: few nodes, whose impulses are what is given; or NULL
    const double *node_impulse; ///< Of the step that ends, one a node
    void *node_sums;       ///< Theirs on x, on g, and on q as the step that ended left it, as sums
    bool looks_back;       ///< That on q is wanted
    int stride;            ///< Between the numbers of impulse
    bool ends;             ///< A step ends: v = v_free + sum impulse row + lift bridge + finger
                           ///< pluck + push g
    bool begins;           ///< A step begins
    bool keeps;            ///< The step that ends leaves v behind; not needed where none ends
    const double *impulse; ///< Of the step that ends, one a row
    double finger;         ///< The same along the pluck row, its force and all
    double lift;           ///< The same along the bridge's row
    double push;           ///< Tension force of that step, on g
    double force;          ///< Along the pluck row in the step that begins
    JwSumPlaces sums;      ///< Each in JW_SUM_LANES parts: JwModeKernel.sum_up adds them
} JwModeStep;

/// Ends a step, begins the next, or both.
typedef void (*JwModeStepVariant)(const JwModeArrays *m, const JwModeStep *a);

typedef struct {
    int size; ///< Bytes of one element

    JwModeStepVariant mode_step;

    /// What does the same for all steps like this one: as to what ends and begins, finger, rows,
    /// nodes and what is heard.
    JwModeStepVariant (*variant)(const JwModeArrays *m, const JwModeStep *a);

    /// Adds up n sums of JW_SUM_LANES parts; n is a multiple of eight.
    void (*sum_up)(const void *sums, int n, double *out);

    /// out[i] = sum_j rows[i][j] x[j] for the first n_rows of `apart` rows.
    void (*rows_dot)(const void *rows, int apart, int n_rows, int n_padded, const void *x,
                     double *out);

    /// Nodes on x and on y. room: JW_NODES_ROOM elements to work in, where registers begin.
    void (*nodes_dot)(const JwGridRows *grid_rows, int n_padded, const void *x, const void *y,
                      void *room, double *out_x, double *out_y);

    /// given = what impulses at the nodes do to the modes; sum of g given. room: as there.
    double (*nodes_push)(int n_padded, const JwGridRows *grid_rows, const double *impulse,
                         const void *g, void *room, void *given);

    /// x += tension g.
    void (*add_tension)(int n_padded, double tension, const void *g, void *x);

    /// out = row i of `apart`, which is what a unit impulse along it does to the modes; times `by`,
    /// unless that is NULL.
    void (*weigh)(int n_padded, const void *by, const void *rows, int apart, int i, void *out);

    /// out = q - v, the displacement one sample ago.
    void (*before)(const JwModeArrays *m, void *out);

    /// Sum of 1/2 v^2/(1 + c) + 1/2 stiff q (q - v); *stretch = sum j^2 q (q - v), of those that
    /// stretch the string.
    double (*energy)(const JwModeArrays *m, double *stretch);

    /// Largest |v|, of a displacement's increment up to sqrt(2) too much.
    double (*fastest)(const JwModeArrays *m);

    /// stiff for tension times scale: damped theta^2 = scale theta2_t + theta2_e, but no mode
    /// goes above 2.86, or above its own frequency where that is higher: near the limit they would
    /// be a load on a bridge that moves.
    /// sech_gain: root^2/cosh(s), s = sigma dt; hold: 2 root^2 (1 - 1/cosh(s)), which 32 bits
    /// would not hold as a difference.
    void (*retune)(int n_padded, double scale, const void *theta2_t, const void *theta2_e,
                   const void *rest_impulse, const void *sech_gain, void *stiff);

    /// row[j] = root sqrt(2) sin((j+1) phase) exp(-((j+1) width)^2/2) for j < n, 0 past it.
    void (*pluck_row)(const JwModeArrays *m, void *row, int n, double phase, double width);

    /// Displacements q_scale times those of `from`, and increments v_scale times, for the first n
    /// modes, 0 past them.
    void (*carry)(const JwModeArrays *to, int n, const JwModeArrays *from, double q_scale,
                  double v_scale);
} JwModeKernel;

/// The kernel of a precision, as fast as the machine allows. [any]
JW_REALTIME const JwModeKernel *jw_mode_kernel(JwPrecision precision);

#endif // JW_MODE_KERNEL_H
