// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "chain_replay.h"

#include "kernel/contact_group.h"

#include <math.h>
#include <string.h>

// The engine's two-step scheme without losses, exact in every frequency:
//     q^{n+1} = (2 - kappa_j) q^n - q^{n-1} + b_j r,   kappa_j = 2 (1 - cos omega_j dt),
// in velocity form, u = q^{n+1} - q^n. The contact step sees of the chain p = -x_n, which the wall
// keeps above -1, and one compliance, S = sum_j b_j^2 = 1.
typedef struct {
    const JwChain *chain;
    JwContact contact;
    double kappa[JW_CHAIN_MAX_DOFS];
    double q[JW_CHAIN_MAX_DOFS];
    double u[JW_CHAIN_MAX_DOFS];
    double compliance;
    JwSprings springs; ///< No springs: they only hold the compliance
    JwContactGroup group;
    JwLaneHome home;
    double swung;
} Stepper;

static double toward(const Stepper *s, const double *q) {
    double sum = 0.0;
    for (int j = 0; j < s->chain->n; ++j) {
        sum -= s->chain->end[j] * q[j];
    }
    return sum;
}

static void release(Stepper *s) {
    jw_contact_release(&s->contact);
    jw_springs_release(&s->springs);
    jw_contact_group_release(&s->group);
}

static bool prepare(Stepper *s, const JwChain *chain, const JwChainOrbit *orbit, double start,
                    double dt) {
    double before[JW_CHAIN_MAX_DOFS];
    double velocity[JW_CHAIN_MAX_DOFS];
    memset(s, 0, sizeof(*s));
    s->chain = chain;
    if (jw_contact_init(&s->contact, 1) || jw_springs_init(&s->springs, 1) ||
        jw_contact_group_init(&s->group, 1, 1)) {
        release(s);
        return false;
    }
    jw_chain_orbit_state(chain, orbit, start, s->q, velocity);
    jw_chain_orbit_state(chain, orbit, start - dt, before, velocity);
    for (int j = 0; j < chain->n; ++j) {
        const double half = sin(0.5 * chain->omega[j] * dt);
        s->kappa[j] = 4.0 * half * half;
        s->u[j] = s->q[j] - before[j];
        s->compliance += chain->end[j] * chain->end[j];
    }
    const double p1 = toward(s, s->q);
    s->contact.height[0] = -1.0;
    jw_contact_reset(&s->contact, 1, &p1);
    s->contact.fold = true;
    s->contact.restitution[0] = 1.0;
    s->contact.p0[0] = toward(s, before);
    s->springs.n = 1;
    s->springs.s[0] = s->springs.soft_compliance[0] = s->compliance;
    s->springs.version = 1;
    s->home = (JwLaneHome){.contact = &s->contact, .springs = &s->springs, .swung = &s->swung};
    const JwLaneSource source = {.home = s->home};
    jw_contact_group_assign(&s->group, &source, 1);
    return true;
}

static void step(Stepper *s) {
    for (int j = 0; j < s->chain->n; ++j) {
        s->u[j] -= s->kappa[j] * s->q[j];
        s->q[j] += s->u[j];
    }
    const JwContactStep *contact_step = jw_contact_step(1);
    s->group.ahead[0] = toward(s, s->q);
    contact_step->predict(&s->group);
    contact_step->solve(&s->group, 0.0);
    contact_step->commit(&s->group, 0.0, 0.0);
    const double r = s->group.impulse[0];
    for (int j = 0; j < s->chain->n && r != 0.0; ++j) {
        s->u[j] -= s->chain->end[j] * r;
        s->q[j] -= s->chain->end[j] * r;
    }
}

// Energy between the last two samples, as the engine's passivity defines it; in units of dt^-2.
static double energy(const Stepper *s) {
    double sum = 0.0;
    for (int j = 0; j < s->chain->n; ++j) {
        sum += 0.5 * (s->u[j] * s->u[j] + s->kappa[j] * s->q[j] * (s->q[j] - s->u[j]));
    }
    return sum;
}

static double drift_from(const Stepper *s, const double *q0) {
    double worst = 0.0;
    for (int i = 0; i < s->chain->n; ++i) {
        double x = 0.0;
        for (int j = 0; j < s->chain->n; ++j) {
            x += jw_chain_mode(s->chain, j, i) * (s->q[j] - q0[j]);
        }
        worst = fmax(worst, fabs(x));
    }
    return worst;
}

bool jw_chain_replay(const JwChain *chain, const JwChainOrbit *orbit, const JwChainReplayPlan *plan,
                     JwChainReplayReport report, void *user, JwChainReplay *result) {
    const double dt = orbit->period / plan->steps_per_period;
    const double start = 0.5 * orbit->t[1];
    double q0[JW_CHAIN_MAX_DOFS];
    Stepper stepper;
    // A step must turn the fastest mode by less than half a turn, and must not reach back across an
    // impact.
    if (plan->steps_per_period < 1 || plan->periods < 1 || dt > start ||
        dt * chain->omega[chain->n - 1] > 3.0 || !prepare(&stepper, chain, orbit, start, dt)) {
        return false;
    }
    memcpy(q0, stepper.q, sizeof(q0));
    const double initial = energy(&stepper);
    *result = (JwChainReplay){0};
    for (int period = 1; period <= plan->periods && result->drift < plan->drift; ++period) {
        for (int i = 0; i < plan->steps_per_period; ++i) {
            step(&stepper);
        }
        result->drift = drift_from(&stepper, q0);
        result->periods += result->drift < plan->drift ? 1 : 0;
        if (report) {
            report(user, period, result->drift);
        }
    }
    jw_contact_group_store(&stepper.group, 0, &stepper.home);
    result->energy_lent = (0.0 - stepper.contact.ledger) / initial;
    result->energy_change = energy(&stepper) / initial + result->energy_lent - 1.0;
    result->penetration = stepper.contact.penetration;
    release(&stepper);
    return true;
}
