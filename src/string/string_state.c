// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "string/string_state.h"

#include "base/aligned.h"
#include "base/elementary.h"
#include "base/pi.h"
#include "string/lateral.h"
#include "string/string_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Part of the string's energy that the ledger may owe when restitution takes energy away: without
/// a limit a loud passage would permit growth in a quiet one.
static const double ledger_share = 0.3;

/// Time [s] in which the bridge force follows a bend, which changes the tension in steps of a
/// control tick.
static const double heard_time_s = 0.001;

/// Time [s] in which a palm comes down: its damping has reached half after 1.7 times this, and all
/// but a twentieth after 5 times. At once it would click; much slower a note would not end.
static const double landing_s = 0.002;

/// Factor on the ledger if only projections act, which owe nothing for long: energy taken a hundred
/// samples ago is forgotten.
static const double projection_memory = 0.99;

enum { n_mode_arrays = 7 };

JwStatus jw_string_init(JwStringState *state, JwPrecision precision, const JwStringRoom *room) {
    const int n_points = room->n_points, n_linked = room->n_linked;
    memset(state, 0, sizeof(*state));
    state->kernel = jw_mode_kernel(precision);
    state->modes_capacity = (room->n_modes + JW_LANES - 1) / JW_LANES * JW_LANES;
    state->points_capacity = n_points;
    const size_t row = (size_t)state->modes_capacity * (size_t)state->kernel->size;
    const size_t total = (size_t)n_linked + 1 + JW_N_SPRINGS;
    state->memory = jw_aligned_new(n_mode_arrays * row);
    state->ahead = calloc(3 * total + 2 * total * total + (size_t)n_points + 1, sizeof(double));
    if (!state->memory || !state->ahead || jw_contact_init(&state->contact, n_points + 1) ||
        jw_springs_init(&state->springs, n_linked + 1) ||
        jw_contact_group_init(&state->alone, 1, n_linked) ||
        jw_grid_contact_init(&state->grid, state->kernel, n_points, state->modes_capacity)) {
        jw_string_release(state);
        return JW_ERR_NO_MEMORY;
    }
    void **const array[n_mode_arrays] = {
        &state->arrays.q,  &state->arrays.v, &state->arrays.v_free, &state->stiff_bent,
        &state->pluck_row, &state->end_row,  &state->scratch};
    for (size_t i = 0; i < n_mode_arrays; ++i) {
        *array[i] = (unsigned char *)state->memory + i * row;
    }
    state->alone.grid = &state->grid;
    state->pull = state->ahead + total;
    state->rows_now = state->ahead + 2 * total;
    state->system = state->ahead + 3 * total;
    state->soft = state->system + total * total;
    state->goal = state->soft + total * total;
    state->tension_scale = state->stretch_scale = state->thread_scale = 1.0;
    return JW_SUCCESS;
}

void jw_string_release(JwStringState *state) {
    jw_aligned_free(state->memory);
    free(state->ahead);
    jw_contact_release(&state->contact);
    jw_springs_release(&state->springs);
    jw_contact_group_release(&state->alone);
    jw_grid_contact_release(&state->grid);
    memset(state, 0, sizeof(*state));
}

JW_REALTIME double jw_string_joules(const JwStringState *state) {
    return state->modes->mass_kg / (state->modes->dt_s * state->modes->dt_s);
}

JW_REALTIME double jw_string_newtons(const JwStringState *state) {
    return jw_string_joules(state);
}

/// Marks the string as changed outside a step: no lane mirrors this state.
JW_REALTIME void jw_string_touch(JwStringState *state) {
    state->lane_valid_in = NULL;
}

static JW_REALTIME bool bent(const JwStringState *state) {
    return state->tension_scale != 1.0;
}

JW_REALTIME bool jw_string_on_grid(const JwStringState *state) {
    return state->modes->grid_rows.n > 0;
}

JW_REALTIME double jw_string_stretch(const JwStringState *state) {
    return state->modes->stretch * state->stretch_scale;
}

JW_REALTIME bool jw_string_palmed(const JwStringState *state) {
    return state->modes->palm_row >= 0 && (state->palm_k > 0.0 || state->palm_rc > 0.0);
}

/// Number of interleaved rows in use: the palm's row is the last, and is skipped while no palm lies
/// on the string.
JW_REALTIME int jw_string_rows_in_use(const JwStringState *state) {
    const bool idle = state->modes->palm_row >= 0 && !jw_string_palmed(state);
    return state->modes->n_interleaved - (idle ? 1 : 0);
}

/// Copies values of interleaved rows to the places of points and springs: out[n + t] is 0 if there
/// is no spring t.
static JW_REALTIME void sort_rows(const JwStringState *state, double *out) {
    const JwModes *m = state->modes;
    const int n = m->n_linked;
    const double thread = m->thread_row >= 0 ? out[jw_modes_interleaved(m, m->thread_row)] : 0.0;
    const double palm = jw_string_palmed(state) ? out[jw_modes_interleaved(m, m->palm_row)] : 0.0;
    out[n + JW_THREAD] = thread;
    out[n + JW_PALM] = palm;
    out[n + JW_FINGER] = 0.0;
}

JW_REALTIME double jw_string_on_bridge(const JwStringState *state, const void *x) {
    double sum = 0.0;
    if (state->modes->bridge_row >= 0) {
        state->kernel->rows_dot(state->modes->bridge, 1, 1, state->modes->n_padded, x, &sum);
    }
    return sum;
}

JW_REALTIME void jw_string_by_point(const JwStringState *state, const void *x, double *out) {
    const JwModes *m = state->modes;
    state->kernel->rows_dot(m->rows, m->n_interleaved, jw_string_rows_in_use(state), m->n_padded, x,
                            out);
    sort_rows(state, out);
    if (state->pluck.active) {
        state->kernel->rows_dot(state->pluck_row, 1, 1, m->n_padded, x,
                                &out[m->n_linked + JW_FINGER]);
    }
}

/// Computes the displacements of points and springs by a unit impulse at the plucked place, with
/// the compliance by which contact is judged.
static JW_REALTIME void judge_finger(JwStringState *state, double *column) {
    const JwModes *m = state->modes;
    state->kernel->weigh(m->n_padded, m->judge_compliance, state->pluck_row, 1, 0, state->scratch);
    jw_string_by_point(state, state->scratch, column);
    if (m->bridge_row >= 0) {
        column[m->bridge_row] = jw_string_on_bridge(state, state->scratch);
    }
}

/// Computes the displacements of points and springs by a unit impulse at spring t.
static JW_REALTIME void spring_column(JwStringState *state, int t, double *column) {
    const JwModes *m = state->modes;
    const int row = t == JW_THREAD ? m->thread_row : m->palm_row;
    memset(column, 0, sizeof(double) * (size_t)(m->n_linked + JW_N_SPRINGS));
    if (t == JW_FINGER && state->pluck.active) {
        jw_string_by_point(state, state->pluck_row, column);
        if (m->bridge_row >= 0) {
            column[m->bridge_row] = state->pluck_bridge;
        }
    } else if (t != JW_FINGER && row >= 0) {
        const double *s = m->compliance + (size_t)row * m->n_rows;
        memcpy(column, s, sizeof(double) * (size_t)m->n_linked);
        column[m->n_linked + JW_THREAD] = m->thread_row >= 0 ? s[m->thread_row] : 0.0;
        column[m->n_linked + JW_PALM] = m->palm_row >= 0 ? s[m->palm_row] : 0.0;
    }
}

/// Index of a row of the tables among points and springs.
static JW_REALTIME int place_of(const JwModes *m, int row) {
    if (row < m->n_linked) {
        return row;
    }
    return m->n_linked + (row == m->thread_row ? JW_THREAD : JW_PALM);
}

/// Part of C that scales with the tension of a bend. The rest is the excess of the band's modes,
/// which grows where the softness falls. With 0.35, bends of up to 4.4 semitones are at most 2.5 dB
/// apart at qualities 1, 2 and 4 (tests/playing/test_qualities.c); with 1 and local modes that
/// ignore bends 2.7.
static const double bent_part = 0.35;

/// Adds the softness of the cut-off modes to a compliance. A bend stiffens these modes. With a
/// slack string C is unchanged, because more than all of C might not leave a compliance.
static JW_REALTIME void soften(JwStringState *state, double *soft, int total) {
    const JwModes *m = state->modes;
    const double scale = 1.0 / (1.0 + bent_part * fmax(state->tension_scale - 1.0, 0.0));
    const int finger = m->n_linked + JW_FINGER;
    for (int i = 0; i < m->n_rows; ++i) {
        for (int k = 0; k < m->n_rows; ++k) {
            soft[place_of(m, i) * total + place_of(m, k)] += scale * m->cutoff[i * m->n_rows + k];
        }
    }
    if (state->pluck.active) {
        double *column = state->rows_now;
        judge_finger(state, column);
        for (int i = 0; i < total; ++i) {
            const double more = scale * (column[i] - soft[finger * total + i]);
            soft[finger * total + i] += more;
            soft[i * total + finger] += i == finger ? 0.0 : more;
        }
    }
}

/// Sets the springs in the units of the modes. Their effect on the points is computed just before
/// the next step, because there may be many changes between two steps.
static JW_REALTIME void set_springs(JwStringState *state) {
    const JwModes *m = state->modes;
    const double k_unit = m->dt_s * m->dt_s / m->mass_kg, rc_unit = 0.5 * m->dt_s / m->mass_kg;
    JwSpring *s = state->springs.spring;
    const bool thread = m->thread_row >= 0;
    s[JW_THREAD].stiffness = thread ? state->thread_scale * state->thread_k * k_unit : 0.0;
    s[JW_THREAD].damping = thread ? state->thread_scale * state->thread_rc * rc_unit : 0.0;
    s[JW_PALM].stiffness = m->palm_row >= 0 ? state->palm_k * k_unit : 0.0;
    s[JW_PALM].damping = m->palm_row >= 0 ? state->palm_rc * rc_unit : 0.0;
    s[JW_FINGER].stiffness = 0.0;
    s[JW_FINGER].damping = jw_pluck_touching(&state->pluck) ? state->pluck.touch * rc_unit : 0.0;
    state->springs_changed = true;
    jw_string_touch(state);
}

/// Computes the displacements of the nodes by a unit impulse at each spring.
static JW_REALTIME void spring_columns_at_nodes(JwStringState *state) {
    const JwModes *m = state->modes;
    const int rows[JW_N_SPRINGS] = {m->thread_row, m->palm_row, -1};
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        const void *own = t == JW_FINGER && state->pluck.active ? state->pluck_row : NULL;
        if (rows[t] >= 0) {
            state->kernel->weigh(m->n_padded, NULL, m->rows, m->n_interleaved, rows[t],
                                 state->scratch);
            own = state->scratch;
        }
        jw_grid_contact_set_column(&state->grid, &state->springs, t, own);
    }
}

/// Builds the compliance of all points and springs, then eliminates the springs.
JW_REALTIME void jw_string_eliminate(JwStringState *state) {
    const JwModes *m = state->modes;
    const int n = m->n_linked, total = n + JW_N_SPRINGS;
    for (int i = 0; i < n; ++i) {
        memcpy(state->system + (size_t)i * total, m->compliance + (size_t)i * m->n_rows,
               sizeof(double) * (size_t)n);
    }
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        spring_column(state, t, state->rows_now);
        for (int i = 0; i < total; ++i) {
            state->system[(n + t) * total + i] = state->rows_now[i];
            state->system[i * total + n + t] = state->rows_now[i];
        }
    }
    if (jw_string_grounded(state)) {
        jw_string_tie_to_bridge(state, state->system, total);
    }
    set_springs(state);
    memcpy(state->soft, state->system, sizeof(double) * (size_t)total * (size_t)total);
    soften(state, state->soft, total);
    jw_springs_eliminate(&state->springs, n, state->system, state->soft, jw_string_levers(state),
                         state->relief);
    if (jw_string_on_grid(state)) {
        spring_columns_at_nodes(state);
    }
    state->contact.products_stale = true;
    state->springs_changed = false;
}

JW_REALTIME void jw_string_look(JwStringState *state) {
    const JwModes *m = state->modes;
    const int n = m->n_linked;
    jw_string_touch(state);
    jw_string_by_point(state, state->arrays.q, state->ahead);
    state->kernel->before(&state->arrays, state->scratch);
    jw_string_by_point(state, state->scratch, state->pull);
    if (jw_string_on_grid(state)) {
        jw_grid_contact_look(&state->grid, state->scratch);
    } else {
        const double *lever = jw_string_levers(state);
        for (int i = 0; i < m->n_points; ++i) {
            state->contact.p1[i] = state->ahead[i] - (lever ? lever[i] * state->bridge_m : 0.0);
            state->contact.p0[i] =
                state->pull[i] - (lever ? lever[i] * state->bridge_before_m : 0.0);
        }
    }
    jw_string_find_pull(state);
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        JwSpring *s = &state->springs.spring[t];
        s->p1 = state->ahead[n + t] - s->rest;
        s->p0 = state->pull[n + t] - s->rest;
    }
}

/// Energy of string and springs in units, from the modes; sets *swung for JwStringState.swung.
static JW_REALTIME double energy_of(const JwStringState *state, double *swung) {
    const double h = state->kernel->energy(&state->arrays, state->bridge_m, swung);
    const double more = *swung - state->stretch_rest;
    return h + 0.25 * jw_string_stretch(state) * more * more + jw_springs_energy(&state->springs);
}

/// Updates `swung` after a change of the modes outside a step.
static JW_REALTIME void count_swing(JwStringState *state) {
    state->kernel->energy(&state->arrays, state->bridge_m, &state->swung);
}

static JW_REALTIME double total_energy(const JwStringState *state) {
    double swung;
    return energy_of(state, &swung);
}

/// Counts the energy added or removed by a change outside a step as work of the player.
static JW_REALTIME void book(JwStringState *state, double before) {
    state->energy_in += total_energy(state) - before;
    state->energy_in_max = fmax(state->energy_in_max, state->energy_in);
}

static JW_REALTIME double height_of(const JwModes *m, const JwBridge *b, int i) {
    return jw_modes_height(m, i, b->height_m, b->curvature);
}

static JW_REALTIME void set_restitution(JwStringState *state) {
    const JwModes *m = state->modes;
    bool lossless = true;
    jw_string_touch(state);
    state->contact.fold = false;
    for (int i = 0; i < m->n_points; ++i) {
        const double own = m->restitution[i];
        state->contact.restitution[i] = own < 0.0 ? state->bridge.restitution : own;
        state->contact.fold |= state->contact.restitution[i] > 0.0;
        lossless &= state->contact.restitution[i] == 1.0;
    }
    if (!state->contact.fold) {
        memset(state->contact.pending, 0, sizeof(double) * (size_t)m->n_points);
    }
    // At nodes the ledger never decays: they are softer than N + 1 says, and the energy of that
    // difference lifts them again.
    state->contact.forget =
        state->contact.fold || jw_string_on_grid(state) ? 1.0 : projection_memory;
    state->contact.floor = lossless ? -HUGE_VAL : -ledger_share * state->energy;
}

static JW_REALTIME void bind_modes(JwStringState *state, const JwModes *modes) {
    JwModeArrays *a = &state->arrays;
    state->modes = modes;
    jw_string_touch(state);
    state->rest_known = false;
    state->hearing = 1.0 - jw_exp(-modes->dt_s / heard_time_s);
    state->springs.spring[JW_PALM].rate = modes->dt_s / landing_s;
    state->springs.spring[JW_PALM].keep = jw_exp(-modes->dt_s / landing_s);
    a->n = modes->n_all;
    a->n_padded = modes->n_padded;
    a->n_stretching = modes->n_stretching;
    a->n_lateral = modes->n_padded - modes->n_first;
    a->damp = modes->damp;
    a->root = modes->root;
    a->bridge = modes->bridge;
    a->grounded = modes->stride > 1;
    a->stiff = modes->stiff;
    if (bent(state)) {
        state->kernel->retune(a->n_padded, state->tension_scale, modes->theta2_t, modes->theta2_e,
                              modes->rest_impulse, modes->sech_gain, state->stiff_bent);
        a->stiff = state->stiff_bent;
        if (modes->bears) {
            state->kernel->weigh(a->n_padded, a->stiff, modes->end, 1, 0, state->end_row);
        }
    }
    state->contact.n = modes->n_points;
    state->contact.sweeps = modes->sweeps;
    state->contact.warm = modes->warm;
    state->contact.ease = modes->ease;
    state->contact.separate = modes->separate;
    state->contact.cutoff =
        modes->n_points > 0 && !jw_string_on_grid(state) && modes->cutoff[0] != 0.0;
    state->springs_changed = true;
    state->end_known = false;
    if (jw_string_on_grid(state)) {
        jw_grid_contact_bind(&state->grid, a, &modes->grid_rows, modes->borne, &state->contact);
    }
}

JW_REALTIME void jw_string_rest(JwStringState *state, const JwModes *modes, const JwBridge *bridge,
                                const double *q, const double *r) {
    state->pluck.active = state->pluck.noise.active = false;
    state->palm_k = state->palm_rc = 0.0;
    state->springs.spring[JW_PALM].along = state->springs.spring[JW_PALM].slowing = 0.0;
    state->tension_scale = state->heard_scale = 1.0;
    state->bridge = *bridge;
    state->glide = 0;
    bind_modes(state, modes);
    for (int i = 0; i < modes->n_points; ++i) {
        state->goal[i] = state->contact.height[i] = height_of(modes, bridge, i);
    }
    jw_contact_reset(&state->contact, modes->n_points, state->contact.height);
    state->contact.work = state->contact.mover_work = 0.0; // Resets it even if it was NaN
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        state->springs.spring[t].rest = 0.0;
    }
    jw_string_set_state(state, q, NULL);
    state->kernel->energy(&state->arrays, state->bridge_m, &state->stretch_rest);
    // Lays the thread under the resting string, so that it only acts when the string moves.
    state->springs.spring[JW_THREAD].rest = state->ahead[modes->n_linked + JW_THREAD];
    jw_string_set_state(state, q, NULL);
    memset(state->contact.rest_impulse, 0, sizeof(double) * (size_t)modes->n_points);
    if (r) {
        memcpy(state->contact.rest_impulse, r, sizeof(double) * (size_t)modes->n_points);
        memcpy(state->contact.projected, r, sizeof(double) * (size_t)modes->n_points);
        memcpy(state->contact.last, r, sizeof(double) * (size_t)modes->n_points);
        memcpy(state->contact.impulse, r, sizeof(double) * (size_t)modes->n_points);
    }
    state->contact.products_stale = true;
    set_restitution(state);
}

JW_REALTIME void jw_string_set_state(JwStringState *state, const double *q, const double *v) {
    const int n = state->modes->n_all;
    const JwPrecision precision = state->modes->precision;
    for (int j = 0; j < state->arrays.n_padded; ++j) {
        const double unit = j < n ? jw_element(precision, state->arrays.root, (size_t)j) : 1.0;
        jw_element_put(precision, state->arrays.q, (size_t)j, j < n && q ? q[j] / unit : 0.0);
        jw_element_put(precision, state->arrays.v, (size_t)j, j < n && v ? v[j] / unit : 0.0);
    }
    jw_string_go_along(state, state->bridge_m, state->bridge_m - state->bridge_before_m);
    state->end_known = false;
    if (state->springs_changed) {
        jw_string_eliminate(state);
    }
    // Clears the impulses: there is no contact yet.
    memset(state->contact.impulse, 0, sizeof(double) * (size_t)state->modes->n_points);
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        state->springs.spring[t].impulse = 0.0;
    }
    jw_string_look(state);
    state->energy = state->energy_in = state->energy_in_max = energy_of(state, &state->swung);
    set_restitution(state);
}

JW_REALTIME void jw_string_ride(JwStringState *state, double bridge_m, double bridge_before_m) {
    const double way = bridge_m - state->bridge_m;
    const double step = bridge_m - bridge_before_m - (state->bridge_m - state->bridge_before_m);
    state->bridge_m = bridge_m;
    state->bridge_before_m = bridge_before_m;
    if (jw_string_grounded(state) && (way != 0.0 || step != 0.0)) {
        // Ignores an undefined position of the bridge.
        const bool known = isfinite(way) && isfinite(step);
        jw_string_go_along(state, known ? way : 0.0, known ? step : 0.0);
        jw_string_look(state);
        count_swing(state);
    }
}

/// Changes to other tables. If `rests`, the rest shape becomes that of the new ones; otherwise it
/// is scaled like all motion.
static JW_REALTIME void go_over(JwStringState *state, const JwModes *modes, bool rests) {
    const JwModes *old = state->modes;
    const double energy = total_energy(state) * jw_string_joules(state);
    // Keeps the slope at the bridge, sum beta_j q_j, and thereby the sound: q is scaled in
    // proportion to the length.
    const double q_scale = modes->length_m / old->length_m;
    const double v_scale = modes->dt_s / old->dt_s;
    const double same_tension = old->tension_n / modes->tension_n;
    jw_string_go_along(state, -state->bridge_m, state->bridge_before_m - state->bridge_m);
    const JwModeArrays from = state->arrays;
    const bool same_points = modes->n_points == old->n_points;
    const double unit = jw_string_joules(state);
    if (rests) {
        jw_string_add_rest(state, -1.0);
    }
    state->tension_scale *= same_tension;
    state->heard_scale *= same_tension;
    bind_modes(state, modes);
    // Local modes follow the band: they are only kept if the band stays the same.
    const int local = modes->n_lateral > 0 ? modes->n_first : modes->n_all;
    const int n_kept = modes->n == old->n ? local : (modes->n < old->n ? modes->n : old->n);
    JwSideways sideways;
    jw_lateral_look(state, old, &sideways);
    state->kernel->carry(&state->arrays, n_kept, &from, q_scale, v_scale);
    jw_lateral_carry(state, modes, &sideways, q_scale, v_scale);
    if (rests) {
        jw_string_add_rest(state, 1.0);
    }
    jw_string_go_along(state, state->bridge_m, state->bridge_m - state->bridge_before_m);
    const double rescale = unit / jw_string_joules(state);
    const double damping = modes->dt_s / old->dt_s * old->mass_kg / modes->mass_kg;
    for (int t = 0; t < JW_N_SPRINGS; ++t) {
        state->springs.spring[t].impulse *= rescale;
        state->springs.spring[t].along *= damping;
        state->springs.spring[t].slowing *= damping;
    }
    state->stretch_rest = jw_string_rest_stretch(modes);
    if (rests) {
        state->springs.spring[JW_THREAD].rest +=
            jw_string_rest_at_thread(modes) - jw_string_rest_at_thread(old);
    }
    state->energy *= rescale;
    state->energy_in *= rescale;
    state->energy_in_max *= rescale;
    state->contact.ledger *= rescale;
    state->contact.refund *= rescale;
    jw_contact_rescale(&state->contact, same_points ? rescale : 0.0);
    for (int i = 0; i < modes->n_points; ++i) {
        state->contact.rest_impulse[i] = modes->rest_r[i];
        state->goal[i] = height_of(modes, &state->bridge, i);
        if (!same_points) {
            state->contact.height[i] = state->contact.height1[i] = state->contact.height0[i] =
                state->goal[i];
        }
    }
    if (jw_pluck_acts(&state->pluck)) {
        state->pluck_m = fmin(state->pluck_m, 0.98 * modes->length_m);
        jw_pluck_retime(&state->pluck, old->dt_s / modes->dt_s);
        state->pluck.force *= rescale;
        jw_string_lay_finger(state);
    }
    // Sets the springs in the new units first, because their energy is included below.
    set_springs(state);
    jw_string_look(state);
    count_swing(state);
    set_restitution(state);
    book(state, energy / jw_string_joules(state));
}

JW_REALTIME void jw_string_set_modes(JwStringState *state, const JwModes *modes) {
    go_over(state, modes, false);
}

JW_REALTIME void jw_string_stop(JwStringState *state, const JwModes *modes) {
    go_over(state, modes, modes->rests && state->modes->rests);
}

JW_REALTIME void jw_string_lay_thread(JwStringState *state, double way_m) {
    if (way_m != 0.0) {
        const double energy = total_energy(state);
        state->springs.spring[JW_THREAD].rest += way_m;
        jw_string_look(state);
        book(state, energy);
    }
}

JW_REALTIME void jw_string_set_bridge(JwStringState *state, const JwBridge *bridge, int steps) {
    state->bridge = *bridge;
    steps /= state->modes->stride;
    state->glide = steps > 1 ? steps : 1;
    for (int i = 0; i < state->modes->n_points; ++i) {
        state->goal[i] = height_of(state->modes, bridge, i);
        state->contact.rest_impulse[i] = 0.0;
    }
    state->contact.products_stale = true;
    set_restitution(state);
}

JW_REALTIME void jw_string_set_tension(JwStringState *state, double scale, double stretch_scale) {
    // Updates `swung`, which steps do not maintain while nothing stretches the string.
    const double before = energy_of(state, &state->swung);
    state->tension_scale = scale;
    state->stretch_scale = stretch_scale;
    bind_modes(state, state->modes);
    jw_string_find_pull(state);
    book(state, before);
}

JW_REALTIME void jw_string_set_thread(JwStringState *state, double scale) {
    const double before = total_energy(state);
    state->thread_scale = scale;
    set_springs(state);
    book(state, before);
}

/// Lets the added damping of a palm move with the string at first.
static JW_REALTIME void land(JwSpring *palm, double damping_before) {
    const double acts = damping_before - palm->along - palm->slowing;
    palm->along = fmax(palm->damping - acts, 0.0);
    palm->slowing = 0.0;
}

JW_REALTIME void jw_string_set_palm(JwStringState *state, double k, double rc) {
    const double before = total_energy(state);
    JwSpring *palm = &state->springs.spring[JW_PALM];
    const double damping = palm->damping;
    state->palm_k = k;
    state->palm_rc = rc;
    set_springs(state);
    land(palm, damping);
    jw_string_look(state);
    book(state, before);
}

JW_REALTIME void jw_string_set_relief(JwStringState *state, double relief) {
    state->relief = relief;
    state->springs_changed = true;
    jw_string_touch(state);
}

JW_REALTIME void jw_string_set_output(JwStringState *state, JwOutput output) {
    if (state->output != output) {
        state->end_known = false;
        jw_string_touch(state);
    }
    state->output = output;
}

JW_REALTIME double jw_string_bridge_speed(const JwStringState *state) {
    return jw_string_on_bridge(state, state->arrays.v);
}

JW_REALTIME double jw_string_energy(const JwStringState *state) {
    return total_energy(state);
}

JW_REALTIME double jw_string_audit(JwStringState *state) {
    state->energy = total_energy(state);
    state->energy_in_max = fmax(state->energy_in_max, state->energy_in);
    if (state->energy_in_max > 0.0) {
        state->energy_excess =
            fmax(state->energy_excess, (state->energy - state->energy_in) / state->energy_in_max);
    }
    if (state->contact.floor > -HUGE_VAL) {
        state->contact.floor = -ledger_share * state->energy;
    }
    return state->energy;
}

JW_REALTIME void jw_string_shrink(JwStringState *state, double factor) {
    const double before = total_energy(state);
    jw_string_scale_motion(state, factor);
    if (jw_string_grounded(state)) {
        state->bridge_m *= factor;
        state->bridge_before_m *= factor;
    }
    state->contact.ledger *= factor * factor;
    state->contact.refund *= factor * factor;
    for (int i = 0; i < state->modes->n_points; ++i) {
        state->contact.pending[i] *= factor;
    }
    jw_string_look(state);
    count_swing(state);
    book(state, before);
}

JW_REALTIME double jw_string_motion(const JwStringState *state) {
    return state->kernel->fastest(&state->arrays);
}

JW_REALTIME void jw_string_forget(JwStringState *state) {
    jw_contact_forget(&state->contact);
    jw_string_touch(state);
    state->energy_in = state->energy_in_max = total_energy(state);
    state->energy_excess = state->strokes_j = 0.0;
}

JW_REALTIME void jw_string_freeze(JwStringState *state) {
    memset(state->arrays.v, 0, (size_t)state->arrays.n_padded * (size_t)state->kernel->size);
    // The bridge stops with the string: otherwise a string at half rate would later subtract a
    // speed that the bridge no longer has.
    state->bridge_before_m = state->bridge_m;
    jw_string_look(state);
    count_swing(state);
}
