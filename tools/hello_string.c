// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Plucks a tanpura string over its bridge and thread; writes four seconds of it to standard output:
// 32-bit float samples, mono, 48 kHz.
#include "engine/engine.h"

#include <stdio.h>
#include <string.h>

static JwInstrument tanpura;

int main(void) {
    jw_instrument_init(&tanpura);
    strcpy(tanpura.name, "One string of a tanpura");
    tanpura.n_strings = tanpura.n_obstacles = 1;
    tanpura.obstacle[0] = (JwObstacle){JW_OBSTACLE_PLATE, .start_m = 0.010, .end_m = 0.010};
    tanpura.obstacle[0].n_points = 1;
    tanpura.obstacle[0].on_bridge = true; // Contact is included in the bridge force
    JwStringSpec *c3 = &tanpura.string[0];
    *c3 = (JwStringSpec){"c3", JW_ROLE_DRONE, .key = 48, .n_frets = 1, .n_obstacles = 1};
    c3->data = (JwStringData){.length_m = 1.0, .mu_kg_m = 4.83e-4, .tension_n = 33.1};
    c3->data.ei_n_m2 = 6.03e-5;
    c3->data.losses = (JwLosses){JW_LOSS_POLYNOMIAL, .s0 = 0.6, .s1 = 6.5e-3, .s3 = 5.0e-6};
    c3->thread = (JwThread){true, 0.005, 1.2e5, 1.2}; // Position, spring, dashpot
    c3->pluck_m = 2e-3;
    c3->gain = 0.8;

    JwEngine *engine = jw_engine_new();
    if (!engine || jw_engine_prepare(engine, &tanpura, 48000.0, NULL) != JW_SUCCESS) {
        return 1;
    }
    const JwEvent pluck = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 48, 100}};
    for (int block = 0; block < 750; block++) {
        float left[256], right[256];
        jw_engine_run(engine, &pluck, block == 0, left, right, NULL, 256);
        if (fwrite(left, sizeof(float), 256, stdout) != 256) {
            return 1;
        }
    }
    jw_engine_free(engine);
    return fflush(stdout) != 0;
}
