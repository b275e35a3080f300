// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "string/ensemble.h"

#include "base/aligned.h"
#include "string/team.h"

#include <math.h>
#include <string.h>

/// Numbers that a group publishes before contact: its reactions, then the force of plucks on the
/// bridge end, and the force of strings at half rate for each metre of the bridge's displacement.
enum { CARRIED = JW_REACTIONS, HOLD, N_TOLD };

/// Strings that step side by side.
typedef struct {
    JwContactGroup *group;
    const JwContactStep *step;
    bool alone;
    int stride, phase;   ///< Steps of the body per step of the strings; index of theirs among them
    bool stepped, steps; ///< True if they take part in the body's last step; in its next step
    int lanes, n;
    JwStringState *state[JW_GROUP_LANES];
    int place[JW_GROUP_LANES];    ///< Index of each string in the ensemble
    float *heard[JW_GROUP_LANES]; ///< Places for its output; set if there are any
    int member;                   ///< Member of the team who steps the strings
    JwTeamNote reaction;
    JwTeamNote push; ///< Note of one number: force on the bridge that contact adds
} Group;

/// Plan of a run of steps, with the groups and lanes of strings; too large for the stack of a
/// host's audio thread.
typedef struct JwStepPlan {
    JwEnsemble *ensemble;
    JwTeam *team;
    bool coupled;
    int n_steps;
    int phase;           ///< Copy of the ensemble's, which member 0 changes during the run
    const double *input; ///< As the ensemble's
    const double *knock; ///< As the ensemble's
    const JwEnsembleOutput *out;
    int n;
    Group group[JW_ENSEMBLE_STRINGS];
} StepPlan;

/// Part of a stroke's force that acts on the bridge end.
static JW_REALTIME double pluck_share(const JwStringState *c) {
    return c->plucked ? c->modes->mass_kg * c->force * c->pluck_carried : 0.0;
}

JW_REALTIME void jw_ensemble_bind(JwEnsemble *e, double mass_kg) {
    for (int s = 0; s < e->n; ++s) {
        const JwBridgePast *past = &e->past[e->state[s]->phase];
        jw_string_set_relief(e->state[s], mass_kg * e->body.give_sum);
        jw_string_ride(e->state[s], past->now, past->before);
    }
}

JW_REALTIME void jw_ensemble_ride(JwEnsemble *e) {
    const double w1 = e->body.w1, step = w1 - e->body.w0;
    // Strings of the phase that steps first ended their last step one step of the body ago.
    const double last[2] = {w1 - step, w1};
    for (int k = 0; k < 2; ++k) {
        e->past[(e->phase + k) % 2] = (JwBridgePast){last[k], last[k] - 2.0 * step};
    }
    for (int s = 0; s < e->n; ++s) {
        const JwBridgePast *past = &e->past[e->state[s]->phase];
        jw_string_ride(e->state[s], past->now, past->before);
    }
}

static int eights(int n_strings) {
    return (n_strings + JW_GROUP_LANES - 1) / JW_GROUP_LANES;
}

int jw_ensemble_groups(int n_strings) {
    return n_strings <= JW_ENSEMBLE_ALONE ? n_strings : eights(n_strings);
}

JwStatus jw_ensemble_init(JwEnsemble *e, int n_strings, int n_points) {
    const int capacity = n_points < JW_ENSEMBLE_POINTS ? n_points : JW_ENSEMBLE_POINTS;
    // Some groups more than the strings need, because each precision and rate has its own groups. A
    // string without a group steps alone.
    const int groups = eights(n_strings) + (n_strings > JW_GROUP_LANES ? 3 : 1);
    for (e->n_groups = 0; e->n_groups < groups; ++e->n_groups) {
        if (jw_contact_group_init(&e->group[e->n_groups], JW_GROUP_LANES, capacity)) {
            jw_ensemble_release(e);
            return JW_ERR_NO_MEMORY;
        }
    }
    e->plan = jw_aligned_new(sizeof(StepPlan));
    if (!e->plan) {
        jw_ensemble_release(e);
        return JW_ERR_NO_MEMORY;
    }
    return JW_SUCCESS;
}

void jw_ensemble_release(JwEnsemble *e) {
    for (int g = 0; g < e->n_groups; ++g) {
        jw_contact_group_release(&e->group[g]);
    }
    e->n_groups = 0;
    jw_aligned_free(e->plan);
    e->plan = NULL;
}

/********* Steps *********/

// Each member of the team steps its own strings, and a body of its own. Twice a step it needs the
// force of all strings on the bridge: each group publishes the force of its strings, and every
// member sums all forces in the same order, so that all bodies move alike.

static JW_REALTIME bool is_alone(const JwEnsemble *e, const JwStringState *c) {
    return e->n <= JW_ENSEMBLE_ALONE || e->n_groups == 0 || jw_string_on_grid(c) ||
           c->modes->n_points > e->group[0].capacity;
}

/// Kind of a string by precision, rate and phase; different kinds share no group.
static JW_REALTIME int kind_of(const JwStringState *c) {
    const int rate = c->modes->stride > 1 ? 1 + c->phase : 0;
    return 3 * (c->kernel->size == (int)sizeof(double)) + rate;
}

/// Assigns strings to groups in their order, eight of a precision, rate and phase to a group;
/// strings of a small ensemble, on a grid or with many points are alone.
static JW_REALTIME void assign(JwEnsemble *e, StepPlan *s) {
    Group *company[JW_ENSEMBLE_KINDS] = {NULL};
    int used = 0;
    s->n = 0;
    for (int i = 0; i < e->n; ++i) {
        JwStringState *c = e->state[i];
        Group **kind = &company[kind_of(c)], *g = *kind;
        const bool fresh = !g || g->n == JW_GROUP_LANES;
        const bool alone = is_alone(e, c) || (fresh && used == e->n_groups);
        if (alone || fresh) {
            g = &s->group[s->n++];
            g->n = 0;
            g->group = alone ? &c->alone : &e->group[used++];
            g->alone = alone;
            g->stride = c->modes->stride;
            g->phase = c->phase;
            g->steps = g->stepped = false;
            atomic_init(&g->reaction.n, 0);
            atomic_init(&g->push.n, 0);
        }
        *kind = alone ? *kind : g;
        g->place[g->n] = i;
        g->state[g->n++] = c;
    }
    for (int k = 0; k < s->n; ++k) {
        Group *g = &s->group[k];
        g->lanes = g->alone ? 1 : jw_contact_group_lanes(g->n);
        g->step = g->alone ? jw_string_step_alone(g->state[0]) : jw_contact_step(g->lanes);
    }
    s->team = s->n > 1 ? jw_team_ready(e->team, s->n_steps) : NULL;
}

/// Cost of a group's step, in rows of a block of modes; unused lanes of contact count, too.
static JW_REALTIME double cost_of(const Group *g) {
    double cost = 0.0;
    int points = 0;
    for (int lane = 0; lane < g->n; ++lane) {
        const JwModes *m = g->state[lane]->modes;
        const int blocks = m->n_padded / JW_LANES,
                  n = jw_string_on_grid(g->state[lane]) ? 0 : m->n_points;
        cost += blocks * (m->n_rows + m->grid_rows.n + 5);
        points = n > points ? n : points;
    }
    return (cost + 15.0 * g->lanes * points) / g->stride;
}

/// Gives each group to the member with the least work so far.
static JW_REALTIME void share_out(StepPlan *s) {
    double load[JW_TEAM_MAX] = {0.0};
    for (int k = 0; k < s->n; ++k) {
        int least = 0;
        for (int i = 1; s->team && i < s->team->n; ++i) {
            least = load[i] < load[least] ? i : least;
        }
        s->group[k].member = least;
        load[least] += cost_of(&s->group[k]);
    }
}

/// Share of a member: its own groups, and the notes of the others.
typedef struct {
    StepPlan *plan;
    int member, n_own, n_others;
    Group *own[JW_ENSEMBLE_STRINGS];
    const JwTeamNote *reaction[JW_ENSEMBLE_STRINGS], *push[JW_ENSEMBLE_STRINGS];
} Part;

static JW_REALTIME void take_part(Part *p, StepPlan *s, int member) {
    p->plan = s;
    p->member = member;
    p->n_own = p->n_others = 0;
    for (int k = 0; k < s->n; ++k) {
        Group *g = &s->group[k];
        if (g->member == member) {
            p->own[p->n_own++] = g;
        } else {
            p->reaction[p->n_others] = &g->reaction;
            p->push[p->n_others++] = &g->push;
        }
    }
}

/// True if a group's strings step in that step of a run.
static JW_REALTIME bool steps_in(const StepPlan *s, const Group *g, int step) {
    const bool inside = (unsigned)step < (unsigned)s->n_steps;
    return inside && (g->stride == 1 || ((s->phase + step) & 1) == g->phase);
}

/// Index of the lowest of some bits.
static JW_INLINE JW_REALTIME int first_of(unsigned bits) {
    return __builtin_ctz(bits);
}

/// Computes the numbers that a group publishes before contact.
static JW_REALTIME void reaction(Group *g) {
    _Static_assert((int)N_TOLD <= (int)JW_TEAM_NUMBERS, "a note holds them");
    double *told = g->reaction.number;
    g->step->reaction(g->group, told);
    if (!g->stepped) {
        told[JW_REACTION_EXCESS] = told[JW_REACTION_LACKING] = 0.0;
    }
    if (!g->steps) {
        told[JW_REACTION_FORCE] = told[JW_REACTION_MASS] = 0.0;
    }
    told[HOLD] = g->stride > 1 ? told[JW_REACTION_MASS] : 0.0;
    told[CARRIED] = 0.0;
    for (unsigned left = g->group->struck; left; left &= left - 1) {
        told[CARRIED] += pluck_share(g->state[first_of(left)]);
    }
}

/// Returns the energy that the impulses of the last step took in excess. Each string chose its
/// impulses by an upper bound on the effect of all impulses together. It gets the excess back, less
/// the energy that other strings gained beyond their own bounds.
static JW_REALTIME void refund_own(const Part *p, const double *all) {
    const double excess = all[JW_REACTION_EXCESS], lacking = all[JW_REACTION_LACKING];
    const double share = excess > 0.0 ? fmax(1.0 - lacking / excess, 0.0) : 0.0;
    for (int k = 0; k < p->n_own && excess > 0.0; ++k) {
        Group *g = p->own[k];
        if (g->stepped) {
            g->step->refund(g->group, share);
        }
    }
}

/// Publishes a note to the other members of the team, if there are any.
static JW_REALTIME void tell(const StepPlan *s, JwTeamNote *note) {
    if (s->team) {
        jw_team_publish(note);
    }
}

/// Waits until all other members have published the note of each of their groups n times.
static JW_REALTIME void await(const Part *p, const JwTeamNote *const *note, unsigned n) {
    if (p->n_others > 0) {
        jw_team_await(p->plan->team, p->member, note, p->n_others, n);
    }
}

/// Waits for the n-th reactions of the groups and sums them up.
static JW_REALTIME void hear_reactions(const Part *p, unsigned n, double *sum) {
    const StepPlan *s = p->plan;
    double all[N_TOLD] = {0.0};
    await(p, p->reaction, n);
    for (int k = 0; k < s->n; ++k) {
        const double *told = s->group[k].reaction.number;
        for (int i = 0; i < N_TOLD; ++i) {
            all[i] += told[i];
        }
    }
    memcpy(sum, all, sizeof(all));
}

static JW_REALTIME double hear_pushes(const Part *p, unsigned n) {
    const StepPlan *s = p->plan;
    double sum = 0.0;
    await(p, p->push, n);
    for (int k = 0; k < s->n; ++k) {
        sum += s->group[k].push.number[0];
    }
    return sum;
}

/// Boundary between two steps, with the motion of the bridge in the step that ends: without contact
/// (lift) and by contact (lift_more).
typedef struct {
    int step;  ///< Step that ends; -1: none
    bool back; ///< Goes through the strings from the last to the first
    double lift, lift_more;
    double way; ///< Place of the bridge at the end of the step at constant speed [m]
    double now; ///< Its true place at the end of the step [m]
} Turn;

/// Stores the output of the step that ended, and counts the finger's work in it.
static JW_REALTIME void give_heard(const StepPlan *s, Group *g, int step) {
    g->step->output(g->group);
    for (unsigned left = g->group->struck; left; left &= left - 1) {
        jw_string_count_stroke(g->state[first_of(left)], g->group, first_of(left));
    }
    const int at = g->stride > 1 ? step / 2 : step;
    for (int lane = 0; lane < g->n && s->out; ++lane) {
        g->heard[lane][at] = (float)g->group->each->heard.lane[lane];
    }
}

/// Takes a string from one step to the next. last: its last step in this run; it may then begin a
/// step that the next run continues unless something changes in between. Returns false if its
/// present step had begun already.
static JW_REALTIME bool go_on_string(Group *g, int lane, bool ends, bool last) {
    JwStringState *state = g->state[lane];
    bool *begun = &g->group->begun[lane];
    if (!ends && *begun) {
        *begun = last;
        if (!last) {
            jw_string_take_up(state);
        }
        return false;
    }
    const bool begins = !last || jw_string_may_begin(state);
    *begun = last && begins;
    if (ends || begins) {
        jw_string_step_edge(state, g->group, lane, ends, begins, last);
    }
    return ends || begins;
}

/// Takes a group's strings from one step to the next; returns false if the next step of all of them
/// had begun already.
static JW_REALTIME bool go_on_strings(Group *g, bool back, bool ends, bool last) {
    const int from = back ? g->n - 1 : 0, turn = back ? -1 : 1;
    bool moved = ends && !last;
    for (int i = 0, lane = from; i < g->n; ++i, lane += turn) {
        if (ends && !last) {
            jw_string_go_on(g->state[lane], g->group, lane);
        } else {
            moved |= go_on_string(g, lane, ends, last);
        }
    }
    return moved;
}

/// Takes a group from one step to the next: strings, contact and output.
static JW_REALTIME void go_on(const StepPlan *s, Group *g, const Turn *t) {
    const bool ends = t->step >= 0, last = ends ? !steps_in(s, g, t->step + g->stride)
                                                : !steps_in(s, g, 0) && !steps_in(s, g, 1);
    if (ends) {
        g->step->commit(g->group, g->stride > 1 ? t->now : t->lift, t->lift_more);
    }
    const bool moved = go_on_strings(g, t->back, ends, last);
    if (moved) {
        jw_contact_group_sum(g->group);
    }
    if (ends) {
        give_heard(s, g, t->step);
    }
    if (moved) {
        g->step->predict(g->group);
    }
}

static JW_REALTIME void turn(const StepPlan *s, Group *g, const Turn *t) {
    g->stepped = g->steps;
    g->steps = steps_in(s, g, t->step + 1);
    if (g->stepped || t->step < 0) {
        go_on(s, g, t);
    }
    if (s->coupled) {
        reaction(g);
        tell(s, &g->reaction);
    }
}

/// Sets the bridge's place in a group, and at half rate in its strings, which may have missed runs.
static JW_REALTIME void join_bridge(const JwEnsemble *e, Group *g) {
    const JwBridgePast past = g->stride > 1 ? e->past[g->phase] : (JwBridgePast){0.0, 0.0};
    g->group->bridge_m = past.now;
    g->group->bridge_before_m = past.before;
    for (int lane = 0; lane < g->n && g->stride > 1; ++lane) {
        jw_string_ride(g->state[lane], past.now, past.before);
    }
}

/// Copies a member's strings to their lanes, except those that are unchanged since the last run.
static JW_REALTIME void assign_own(const Part *p) {
    for (int k = 0; k < p->n_own; ++k) {
        Group *g = p->own[k];
        JwLaneSource string[JW_GROUP_LANES];
        bool same[JW_GROUP_LANES];
        join_bridge(p->plan->ensemble, g);
        for (int lane = 0; lane < g->n; ++lane) {
            JwStringState *c = g->state[lane];
            same[lane] = c->lane_valid_in == g->group && g->group->assigned[lane] == &c->springs;
            string[lane] = jw_string_lane_source(c);
            c->lane_valid_in = g->group;
            g->heard[lane] = p->plan->out ? p->plan->out->string[g->place[lane]] : NULL;
        }
        jw_contact_group_renew(g->group, string, g->n, same);
    }
}

/// Takes a member's strings from one step to the next.
static JW_REALTIME void turn_own(const Part *p, const Turn *t) {
    for (int i = 0; i < p->n_own; ++i) {
        turn(p->plan, p->own[t->back ? p->n_own - 1 - i : i], t);
    }
}

/// Finds the contact impulses of a member's strings in a step. reaction: sums over all groups, by
/// which the refund of the previous step is computed; NULL: not coupled.
static JW_REALTIME void choose_own(const Part *p, const Turn *t, const double *reaction) {
    if (reaction) {
        refund_own(p, reaction);
    }
    for (int k = 0; k < p->n_own; ++k) {
        Group *g = p->own[k];
        g->push.number[0] = 0.0;
        if (g->steps) {
            const double lift = g->stride > 1 ? t->way + t->lift : t->lift;
            g->push.number[0] = g->step->solve(g->group, lift);
        }
        if (reaction) {
            tell(p->plan, &g->push);
        }
    }
}

/// Copies the lanes of a member's strings back to them. reaction: as in choose_own().
static JW_REALTIME void leave_own(const Part *p, const double *reaction) {
    if (reaction) {
        refund_own(p, reaction);
    }
    for (int k = 0; k < p->n_own; ++k) {
        Group *g = p->own[k];
        for (int lane = 0; lane < g->n; ++lane) {
            jw_string_leave_lane(g->state[lane], g->group, lane);
        }
    }
}

/// Force of the input in a step.
static JW_REALTIME double input_at(const StepPlan *s, int step) {
    return s->input ? s->input[step] : 0.0;
}

/// Force of strokes on the bridge in a step: `pulls`, the part on the bridge end, and their noise.
static JW_REALTIME double struck_at(const StepPlan *s, int step, double pulls) {
    return s->knock ? pulls + s->knock[step] : pulls;
}

/// Records a step's work, force and output of the body; member 0 alone calls this function.
static JW_REALTIME void keep_record(const StepPlan *s, const JwBody *body, int step, double carried,
                                    double w0, double force) {
    JwEnsemble *e = s->ensemble;
    JwBridgePast *past = &e->past[(e->phase + step) & 1];
    *past = (JwBridgePast){body->w1, past->now};
    const double way = 0.5 * (body->w1 - w0), work = carried * way;
    const double input = input_at(s, step) * way;
    e->energy_in += work + input;
    e->strokes_j += work / (body->dt_s * body->dt_s);
    e->input_j += input / (body->dt_s * body->dt_s);
    e->force = force / (body->dt_s * body->dt_s);
    if (s->out) {
        s->out->left[step] = (float)body->heard_left;
        s->out->right[step] = (float)body->heard_right;
    }
}

/// Stores the force of each string of a group on the bridge in the step under way, in which the
/// bridge moves by `lift`.
static JW_REALTIME void give_forces(const StepPlan *s, const Group *g, int step, double lift) {
    const JwGroupNumbers *each = g->group->each;
    const bool plucked = g->group->struck != 0;
    for (int lane = 0; lane < g->n; ++lane) {
        const double carried = plucked ? pluck_share(g->state[lane]) : 0.0;
        const double force = each->force.lane[lane] + each->push.lane[lane] +
                             each->reaction.lane[lane] * lift - carried;
        s->out->force[g->place[lane]][step] = g->steps ? force : 0.0;
    }
}

static JW_REALTIME void step_uncoupled(const Part *p) {
    const int n_steps = p->plan->n_steps;
    for (int i = -1; i < n_steps; ++i) {
        const Turn t = {.step = i};
        if (i >= 0) {
            choose_own(p, &t, NULL);
        }
        turn_own(p, &t);
    }
    leave_own(p, NULL);
}

static JW_REALTIME void step_coupled(const Part *p) {
    const StepPlan *s = p->plan;
    // Body of this member; its arrays are aligned to vector registers.
    _Alignas(64) JwBody body = s->ensemble->body;
    double all[N_TOLD], ahead = jw_body_predict(&body);
    turn_own(p, &(Turn){.step = -1});
    hear_reactions(p, 1, all);
    for (int i = 0; i < s->n_steps; ++i) {
        Turn t = {.step = i, .back = i % 2 == 0, .way = 2.0 * body.w1 - body.w0};
        const unsigned n = (unsigned)i + 1;
        const double loaded = 1.0 + all[JW_REACTION_MASS] * body.give_sum,
                     give = body.give_sum / loaded;
        const double own = all[JW_REACTION_FORCE] + all[HOLD] * t.way;
        const double struck = struck_at(s, i, all[CARRIED]);
        const double force = own - (struck + input_at(s, i)), mass = all[JW_REACTION_MASS],
                     w0 = body.w0;
        t.lift = ahead / loaded - force * give;
        choose_own(p, &t, all);
        const double pushed = hear_pushes(p, n);
        t.lift_more = -pushed * give;
        // Steps the body before the strings, so that these do not wait for it.
        const double total = force + pushed + mass * (t.lift + t.lift_more);
        for (int k = 0; k < p->n_own && s->out && s->out->forces; ++k) {
            const double lift = t.lift + t.lift_more;
            give_forces(s, p->own[k], i, p->own[k]->stride > 1 ? t.way + lift : lift);
        }
        ahead = jw_body_step(&body, total);
        t.now = body.w1;
        if (p->member == 0) {
            keep_record(s, &body, i, struck, w0, total);
        }
        turn_own(p, &t);
        hear_reactions(p, n + 1, all);
    }
    leave_own(p, all);
    if (p->member == 0) {
        s->ensemble->body = body;
    }
}

static JW_REALTIME void step_own(void *plan, int member) {
    Part part;
    take_part(&part, plan, member);
    if (part.n_own == 0 && member > 0) {
        return;
    }
    assign_own(&part);
    if (part.plan->coupled) {
        step_coupled(&part);
    } else {
        step_uncoupled(&part);
    }
}

/// Stores in strings at half rate, after a run, the bridge's places at their last steps.
static JW_REALTIME void remember_bridge(JwEnsemble *e, int n_steps) {
    e->phase = (e->phase + n_steps) % 2;
    for (int s = 0; s < e->n; ++s) {
        JwStringState *c = e->state[s];
        if (c->modes->stride > 1) {
            c->bridge_m = e->past[c->phase].now;
            c->bridge_before_m = e->past[c->phase].before;
        }
    }
}

JW_REALTIME void jw_ensemble_run(JwEnsemble *e, int n_steps, const JwEnsembleOutput *out) {
    StepPlan *plan = e->plan;
    if (n_steps <= 0) {
        return;
    }
    plan->ensemble = e;
    plan->n_steps = n_steps;
    plan->phase = e->phase;
    plan->input = e->input;
    plan->knock = e->knock;
    plan->out = out;
    plan->coupled = !e->uncoupled;
    assign(e, plan);
    share_out(plan);
    jw_team_do(plan->team, step_own, plan);
    remember_bridge(e, n_steps);
}

JW_REALTIME void jw_ensemble_step(JwEnsemble *e) {
    jw_ensemble_run(e, 1, NULL);
}

static JW_REALTIME double put_in(const JwEnsemble *e) {
    double in = e->energy_in;
    for (int s = 0; s < e->n; ++s) {
        in += jw_string_unit_kg(e->state[s]) * e->state[s]->energy_in;
    }
    return in;
}

/// Energy of a string on a moving bridge; own: the energy of the string by itself.
static JW_REALTIME double on_bridge(const JwEnsemble *e, const JwStringState *c, double own) {
    const double dw = e->body.w1 - e->body.w0;
    if (c->modes->stride > 1) {
        return jw_string_unit_kg(c) * own;
    }
    return c->modes->mass_kg * (dw * dw / 6.0 + dw * jw_string_bridge_speed(c) + own);
}

JW_REALTIME double jw_ensemble_string_energy(const JwEnsemble *e, const JwStringState *c) {
    return on_bridge(e, c, jw_string_energy(c));
}

JW_REALTIME double jw_ensemble_string_balance(const JwEnsemble *e, const JwStringState *c) {
    return jw_ensemble_string_energy(e, c) - jw_string_unit_kg(c) * c->energy_in;
}

JW_REALTIME double jw_ensemble_body_balance(const JwEnsemble *e) {
    return jw_body_energy(&e->body) - e->energy_in;
}

JW_REALTIME double jw_ensemble_balance(const JwEnsemble *e) {
    double balance = jw_ensemble_body_balance(e);
    for (int s = 0; s < e->n; ++s) {
        balance += jw_ensemble_string_balance(e, e->state[s]);
    }
    return balance;
}

JW_REALTIME void jw_ensemble_book(JwEnsemble *e, double change) {
    if (!isfinite(e->energy_in + change)) {
        // A string that was not finite has been reset: the present energy counts as the input.
        e->energy_in = 0.0;
        change = jw_ensemble_balance(e);
    }
    e->energy_in += change;
    e->in_max = fmax(e->in_max, put_in(e));
}

JW_REALTIME void jw_ensemble_shrink(JwEnsemble *e, double factor) {
    const double before = jw_ensemble_balance(e);
    for (int s = 0; s < e->n; ++s) {
        jw_string_shrink(e->state[s], factor);
    }
    jw_body_shrink(&e->body, factor);
    for (int k = 0; k < 2; ++k) {
        e->past[k].now *= factor;
        e->past[k].before *= factor;
    }
    jw_ensemble_book(e, jw_ensemble_balance(e) - before);
}

JW_REALTIME void jw_ensemble_retime(JwEnsemble *e, double ratio) {
    e->energy_in *= ratio * ratio;
    e->in_max *= ratio * ratio;
}

JW_REALTIME double jw_ensemble_audit(JwEnsemble *e) {
    for (int s = 0; s < e->n; ++s) {
        jw_string_audit(e->state[s]);
    }
    const double body = jw_body_energy(&e->body);
    double energy = body;
    for (int s = 0; s < e->n; ++s) {
        energy += on_bridge(e, e->state[s], e->state[s]->energy);
    }
    const double in = put_in(e);
    e->in_max = fmax(e->in_max, in);
    if (e->in_max > 0.0) {
        e->excess = fmax(e->excess, (energy - in) / e->in_max);
    }
    e->energy = energy / (e->body.dt_s * e->body.dt_s);
    e->body_j = body / (e->body.dt_s * e->body.dt_s);
    return e->energy;
}
