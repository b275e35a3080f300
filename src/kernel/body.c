// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "kernel/body.h"

#include "kernel/kernels.h"

#include <string.h>

JwStatus jw_body_init(JwBody *body, const JwBodyMode *mode, int n, double step_rate_hz) {
    const JwStatus status = jw_body_lay_out(body, mode, n, step_rate_hz);
    body->loops = jw_kernels()->body;
    return status;
}

JW_REALTIME void jw_body_reset(JwBody *body) {
    memset(body->a1, 0, sizeof(body->a1));
    memset(body->a0, 0, sizeof(body->a0));
    body->w1 = body->w0 = body->heard_left = body->heard_right = 0.0;
}

JW_REALTIME void jw_body_shrink(JwBody *body, double factor) {
    for (int b = 0; b < body->n; ++b) {
        body->a1[b] *= factor;
        body->a0[b] *= factor;
    }
    body->w1 *= factor;
    body->w0 *= factor;
}

JW_REALTIME void jw_body_carry(JwBody *body, const JwBody *from) {
    const double scale = body->dt_s / from->dt_s;
    jw_body_reset(body);
    for (int b = 0; b < body->n && b < from->n; ++b) {
        body->a1[b] = from->a1[b];
        body->a0[b] = from->a1[b] - scale * (from->a1[b] - from->a0[b]);
        body->w1 += b < body->n_coupled ? body->a1[b] : 0.0;
        body->w0 += b < body->n_coupled ? body->a0[b] : 0.0;
    }
}

JW_REALTIME double jw_body_predict(JwBody *body) {
    return body->loops->predict(body);
}

JW_REALTIME double jw_body_step(JwBody *body, double force) {
    return body->loops->step(body, force);
}

JW_REALTIME double jw_body_energy(const JwBody *body) {
    double energy = 0.0;
    for (int b = 0; b < body->n_coupled; ++b) {
        const double v = body->a1[b] - body->a0[b];
        energy += body->mass[b] * (0.5 * v * v + 0.5 * body->kappa[b] * body->a1[b] * body->a0[b]);
    }
    return energy;
}
