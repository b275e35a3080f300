// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Plays a sitar from its file in real time, as a program with an audio system does: one thread runs
// the engine, the other moves the bridge and computes its tables. Writes what sounded to standard
// output: 32-bit float samples, stereo, 48 kHz.
//
//     hello_sitar [INSTRUMENT [PRESET]]
#define _POSIX_C_SOURCE 200809L
#include <jawari.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

enum { RATE_HZ = 48000, FRAMES = 256, BLOCKS = 3 * RATE_HZ / FRAMES };

static JawariEngine *engine;
static float left[BLOCKS * FRAMES], right[BLOCKS * FRAMES];
static atomic_bool done;

static void wait_ns(long ns) {
    const struct timespec time = {0, ns};
    nanosleep(&time, NULL);
}

// In place of an audio system's callback, which comes once a block.
static void *play(void *unused) {
    const JawariEvent pluck = jawari_midi_event(0, 0x90, 61, 100);
    for (int block = 0; block < BLOCKS; block++) {
        const JawariBuffers buffers = jawari_buffers(left + block * FRAMES, right + block * FRAMES);
        jawari_engine_run(engine, &pluck, block % 180 == 0, &buffers, FRAMES);
        wait_ns(1000000000L / RATE_HZ * FRAMES);
    }
    atomic_store(&done, true);
    return unused;
}

int main(int argc, char **argv) {
    JawariError error = jawari_no_error();
    JawariInstrument *sitar =
        jawari_instrument_load(argc > 1 ? argv[1] : "sitar", argc > 2 ? argv[2] : NULL, &error);
    engine = sitar ? jawari_engine_new(sitar, NULL, &error) : NULL;
    if (!engine) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    JawariEvent move;
    move.frame = 0;
    move.type = JAWARI_EVENT_PARAM;
    move.data.param.param = jawari_param_find("jawari");
    move.data.param.value = jawari_instrument_param(sitar, move.data.param.param);
    pthread_t player;
    if (move.data.param.param < 0 || pthread_create(&player, NULL, play, NULL)) {
        return 1;
    }
    while (!atomic_load(&done)) {
        move.data.param.value += move.data.param.value < 79.0 ? 1.0 : 0.0;
        jawari_engine_post(engine, &move);
        jawari_engine_service(engine);
        wait_ns(50000000);
    }
    pthread_join(player, NULL);
    jawari_engine_free(engine);
    jawari_instrument_free(sitar);
    for (int i = 0; i < BLOCKS * FRAMES; i++) {
        const float frame[2] = {left[i], right[i]};
        if (fwrite(frame, sizeof(frame), 1, stdout) != 1) {
            return 1;
        }
    }
    return fflush(stdout) != 0;
}
