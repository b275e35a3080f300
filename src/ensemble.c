// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "ensemble.h"

#include <math.h>

/// Each string chose its impulses by an upper bound of what all would do together. What that bound
/// left over goes back to the ledgers of those that pushed, so that nothing is lost.
static JW_REALTIME void refund(JwEnsemble *e, const double *push) {
    double left = 0.0, weight = 0.0;
    for (int s = 0; s < e->n; ++s) {
        const JwContact *c = &e->course[s]->contact;
        const double mass = e->course[s]->modes->mass_kg;
        left += mass * (c->promised - c->done);
        weight += push[s] * push[s] / mass;
    }
    for (int s = 0; s < e->n && weight > 0.0; ++s) {
        const double mass = e->course[s]->modes->mass_kg;
        const double share = push[s] * push[s] / mass / weight;
        e->course[s]->contact.ledger -= fmax(left, 0.0) * share / mass;
    }
}

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

JW_REALTIME void jw_ensemble_step(JwEnsemble *e) {
    double force = 0.0, mass = 0.0, carried = 0.0;
    for (int s = 0; s < e->n; ++s) {
        jw_course_predict(e->course[s]);
        const JwReaction r = jw_course_reaction(e->course[s]);
        force += r.force;
        mass += r.mass;
        carried += pluck_share(e->course[s]);
    }
    force -= carried;
    const double give = e->body.give_sum / (1.0 + mass * e->body.give_sum);
    const double free_lift = jw_body_predict(&e->body) / (1.0 + mass * e->body.give_sum);
    const double lift = free_lift - force * give;
    double push = 0.0, pushes[JW_ENSEMBLE_STRINGS];
    JwContact *contacts[JW_ENSEMBLE_STRINGS];
    for (int s = 0; s < e->n; ++s) {
        jw_course_touch(e->course[s], lift);
        contacts[s] = &e->course[s]->contact;
    }
    jw_contact_sweep(contacts, e->n);
    for (int s = 0; s < e->n; ++s) {
        pushes[s] = jw_course_push(e->course[s]);
        push += pushes[s];
    }
    const double lift_more = -push * give;
    for (int s = 0; s < e->n; ++s) {
        jw_course_correct(e->course[s], lift, lift_more);
    }
    refund(e, pushes);
    const double total = force + push + mass * (lift + lift_more);
    const double w0 = e->body.w0;
    jw_body_push(&e->body, total);
    e->energy_in += carried * 0.5 * (e->body.w1 - w0);
    e->force = total / (e->body.dt_s * e->body.dt_s);
}

static JW_REALTIME double put_in(const JwEnsemble *e) {
    double in = e->energy_in;
    for (int s = 0; s < e->n; ++s) {
        in += e->course[s]->modes->mass_kg * e->course[s]->energy_in;
    }
    return in;
}

static JW_REALTIME double total(const JwEnsemble *e) {
    const double dw = e->body.w1 - e->body.w0;
    double energy = jw_body_energy(&e->body);
    for (int s = 0; s < e->n; ++s) {
        const JwCourse *c = e->course[s];
        energy += c->modes->mass_kg *
                  (dw * dw / 6.0 + dw * (c->bridge1 - c->bridge0) + jw_course_energy(c));
    }
    return energy;
}

JW_REALTIME double jw_ensemble_balance(const JwEnsemble *e) {
    return total(e) - put_in(e);
}

JW_REALTIME void jw_ensemble_book(JwEnsemble *e, double balance) {
    e->energy_in += jw_ensemble_balance(e) - balance;
    e->in_max = fmax(e->in_max, put_in(e));
}

JW_REALTIME double jw_ensemble_audit(JwEnsemble *e) {
    for (int s = 0; s < e->n; ++s) {
        jw_course_audit(e->course[s]);
    }
    const double energy = total(e), in = put_in(e);
    e->in_max = fmax(e->in_max, in);
    if (e->in_max > 0.0) {
        e->excess = fmax(e->excess, (energy - in) / e->in_max);
    }
    e->energy = energy / (e->body.dt_s * e->body.dt_s);
    return e->energy;
}
