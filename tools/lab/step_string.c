// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "step_string.h"
#include "base/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Credit larger than any energy in the engine's units, but finite, so that sums of it are finite.
static const double endless_credit = 1e30;

JwModesSpec jw_step_spec(const JwStringData *data, double step_rate_hz, double band_hz,
                         const JwContactPoints *points) {
    return (JwModesSpec){
        .data = *data,
        .loss_low = 1.0,
        .loss_high = 1.0,
        .step_rate_hz = step_rate_hz,
        .band_hz = band_hz,
        .precision = JW_PRECISION_F64,
        .contact = points,
        .pickup_m = 0.5 * data->length_m,
    };
}

bool jw_step_string_init(JwStepString *string, JwLab *lab, const JwModesSpec *spec) {
    memset(string, 0, sizeof(*string));
    string->modes = jw_modes_new(spec);
    const JwModes *m = string->modes;
    if (!m || jw_string_init(&string->state, spec->precision,
                             &(JwStringRoom){m->n_padded, m->n_points, m->n_points})) {
        jw_step_string_clear(string);
        return jw_error_set(jw_lab_error(lab), "out of memory");
    }
    jw_string_rest(&string->state, string->modes, &(JwBridge){.curvature = 1.0}, NULL, NULL);
    jw_string_forget(&string->state);
    return true;
}

// Sets a partial like those from the engine's own laws: the roots of the recursion are exp(-s +- i
// theta).
static void set_partial(JwModes *m, int j, double theta, double s) {
    const double c = tanh(s), before = jw_modes_root(m, j);
    const double kappa = 2.0 * (1.0 - cos(sqrt(fmax(theta * theta - s * s, 0.0))) / cosh(s));
    ((double *)m->damp)[j] = 2.0 * c / (1.0 + c);
    ((double *)m->stiff)[j] = kappa / (1.0 + c);
    const double root = jw_modes_root(m, j), turn = root / before;
    ((double *)m->root)[j] = root;
    for (int i = 0; i < JW_N_OUTPUTS; ++i) {
        ((double *)m->out[i])[j] *= turn;
    }
    for (int i = 0; i < m->n_interleaved; ++i) {
        ((double *)m->rows)[jw_row_at(m->n_interleaved, i, j)] *= turn;
    }
}

static void set_compliance(JwModes *m) {
    const double *row = m->rows;
    for (int i = 0; i < m->n_rows; ++i) {
        for (int k = 0; k < m->n_rows; ++k) {
            double sum = 0.0;
            for (int j = 0; j < m->n_all; ++j) {
                sum +=
                    row[jw_row_at(m->n_interleaved, i, j)] * row[jw_row_at(m->n_interleaved, k, j)];
            }
            m->compliance[i * m->n_rows + k] = sum;
        }
    }
}

void jw_step_set_partials(JwStepString *string, const double *hz, const double *sigma) {
    JwModes *m = string->modes;
    for (int j = 0; j < m->n; ++j) {
        set_partial(m, j, 2.0 * JW_PI * hz[j] * m->dt_s, sigma[j] * m->dt_s);
    }
    set_compliance(m);
    jw_string_rest(&string->state, m, &(JwBridge){.curvature = 1.0}, NULL, NULL);
    jw_string_forget(&string->state);
}

void jw_step_string_clear(JwStepString *string) {
    if (string->modes) {
        jw_string_release(&string->state);
        jw_modes_free(string->modes);
    }
    memset(string, 0, sizeof(*string));
}

void jw_step_use(JwStringState *state, JwStepScheme scheme) {
    switch (scheme) {
    case JW_STEP_LEDGER:
        break;
    case JW_STEP_FOLD:
        state->contact.fold = true;
        // Keeps jw_string_audit() from raising the ledger
        state->contact.floor = -HUGE_VAL;
        state->contact.forget = 1.0;
        state->contact.ledger = -endless_credit;
        break;
    case JW_STEP_SAFE:
        state->contact.fold = false;
        break;
    }
}

// Change over the last step of a free mode that is at rest at 1: 1 minus its value one step ago.
// One step after rest the value is exp(-s) (cos theta + s/theta sin theta); one step before rest it
// is the same with -s and -theta. s and theta are found from its recursion.
static double back_step(const JwModes *m, int j) {
    const double gain = pow(jw_modes_root(m, j), 2.0);
    const double s = atanh(0.5 * ((const double *)m->damp)[j] / gain);
    const double kappa = ((const double *)m->stiff)[j] / gain;
    const double cosine = (1.0 - 0.5 * kappa) * cosh(s);
    const double theta = acos(fmin(fmax(cosine, -1.0), 1.0));
    const double sine_over = theta > 1e-9 ? sin(theta) / theta : 1.0;
    return 1.0 - exp(s) * (cosine - s * sine_over);
}

bool jw_step_release(JwStepString *string, JwLab *lab, const double *q) {
    const JwModes *m = string->modes;
    double *state = calloc(2 * (size_t)m->n_all, sizeof(double));
    if (!state) {
        return jw_error_set(jw_lab_error(lab), "out of memory");
    }
    for (int j = 0; j < m->n; ++j) {
        state[j] = q[j];
        state[m->n_all + j] = q[j] * back_step(m, j);
    }
    jw_string_set_state(&string->state, state, state + m->n_all);
    jw_string_forget(&string->state);
    free(state);
    return true;
}

double jw_step_contact_force(const JwStringState *state) {
    double sum = 0.0;
    for (int i = 0; i < state->contact.n; ++i) {
        sum += state->contact.impulse[i];
    }
    return sum * jw_string_newtons(state);
}
