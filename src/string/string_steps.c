// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Steps of a string, by itself or in a lane of a contact group, and its output.

#include "string/string_parts.h"
#include "string/string_state.h"

#include <math.h>
#include <string.h>

static JW_REALTIME void glide(JwStringState *state) {
    const double share = 1.0 / state->glide--;
    for (int i = 0; i < state->modes->n_points; ++i) {
        state->contact.height[i] += share * (state->goal[i] - state->contact.height[i]);
    }
}

/// Force of the stroke in the next step. When the finger leaves the string its dashpot is removed,
/// and its row at the end of the stroke.
static JW_REALTIME double pull_on(JwStringState *state) {
    const bool touched = jw_pluck_touching(&state->pluck);
    const double force = jw_pluck_next(&state->pluck);
    if (touched && !jw_pluck_touching(&state->pluck)) {
        state->springs_changed = true;
    }
    return force;
}

/// True if the output is the force on a moving bridge.
static JW_REALTIME bool heard_by_bridge(const JwStringState *state) {
    return state->output == JW_OUT_BRIDGE_FORCE && state->modes->bridge_row >= 0;
}

/// Part of an impulse on a fixed bridge in the output, before heard_unit; 0 for other outputs.
static JW_REALTIME double bears(const JwStringState *state) {
    const JwModes *m = state->modes;
    return state->output == JW_OUT_BRIDGE_FORCE && m->bears
               ? jw_string_newtons(state) / m->tension_n
               : 0.0;
}

JW_REALTIME bool jw_string_outputs_begin(const JwStringState *state) {
    return bears(state) > 0.0;
}

/// Output row. Contact cancels its own effect on the end up to the last mode: if it is in the
/// output, a bend changes the row just as it changes the stiffness of the modes.
static JW_REALTIME const void *output_row(const JwStringState *state) {
    const JwModes *m = state->modes;
    if (state->output != JW_OUT_BRIDGE_FORCE) {
        return m->out[1];
    }
    return m->bears && state->tension_scale != 1.0 ? state->end_row : m->out[0];
}

static JW_REALTIME double heard_unit(const JwStringState *state) {
    const JwModes *m = state->modes;
    switch (state->output) {
    case JW_OUT_BRIDGE_FORCE:
        // The unit excludes the bend, since the force on the bridge contains the tension: the whole
        // force follows a bend like heard_scale.
        return heard_by_bridge(state)
                   ? jw_string_newtons(state) / state->tension_scale
                   : m->tension_n / (bears(state) > 0.0 ? state->tension_scale : 1.0);
    case JW_OUT_PICKUP_VELOCITY:
        return 1.0 / m->dt_s;
    case JW_OUT_PICKUP_DISPLACEMENT:
        break;
    }
    return 1.0;
}

/// Sum of the output row over displacements or velocities.
static JW_REALTIME double by_output(const JwStringState *state, const void *x) {
    double sum;
    state->kernel->rows_dot(output_row(state), 1, 1, state->modes->n_padded, x, &sum);
    return sum;
}

static JW_REALTIME JwLaneHome home_of(JwStringState *state) {
    return (JwLaneHome){
        .contact = jw_string_on_grid(state) ? &state->none : &state->contact,
        .springs = &state->springs,
        .swung = &state->swung,
        .held = jw_string_grounded(state) ? &state->held : NULL,
        .heard = &state->heard,
        .heard_scale = &state->heard_scale,
        .end = &state->end,
    };
}

JW_REALTIME JwLaneSource jw_string_lane_source(JwStringState *state) {
    const JwModes *m = state->modes;
    const double borne = bears(state);
    if (borne > 0.0 && !state->end_known) {
        state->end = by_output(state, state->arrays.q);
        state->end_known = true;
    }
    if (state->springs_changed) {
        jw_string_eliminate(state);
    }
    return (JwLaneSource){
        .kernel = state->kernel,
        .home = home_of(state),
        .coupled = m->bridge_row >= 0,
        .used = {m->thread_row >= 0, jw_string_palmed(state), state->pluck.active},
        .struck = jw_pluck_acts(&state->pluck),
        .beyond = m->bridge_row >= 0 ? m->beyond : m->borne,
        .thread_beyond = m->bridge_row < 0    ? m->thread_borne
                         : m->thread_row >= 0 ? m->beyond[m->thread_row]
                                              : 0.0,
        .lever = jw_string_levers(state),
        .hold = state->hold,
        .mass_kg = jw_string_unit_kg(state),
        .stretch = jw_string_stretch(state),
        .stretch_rest = state->stretch_rest,
        .heard_unit = heard_unit(state),
        .heard_follows = state->output == JW_OUT_BRIDGE_FORCE,
        .heard_bridge = heard_by_bridge(state),
        .heard_way = state->output == JW_OUT_PICKUP_DISPLACEMENT ? m->pickup_along : 0.0,
        .heard_pace = state->output == JW_OUT_PICKUP_VELOCITY ? m->pickup_along : 0.0,
        .bears = borne,
        .hearing = state->hearing,
        .tension_scale = state->tension_scale,
    };
}

JW_REALTIME bool jw_string_may_begin(const JwStringState *state) {
    return !jw_string_on_grid(state) && state->glide == 0 && !state->springs_changed &&
           !jw_pluck_lets_go(&state->pluck);
}

JW_REALTIME void jw_string_leave_lane(JwStringState *state, const JwContactGroup *group, int lane) {
    const JwLaneHome home = home_of(state);
    if (jw_string_on_grid(state)) {
        jw_grid_contact_close(&state->grid);
        state->energy_in += state->contact.mover_work - state->grid.mover_work;
    } else {
        state->energy_in += group->each->mover_work.lane[lane] - state->contact.mover_work;
    }
    jw_contact_group_store(group, lane, &home);
}

/// Reloads the lane after a change of springs.
static JW_RARE JW_REALTIME void reload_lane(JwStringState *state, JwContactGroup *group, int lane) {
    // Stores only the lane, because contact at nodes books its last step when the next one knows
    // the nodes' positions.
    if (jw_string_on_grid(state)) {
        const JwLaneHome home = home_of(state);
        jw_contact_group_store(group, lane, &home);
    } else {
        jw_string_leave_lane(state, group, lane);
    }
    const JwLaneSource source = jw_string_lane_source(state);
    jw_contact_group_load(group, lane, &source);
}

/// Moves the obstacle one step along its glide, also in the lane.
static JW_RARE JW_REALTIME void glide_on(JwStringState *state, JwContactGroup *group, int lane) {
    glide(state);
    group->moves = JW_GROUP_MOVES;
    for (int i = 0; i < state->modes->n_points && !jw_string_on_grid(state); ++i) {
        group->height[i * group->lanes + lane] = state->contact.height[i];
    }
}

JW_REALTIME void jw_string_take_up(JwStringState *state) {
    if (jw_pluck_acts(&state->pluck)) {
        state->force = pull_on(state);
    }
}

/// Advances stroke and glide, and copies the changes to the lane. ahead: the step begins before its
/// run; the stroke in it does not change until then.
static JW_REALTIME void go_on(JwStringState *state, JwContactGroup *group, int lane, bool ahead) {
    state->plucked = jw_pluck_acts(&state->pluck);
    state->force = 0.0;
    if (state->plucked) {
        const JwPluck now = state->pluck;
        state->force = pull_on(state);
        state->pluck = ahead ? now : state->pluck;
    }
    if (state->glide > 0) {
        glide_on(state, group, lane);
    }
    if (state->springs_changed) {
        reload_lane(state, group, lane);
    }
}

/// Copies from a lane the impulses for the step that ends: those of bridge and springs, in the
/// order of the rows, and the tension's.
static JW_INLINE JW_REALTIME void give(JwStepSetup *turn, const JwContactGroup *group, int lane) {
    double *own = group->give + lane;
    turn->mode_step.lift = group->lifted;
    turn->mode_step.push = group->each->pushed.lane[lane];
    if (turn->thread_at >= 0) {
        own[turn->thread_at] = group->spring[JW_THREAD].impulse.lane[lane];
    }
    if (turn->palm_at >= 0) {
        own[turn->palm_at] = group->spring[JW_PALM].impulse.lane[lane];
    }
}

/// Addresses of a lane's sums.
static JW_REALTIME JwSumPlaces sum_places(const JwStringState *state, const JwContactGroup *group,
                                          int lane) {
    const size_t size = JW_SUM_LANES * (size_t)state->kernel->size;
    const size_t place = (size_t)group->lanes * size;
    unsigned char *x = (unsigned char *)group->sums + (size_t)lane * size;
    unsigned char *others = x + (size_t)group->n * place, *g = others + JW_PLACES * place;
    const JwModes *m = state->modes;
    const int n_points = jw_string_on_grid(state) ? 0 : m->n_points;
    const int springs = m->thread_row >= 0 ? JW_THREAD : JW_PALM; // First spring in use
    return (JwSumPlaces){
        .x = x,
        .g = g,
        .stride = group->lanes,
        .n_points = n_points,
        .skip = group->n - n_points + JW_PLACE_SPRINGS + springs,
        .bridge_restoring = others + JW_PLACE_BRIDGE * place,
        .bridge_g = g + (size_t)(group->n + JW_PLACE_BRIDGE) * place,
        .heard = others + JW_PLACE_HEARD * place,
        .speed = others + JW_PLACE_SPEED * place,
        .swing = others + JW_PLACE_SWING * place,
        .stiffening = others + JW_PLACE_STIFFENING * place,
        .finger_x = others + JW_PLACE_FINGER * place,
        .finger_g = g + (size_t)(group->n + JW_PLACE_FINGER) * place,
    };
}

/// Index of a row's impulse among those of all rows, counted from the lane's first; -1 without a
/// row.
static JW_REALTIME int give_at(const JwStringState *state, const JwContactGroup *group, int row) {
    return row >= 0 ? jw_modes_interleaved(state->modes, row) * group->lanes : -1;
}

/// Sets up a string's steps in a lane.
static JW_REALTIME void take_place(JwStringState *state, const JwContactGroup *group, int lane) {
    const JwModes *m = state->modes;
    state->turn = (JwStepSetup){
        .mode_step =
            {
                .rows = m->rows,
                .apart = m->n_interleaved,
                .n_rows = jw_string_rows_in_use(state),
                .listen = heard_by_bridge(state) ? NULL : output_row(state),
                .hear_speed = state->output == JW_OUT_PICKUP_VELOCITY,
                .stride = group->lanes,
                .lift = group->bridge_m,
                .given = jw_string_on_grid(state) ? state->grid.given : NULL,
                .next = state->grid.next,
                .bend = state->grid.bend,
                .grid_rows = jw_string_on_grid(state) && state->grid.few ? &m->grid_rows : NULL,
                .node_impulse = state->contact.impulse,
                .node_sums = state->grid.sums,
                .impulse = group->give + lane,
                .sums = sum_places(state, group, lane),
            },
        .thread_at = give_at(state, group, m->thread_row),
        .palm_at = give_at(state, group, jw_string_palmed(state) ? m->palm_row : -1),
    };
    state->grid.mover_work = state->contact.mover_work;
}

static JW_REALTIME double heard_output(const JwStringState *state, double y) {
    const bool force = state->output == JW_OUT_BRIDGE_FORCE;
    return y * heard_unit(state) * (force ? state->heard_scale : 1.0);
}

/// Ends a step and begins the next one if that only needs the impulses.
static JW_INLINE JW_REALTIME void step_plainly(JwStringState *state, const JwContactGroup *group,
                                               int lane, bool last) {
    JwStepSetup *turn = &state->turn;
    turn->mode_step.keeps = last;
    give(turn, group, lane);
    turn->variant[0](&state->arrays, &turn->mode_step);
}

/// Ends a step and begins the next one while nothing but a stroke's noise acts besides.
static JW_INLINE JW_REALTIME void rustle_on(JwStringState *state, JwContactGroup *group, int lane) {
    JwStepSetup *turn = &state->turn;
    give(turn, group, lane);
    turn->mode_step.finger = turn->force = state->force;
    turn->mode_step.force = state->force = jw_pluck_next(&state->pluck);
    group->each->stroke.lane[lane] = state->force * state->pluck_bridge;
    turn->rustles = state->pluck.noise.active;
    turn->variant[1](&state->arrays, &turn->mode_step);
}

JW_REALTIME void jw_string_go_on(JwStringState *state, JwContactGroup *group, int lane) {
    if (state->turn.plain_step) {
        step_plainly(state, group, lane, false);
    } else if (state->turn.rustles) {
        rustle_on(state, group, lane);
    } else {
        jw_string_step_edge(state, group, lane, true, true, false);
    }
}

JW_REALTIME void jw_string_step_edge(JwStringState *state, JwContactGroup *group, int lane,
                                     bool ends, bool begins, bool last) {
    JwStepSetup *turn = &state->turn;
    JwModeStep *a = &turn->mode_step;
    if (turn->plain_step && ends && begins) {
        step_plainly(state, group, lane, last);
        return;
    }
    turn->plucked = ends && state->plucked;
    turn->force = state->force;
    if (ends) {
        give(turn, group, lane);
        // Sums on q are only gathered if the last step's impulses are not booked yet.
        if (a->looks_back != state->grid.open) {
            a->looks_back = state->grid.open;
            turn->variant[0] = turn->variant[1] = NULL;
        }
        const JwGroupSpring *finger = &group->spring[JW_FINGER];
        const double held = finger->used ? finger->impulse.lane[lane] : 0.0;
        a->finger = turn->plucked ? turn->force + held : 0.0;
    } else {
        take_place(state, group, lane);
    }
    if (begins) {
        go_on(state, group, lane, last);
        a->force = state->force;
        group->each->stroke.lane[lane] = state->plucked ? state->force * state->pluck_bridge : 0.0;
    }
    a->ends = ends;
    a->begins = begins;
    a->keeps = last;
    a->plucks = begins && state->plucked;
    a->pluck = turn->plucked || a->plucks ? state->pluck_row : NULL;
    turn->plain_step = turn->rustles = false;
    if (!ends || !begins) {
        state->kernel->mode_step(&state->arrays, a);
        return;
    }
    JwModeStepVariant *variant = &turn->variant[a->pluck ? 1 : 0];
    if (!*variant) {
        *variant = state->kernel->variant(&state->arrays, a);
    }
    turn->plain_step = !jw_pluck_acts(&state->pluck) && !a->pluck && jw_string_may_begin(state);
    turn->rustles = state->pluck.noise.active && !state->pluck.active && turn->plucked &&
                    state->plucked && jw_string_may_begin(state) && !last;
    (*variant)(&state->arrays, a);
}

JW_REALTIME void jw_string_count_stroke(JwStringState *state, const JwContactGroup *group,
                                        int lane) {
    const JwStepSetup *turn = &state->turn;
    const double *others = group->ahead + group->n * group->lanes + lane;
    if (turn->plucked) {
        const double speed = others[JW_PLACE_SPEED * group->lanes];
        const double work = turn->force * 0.5 * (speed + state->pluck_push);
        state->energy_in += work;
        state->strokes_j += work * jw_string_joules(state);
        state->pluck_push = speed;
        if (state->energy_in > state->energy_in_max) {
            state->energy_in_max = state->energy_in;
        }
    }
}

JW_REALTIME const JwContactStep *jw_string_step_alone(const JwStringState *state) {
    return jw_string_on_grid(state) ? jw_grid_contact_step() : jw_contact_step(1);
}

JW_REALTIME void jw_string_run(JwStringState *state, double *out, int n) {
    JwContactGroup *group = &state->alone;
    const JwContactStep *step = jw_string_step_alone(state);
    const JwLaneSource source = jw_string_lane_source(state);
    if (n <= 0) {
        return;
    }
    const double still = jw_string_grounded(state) ? state->bridge_m : 0.0;
    jw_contact_group_assign(group, &source, 1);
    group->bridge_m = group->bridge_before_m = state->bridge_before_m = still;
    jw_string_touch(state);
    jw_string_step_edge(state, group, 0, false, true, false);
    jw_contact_group_sum(group);
    for (int i = 0; i < n; ++i) {
        step->predict(group);
        step->solve(group, still);
        step->commit(group, still, 0.0);
        jw_string_step_edge(state, group, 0, true, i + 1 < n, i + 1 == n);
        jw_contact_group_sum(group);
        step->output(group);
        jw_string_count_stroke(state, group, 0);
        if (out) {
            out[i] = group->each->heard.lane[0];
        }
    }
    jw_string_leave_lane(state, group, 0);
}

JW_REALTIME void jw_string_step(JwStringState *state) {
    jw_string_run(state, NULL, 1);
}

/// Force on the bridge's end: stiffness, losses, and the parts of contact and thread that reach the
/// end through the cut-off modes.
static JW_REALTIME double felt_by_bridge(const JwStringState *state) {
    const JwModeArrays *a = &state->arrays;
    const JwModes *m = state->modes;
    double beyond = 0.0;
    for (int i = 0; i < m->n_points; ++i) {
        beyond += m->beyond[i] * state->contact.impulse[i];
    }
    if (m->thread_row >= 0) {
        beyond += m->beyond[m->thread_row] * state->springs.spring[JW_THREAD].impulse;
    }
    if (jw_string_grounded(state)) {
        return beyond - state->held;
    }
    state->kernel->weigh(a->n_padded, a->stiff, a->q, 1, 0, state->scratch);
    const double held = jw_string_on_bridge(state, state->scratch);
    state->kernel->weigh(a->n_padded, a->damp, a->v, 1, 0, state->scratch);
    return held + jw_string_on_bridge(state, state->scratch) + beyond;
}

/// Sum of the impulses of points and thread that a fixed bridge carries.
static JW_REALTIME double borne_by_bridge(const JwStringState *state) {
    const JwModes *m = state->modes;
    double sum = m->thread_borne * state->springs.spring[JW_THREAD].impulse;
    for (int i = 0; i < m->n_points; ++i) {
        sum += m->borne[i] * state->contact.impulse[i];
    }
    return sum;
}

JW_REALTIME double jw_string_output(const JwStringState *state) {
    const bool speed = state->output == JW_OUT_PICKUP_VELOCITY;
    if (heard_by_bridge(state)) {
        return heard_output(state, felt_by_bridge(state));
    }
    const double pace = state->bridge_m - state->bridge_before_m;
    const double along = state->modes->pickup_along * (speed ? pace : state->bridge_m);
    const double y = by_output(state, speed ? state->arrays.v : state->arrays.q) - along;
    return heard_output(state, y - bears(state) * borne_by_bridge(state));
}

JW_REALTIME void jw_string_partials(const JwStringState *state, JwPartials *partials) {
    const JwModes *m = state->modes;
    const JwModeArrays *a = &state->arrays;
    const bool speed = state->output == JW_OUT_PICKUP_VELOCITY;
    const bool grounded = jw_string_grounded(state);
    const double pace = state->bridge_m - state->bridge_before_m;
    memset(partials, 0, sizeof(*partials));
    for (int j = 0; j < m->n && j < JW_SPLICE_PARTIALS; ++j) {
        const size_t at = (size_t)j;
        const double row = heard_output(state, jw_element(m->precision, m->out[1], at));
        const double kappa = jw_element(m->precision, a->stiff, at);
        const double along = grounded ? jw_element(m->precision, a->bridge, at) : 0.0;
        const double q = jw_element(m->precision, a->q, at) - jw_string_rest_of(state, j) -
                         along * state->bridge_m;
        const double v = jw_element(m->precision, a->v, at) - along * pace, v_next = v - kappa * q;
        partials->now[j] = row * (speed ? v : q);
        partials->next[j] = row * (speed ? v_next : q + v_next);
        partials->turn[j] = 2.0 - kappa;
    }
}
