// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "ensemble.h"

#include <math.h>

/// Force of the plucks that the bridge end carries, (1 - x/L) of each.
static JW_REALTIME double pluck_share(const JwCourse *c) {
    return c->plucked ? c->modes->mass_kg * c->force * (1.0 - c->pluck_m / c->modes->length_m)
                      : 0.0;
}

JW_REALTIME void jw_ensemble_bind(JwEnsemble *e, double mass_kg) {
    for (int s = 0; s < e->n; ++s) {
        jw_course_set_relief(e->course[s], mass_kg * e->body.give_sum);
    }
}

static int eights(int n_strings) {
    return (n_strings + JW_MEETING_LANES - 1) / JW_MEETING_LANES;
}

int jw_ensemble_groups(int n_strings) {
    return n_strings <= JW_ENSEMBLE_ALONE ? n_strings : eights(n_strings);
}

JwStatus jw_ensemble_init(JwEnsemble *e, int n_strings, int n_points) {
    const int capacity = n_points < JW_ENSEMBLE_POINTS ? n_points : JW_ENSEMBLE_POINTS;
    // One more: strings in 32 and in 64 bits have company of their own kind.
    const int groups = eights(n_strings) + 1;
    for (e->n_groups = 0; e->n_groups < groups; ++e->n_groups) {
        if (jw_meeting_init(&e->group[e->n_groups], JW_MEETING_LANES, capacity)) {
            jw_ensemble_release(e);
            return JW_ERR_NO_MEMORY;
        }
    }
    return JW_SUCCESS;
}

void jw_ensemble_release(JwEnsemble *e) {
    for (int g = 0; g < e->n_groups; ++g) {
        jw_meeting_release(&e->group[g]);
    }
    e->n_groups = 0;
}

/********* Steps *********/

/// Strings side by side.
typedef struct {
    JwMeeting *meeting;
    const JwMeetingStep *step;
    int n;
    JwCourse *course[JW_MEETING_LANES];
    int member; ///< Of the crew, who steps them
} Group;

typedef struct {
    JwCrew *crew;
    int n;
    Group group[JW_ENSEMBLE_STRINGS];
    // Of the step under way
    bool ends, begins;
    double lift, lift_more; ///< Of the bridge, without contact and by it
} Seating;

static JW_REALTIME bool sits_alone(const JwEnsemble *e, const JwCourse *c) {
    return e->n <= JW_ENSEMBLE_ALONE || e->n_groups == 0 || jw_course_nodal(c) ||
           c->modes->n_points > e->group[0].capacity;
}

/// Strings in their order, eight of a kind to a group; wide ones alone.
static JW_REALTIME void seat(JwEnsemble *e, Seating *s) {
    Group *company[2] = {NULL, NULL};
    int used = 0;
    s->n = 0;
    for (int i = 0; i < e->n; ++i) {
        JwCourse *c = e->course[i];
        Group **kind = &company[c->kernel->size == (int)sizeof(double)], *g = *kind;
        const bool alone = sits_alone(e, c);
        if (alone || !g || g->n == JW_MEETING_LANES) {
            g = &s->group[s->n++];
            g->n = 0;
            g->meeting = alone ? &c->alone : &e->group[used++];
            g->step = alone ? jw_course_step_alone(c) : jw_meeting_step(g->meeting->lanes);
        }
        *kind = alone ? *kind : g;
        g->course[g->n++] = c;
    }
    s->crew = s->n > 1 ? e->crew : NULL;
}

/// What a group's step costs, in rows of a block of modes; the lanes of a meeting are all at work.
static JW_REALTIME double cost_of(const Group *g) {
    double cost = 15.0 * g->meeting->lanes * g->meeting->points;
    for (int lane = 0; lane < g->n; ++lane) {
        const JwModes *m = g->course[lane]->modes;
        const int blocks = m->n_padded / JW_LANES;
        cost += blocks * (m->n_rows + m->nodes.n + 5);
    }
    return cost;
}

/// Each group goes to who has least to do so far.
static JW_REALTIME void share_out(Seating *s) {
    double load[JW_CREW_MAX] = {0.0};
    for (int k = 0; k < s->n; ++k) {
        int least = 0;
        for (int i = 1; s->crew && i < s->crew->n; ++i) {
            least = load[i] < load[least] ? i : least;
        }
        s->group[k].member = least;
        load[least] += cost_of(&s->group[k]);
    }
}

/// A member's strings end a step, begin the next, or do both, as far as they can without the
/// others.
static JW_REALTIME void turn(void *seating, int member) {
    Seating *s = seating;
    for (int k = 0; k < s->n; ++k) {
        Group *g = &s->group[k];
        if (g->member != member) {
            continue;
        }
        if (s->ends) {
            g->step->finish(g->meeting, s->lift, s->lift_more);
        }
        for (int lane = 0; lane < g->n; ++lane) {
            jw_course_turn(g->course[lane], g->meeting, lane, s->ends, s->begins);
        }
        jw_meeting_gather(g->meeting);
        for (int lane = 0; lane < g->n && s->ends; ++lane) {
            jw_course_hear(g->course[lane], g->meeting, lane);
        }
        if (s->begins) {
            g->step->predict(g->meeting);
        }
    }
}

/// They choose their contact impulses.
static JW_REALTIME void choose(void *seating, int member) {
    Seating *s = seating;
    for (int k = 0; k < s->n; ++k) {
        if (s->group[k].member == member) {
            s->group[k].step->choose(s->group[k].meeting, s->lift);
        }
    }
}

static JW_REALTIME void turn_all(Seating *s, bool ends, bool begins) {
    s->ends = ends;
    s->begins = begins;
    jw_crew_do(s->crew, turn, s);
}

static JW_REALTIME void take_seats(Seating *s) {
    for (int k = 0; k < s->n; ++k) {
        Group *g = &s->group[k];
        JwMeetingSeat string[JW_MEETING_LANES];
        for (int lane = 0; lane < g->n; ++lane) {
            string[lane] = jw_course_settle(g->course[lane]);
        }
        jw_meeting_seat(g->meeting, string, g->n);
    }
}

static JW_REALTIME void leave_seats(Seating *s) {
    for (int k = 0; k < s->n; ++k) {
        Group *g = &s->group[k];
        for (int lane = 0; lane < g->n; ++lane) {
            jw_course_leave(g->course[lane], g->meeting, lane);
        }
    }
}

/// Each string chose its impulses by an upper bound of what all would do together. What that bound
/// left over goes back to the ledgers of those that pushed, so that nothing is lost.
static JW_REALTIME void refund(Seating *s) {
    double left = 0.0, weight = 0.0;
    for (int k = 0; k < s->n; ++k) {
        const JwMeeting *t = s->group[k].meeting;
        for (int l = 0; l < s->group[k].n; ++l) {
            const double mass = t->each->mass.lane[l], push = t->each->push.lane[l];
            left += mass * (t->each->promised.lane[l] - t->each->done.lane[l]);
            weight += push * push / mass;
        }
    }
    const double share = weight > 0.0 && left > 0.0 ? left / weight : 0.0;
    for (int k = 0; k < s->n && share > 0.0; ++k) {
        JwMeeting *t = s->group[k].meeting;
        for (int l = 0; l < s->group[k].n; ++l) {
            const double speed = t->each->push.lane[l] / t->each->mass.lane[l];
            t->each->ledger.lane[l] -= speed * speed * share;
        }
    }
}

/// What the strings do to the bridge before contact.
typedef struct {
    double force, mass, carried;
} Reaction;

static JW_REALTIME Reaction react(const Seating *s) {
    Reaction sum = {0.0, 0.0, 0.0};
    for (int k = 0; k < s->n; ++k) {
        const Group *g = &s->group[k];
        for (int l = 0; l < g->n; ++l) {
            sum.force += g->meeting->each->force.lane[l];
            sum.mass += g->meeting->each->reaction.lane[l];
            sum.carried += pluck_share(g->course[l]);
        }
    }
    sum.force -= sum.carried;
    return sum;
}

static JW_REALTIME double contact_push(const Seating *s) {
    double push = 0.0;
    for (int k = 0; k < s->n; ++k) {
        for (int l = 0; l < s->group[k].n; ++l) {
            push += s->group[k].meeting->each->push.lane[l];
        }
    }
    return push;
}

/// A step of all: their predictions are there, and, if another follows, will be of that.
static JW_REALTIME void meet(JwEnsemble *e, Seating *s, bool goes_on) {
    s->lift = s->lift_more = 0.0;
    if (e->uncoupled) {
        jw_crew_do(s->crew, choose, s);
        turn_all(s, true, goes_on);
        return;
    }
    const Reaction r = react(s);
    const double give = e->body.give_sum / (1.0 + r.mass * e->body.give_sum);
    const double free_lift = jw_body_predict(&e->body) / (1.0 + r.mass * e->body.give_sum);
    s->lift = free_lift - r.force * give;
    jw_crew_do(s->crew, choose, s);
    const double push = contact_push(s);
    s->lift_more = -push * give;
    turn_all(s, true, goes_on);
    refund(s);
    const double total = r.force + push + r.mass * (s->lift + s->lift_more);
    const double w0 = e->body.w0;
    jw_body_push(&e->body, total);
    e->energy_in += r.carried * 0.5 * (e->body.w1 - w0);
    e->force = total / (e->body.dt_s * e->body.dt_s);
}

static JW_REALTIME void put_out(const JwEnsemble *e, const JwEnsembleOutput *out, int step) {
    double left, right;
    for (int i = 0; i < e->n; ++i) {
        out->string[i][step] = (float)e->course[i]->heard;
    }
    if (!e->uncoupled) {
        jw_body_output(&e->body, &left, &right);
        out->left[step] = (float)left;
        out->right[step] = (float)right;
    }
}

JW_REALTIME void jw_ensemble_run(JwEnsemble *e, int n_steps, const JwEnsembleOutput *out) {
    Seating seating;
    if (n_steps <= 0) {
        return;
    }
    seat(e, &seating);
    take_seats(&seating);
    share_out(&seating);
    turn_all(&seating, false, true);
    for (int i = 0; i < n_steps; ++i) {
        meet(e, &seating, i + 1 < n_steps);
        if (out) {
            put_out(e, out, i);
        }
    }
    leave_seats(&seating);
}

JW_REALTIME void jw_ensemble_step(JwEnsemble *e) {
    jw_ensemble_run(e, 1, NULL);
}

static JW_REALTIME double put_in(const JwEnsemble *e) {
    double in = e->energy_in;
    for (int s = 0; s < e->n; ++s) {
        in += e->course[s]->modes->mass_kg * e->course[s]->energy_in;
    }
    return in;
}

/// Energy of a string on the bridge as it moves, the string's own having been looked up.
static JW_REALTIME double on_bridge(const JwEnsemble *e, const JwCourse *c, double own) {
    const double dw = e->body.w1 - e->body.w0;
    return c->modes->mass_kg * (dw * dw / 6.0 + dw * (c->bridge1 - c->bridge0) + own);
}

JW_REALTIME double jw_ensemble_string_balance(const JwEnsemble *e, const JwCourse *c) {
    return on_bridge(e, c, jw_course_energy(c)) - c->modes->mass_kg * c->energy_in;
}

JW_REALTIME double jw_ensemble_body_balance(const JwEnsemble *e) {
    return jw_body_energy(&e->body) - e->energy_in;
}

JW_REALTIME double jw_ensemble_balance(const JwEnsemble *e) {
    double balance = jw_ensemble_body_balance(e);
    for (int s = 0; s < e->n; ++s) {
        balance += jw_ensemble_string_balance(e, e->course[s]);
    }
    return balance;
}

JW_REALTIME void jw_ensemble_book(JwEnsemble *e, double change) {
    if (!isfinite(e->energy_in + change)) {
        // A string was no number and has been put to rest: what there is now was put in.
        e->energy_in = 0.0;
        change = jw_ensemble_balance(e);
    }
    e->energy_in += change;
    e->in_max = fmax(e->in_max, put_in(e));
}

JW_REALTIME double jw_ensemble_audit(JwEnsemble *e) {
    for (int s = 0; s < e->n; ++s) {
        jw_course_audit(e->course[s]);
    }
    double energy = jw_body_energy(&e->body);
    for (int s = 0; s < e->n; ++s) {
        energy += on_bridge(e, e->course[s], e->course[s]->energy);
    }
    const double in = put_in(e);
    e->in_max = fmax(e->in_max, in);
    if (e->in_max > 0.0) {
        e->excess = fmax(e->excess, (energy - in) / e->in_max);
    }
    e->energy = energy / (e->body.dt_s * e->body.dt_s);
    return e->energy;
}
