// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "string/string_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/// What the ledger may owe, as a share of the string's energy, when restitution takes energy away:
/// without a floor a loud passage would pay for growth in a quiet one.
static const double ledger_share = 0.3;

/// A bend moves tension in steps of a control tick; the bridge force follows within this [s].
static const double heard_time_s = 0.001;

/// A projection alone owes nothing for long: what it took a hundred samples ago is gone.
static const double projection_memory = 0.99;

enum { n_mode_arrays = 6 };

JwStatus jw_string_init(JwStringState *course, JwPrecision precision, int n_modes, int n_points) {
    memset(course, 0, sizeof(*course));
    course->kernel = jw_mode_kernel(precision);
    course->modes_capacity = (n_modes + JW_LANES - 1) / JW_LANES * JW_LANES;
    course->points_capacity = n_points;
    const size_t row = (size_t)course->modes_capacity * (size_t)course->kernel->size;
    const size_t total = (size_t)n_points + 1 + JW_N_SPRINGS;
    course->memory = aligned_alloc(64, n_mode_arrays * row);
    course->ahead = calloc(3 * total + 2 * total * total + (size_t)n_points + 1, sizeof(double));
    if (!course->memory || !course->ahead || jw_contact_init(&course->contact, n_points + 1) ||
        jw_springs_init(&course->springs, n_points + 1) ||
        jw_contact_group_init(&course->alone, 1, n_points) ||
        jw_grid_contact_init(&course->nodal, course->kernel, n_points, course->modes_capacity)) {
        jw_string_release(course);
        return JW_ERR_NO_MEMORY;
    }
    memset(course->memory, 0, n_mode_arrays * row);
    void **const array[n_mode_arrays] = {&course->arrays.q,      &course->arrays.v,
                                         &course->arrays.v_free, &course->stiff_bent,
                                         &course->pluck_row,     &course->scratch};
    for (size_t i = 0; i < n_mode_arrays; ++i) {
        *array[i] = (unsigned char *)course->memory + i * row;
    }
    course->alone.nodal = &course->nodal;
    course->pull = course->ahead + total;
    course->rows_now = course->ahead + 2 * total;
    course->system = course->ahead + 3 * total;
    course->soft = course->system + total * total;
    course->goal = course->soft + total * total;
    course->tension_scale = course->stretch_scale = course->thread_scale = 1.0;
    return JW_SUCCESS;
}

void jw_string_release(JwStringState *course) {
    free(course->memory);
    free(course->ahead);
    jw_contact_release(&course->contact);
    jw_springs_release(&course->springs);
    jw_contact_group_release(&course->alone);
    jw_grid_contact_release(&course->nodal);
    memset(course, 0, sizeof(*course));
}

JW_REALTIME double jw_string_joules(const JwStringState *course) {
    return course->modes->mass_kg / (course->modes->dt_s * course->modes->dt_s);
}

JW_REALTIME double jw_string_newtons(const JwStringState *course) {
    return jw_string_joules(course);
}

static JW_REALTIME bool bent(const JwStringState *course) {
    return course->tension_scale != 1.0;
}

JW_REALTIME bool jw_string_on_grid(const JwStringState *course) {
    return course->modes->nodes.n > 0;
}

static JW_REALTIME double stretch(const JwStringState *course) {
    return course->modes->stretch * course->stretch_scale;
}

static JW_REALTIME bool palmed(const JwStringState *course) {
    return course->modes->palm_row >= 0 && (course->palm_k > 0.0 || course->palm_rc > 0.0);
}

/// Of the rows side by side: the palm's is the last, and skipped while no palm lies on the string.
static JW_REALTIME int rows_in_use(const JwStringState *course) {
    const bool idle = course->modes->palm_row >= 0 && !palmed(course);
    return course->modes->n_beside - (idle ? 1 : 0);
}

/// Rows side by side to points and springs: out[n + t] is 0 where there is no such spring.
static JW_REALTIME void sort_rows(const JwStringState *course, double *out) {
    const JwModes *m = course->modes;
    const int n = m->n_linked;
    const double thread = m->thread_row >= 0 ? out[jw_modes_beside(m, m->thread_row)] : 0.0;
    const double palm = palmed(course) ? out[jw_modes_beside(m, m->palm_row)] : 0.0;
    out[n + JW_THREAD] = thread;
    out[n + JW_PALM] = palm;
    out[n + JW_FINGER] = 0.0;
}

static JW_REALTIME double on_bridge(const JwStringState *course, const void *x) {
    double sum = 0.0;
    if (course->modes->bridge_row >= 0) {
        course->kernel->rows_dot(course->modes->bridge, 1, 1, course->modes->n_padded, x, &sum);
    }
    return sum;
}

/// Of all but the bridge, at whose place there is nothing of use then.
static JW_REALTIME void by_point(const JwStringState *course, const void *x, double *out) {
    const JwModes *m = course->modes;
    course->kernel->rows_dot(m->rows, m->n_beside, rows_in_use(course), m->n_padded, x, out);
    sort_rows(course, out);
    if (course->pluck.active) {
        course->kernel->rows_dot(course->pluck_row, 1, 1, m->n_padded, x,
                                 &out[m->n_linked + JW_FINGER]);
    }
}

/// What an impulse at the plucked place does to points and springs where contact is judged.
static JW_REALTIME void judge_finger(JwStringState *course, double *column) {
    const JwModes *m = course->modes;
    course->kernel->weigh(m->n_padded, m->judge, course->pluck_row, 1, 0, course->scratch);
    by_point(course, course->scratch, column);
    if (m->bridge_row >= 0) {
        column[m->bridge_row] = on_bridge(course, course->scratch);
    }
}

/// What an impulse at spring t does to points and springs.
static JW_REALTIME void spring_column(JwStringState *course, int t, double *column) {
    const JwModes *m = course->modes;
    const int row = t == JW_THREAD ? m->thread_row : m->palm_row;
    memset(column, 0, sizeof(double) * (size_t)(m->n_linked + JW_N_SPRINGS));
    if (t == JW_FINGER && course->pluck.active) {
        by_point(course, course->pluck_row, column);
        if (m->bridge_row >= 0) {
            column[m->bridge_row] = course->pluck_bridge;
        }
    } else if (t != JW_FINGER && row >= 0) {
        const double *s = m->compliance + (size_t)row * m->n_rows;
        memcpy(column, s, sizeof(double) * (size_t)m->n_linked);
        column[m->n_linked + JW_THREAD] = m->thread_row >= 0 ? s[m->thread_row] : 0.0;
        column[m->n_linked + JW_PALM] = m->palm_row >= 0 ? s[m->palm_row] : 0.0;
    }
}

/// Where a row of the tables stands among points and springs.
static JW_REALTIME int place_of(const JwModes *m, int row) {
    if (row < m->n_linked) {
        return row;
    }
    return m->n_linked + (row == m->thread_row ? JW_THREAD : JW_PALM);
}

/// Softness of the modes left out on top of a compliance. A bend stiffens them; slack is left
/// alone, for more than all of C might not leave a compliance.
static JW_REALTIME void soften(JwStringState *course, double *soft, int total) {
    const JwModes *m = course->modes;
    const double scale = fmin(1.0 / course->tension_scale, 1.0);
    const int finger = m->n_linked + JW_FINGER;
    for (int i = 0; i < m->n_rows; ++i) {
        for (int k = 0; k < m->n_rows; ++k) {
            soft[place_of(m, i) * total + place_of(m, k)] += scale * m->cutoff[i * m->n_rows + k];
        }
    }
    if (course->pluck.active) {
        double *column = course->rows_now;
        judge_finger(course, column);
        for (int i = 0; i < total; ++i) {
            const double more = scale * (column[i] - soft[finger * total + i]);
            soft[finger * total + i] += more;
            soft[i * total + finger] += i == finger ? 0.0 : more;
        }
    }
}

/// Springs in the units of the modes. What they do to the points is worked out before the next
/// step: many changes may come between two.
static JW_REALTIME void set_springs(JwStringState *course) {
    const JwModes *m = course->modes;
    const double k_unit = m->dt_s * m->dt_s / m->mass_kg, rc_unit = 0.5 * m->dt_s / m->mass_kg;
    JwSpring *s = course->springs.spring;
    const bool thread = m->thread_row >= 0;
    s[JW_THREAD].stiffness = thread ? course->thread_scale * course->thread_k * k_unit : 0.0;
    s[JW_THREAD].damping = thread ? course->thread_scale * course->thread_rc * rc_unit : 0.0;
    s[JW_PALM].stiffness = m->palm_row >= 0 ? course->palm_k * k_unit : 0.0;
    s[JW_PALM].damping = m->palm_row >= 0 ? course->palm_rc * rc_unit : 0.0;
    s[JW_FINGER].stiffness = 0.0;
    s[JW_FINGER].damping = jw_pluck_touching(&course->pluck) ? course->pluck.touch * rc_unit : 0.0;
    course->dirty = true;
    course->sits = NULL;
}

/// What each spring's impulse does to the nodes.
static JW_REALTIME void spring_columns_at_nodes(JwStringState *course) {
    const JwModes *m = course->modes;
    const int rows[JW_N_SPRINGS] = {m->thread_row, m->palm_row, -1};
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        const void *own = t == JW_FINGER && course->pluck.active ? course->pluck_row : NULL;
        if (rows[t] >= 0) {
            course->kernel->weigh(m->n_padded, NULL, m->rows, m->n_beside, rows[t],
                                  course->scratch);
            own = course->scratch;
        }
        jw_grid_contact_set_column(&course->nodal, &course->springs, t, own);
    }
}

/// Compliance of all points and springs, then the springs taken out.
static JW_REALTIME void eliminate(JwStringState *course) {
    const JwModes *m = course->modes;
    const int n = m->n_linked, total = n + JW_N_SPRINGS;
    for (int i = 0; i < n; ++i) {
        memcpy(course->system + (size_t)i * total, m->compliance + (size_t)i * m->n_rows,
               sizeof(double) * (size_t)n);
    }
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        spring_column(course, t, course->rows_now);
        for (int i = 0; i < total; ++i) {
            course->system[(n + t) * total + i] = course->rows_now[i];
            course->system[i * total + n + t] = course->rows_now[i];
        }
    }
    set_springs(course);
    memcpy(course->soft, course->system, sizeof(double) * (size_t)total * (size_t)total);
    soften(course, course->soft, total);
    jw_springs_eliminate(&course->springs, n, course->system, course->soft, course->relief);
    if (jw_string_on_grid(course)) {
        spring_columns_at_nodes(course);
    }
    course->contact.stale = true;
    course->dirty = false;
}

/// Displacements now and one sample ago of all that touches the string, from the modes.
static JW_REALTIME void look(JwStringState *course) {
    const JwModes *m = course->modes;
    const int n = m->n_linked;
    course->sits = NULL;
    by_point(course, course->arrays.q, course->ahead);
    course->kernel->before(&course->arrays, course->scratch);
    by_point(course, course->scratch, course->pull);
    if (jw_string_on_grid(course)) {
        jw_grid_contact_look(&course->nodal, course->scratch);
    } else {
        memcpy(course->contact.p1, course->ahead, sizeof(double) * (size_t)m->n_points);
        memcpy(course->contact.p0, course->pull, sizeof(double) * (size_t)m->n_points);
    }
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        JwSpring *s = &course->springs.spring[t];
        s->p1 = course->ahead[n + t] - s->rest;
        s->p0 = course->pull[n + t] - s->rest;
    }
}

/// *swung as JwStringState has it, from the modes.
static JW_REALTIME double energy_of(const JwStringState *course, double *swung) {
    const double h = course->kernel->energy(&course->arrays, swung);
    const double more = *swung - course->stretch_rest;
    return h + 0.25 * stretch(course) * more * more + jw_springs_energy(&course->springs);
}

/// Mode j of the string at rest, as q has it.
static JW_REALTIME double rest_of(const JwStringState *course, int j) {
    const JwModes *m = course->modes;
    return m->rest_q[j] / jw_element(m->precision, course->arrays.root, (size_t)j);
}

/// The modes were changed from outside.
static JW_REALTIME void count_swing(JwStringState *course) {
    course->kernel->energy(&course->arrays, &course->swung);
}

static JW_REALTIME double total_energy(const JwStringState *course) {
    double swung;
    return energy_of(course, &swung);
}

/// Something outside acted at this instant: what it changed is the player's work.
static JW_REALTIME void book(JwStringState *course, double before) {
    course->energy_in += total_energy(course) - before;
    course->energy_in_max = fmax(course->energy_in_max, course->energy_in);
}

static JW_REALTIME double height_of(const JwModes *m, const JwBridge *b, int i) {
    return jw_modes_height(m, i, b->height_m, b->curvature);
}

static JW_REALTIME void set_restitution(JwStringState *course) {
    const JwModes *m = course->modes;
    bool lossless = true;
    course->sits = NULL;
    course->contact.fold = false;
    for (int i = 0; i < m->n_points; ++i) {
        const double own = m->restitution[i];
        course->contact.restitution[i] = own < 0.0 ? course->bridge.restitution : own;
        course->contact.fold |= course->contact.restitution[i] > 0.0;
        lossless &= course->contact.restitution[i] == 1.0;
    }
    if (!course->contact.fold) {
        memset(course->contact.pending, 0, sizeof(double) * (size_t)m->n_points);
    }
    // What nodes give way more than N + 1 says is what lifts them again: none of it may be lost.
    course->contact.forget =
        course->contact.fold || jw_string_on_grid(course) ? 1.0 : projection_memory;
    course->contact.floor = lossless ? -HUGE_VAL : -ledger_share * course->energy;
}

static JW_REALTIME void bind_modes(JwStringState *course, const JwModes *modes) {
    JwModeArrays *a = &course->arrays;
    course->modes = modes;
    course->sits = NULL;
    course->rest_known = false;
    course->hearing = 1.0 - exp(-modes->dt_s / heard_time_s);
    a->n = modes->n_all;
    a->n_padded = modes->n_padded;
    a->n_stretching = modes->n_stretching;
    a->damp = modes->damp;
    a->root = modes->root;
    a->bridge = modes->bridge;
    a->stiff = modes->stiff;
    if (bent(course)) {
        course->kernel->retune(a->n_padded, course->tension_scale, modes->theta2_t, modes->theta2_e,
                               modes->hold, modes->sech_gain, course->stiff_bent);
        a->stiff = course->stiff_bent;
    }
    course->contact.n = modes->n_points;
    course->contact.sweeps = modes->sweeps;
    course->contact.cutoff =
        modes->n_points > 0 && !jw_string_on_grid(course) && modes->cutoff[0] != 0.0;
    course->dirty = true;
    if (jw_string_on_grid(course)) {
        jw_grid_contact_bind(&course->nodal, a, &modes->nodes, &course->contact);
    }
}

JW_REALTIME void jw_string_rest(JwStringState *course, const JwModes *modes, const JwBridge *bridge,
                                const double *q, const double *r) {
    course->pluck.active = false;
    course->palm_k = course->palm_rc = 0.0;
    course->tension_scale = course->heard_scale = 1.0;
    course->bridge = *bridge;
    course->glide = 0;
    bind_modes(course, modes);
    for (int i = 0; i < modes->n_points; ++i) {
        course->goal[i] = course->contact.height[i] = height_of(modes, bridge, i);
    }
    jw_contact_reset(&course->contact, modes->n_points, course->contact.height);
    course->contact.work = course->contact.mover_work = 0.0; // whatever it was, a number
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        course->springs.spring[t].rest = 0.0;
    }
    jw_string_set_state(course, q, NULL);
    course->kernel->energy(&course->arrays, &course->stretch_rest);
    // The thread is laid under the resting string, so it pushes on what moves from there.
    course->springs.spring[JW_THREAD].rest = course->ahead[modes->n_linked + JW_THREAD];
    jw_string_set_state(course, q, NULL);
    memset(course->contact.hold, 0, sizeof(double) * (size_t)modes->n_points);
    if (r) {
        memcpy(course->contact.hold, r, sizeof(double) * (size_t)modes->n_points);
        memcpy(course->contact.safe, r, sizeof(double) * (size_t)modes->n_points);
        memcpy(course->contact.last, r, sizeof(double) * (size_t)modes->n_points);
        memcpy(course->contact.impulse, r, sizeof(double) * (size_t)modes->n_points);
    }
    course->contact.stale = true;
    set_restitution(course);
}

JW_REALTIME void jw_string_set_state(JwStringState *course, const double *q, const double *v) {
    const int n = course->modes->n_all;
    const JwPrecision precision = course->modes->precision;
    for (int j = 0; j < course->arrays.n_padded; ++j) {
        const double unit = j < n ? jw_element(precision, course->arrays.root, (size_t)j) : 1.0;
        jw_element_put(precision, course->arrays.q, (size_t)j, j < n && q ? q[j] / unit : 0.0);
        jw_element_put(precision, course->arrays.v, (size_t)j, j < n && v ? v[j] / unit : 0.0);
    }
    if (course->dirty) {
        eliminate(course);
    }
    // Nothing holds it yet.
    memset(course->contact.impulse, 0, sizeof(double) * (size_t)course->modes->n_points);
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        course->springs.spring[t].impulse = 0.0;
    }
    look(course);
    course->energy = course->energy_in = course->energy_in_max = energy_of(course, &course->swung);
    set_restitution(course);
}

/// A string is tuned where it lies: what its rest shape stretches it is in its tension already.
static JW_REALTIME double rest_stretch(const JwModes *modes) {
    double sum = 0.0;
    for (int j = 0; j < modes->n_all && j < modes->n_stretching; ++j) {
        const double root = jw_element(modes->precision, modes->root, (size_t)j);
        const double slope = (j + 1) * modes->rest_q[j] / root;
        sum += slope * slope;
    }
    return sum;
}

/// Row of the plucked place on the modes as they are now, and how it moves.
static JW_REALTIME void lay_finger(JwStringState *course) {
    const JwModes *m = course->modes;
    course->kernel->pluck_row(&course->arrays, course->pluck_row, m->n,
                              pi * course->pluck_m / m->length_m,
                              pi * course->pluck_width_m / m->length_m);
    course->pluck_bridge = on_bridge(course, course->pluck_row);
    course->kernel->rows_dot(course->pluck_row, 1, 1, m->n_padded, course->arrays.v,
                             &course->pluck_push);
}

JW_REALTIME void jw_string_set_modes(JwStringState *course, const JwModes *modes) {
    const JwModes *old = course->modes;
    const double energy = total_energy(course) * jw_string_joules(course);
    // Slope at the bridge is sum beta_j q_j: q in proportion to the length keeps it, and so the
    // sound.
    const double q_scale = modes->length_m / old->length_m;
    const double v_scale = modes->dt_s / old->dt_s;
    const double same_tension = old->tension_n / modes->tension_n;
    const JwModeArrays from = course->arrays;
    const bool same_points = modes->n_points == old->n_points;
    const double unit = jw_string_joules(course);
    course->tension_scale *= same_tension;
    course->heard_scale *= same_tension;
    bind_modes(course, modes);
    // Local modes stand behind the band: they go along only if the band stays.
    const int n_kept = modes->n == old->n ? modes->n_all : (modes->n < old->n ? modes->n : old->n);
    course->kernel->carry(&course->arrays, n_kept, &from, q_scale, v_scale);
    const double rescale = unit / jw_string_joules(course);
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        course->springs.spring[t].impulse *= rescale;
    }
    course->stretch_rest = rest_stretch(modes);
    course->energy *= rescale;
    course->energy_in *= rescale;
    course->energy_in_max *= rescale;
    course->contact.ledger *= rescale;
    for (int i = 0; i < modes->n_points; ++i) {
        course->contact.safe[i] = same_points ? course->contact.safe[i] * rescale : 0.0;
        course->contact.pending[i] = same_points ? course->contact.pending[i] * rescale : 0.0;
        course->contact.last[i] = same_points ? course->contact.last[i] * rescale : 0.0;
        course->contact.impulse[i] = same_points ? course->contact.impulse[i] * rescale : 0.0;
        course->contact.hold[i] = modes->rest_r[i];
        course->goal[i] = height_of(modes, &course->bridge, i);
        if (!same_points) {
            course->contact.height[i] = course->contact.height1[i] = course->contact.height0[i] =
                course->goal[i];
        }
    }
    if (course->pluck.active) {
        course->pluck_m = fmin(course->pluck_m, 0.98 * modes->length_m);
        jw_pluck_retime(&course->pluck, old->dt_s / modes->dt_s);
        course->pluck.force *= rescale;
        lay_finger(course);
    }
    // Springs in the new units first: the energy in them is counted below.
    set_springs(course);
    look(course);
    count_swing(course);
    set_restitution(course);
    book(course, energy / jw_string_joules(course));
}

JW_REALTIME void jw_string_set_bridge(JwStringState *course, const JwBridge *bridge, int steps) {
    course->bridge = *bridge;
    course->glide = steps > 1 ? steps : 1;
    for (int i = 0; i < course->modes->n_points; ++i) {
        course->goal[i] = height_of(course->modes, bridge, i);
        course->contact.hold[i] = 0.0;
    }
    course->contact.stale = true;
    set_restitution(course);
}

JW_REALTIME void jw_string_set_tension(JwStringState *course, double scale, double stretch_scale) {
    // While nothing stretched the string, steps did not count that.
    const double before = energy_of(course, &course->swung);
    course->tension_scale = scale;
    course->stretch_scale = stretch_scale;
    bind_modes(course, course->modes);
    book(course, before);
}

JW_REALTIME void jw_string_set_thread(JwStringState *course, double scale) {
    const double before = total_energy(course);
    course->thread_scale = scale;
    set_springs(course);
    book(course, before);
}

JW_REALTIME void jw_string_set_palm(JwStringState *course, double k, double rc) {
    const double before = total_energy(course);
    course->palm_k = k;
    course->palm_rc = rc;
    set_springs(course);
    look(course);
    book(course, before);
}

JW_REALTIME void jw_string_pluck_force(JwStringState *course, JwStroke stroke, double position_m,
                                       double width_m, double force_n, double duration) {
    jw_pluck_start(&course->pluck, stroke, force_n / jw_string_newtons(course), duration,
                   1.0 / course->modes->dt_s);
    course->pluck_m = position_m;
    course->pluck_width_m = width_m * jw_stroke_width(stroke);
    lay_finger(course);
    look(course);
    course->dirty = true;
}

JW_REALTIME void jw_string_pluck(JwStringState *course, JwStroke stroke, double position_m,
                                 double width_m, double displacement_m, double duration) {
    const JwModes *m = course->modes;
    const double x = position_m / m->length_m;
    const double force =
        displacement_m * m->tension_n * course->tension_scale / (x * (1.0 - x) * m->length_m);
    jw_string_pluck_force(course, stroke, position_m, width_m, force, duration);
}

static JW_REALTIME void glide(JwStringState *course) {
    const double share = 1.0 / course->glide--;
    for (int i = 0; i < course->modes->n_points; ++i) {
        course->contact.height[i] += share * (course->goal[i] - course->contact.height[i]);
    }
}

/// Finger leaves the string: its dashpot goes, and with the stroke its row.
static JW_REALTIME double pull_on(JwStringState *course) {
    const bool touched = jw_pluck_touching(&course->pluck);
    const double force = jw_pluck_next(&course->pluck);
    if (touched && !jw_pluck_touching(&course->pluck)) {
        course->dirty = true;
    }
    return force;
}

JW_REALTIME void jw_string_set_relief(JwStringState *course, double relief) {
    course->relief = relief;
    course->dirty = true;
    course->sits = NULL;
}

JW_REALTIME void jw_string_set_output(JwStringState *course, JwOutput output) {
    course->sits = course->output == output ? course->sits : NULL;
    course->output = output;
}

/********* Steps *********/

/// What a bridge that moves feels of the string is what is heard.
static JW_REALTIME bool heard_by_bridge(const JwStringState *course) {
    return course->output == JW_OUT_BRIDGE_FORCE && course->modes->bridge_row >= 0;
}

static JW_REALTIME double heard_unit(const JwStringState *course) {
    const JwModes *m = course->modes;
    switch (course->output) {
    case JW_OUT_BRIDGE_FORCE:
        // The tension is in what the bridge feels: all of that follows a bend as heard_scale does.
        return heard_by_bridge(course) ? jw_string_newtons(course) / course->tension_scale
                                       : m->tension_n;
    case JW_OUT_PICKUP_VELOCITY:
        return 1.0 / m->dt_s;
    case JW_OUT_PICKUP_DISPLACEMENT:
        break;
    }
    return 1.0;
}

JW_REALTIME JwLaneSource jw_string_lane_source(JwStringState *course) {
    const JwModes *m = course->modes;
    if (course->dirty) {
        eliminate(course);
    }
    return (JwLaneSource){
        .kernel = course->kernel,
        .contact = jw_string_on_grid(course) ? &course->none : &course->contact,
        .springs = &course->springs,
        .coupled = m->bridge_row >= 0,
        .used = {m->thread_row >= 0, palmed(course), course->pluck.active},
        .beyond = m->beyond,
        .thread_beyond = m->thread_row >= 0 ? m->beyond[m->thread_row] : 0.0,
        .mass_kg = m->mass_kg,
        .stretch = stretch(course),
        .stretch_rest = course->stretch_rest,
        .swung = &course->swung,
        .heard_unit = heard_unit(course),
        .heard_follows = course->output == JW_OUT_BRIDGE_FORCE,
        .heard_bridge = heard_by_bridge(course),
        .hearing = course->hearing,
        .tension_scale = course->tension_scale,
        .heard = &course->heard,
        .heard_scale = &course->heard_scale,
    };
}

JW_REALTIME bool jw_string_steps_plainly(const JwStringState *course) {
    return !jw_string_on_grid(course) && !course->pluck.active && course->glide == 0 &&
           !course->dirty;
}

JW_REALTIME void jw_string_leave_lane(JwStringState *course, const JwContactGroup *meeting,
                                      int lane) {
    const JwLaneSource seat = jw_string_lane_source(course);
    if (jw_string_on_grid(course)) {
        jw_grid_contact_close(&course->nodal);
        course->energy_in += course->contact.mover_work - course->nodal.mover_work;
    } else {
        course->energy_in += meeting->each->mover_work.lane[lane] - course->contact.mover_work;
    }
    jw_contact_group_store(meeting, lane, &seat);
}

/// Springs changed: into the lane with that.
static JW_RARE JW_REALTIME void sit_again(JwStringState *course, JwContactGroup *meeting,
                                          int lane) {
    course->dirty = false;
    // The last step at nodes is booked only when the next one knows where they came to.
    if (jw_string_on_grid(course)) {
        const JwLaneSource left = jw_string_lane_source(course);
        jw_contact_group_store(meeting, lane, &left);
    } else {
        jw_string_leave_lane(course, meeting, lane);
    }
    course->dirty = true;
    const JwLaneSource seat = jw_string_lane_source(course);
    jw_contact_group_load(meeting, lane, &seat);
}

/// The obstacle moves, in the lane too.
static JW_RARE JW_REALTIME void glide_on(JwStringState *course, JwContactGroup *meeting, int lane) {
    glide(course);
    for (int i = 0; i < course->modes->n_points && !jw_string_on_grid(course); ++i) {
        meeting->height[i * meeting->lanes + lane] = course->contact.height[i];
    }
}

/// Stroke and glide go on, and what that changes goes into the lane.
static JW_REALTIME void go_on(JwStringState *course, JwContactGroup *meeting, int lane) {
    course->plucked = course->pluck.active;
    course->force = course->plucked ? pull_on(course) : 0.0;
    if (course->glide > 0) {
        glide_on(course, meeting, lane);
    }
    if (course->dirty) {
        sit_again(course, meeting, lane);
    }
}

/// What a lane found for the step that ends: impulses of bridge and springs, in the order of the
/// rows, and the tension's.
static JW_INLINE JW_REALTIME void give(JwStepSetup *turn, const JwContactGroup *meeting, int lane) {
    double *own = meeting->give + lane;
    turn->advance.lift = meeting->lifted;
    turn->advance.push = meeting->each->pushed.lane[lane];
    if (turn->thread_row >= 0) {
        own[turn->thread_row * meeting->lanes] = meeting->spring[JW_THREAD].impulse.lane[lane];
    }
    if (turn->palm_row >= 0) {
        own[turn->palm_row * meeting->lanes] = meeting->spring[JW_PALM].impulse.lane[lane];
    }
}

/// Where a lane's sums are.
static JW_REALTIME JwSumPlaces sum_places(const JwStringState *course,
                                          const JwContactGroup *meeting, int lane) {
    const size_t size = JW_SUM_LANES * (size_t)course->kernel->size;
    const size_t place = (size_t)meeting->lanes * size;
    unsigned char *x = (unsigned char *)meeting->sums + (size_t)lane * size;
    unsigned char *beside = x + (size_t)meeting->n * place, *g = beside + JW_PLACES * place;
    const JwModes *m = course->modes;
    const int n_points = jw_string_on_grid(course) ? 0 : m->n_points;
    const int springs = m->thread_row >= 0 ? JW_THREAD : JW_PALM; // The first there is
    return (JwSumPlaces){
        .x = x,
        .g = g,
        .stride = meeting->lanes,
        .n_points = n_points,
        .skip = meeting->n - n_points + JW_PLACE_SPRINGS + springs,
        .bridge_lost = beside + JW_PLACE_BRIDGE * place,
        .bridge_g = g + (size_t)(meeting->n + JW_PLACE_BRIDGE) * place,
        .heard = beside + JW_PLACE_HEARD * place,
        .speed = beside + JW_PLACE_SPEED * place,
        .swing = beside + JW_PLACE_SWING * place,
        .stiffening = beside + JW_PLACE_STIFFENING * place,
        .finger_x = beside + JW_PLACE_FINGER * place,
        .finger_g = g + (size_t)(meeting->n + JW_PLACE_FINGER) * place,
    };
}

/// Takes the string's place in a lane.
static JW_REALTIME void take_place(JwStringState *course, const JwContactGroup *meeting, int lane) {
    const JwModes *m = course->modes;
    const bool force = course->output == JW_OUT_BRIDGE_FORCE;
    course->turn = (JwStepSetup){
        .advance =
            {
                .rows = m->rows,
                .apart = m->n_beside,
                .n_rows = rows_in_use(course),
                .listen = heard_by_bridge(course) ? NULL : m->out[force ? 0 : 1],
                .hear_speed = course->output == JW_OUT_PICKUP_VELOCITY,
                .stride = meeting->lanes,
                .given = jw_string_on_grid(course) ? course->nodal.given : NULL,
                .next = course->nodal.next,
                .bend = course->nodal.bend,
                .nodes = jw_string_on_grid(course) && course->nodal.few ? &m->nodes : NULL,
                .node_impulse = course->contact.impulse,
                .node_sums = course->nodal.sums,
                .impulse = meeting->give + lane,
                .sums = sum_places(course, meeting, lane),
            },
        .thread_row = m->thread_row >= 0 ? jw_modes_beside(m, m->thread_row) : -1,
        .palm_row = palmed(course) ? jw_modes_beside(m, m->palm_row) : -1,
    };
    course->nodal.mover_work = course->contact.mover_work;
}

static JW_REALTIME double heard_output(const JwStringState *course, double y) {
    const bool force = course->output == JW_OUT_BRIDGE_FORCE;
    return y * heard_unit(course) * (force ? course->heard_scale : 1.0);
}

JW_REALTIME void jw_string_step_edge(JwStringState *course, JwContactGroup *meeting, int lane,
                                     bool ends, bool begins, bool last) {
    JwStepSetup *turn = &course->turn;
    JwModeStep *a = &turn->advance;
    if (turn->steady && ends && begins) {
        a->keeps = last;
        give(turn, meeting, lane);
        turn->way[0](&course->arrays, a);
        return;
    }
    turn->plucked = ends && course->plucked;
    turn->force = course->force;
    if (ends) {
        give(turn, meeting, lane);
        // Nodes that were not told where they came to look it up.
        if (a->looks_back != course->nodal.open) {
            a->looks_back = course->nodal.open;
            turn->way[0] = turn->way[1] = NULL;
        }
        a->finger =
            turn->plucked ? turn->force + meeting->spring[JW_FINGER].impulse.lane[lane] : 0.0;
    } else {
        take_place(course, meeting, lane);
    }
    if (begins) {
        go_on(course, meeting, lane);
        a->force = course->force;
        meeting->each->stroke.lane[lane] =
            course->plucked ? course->force * course->pluck_bridge : 0.0;
    }
    a->ends = ends;
    a->begins = begins;
    a->keeps = last;
    a->plucks = begins && course->plucked;
    a->pluck = turn->plucked || a->plucks ? course->pluck_row : NULL;
    turn->steady = false;
    if (!ends || !begins) {
        course->kernel->advance(&course->arrays, a);
        return;
    }
    JwModeStepVariant *way = &turn->way[a->pluck ? 1 : 0];
    if (!*way) {
        *way = course->kernel->way(&course->arrays, a);
    }
    turn->steady = !a->pluck && jw_string_steps_plainly(course);
    (*way)(&course->arrays, a);
}

JW_REALTIME void jw_string_count_stroke(JwStringState *course, const JwContactGroup *meeting,
                                        int lane) {
    const JwStepSetup *turn = &course->turn;
    const double *beside = meeting->ahead + meeting->n * meeting->lanes + lane;
    if (turn->plucked) {
        const double speed = beside[JW_PLACE_SPEED * meeting->lanes];
        const double work = turn->force * 0.5 * (speed + course->pluck_push);
        course->energy_in += work;
        course->strokes_j += work * jw_string_joules(course);
        course->pluck_push = speed;
        if (course->energy_in > course->energy_in_max) {
            course->energy_in_max = course->energy_in;
        }
    }
}

JW_REALTIME const JwContactStep *jw_string_step_alone(const JwStringState *course) {
    return jw_string_on_grid(course) ? jw_grid_contact_step() : jw_contact_step(1);
}

JW_REALTIME void jw_string_run(JwStringState *course, double *out, int n) {
    JwContactGroup *meeting = &course->alone;
    const JwContactStep *step = jw_string_step_alone(course);
    const JwLaneSource seat = jw_string_lane_source(course);
    if (n <= 0) {
        return;
    }
    jw_contact_group_assign(meeting, &seat, 1);
    course->sits = NULL;
    jw_string_step_edge(course, meeting, 0, false, true, false);
    jw_contact_group_sum(meeting);
    for (int i = 0; i < n; ++i) {
        step->predict(meeting);
        step->choose(meeting, 0.0);
        step->finish(meeting, 0.0, 0.0);
        jw_string_step_edge(course, meeting, 0, true, i + 1 < n, i + 1 == n);
        jw_contact_group_sum(meeting);
        step->hear(meeting);
        jw_string_count_stroke(course, meeting, 0);
        if (out) {
            out[i] = meeting->each->heard.lane[0];
        }
    }
    jw_string_leave_lane(course, meeting, 0);
}

JW_REALTIME void jw_string_step(JwStringState *course) {
    jw_string_run(course, NULL, 1);
}

/// What the bridge's end feels: stiffness, losses, and what contact and thread do beyond them.
static JW_REALTIME double felt_by_bridge(const JwStringState *course) {
    const JwModeArrays *a = &course->arrays;
    const JwModes *m = course->modes;
    double beyond = 0.0;
    for (int i = 0; i < m->n_points; ++i) {
        beyond += m->beyond[i] * course->contact.impulse[i];
    }
    if (m->thread_row >= 0) {
        beyond += m->beyond[m->thread_row] * course->springs.spring[JW_THREAD].impulse;
    }
    course->kernel->weigh(a->n_padded, a->stiff, a->q, 1, 0, course->scratch);
    const double held = on_bridge(course, course->scratch);
    course->kernel->weigh(a->n_padded, a->damp, a->v, 1, 0, course->scratch);
    return held + on_bridge(course, course->scratch) + beyond;
}

JW_REALTIME double jw_string_output(const JwStringState *course) {
    const JwModes *m = course->modes;
    const bool force = course->output == JW_OUT_BRIDGE_FORCE;
    const bool speed = course->output == JW_OUT_PICKUP_VELOCITY;
    double y;
    if (heard_by_bridge(course)) {
        return heard_output(course, felt_by_bridge(course));
    }
    course->kernel->rows_dot(m->out[force ? 0 : 1], 1, 1, m->n_padded,
                             speed ? course->arrays.v : course->arrays.q, &y);
    return heard_output(course, y);
}

JW_REALTIME double jw_string_bridge_speed(const JwStringState *course) {
    return on_bridge(course, course->arrays.v);
}

JW_REALTIME double jw_string_energy(const JwStringState *course) {
    return total_energy(course);
}

JW_REALTIME double jw_string_audit(JwStringState *course) {
    course->energy = total_energy(course);
    course->energy_in_max = fmax(course->energy_in_max, course->energy_in);
    if (course->energy_in_max > 0.0) {
        course->energy_excess = fmax(course->energy_excess,
                                     (course->energy - course->energy_in) / course->energy_in_max);
    }
    if (course->contact.floor > -HUGE_VAL) {
        course->contact.floor = -ledger_share * course->energy;
    }
    return course->energy;
}

JW_REALTIME double jw_string_rest_energy(JwStringState *course) {
    const JwModes *m = course->modes;
    if (!m->rests) {
        return 0.0;
    }
    if (!course->rest_known) {
        double sum = 0.0;
        for (int j = 0; j < m->n_all; ++j) {
            const double q = rest_of(course, j);
            sum += 0.5 * jw_element(m->precision, course->arrays.stiff, (size_t)j) * q * q;
        }
        course->rest_energy = sum;
        course->rest_known = true;
    }
    return course->rest_energy;
}

/// Displacements from rest: of a string that lies straight the kernel's own loop does it.
static JW_REALTIME void shrink_modes(JwStringState *course, double factor) {
    const JwPrecision precision = course->modes->precision;
    const JwModeArrays *a = &course->arrays;
    if (!course->modes->rests) {
        course->kernel->carry(a, a->n, a, factor, factor);
        return;
    }
    for (int j = 0; j < course->modes->n_all; ++j) {
        const double rest = rest_of(course, j), q = jw_element(precision, a->q, (size_t)j);
        jw_element_put(precision, a->q, (size_t)j, rest + factor * (q - rest));
        jw_element_put(precision, a->v, (size_t)j, factor * jw_element(precision, a->v, (size_t)j));
    }
}

JW_REALTIME void jw_string_shrink(JwStringState *course, double factor) {
    const double before = total_energy(course);
    shrink_modes(course, factor);
    course->contact.ledger *= factor * factor;
    for (int i = 0; i < course->modes->n_points; ++i) {
        course->contact.pending[i] *= factor;
    }
    look(course);
    count_swing(course);
    book(course, before);
}

JW_REALTIME double jw_string_motion(const JwStringState *course) {
    return course->kernel->fastest(&course->arrays);
}

JW_REALTIME void jw_string_forget(JwStringState *course) {
    jw_contact_forget(&course->contact);
    course->sits = NULL;
    course->energy_in = course->energy_in_max = total_energy(course);
    course->energy_excess = course->strokes_j = 0.0;
}

JW_REALTIME void jw_string_freeze(JwStringState *course) {
    memset(course->arrays.v, 0, (size_t)course->arrays.n_padded * (size_t)course->kernel->size);
    look(course);
    count_swing(course);
}

JW_REALTIME double jw_string_mode(const JwStringState *course, int j) {
    const double unit = jw_element(course->modes->precision, course->arrays.root, (size_t)j);
    return unit * jw_element(course->modes->precision, course->arrays.q, (size_t)j);
}

JW_REALTIME void jw_string_shape(const JwStringState *course, float *q) {
    const int n = course->modes->n;
    if (course->modes->precision == JW_PRECISION_F32) {
        const float *own = course->arrays.q, *root = course->arrays.root;
        for (int j = 0; j < n; ++j) {
            q[j] = root[j] * own[j];
        }
        return;
    }
    for (int j = 0; j < n; ++j) {
        q[j] = (float)jw_string_mode(course, j);
    }
}
