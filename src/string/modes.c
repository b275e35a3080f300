// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "string/modes.h"

#include "base/aligned.h"
#include "base/elementary.h"
#include "base/pi.h"
#include "kernel/contact.h"
#include "kernel/shapes.h"
#include "kernel/sines.h"
#include "string/cutoff.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Sweeps that suffice at audio rate, where each step starts halfway from the last.
enum { contact_sweeps = 4 };

/// Part of the last step's solution from which contact starts at audio rate.
static const double contact_warm = 0.5;

static void put(const JwModes *m, void *array, size_t j, double value) {
    jw_element_put(m->precision, array, j, value);
}

/// Hyperbolic functions of a step's decay s.
typedef struct {
    double tangent, sech, one_minus_sech;
} Decay;

/// Computes the three without cancellation. For little decay they are computed from the tangent of
/// half the decay, whose square is far from 1.
static Decay decay_functions(double s) {
    if (s >= 1.0) {
        const double sech = 1.0 / jw_cosh(s), half = jw_sinh(0.5 * s);
        return (Decay){jw_tanh(s), sech, 2.0 * sech * half * half};
    }
    const double half = jw_tanh(0.5 * s), square = half * half, part = 1.0 / (1.0 + square);
    return (Decay){2.0 * half * part, (1.0 - square) * part, 2.0 * square * part};
}

/// Fills in mode j, so that the two-step recursion has the roots exp(-s +- i theta_d): exact
/// frequency and decay. theta2 = t + e; a bend scales t.
static void fill_recursion(JwModes *m, int j, double t, double e, double s) {
    const Decay decay = decay_functions(s);
    const double c = decay.tangent;
    const double z = t + e - s * s;
    const double half = jw_sin(0.5 * sqrt(fmax(z, 0.0)));
    // Computes 1 - sech cos theta without cancellation; overdamped: sech cosh(sqrt(-z)) <= 1, so
    // kappa >= 0.
    const double swing = z >= 0.0 ? 2.0 * half * half : 1.0 - jw_cosh(sqrt(-z));
    const double kappa = 2.0 * (decay.one_minus_sech + decay.sech * swing);
    const double gain = 1.0 / (1.0 + c);
    put(m, m->damp, j, 2.0 * c * gain);
    put(m, m->stiff, j, fmax(kappa, 0.0) * gain);
    put(m, m->root, j, jw_modes_root(m, j));
    put(m, m->judge_compliance, j, 1.0);
    put(m, m->theta2_t, j, t);
    put(m, m->theta2_e, j, e - s * s);
    put(m, m->rest_impulse, j, 2.0 * decay.one_minus_sech * gain);
    put(m, m->sech_gain, j, decay.sech * gain);
}

/// Decay of a step, within the range of tanh and cosh.
static double step_decay(double sigma, double dt_s) {
    return fmin(fmax(sigma * dt_s, 0.0), 300.0);
}

/// Temporary numbers from which tables are made: rows of `apart` numbers.
typedef struct {
    int apart;
    double *phi;    ///< Shapes of all rows, zeros for the bridge, n_rows
    double *root;   ///< Displacement of each element over its number in a string (q)
    double *line;   ///< One row
    double *weight; ///< Weights of elements
} Scratch;

static bool scratch_new(Scratch *scratch, const JwModes *m) {
    const size_t apart = (size_t)m->n_padded, lines = (size_t)m->n_rows + 3;
    double *base = jw_aligned_new(sizeof(double) * apart * lines);
    if (!base) {
        return false;
    }
    *scratch = (Scratch){
        .apart = (int)apart,
        .root = base,
        .line = base + apart,
        .weight = base + 2 * apart,
        .phi = base + 3 * apart,
    };
    return true;
}

static void scratch_free(Scratch *scratch) {
    jw_aligned_free(scratch->root); // First piece of the block
}

/// Part of mode j's displacement towards the bridge (y), along the first or the second axis.
static double towards(const JwModes *m, int j, bool second) {
    return second ? m->sin_tilt : j < m->n_lateral ? m->cos_tilt : 1.0;
}

/// Part of mode j's displacement across (z), along the first or the second axis.
static double across(const JwModes *m, int j, bool second) {
    return second ? m->cos_tilt : j < m->n_lateral ? -m->sin_tilt : 0.0;
}

/// Index of mode j's element along the second axis.
static int second_of(const JwModes *m, int j) {
    return m->n_first + j;
}

static void fill_mode(JwModes *m, const JwModesSpec *spec, int j, bool second) {
    const JwLateral *l = &spec->data.lateral;
    const bool split = second || j < m->n_lateral;
    const double ratio = split ? jw_exp2((second ? 1.0 : -1.0) * l->split_cents / 1200.0) : 1.0;
    const double loss = second ? l->loss : 1.0;
    const int at = second ? second_of(m, j) : j;
    const double beta = (j + 1) * JW_PI / spec->data.length_m;
    const double dt2 = m->dt_s * m->dt_s * ratio;
    const double t_full = dt2 * spec->data.tension_n / spec->data.mu_kg_m * beta * beta;
    const double e_full = dt2 * spec->data.ei_n_m2 / spec->data.mu_kg_m * beta * beta * beta * beta;
    const double within = fmin(1.0, JW_MODES_THETA * JW_MODES_THETA / (t_full + e_full));
    const double t = within * t_full, e = within * e_full;
    const double sigma = loss * jw_modes_sigma(&spec->data, j + 1, spec->loss_low, spec->loss_high);
    fill_recursion(m, at, t, e, step_decay(sigma, m->dt_s));
    const double root = jw_modes_root(m, at);
    const double heard = towards(m, j, second) + l->share * across(m, j, second);
    put(m, m->out[0], at, heard * (root * sqrt(2.0) * beta * (1.0 + e / t)));
    put(m, m->out[1], at, heard * (root * sqrt(2.0) * jw_sin(beta * spec->pickup_m)));
    if (j == 0 && !second) {
        m->theta2_first = t + e;
        m->theta2_t_first = t;
    }
}

/// Fills the elements between the two polarisations with modes that never move.
static void fill_gap(JwModes *m) {
    for (int j = m->n_all; j < m->n_first && m->n_lateral > 0; ++j) {
        fill_recursion(m, j, 0.0, 1.0, 0.0);
    }
    if (m->n_lateral > 0) {
        m->n_all = m->n_first + m->n_lateral;
    }
}

/// Stores a row of numbers, rounded, as row i of n_rows interleaved ones.
static void store_row(const JwModes *m, void *rows, int n_rows, int i, const double *values) {
    for (int j = 0; j < m->n_padded; j += JW_LANES) {
        const size_t at = jw_row_at(n_rows, i, j);
        for (int l = 0; l < JW_LANES && m->precision == JW_PRECISION_F64; ++l) {
            ((double *)rows)[at + (size_t)l] = values[j + l];
        }
        for (int l = 0; l < JW_LANES && m->precision == JW_PRECISION_F32; ++l) {
            ((float *)rows)[at + (size_t)l] = (float)values[j + l];
        }
    }
}

/// Fills scratch->line with a row of the shapes `own`, projected towards the bridge.
static void weigh_row(const JwModes *m, const Scratch *scratch, const double *own) {
    for (int j = 0; j < m->n; ++j) {
        scratch->line[j] = towards(m, j, false) * (scratch->root[j] * own[j]);
    }
    for (int j = 0; j < m->n_lateral; ++j) {
        const int at = second_of(m, j);
        scratch->line[at] = towards(m, j, true) * (scratch->root[at] * own[j]);
    }
}

/// Fills the bridge's row: the part of each mode in the motion of a moving bridge end; at half rate
/// in the mode's own unit.
static void fill_bridge(JwModes *m, const Scratch *scratch) {
    if (m->bridge) {
        for (int j = 0; j < m->n; ++j) {
            scratch->weight[j] = sqrt(2.0) / ((j + 1) * JW_PI);
        }
        weigh_row(m, scratch, scratch->weight);
        for (int j = 0; j < m->n_padded && m->stride > 1; ++j) {
            scratch->line[j] /= scratch->root[j] * scratch->root[j];
        }
        store_row(m, m->bridge, 1, 0, scratch->line);
    }
    for (int j = 0; j < m->n_padded && m->stride > 1; ++j) {
        m->pickup_along += jw_element(m->precision, m->out[1], (size_t)j) *
                           jw_element(m->precision, m->bridge, (size_t)j);
    }
}

/// Fills all rows except the bridge's, and their shapes.
static void fill_rows(JwModes *m, const Scratch *scratch) {
    for (int i = 0; i < m->n_rows; ++i) {
        double *own = scratch->phi + (ptrdiff_t)i * scratch->apart;
        if (i == m->bridge_row) {
            memset(own, 0, sizeof(*own) * (size_t)scratch->apart);
        } else {
            jw_shapes_fill(1, m->n, m->x_m[m->grid_rows.n + i] / m->length_m, own);
            weigh_row(m, scratch, own);
            store_row(m, m->rows, m->n_interleaved, jw_modes_interleaved(m, i), scratch->line);
        }
    }
}

/// Node of the grid of n modes at x_m, 1..n; grid points are given by their positions.
static int node_at(double x_m, double length_m, int n) {
    return (int)lround(x_m / length_m * (n + 1));
}

static int node_of(const JwModes *m, int point) {
    return node_at(m->x_m[point], m->length_m, m->n);
}

/// Fills the roots of odd and even modes in the order in which passes use them.
static void fill_node_roots(JwModes *m, const double *root) {
    const JwGridRows *t = &m->grid_rows;
    const bool back = t->mirrored || t->sines.factor > 0;
    for (int j = 0; j < m->n; ++j) {
        const int k = j % 2 == 0 && back ? (t->n_modes - 2 - j) / 2 : j / 2;
        put(m, j % 2 == 0 ? t->root_odd : t->root_even, k, root[j]);
    }
}

/// Finds out whether pairs are adjacent, so that their order in memory is known without lists.
static void find_order(JwGridRows *t) {
    const int last = t->n_rows - 1;
    t->low_row = t->high_row = last;
    while (t->low_row > 0 && t->low[t->low_row - 1] >= 0) {
        t->low_row -= 1;
    }
    while (t->high_row > 0 && t->high[t->high_row - 1] >= 0) {
        t->high_row -= 1;
    }
    t->in_a_row = t->low[last] >= 0 && t->high[last] >= 0;
    for (int k = 0; k <= last && t->in_a_row; ++k) {
        const int low = k < t->low_row ? -1 : t->low[t->low_row] + k - t->low_row;
        const int high = k < t->high_row ? -1 : t->high[t->high_row] - (k - t->high_row);
        t->in_a_row = t->low[k] == low && t->high[k] == high;
    }
}

/// Fills the nodes' rows as planned by plan_nodes().
static void fill_nodes(JwModes *m, const Scratch *scratch) {
    JwGridRows *t = &m->grid_rows;
    double *phi = scratch->line;
    int16_t *low = t->low, *high = t->high;
    int row = 0;
    if (t->paired || t->sines.factor) {
        fill_node_roots(m, scratch->root);
    }
    if (t->sines.factor) {
        jw_sines_fill(&t->sines, m->precision, t->sines.sine);
        return;
    }
    for (int i = 0; i < t->n && !t->paired; ++i, ++row) {
        jw_shapes_fill(1, m->n, node_of(m, i) / (m->n + 1.0), phi);
        for (int j = 0; j < m->n; ++j) {
            put(m, t->rows, jw_row_at(t->n_rows, row, j), scratch->root[j] * phi[j]);
        }
    }
    for (int i = 1; i <= (m->n + 1) / 2 && row < t->n_rows && t->paired; ++i) {
        low[row] = high[row] = -1;
        for (int k = 0; k < t->n; ++k) {
            const int node = node_of(m, k);
            if (node == i) {
                low[row] = (int16_t)k;
            } else if (node == m->n + 1 - i) {
                high[row] = (int16_t)k;
            }
        }
        if (low[row] < 0 && high[row] < 0) {
            continue;
        }
        jw_shapes_fill(1, m->n, i / (m->n + 1.0), phi);
        // Sign, because phi_(N + 1 - j) = (-1)^(i + 1) phi_j at node i, j even.
        t->sign[row] = t->mirrored && i % 2 == 0 ? -1.0 : 1.0;
        for (int j = t->mirrored ? 1 : 0; j < m->n; j += t->mirrored ? 2 : 1) {
            const int even = t->mirrored ? 0 : j % 2;
            const int line = even * t->n_modes / 2 + j / 2;
            put(m, t->rows, (size_t)((even * t->n_rows + row) * t->blocks * JW_LANES + j / 2),
                phi[j]);
            put(m, t->across, (size_t)(line * t->across_apart + row), phi[j]);
        }
        ++row;
    }
    if (t->paired) {
        find_order(t);
    }
}

/// Cost of a multiply-add of rows relative to one of a sine transform. At 94 of 134 nodes, 115 of
/// 200, 123 of 224, in the middle of the string, both took the same time, which gives 1.06, 1.13,
/// 1.17; with 80 modes rows are cheaper even for all nodes (32 bits, AVX-512).
static const double dear_rows = 1.1;

/// Plans the nodes' rows: pairs of mirror images if they are less work than single nodes, or a sine
/// transform if that is still less work.
static JwGridRows plan_nodes(const JwContactPoints *points, double length_m, int n, int n_padded) {
    JwGridRows t = {.n = points->n, .self = n + 1.0};
    t.first = node_at(points->x_m[0], length_m, n);
    int pairs = 0;
    bool in_a_row = t.first >= 1 && t.first + points->n - 1 <= n;
    const int half = (n_padded / 2 + JW_LANES - 1) / JW_LANES * JW_LANES;
    for (int k = 0; k < points->n; ++k) {
        const int node = node_at(points->x_m[k], length_m, n), image = n + 1 - node;
        bool counted = false;
        in_a_row = in_a_row && node == t.first + k;
        for (int other = 0; other < k && !counted; ++other) {
            counted = node_at(points->x_m[other], length_m, n) == image;
        }
        pairs += counted ? 0 : 1;
    }
    t.paired = 2 * half * pairs < n_padded * points->n * 3 / 4;
    t.n_rows = t.paired ? pairs : points->n;
    t.mirrored = t.paired && n % 2 == 0;
    t.n_modes = n + n % 2;
    t.blocks = (t.paired ? half : n_padded) / JW_LANES;
    t.across_apart = t.paired ? (pairs + JW_LANES - 1) / JW_LANES * JW_LANES : 0;
    const JwSines sines = jw_sines_plan(n);
    const double rows = (t.paired ? 6.0 : 3.0) * t.n_rows * t.blocks;
    if (in_a_row && sines.factor && jw_sines_cost(&sines) < dear_rows * rows) {
        t.sines = sines;
        t.paired = t.mirrored = false;
        t.n_rows = 0;
    }
    return t;
}

static double rounded(const JwModes *m, const void *array, size_t j) {
    return jw_element(m->precision, array, j);
}

/// Reads row i as the kernel applies it: rounded as stored.
static void read_row(const JwModes *m, int i, double *values) {
    const bool bridge = i == m->bridge_row;
    const void *rows = bridge ? m->bridge : m->rows;
    const int n_rows = bridge ? 1 : m->n_interleaved;
    const int row = bridge ? 0 : jw_modes_interleaved(m, i);
    for (int j = 0; j < m->n_padded; ++j) {
        values[j] = rounded(m, rows, jw_row_at(n_rows, row, j));
    }
}

/// Number of mode j in the row of node i, with few nodes, rounded as stored.
static double of_node(const JwModes *m, int i, int j) {
    return rounded(m, m->grid_rows.rows, jw_row_at(m->grid_rows.n_rows, i, j));
}

/// Displacement of node k by a unit impulse at node i.
static double node_compliance(const JwModes *m, int i, int k) {
    double sum = 0.0;
    for (int j = 0; j < m->n_all; ++j) {
        sum += of_node(m, i, j) * of_node(m, k, j);
    }
    return sum;
}

/// Adds the products of the rows' shapes, weighted, over n elements to a matrix over the rows.
static void add_products(const JwModes *m, const Scratch *scratch, int n, double *sum) {
    const JwGram gram = {
        .rows = scratch->phi,
        .n_rows = m->n_rows,
        .apart = scratch->apart,
        .n = n,
        .weight = {scratch->weight},
        .n_sums = 1,
    };
    jw_shapes_gram(&gram, &sum);
    jw_shapes_mirror(sum, m->n_rows);
}

/// Computes the compliance from the rows as they are applied, in the memory of the shapes.
static void fill_compliance(JwModes *m, const Scratch *scratch) {
    const JwGridRows *t = &m->grid_rows;
    for (int i = 0; i < m->n_rows; ++i) {
        read_row(m, i, scratch->phi + (ptrdiff_t)i * scratch->apart);
    }
    for (int j = 0; j < m->n_padded; ++j) {
        scratch->weight[j] = 1.0;
    }
    add_products(m, scratch, m->n_padded, m->compliance);
    // With few nodes, losses couple them: their compliance is a matrix.
    for (int i = 0; i < t->n && jw_grid_rows_few(t); ++i) {
        for (int k = 0; k < t->n; ++k) {
            t->compliance[i * JW_FEW_GRID_ROWS + k] = node_compliance(m, i, k);
        }
    }
}

/// Fills in the part of forces that the cut-off modes carry to the bridge's end: these modes
/// respond at once, and near the end they carry most of the contact force.
static void fill_beyond(JwModes *m) {
    for (int i = 0; i < m->n_rows && m->bridge_row >= 0; ++i) {
        const double all = 1.0 - m->x_m[i] / m->length_m;
        const double own = m->compliance[m->bridge_row * m->n_rows + i];
        m->beyond[i] = i == m->bridge_row ? 0.0 : all - own;
    }
}

/// Lists the rows of points at which the cut-off modes matter: contact points, then the thread;
/// returns their number.
static int near_points(const JwModes *m, int *row) {
    int n = 0;
    for (; n < m->n_points; ++n) {
        row[n] = n;
    }
    if (m->thread_row >= 0) {
        row[n++] = m->thread_row;
    }
    return n;
}

static double decay_of(const void *context, int n) {
    const JwModesSpec *spec = context;
    return jw_modes_sigma(&spec->data, n, spec->loss_low, spec->loss_high);
}

/// Corrects the compliance of the band's modes. Near the limit the leapfrog scheme makes them too
/// soft for a contact that holds them still: their static compliance is 1/theta^2, the recursion's
/// 1/(2 - 2 cos theta). The correction includes everything that touches the string; otherwise the
/// matrix that remains without springs would not be a compliance.
static void correct_band(JwModes *m, const JwModesSpec *spec, const Scratch *scratch) {
    const double *root = scratch->root;
    memset(scratch->weight, 0, sizeof(double) * (size_t)m->n_padded);
    for (int j = 0; j < m->n; ++j) {
        const double theta = fmin(jw_modes_omega(&spec->data, j + 1) * m->dt_s, JW_MODES_THETA);
        const double half = jw_sin(0.5 * theta);
        const double weight = 1.0 / (theta * theta) - 0.25 / (half * half);
        scratch->weight[j] = weight;
        put(m, m->judge_compliance, j, 1.0 + weight / (root[j] * root[j]));
        if (j < m->n_lateral) {
            const int at = second_of(m, j);
            put(m, m->judge_compliance, at, 1.0 + weight / (root[at] * root[at]));
        }
    }
    add_products(m, scratch, jw_shapes_padded(m->n), m->cutoff);
}

static void add_local_modes(JwModes *m, const JwModesSpec *spec, const JwCutoff *cutoff,
                            const int *row) {
    const double radiates = spec->coarse && cutoff->n_local > 0
                                ? jw_modes_radiation(spec, m->n, m->x_m[m->n_points - 1])
                                : 0.0;
    for (int l = 0; l < cutoff->n_local; ++l) {
        const int j = m->n + l;
        const double theta = cutoff->theta[l];
        const double s = fmin(fmax(cutoff->decay[l], 0.0) + radiates, 300.0);
        // The damped frequency is theta: the recursion takes theta^2 + s^2.
        const double t = cutoff->theta2_t[l];
        fill_recursion(m, j, t, theta * theta + s * s - t, s);
        for (int i = 0; i < cutoff->n; ++i) {
            put(m, m->rows, jw_row_at(m->n_interleaved, jw_modes_interleaved(m, row[i]), j),
                jw_modes_root(m, j) * cutoff->shape[l * cutoff->n + i]);
        }
    }
    m->n_all = m->n + cutoff->n_local;
}

/// Adds the modes above the band at the points: a part of their static softness, or local modes and
/// the exact remaining softness.
static JwStatus fill_cutoff(JwModes *m, const JwModesSpec *spec, const Scratch *scratch) {
    int row[JW_CONTACT_POINTS + 1];
    double x_m[JW_CONTACT_POINTS + 1] = {0};
    JwCutoff cutoff;
    const int n = m->n_points > 0 && m->grid_rows.n == 0 ? near_points(m, row) : 0;
    for (int i = 0; i < n; ++i) {
        x_m[i] = m->x_m[row[i]];
    }
    const JwCutoffSpec cut = {
        .data = &spec->data,
        .dt_s = m->dt_s,
        .n_band = m->n,
        .x_m = x_m,
        .n = n,
        .n_wanted = m->n_points,
        .grazes = spec->grazes,
        .decay = decay_of,
        .context = spec,
    };
    const JwStatus status = jw_cutoff_init(&cutoff, &cut);
    if (status || n == 0) {
        return status;
    }
    const double share = spec->chi >= 0.0 ? spec->chi : 1.0;
    if (spec->chi < 0.0) {
        add_local_modes(m, spec, &cutoff, row);
        correct_band(m, spec, scratch);
    } else {
        jw_cutoff_restore(&cutoff);
    }
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) {
            m->cutoff[row[i] * m->n_rows + row[k]] += share * cutoff.softness[i * n + k];
        }
    }
    jw_cutoff_release(&cutoff);
    return JW_SUCCESS;
}

static int whole_lanes(int n) {
    return (n + JW_LANES - 1) / JW_LANES * JW_LANES;
}

/// Number of elements whose modes stretch the string. On rigid nodes these are all: contact excites
/// high partials so strongly that strong strokes of `wave` change by 5 to 13 dB without them, where
/// repetitions of a stroke differ by 1 to 6 dB.
static int stretching(const JwModesSpec *spec, bool grid, int n_padded) {
    if (grid || !(spec->stretch_hz > 0.0)) {
        return n_padded;
    }
    const int n = jw_modes_count(&spec->data, spec->stretch_hz, spec->step_rate_hz);
    const int whole = whole_lanes(n);
    return whole < n_padded ? whole : n_padded;
}

static int lateral_modes(const JwModesSpec *spec, int n_band) {
    if (!(spec->data.lateral.hz > 0.0)) {
        return 0;
    }
    const int n = jw_modes_count(&spec->data, spec->data.lateral.hz, spec->step_rate_hz);
    const int most = n_band < JW_MAX_LATERAL ? n_band : JW_MAX_LATERAL;
    return n < most ? n : most;
}

static bool has_bridge(const JwContactPoints *points) {
    bool has = false;
    for (int i = 0; points && i < points->n; ++i) {
        has |= points->on_bridge[i];
    }
    return has;
}

static void copy_points(JwModes *m, const JwContactPoints *points) {
    for (int i = 0; i < m->n_points; ++i) {
        m->x_m[i] = points->x_m[i];
        m->base_m[i] = points->base_m[i];
        m->sag_m[i] = points->sag_m[i];
        m->movable[i] = points->movable[i];
        m->restitution[i] = points->restitution[i];
    }
}

/// Computes the tables of an allocated string.
static JwStatus fill_tables(JwModes *m, const JwModesSpec *spec, Scratch *scratch) {
    copy_points(m, spec->contact);
    if (m->thread_row >= 0) {
        m->x_m[m->grid_rows.n + m->thread_row] = spec->thread_m;
    }
    if (m->palm_row >= 0) {
        m->x_m[m->grid_rows.n + m->palm_row] = spec->palm_m;
    }
    for (int j = 0; j < m->n; ++j) {
        fill_mode(m, spec, j, false);
    }
    for (int j = 0; j < m->n_lateral; ++j) {
        fill_mode(m, spec, j, true);
    }
    for (int j = 0; j < m->n_padded; ++j) {
        scratch->root[j] = jw_modes_root(m, j);
    }
    fill_rows(m, scratch);
    fill_bridge(m, scratch);
    if (spec->grid && m->n_points > 0) {
        fill_nodes(m, scratch);
    }
    const JwStatus status = fill_cutoff(m, spec, scratch);
    fill_gap(m);
    fill_compliance(m, scratch);
    if (m->separate) {
        jw_modes_judge_each(m);
    }
    fill_beyond(m);
    if (m->bears) {
        jw_modes_find_borne(m, spec->contact, scratch->line);
    }
    return status;
}

JwModes *jw_modes_new(const JwModesSpec *spec) {
    const JwStringData *s = &spec->data;
    const int n_points = spec->contact ? spec->contact->n : 0;
    const bool grid = spec->grid && n_points > 0;
    const bool bridged = spec->coupled && !grid;
    const int n_linked = grid ? 0 : n_points + (bridged ? 1 : 0);
    const int thread = spec->thread_m > 0.0 && spec->thread_m < s->length_m;
    const int palm = spec->palm_m > 0.0 && spec->palm_m < s->length_m;
    const int n_local = !grid && spec->chi < 0.0 ? jw_cutoff_local(n_points, spec->grazes) : 0;
    const double dt = 1.0 / spec->step_rate_hz;
    const int n = jw_modes_count(s, spec->band_hz, spec->step_rate_hz);
    const int n_first = whole_lanes(n + n_local);
    const int n_lateral = grid ? 0 : lateral_modes(spec, n);
    const int n_padded = n_first + whole_lanes(n_lateral);
    const JwModes shape = {
        .precision = spec->precision,
        .sweeps = spec->sweeps > 0 ? spec->sweeps : contact_sweeps,
        .warm = spec->warm > 0.0 ? spec->warm : contact_warm,
        .ease = spec->coarse ? jw_modes_ease(n) : 0.0,
        .n = n,
        .n_all = n + n_local,
        .n_padded = n_padded,
        .n_stretching = stretching(spec, grid, n_first),
        .n_first = n_first,
        .n_lateral = n_lateral,
        .cos_tilt = jw_cos(s->lateral.tilt_rad),
        .sin_tilt = jw_sin(s->lateral.tilt_rad),
        .n_points = n_points,
        .n_linked = n_linked,
        .stride = spec->stride > 1 && bridged ? spec->stride : 1,
        .n_rows = n_linked + thread + palm,
        .n_interleaved = n_linked + thread + palm - (bridged ? 1 : 0),
        .grid_rows =
            grid ? plan_nodes(spec->contact, s->length_m, n, n_padded) : (JwGridRows){.n = 0},
        .bridge_row = bridged ? n_points : -1,
        .thread_row = thread ? n_linked : -1,
        .palm_row = palm ? n_linked + thread : -1,
        .separate = jw_modes_points_separate(spec, n),
        .bears = !bridged && has_bridge(spec->contact),
        .length_m = s->length_m,
        .mass_kg = s->mu_kg_m * s->length_m,
        .dt_s = dt,
        .tension_n = s->tension_n,
        .stretch = dt * dt * s->ea_n / (2.0 * s->mu_kg_m) * jw_pow(JW_PI / s->length_m, 4.0),
        .palm_m = spec->palm_m,
    };
    JwModes *m = jw_modes_allocate(&shape);
    Scratch scratch;
    if (!m || !scratch_new(&scratch, m)) {
        jw_modes_free(m);
        return NULL;
    }
    const JwStatus status = fill_tables(m, spec, &scratch);
    scratch_free(&scratch);
    if (status) {
        jw_modes_free(m);
        return NULL;
    }
    return m;
}
