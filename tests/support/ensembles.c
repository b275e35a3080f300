// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "support/ensembles.h"

#include "playing/stability.h"

#include <stdlib.h>
#include <string.h>

static bool source(TestEnsemble *e, const JwInstrument *instrument, int s, double rate_hz) {
    JwStringState *c = &e->state[s];
    const JwModes *modes = e->tables->modes[s][0];
    const JwBridge bridge = {
        .height_m = jw_instrument_bridge_m(instrument, instrument->param),
        .curvature = jw_param_curvature(instrument->param),
        .restitution = instrument->param[JW_P_RESTITUTION],
    };
    JwStringRoom room;
    if (jw_tables_capacity(instrument, rate_hz, s, &room) ||
        jw_string_init(c, JW_PRECISION_F64, &room)) {
        return false;
    }
    c->phase = s % 2;
    c->thread_k = instrument->string[s].thread.stiffness_n_m;
    c->thread_rc = instrument->string[s].thread.damping_n_s_m;
    c->thread_scale = instrument->param[JW_P_THREAD];
    c->stretch_scale = instrument->param[JW_P_TENSION_MODULATION];
    jw_string_rest(c, modes, &bridge, modes->rest_q, modes->rest_r);
    jw_string_forget(c);
    e->ensemble.state[s] = c;
    return true;
}

bool ensemble_init(TestEnsemble *e, const JwInstrument *instrument, double rate_hz) {
    JwTablesSpec spec = {.rate_hz = rate_hz, .precision = JW_PRECISION_F64};
    memset(e, 0, sizeof(*e));
    memcpy(spec.param, instrument->param, sizeof(spec.param));
    e->tables = jw_tables_new(instrument, &spec);
    e->state = calloc((size_t)instrument->n_strings, sizeof(*e->state));
    bool ok = e->tables && e->state;
    for (int s = 0; ok && s < instrument->n_strings; ++s, ++e->n) {
        ok = source(e, instrument, s, rate_hz);
    }
    if (ok && e->tables->coupled) {
        ok = jw_ensemble_init(&e->ensemble, e->n, JW_ENSEMBLE_POINTS) == JW_SUCCESS;
    }
    if (ok && e->tables->coupled) {
        e->ensemble.n = e->n;
        e->ensemble.body = e->tables->body;
        ok = jw_stability_check(instrument, rate_hz, NULL) == JW_SUCCESS;
        jw_ensemble_bind(&e->ensemble, e->tables->mass_kg);
        jw_ensemble_book(&e->ensemble, jw_ensemble_balance(&e->ensemble));
    }
    if (!ok) {
        ensemble_free(e);
    }
    return ok;
}

void ensemble_free(TestEnsemble *e) {
    for (int s = 0; e->state && s < e->n; ++s) {
        jw_string_release(&e->state[s]);
    }
    free(e->state);
    jw_ensemble_release(&e->ensemble);
    jw_tables_free(e->tables);
    memset(e, 0, sizeof(*e));
}

void ensemble_make_lossless(JwInstrument *instrument) {
    instrument->param[JW_P_RESTITUTION] = 1.0;
    for (int s = 0; s < instrument->n_strings; ++s) {
        instrument->string[s].data.losses = (JwLosses){.law = JW_LOSS_POLYNOMIAL};
        instrument->string[s].thread.damping_n_s_m = 0.0;
    }
    for (int b = 0; b < instrument->n_body; ++b) {
        instrument->body[b].q = 1e18;
    }
    for (int i = 0; i < instrument->n_obstacles; ++i) {
        instrument->obstacle[i].restitution = -1.0;
    }
}

int ensemble_light_body(JwBodyMode *mode) {
    static const JwBodyMode modes[] = {
        {.frequency_hz = 144.0, .q = 12.0, .mass_kg = 0.2, .gain = 0.3},
        {.frequency_hz = 283.0, .q = 20.0, .mass_kg = 0.1, .gain = 0.3},
        {.frequency_hz = 560.0, .q = 25.0, .mass_kg = 0.06, .gain = 0.2},
        {.frequency_hz = 938.0, .q = 30.0, .mass_kg = 0.05, .gain = 0.2},
        {.frequency_hz = 2153.0, .q = 21.0, .mass_kg = 0.1, .gain = 0.1},
        {.frequency_hz = 716.0, .q = 12.0, .gain = 0.1},
        {.frequency_hz = 1548.0, .q = 19.0, .gain = 0.1},
    };
    memcpy(mode, modes, sizeof(modes));
    return (int)(sizeof(modes) / sizeof(modes[0]));
}

void ensemble_step(TestEnsemble *e) {
    if (e->tables->coupled) {
        jw_ensemble_step(&e->ensemble);
        return;
    }
    for (int s = 0; s < e->n; ++s) {
        jw_string_step(&e->state[s]);
    }
}

double ensemble_energy_j(TestEnsemble *e) {
    double energy = 0.0;
    if (e->tables->coupled) {
        return jw_ensemble_audit(&e->ensemble);
    }
    for (int s = 0; s < e->n; ++s) {
        energy += jw_string_audit(&e->state[s]) * jw_string_joules(&e->state[s]);
    }
    return energy;
}

double ensemble_ledger_j(const TestEnsemble *e) {
    double ledger = 0.0;
    for (int s = 0; s < e->n; ++s) {
        ledger += jw_contact_owed(&e->state[s].contact) * jw_string_joules(&e->state[s]);
    }
    return ledger;
}
