// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "delay.h"

#include "base/pi.h"
#include "delay_memory.h"

#include <math.h>
#include <stdlib.h>

/********* Motion without contact *********/

static double complex mode_rate(const JwDelayBeam *beam, int j) {
    const double d = beam->damping_ratio;
    return jw_delay_complex(-d * beam->omega[j], sqrt(1.0 - d * d) * beam->omega[j]);
}

// Response at time t of a mode at rest, with unit mass, to cos(w t). The two terms share a common
// factor that vanishes at resonance, hence jw_delay_growth().
static void forced_mode(const JwDelayBeam *beam, int j, double w, double t, double x[2]) {
    const double complex rate = mode_rate(beam, j);
    const double complex swing = jw_delay_complex(0.0, w);
    const double complex up = cexp(rate * t) * jw_delay_growth(swing - rate, t);
    const double complex down = cexp(conj(rate) * t) * jw_delay_growth(swing - conj(rate), t);
    const double complex both = rate - conj(rate);
    x[0] = creal((up - down) / both);
    x[1] = creal((rate * up - conj(rate) * down) / both);
}

// Free motion at time t of a mode that starts from x0, v0.
static void free_mode(const JwDelayBeam *beam, int j, double t, double x0, double v0, double x[2]) {
    const double complex rate = mode_rate(beam, j);
    // Solution x = Re(c exp(rate t)) with Re c = x0 and Re(rate c) = v0
    const double complex c = jw_delay_complex(x0, (creal(rate) * x0 - v0) / cimag(rate));
    x[0] = creal(c * cexp(rate * t));
    x[1] = creal(rate * c * cexp(rate * t));
}

void jw_delay_free_motion(const JwDelayBeam *beam, const JwDelayStart *start, double t,
                          double y[2]) {
    double x[2];
    free_mode(beam, 0, t, start->displacement, start->velocity, y);
    if (start->force != 0.0 && beam->n_modes > 1) {
        forced_mode(beam, 1, start->drive, t, x);
        y[0] += start->force * x[0];
        y[1] += start->force * x[1];
    }
}

/********* The delay equation *********/
//
// With w = y - (motion without contact), f the contact force and
//     Phi(t) = int L_2(t - s) df(s),
// SZ (4) reads w_1' = w_2, (w_2 - Phi)' = -omega_1^2 w_1 - 2 D omega_1 w_2 + L_inf f.

typedef struct JwDelayMemory {
    const JwDelayBeam *beam;
    JwDelayStart start;
    JwDelayHistory *history; // Past contact force, which gives Phi
    double step;
    long n_steps;
    double free[2]; // Present motion without contact
    double slack;   // Difference w_2 - Phi
    double pull;    // Right-hand side of its equation
    double jump;    // Jump L_+
    double final;   // Limit L_inf
} JwDelayMemory;

static bool start_ok(const JwDelayStart *s) {
    return isfinite(s->displacement) && isfinite(s->velocity) && isfinite(s->force) &&
           isfinite(s->gap) && s->drive >= 0.0 && s->drive < 1e9 && s->displacement >= -s->gap;
}

JwDelayRun *jw_delay_run_new(const JwDelayBeam *beam, const JwDelayStart *start, double step) {
    const double jump = jw_delay_kernel_jump(beam->kind, beam->damping_ratio);
    if (!(jump > 0.0) || !start_ok(start) || !(step > 0.0 && step < 1e3)) {
        return NULL;
    }
    JwDelayRun *run = calloc(1, sizeof(*run));
    JwDelayMemory *memory = calloc(1, sizeof(*memory));
    if (run && memory) {
        *memory = (JwDelayMemory){.beam = beam, .start = *start, .step = step, .jump = jump};
        memory->final = jw_delay_kernel_static(beam);
        memory->history = jw_delay_history_new(beam, step);
        run->memory = memory;
    }
    if (!run || !memory || !memory->history) {
        free(memory);
        free(run);
        return NULL;
    }
    jw_delay_free_motion(beam, start, 0.0, memory->free);
    run->y[0] = memory->free[0];
    run->y[1] = memory->free[1];
    return run;
}

void jw_delay_run_free(JwDelayRun *run) {
    if (run) {
        jw_delay_history_free(run->memory->history);
        free(run->memory);
        free(run);
    }
}

static double pull_of(const JwDelayMemory *m, double w1, double w2, double force) {
    const double omega = m->beam->omega[0];
    return -omega * omega * w1 - 2.0 * m->beam->damping_ratio * omega * w2 + m->final * force;
}

// Ends the step with the contact point at y1, y2 and the given force.
static void settle(JwDelayRun *run, const double *free_next, double y1, double y2, double force,
                   double phi) {
    JwDelayMemory *m = run->memory;
    const double w2 = y2 - free_next[1];
    m->slack = w2 - phi;
    m->pull = pull_of(m, y1 - free_next[0], w2, force);
    m->free[0] = free_next[0];
    m->free[1] = free_next[1];
    run->y[0] = y1;
    run->y[1] = y2;
    run->force = force;
}

// Flies for the rest of the step; the force has just fallen to zero or is zero.
static void fly(JwDelayRun *run, const double *free_next, double phi) {
    JwDelayMemory *m = run->memory;
    const double h = 0.5 * m->step;
    const double omega = m->beam->omega[0];
    const double w1 = run->y[0] - m->free[0];
    const double w2 = run->y[1] - m->free[1];
    const double known = phi + m->slack + h * (m->pull - omega * omega * (w1 + h * w2));
    const double implicit = 1.0 + 2.0 * h * m->beam->damping_ratio * omega + h * h * omega * omega;
    const double w2_next = known / implicit;
    const double w1_next = w1 + h * (w2 + w2_next);
    settle(run, free_next, free_next[0] + w1_next, free_next[1] + w2_next, 0.0, phi);
}

// Force at the end of a step in contact. `past` is Phi without this step's change of force;
// `before` is the force before that change.
static double holding_force(const JwDelayMemory *m, const double *free_next, double past,
                            double before) {
    const double h = 0.5 * m->step;
    const double w1 = -m->start.gap - free_next[0];
    const double w2 = -free_next[1];
    const double fresh = jw_delay_history_fresh(m->history);
    const double known =
        w2 - past + before * fresh - m->slack - h * (m->pull + pull_of(m, w1, w2, 0.0));
    return known / (fresh + h * m->final);
}

// Stays in contact to the end of the step, unless the force would pull.
static void hold(JwDelayRun *run, const double *free_next, double past, double before,
                 double began) {
    JwDelayMemory *m = run->memory;
    const double t = m->step * (double)m->n_steps;
    const double fresh = jw_delay_history_fresh(m->history);
    const double force = holding_force(m, free_next, past, before);
    JwDelayContact *contact = &run->contact;
    if (force > 0.0) {
        settle(run, free_next, -m->start.gap, 0.0, force, past + (force - before) * fresh);
        jw_delay_history_add(m->history, force - before);
        contact->leave = t;
        contact->impulse += 0.5 * (t - began) * (before + force);
        contact->force_max = fmax(contact->force_max, force);
        return;
    }
    const double share = before / (before - force);
    contact->leave = began + share * (t - began);
    contact->impulse += 0.5 * (contact->leave - began) * before;
    run->touching = false;
    fly(run, free_next, past - before * fresh);
    jw_delay_history_add(m->history, -before);
}

// Strikes the stop, which was passed in the step that took the contact point from `y` to run->y.
static void strike(JwDelayRun *run, const double *y, double slack, double pull,
                   const double *free_before, const double *free_next, double past) {
    JwDelayMemory *m = run->memory;
    const double above = fmax(y[0] + m->start.gap, 0.0);
    const double share = above / (above - (run->y[0] + m->start.gap));
    const double rest = (1.0 - share) * m->step;
    const double speed = fmin(y[1] + share * (run->y[1] - y[1]), 0.0);
    const double force = -speed / m->jump; // Eq. SZ (6)
    const double t = m->step * (double)m->n_steps;
    run->touching = true;
    run->contact =
        (JwDelayContact){.enter = t - rest, .leave = t - rest, .speed = speed, .force_max = force};
    ++run->n_contacts;
    // State at the start of the step; the pull of the jump acts from `enter` on.
    run->y[0] = y[0];
    run->y[1] = y[1];
    m->free[0] = free_before[0];
    m->free[1] = free_before[1];
    m->slack = slack;
    m->pull = pull + m->final * force * (1.0 - 2.0 * share);
    const double jumped = jw_delay_history_jump(m->history, force, rest);
    hold(run, free_next, past + jumped, force, t - rest);
}

void jw_delay_run_step(JwDelayRun *run) {
    JwDelayMemory *m = run->memory;
    double free_next[2];
    ++m->n_steps;
    run->t = m->step * (double)m->n_steps;
    jw_delay_free_motion(m->beam, &m->start, run->t, free_next);
    const double past = jw_delay_history_past(m->history);
    if (run->touching) {
        hold(run, free_next, past, run->force, run->t - m->step);
        return;
    }
    const double y[2] = {run->y[0], run->y[1]};
    const double free_before[2] = {m->free[0], m->free[1]};
    const double slack = m->slack;
    const double pull = m->pull;
    fly(run, free_next, past);
    if (run->y[0] < -m->start.gap && run->y[1] < 0.0) {
        strike(run, y, slack, pull, free_before, free_next, past);
    } else {
        jw_delay_history_add(m->history, 0.0);
    }
}

int jw_delay_impact_modes(JwDelayKind kind, double damping_ratio, double step, int most) {
    // Modes of the string are cheap to find, so that it has more of them.
    const double turns = kind == JW_DELAY_STRING ? 24.0 : 6.0;
    const double angle = fmin(2.0 * JW_PI * turns, damping_ratio > 0.0 ? 5.0 / damping_ratio : 1e9);
    const double n = angle / (step * jw_delay_beam_spacing(kind, 1)) + 2.0;
    return n < most ? (int)ceil(n) : most;
}
