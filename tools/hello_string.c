// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Plucks a tanpura string over its bridge and thread; writes four seconds of it to standard output:
// 32-bit float samples, mono, 48 kHz.
#include <jawari.h>

#include <stdio.h>
#include <string.h>

static const char tanpura[] = "[instrument]\n"
                              "format = 1\n"
                              "name = One string of a tanpura\n"
                              "description = A string, its bridge and its thread\n"
                              "[obstacle bridge]\n"
                              "kind = plate\n"
                              "start_mm = 10\n"
                              "end_mm = 10\n"
                              "points = 1\n"
                              "height_mm = 0\n"
                              "on_bridge = yes\n"
                              "[string c3]\n"
                              "role = drone\n"
                              "length_mm = 1000\n"
                              "mu_kg_m = 4.83e-4\n"
                              "ea_n = 0\n"
                              "ei_n_m2 = 6.03e-5\n"
                              "tension_n = 33.1\n"
                              "losses = polynomial\n"
                              "sigma0_per_s = 0.6\n"
                              "sigma1_m_per_s = 6.5e-3\n"
                              "sigma3_m3_per_s = 5.0e-6\n"
                              "obstacles = bridge\n"
                              "thread_mm = 5\n"
                              "thread_stiffness_n_m = 1.2e5\n"
                              "thread_damping_n_s_m = 1.2\n"
                              "pluck_mm = 2\n"
                              "gain = 0.8\n"
                              "[end]\n";

int main(void) {
    JawariError error = jawari_no_error();
    JawariInstrument *instrument =
        jawari_instrument_parse(tanpura, strlen(tanpura), "tanpura", &error);
    JawariEngine *engine = instrument ? jawari_engine_new(instrument, NULL, &error) : NULL;
    if (!engine) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    const JawariEvent pluck = jawari_midi_event(0, 0x90, 48, 100);
    for (int block = 0; block < 750; block++) {
        float left[256], right[256];
        const JawariBuffers buffers = jawari_buffers(left, right);
        jawari_engine_run(engine, &pluck, block == 0, &buffers, 256);
        if (fwrite(left, sizeof(float), 256, stdout) != 256) {
            return 1;
        }
    }
    jawari_engine_free(engine);
    jawari_instrument_free(instrument);
    return fflush(stdout) != 0;
}
