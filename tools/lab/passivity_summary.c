// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Results of a search for violations of passivity: its summary, and the numbers of a case.

#include "passivity.h"

#include <math.h>

static void keep_worst(double *worst, uint64_t *index, double value, uint64_t i) {
    if (!(value <= *worst)) {
        *worst = value;
        *index = i;
    }
}

void jw_passivity_note(JwPassivitySummary *s, const JwPassivityCase *drawn,
                       const JwPassivityResult *result) {
    const uint64_t i = drawn->index;
    const double excess = result->nonfinite ? HUGE_VAL : result->excess;
    keep_worst(&s->worst.excess, &s->excess_index, excess, i);
    keep_worst(&s->worst.growth, &s->growth_index, result->growth, i);
    keep_worst(&s->worst.booking, &s->booking_index, result->booking, i);
    keep_worst(&s->worst.penetration_m, &s->penetration_index, result->penetration_m, i);
    s->sunk = fmax(s->sunk, result->penetration_m / drawn->amplitude_m);
    s->worst.nonfinite += result->nonfinite;
    s->worst.impacts += result->impacts;
    s->worst.acts += result->acts;
    s->worst.let_go += result->let_go;
    s->worst.torn += result->torn;
    s->n_open += drawn->energy_is_open;
    s->n_single += drawn->spec[0].precision == JW_PRECISION_F32;
    s->n_above += excess > s->bound;
    ++s->n;
}

void jw_passivity_describe(const JwPassivityCase *drawn, JwPassivityTell tell, void *context) {
    const JwPassivityCase *c = drawn;
    const JwModesSpec *m = &c->spec[0];
    const JwStringData *s = &m->data;
    const JwContactPoints *p = &c->points[0];
    const struct {
        const char *name, *unit;
        double value;
    } lines[] = {
        {"seed", "1", (double)c->seed},
        {"index", "1", (double)c->index},
        {"bits", "1", m->precision == JW_PRECISION_F64 ? 64.0 : 32.0},
        {"corner", "1", c->corner},
        {"played", "1", c->played},
        {"disturbed", "1", c->energy_is_open},
        {"start", "1", (double)c->start},
        {"modes", "1", jw_modes_count(s, m->band_hz, m->step_rate_hz)},
        {"step_rate", "Hz", m->step_rate_hz},
        {"band", "Hz", m->band_hz},
        {"stretching_to", "Hz", m->stretch_hz},
        {"length", "m", s->length_m},
        {"mu", "kg/m", s->mu_kg_m},
        {"tension", "N", s->tension_n},
        {"axial_stiffness", "N", s->ea_n},
        {"bending_stiffness", "N m^2", s->ei_n_m2},
        {"sigma_first", "1/s", jw_modes_sigma(s, 1, m->loss_low, m->loss_high)},
        {"chi", "1", m->chi},
        {"amplitude", "m", c->amplitude_m},
        {"roughness", "1", c->roughness},
        {"thread_position", "m", m->thread_m},
        {"thread_stiffness", "N/m", c->thread_k},
        {"thread_damping", "N s/m", c->thread_rc},
        {"stroke", "1", (double)c->stroke},
        {"pluck_position", "m", c->pluck_m},
        {"restitution", "1", c->bridge.restitution},
        {"points", "1", p->n},
        {"point_first", "m", p->n > 0 ? p->x_m[0] : 0.0},
        {"height_first", "m", p->n > 0 ? p->base_m[0] : 0.0},
        {"count", "1", c->count},
        {"sweeps", "1", c->sweeps},
        {"audit_every", "1", c->audit_every},
    };
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); ++i) {
        tell(context, lines[i].name, lines[i].value, lines[i].unit);
    }
}
