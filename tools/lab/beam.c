// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "beam.h"
#include "base/pi.h"

#include <math.h>
#include <stddef.h>

static void fill_modes(JwBeamRun *run, const JwBeam *beam) {
    for (int i = 0; i < beam->n_modes; ++i) {
        const int j = i + 1;
        const double mean = j % 2 ? 2.0 * sqrt(2.0) / (j * JW_PI) : 0.0; // Mean alpha_j
        run->omega[i] = j * JW_PI * j * JW_PI;
        run->damping[i] = beam->damping;
        run->shape[i] = sqrt(2.0) * sin(j * JW_PI * beam->stop);
        run->force[i] = mean * beam->force;
    }
}

bool jw_beam_init(JwBeamRun *run, const JwBeam *beam, bool *feasible) {
    run->vibro = NULL;
    if (beam->n_modes < 1 || beam->n_modes > JW_BEAM_MAX_MODES ||
        !(beam->stop > 0.0 && beam->stop < 1.0)) {
        return false;
    }
    fill_modes(run, beam);
    const JwVibroSystem system = {.n_modes = beam->n_modes,
                                  .omega = run->omega,
                                  .damping = run->damping,
                                  .shape = run->shape,
                                  .force = run->force,
                                  .drive = beam->frequency * run->omega[0],
                                  .gap = beam->gap,
                                  .restitution = beam->restitution,
                                  .epsilon = beam->epsilon};
    run->vibro = jw_vibro_new(&system);
    if (!run->vibro) {
        return false;
    }
    const double rest[JW_BEAM_MAX_MODES] = {0.0};
    const double bent[JW_BEAM_MAX_MODES] = {3.0 / sqrt(2.0)};
    *feasible = jw_vibro_set(run->vibro, 0.0, beam->bent ? bent : rest, rest);
    return true;
}

void jw_beam_clear(JwBeamRun *run) {
    jw_vibro_free(run->vibro);
    run->vibro = NULL;
}

double jw_beam_period(const JwBeam *beam) {
    return 2.0 * JW_PI / (beam->frequency * JW_PI * JW_PI);
}

double jw_beam_phase(const JwBeam *beam, double tau) {
    const double cycles = tau / jw_beam_period(beam);
    const double phase = cycles - floor(cycles);
    return phase < 1.0 ? phase : 0.0;
}
