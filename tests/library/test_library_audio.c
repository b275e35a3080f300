// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// jawari_engine_run() on the audio thread: no allocation, lock, system call, page fault or wait,
// also for more events than it converts at once; engines in two threads do not know of each other.

#include "support/nets.h"

#include <jawari.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 256, BLOCKS = 400, EVENTS = 300, STEMS = 2 * 65 };

static int failures;

static void check(bool good, const char *what) {
    if (!good) {
        printf("FAILED: %s\n", what);
        ++failures;
    }
}

static uint32_t roll(uint32_t *dice, uint32_t n) {
    *dice = *dice * 1664525u + 1013904223u;
    return (*dice >> 8) % n;
}

/// Events of all types, in order, some of them beyond the block.
static size_t some_events(uint32_t *dice, JawariEvent *events, int n_strings) {
    static const uint8_t sysex[] = {0xF0, 0x7E, 0x7F, 0x09, 0x01, 0xF7};
    const size_t n = roll(dice, 20) ? roll(dice, 3) : EVENTS;
    uint32_t frame = 0;
    memset(events, 0, n * sizeof(*events));
    for (size_t i = 0; i < n; ++i) {
        JawariEvent *event = &events[i];
        frame += roll(dice, n > 3 ? 3 : 200);
        *event = jawari_midi_event(frame, 0x90, (uint8_t)(40 + roll(dice, 40)),
                                   (uint8_t)roll(dice, 128));
        event->type = roll(dice, 2) ? JAWARI_EVENT_MIDI : (int32_t)roll(dice, 12);
        switch (event->type) {
        case JAWARI_EVENT_SYSEX:
            event->data.sysex.bytes = sysex;
            event->data.sysex.size = sizeof(sysex);
            break;
        case JAWARI_EVENT_PARAM:
            event->data.param.param = jawari_param_find("jawari");
            event->data.param.value = roll(dice, 100);
            break;
        case JAWARI_EVENT_TRANSPORT:
            event->data.transport.bpm = 60.0;
            event->data.transport.beat = frame;
            break;
        case JAWARI_EVENT_PLUCK:
            event->data.pluck.place = 0.1;
            event->data.pluck.string = (int32_t)roll(dice, (uint32_t)n_strings + 2) - 1;
            event->data.pluck.velocity = 0.5 * roll(dice, 256);
            break;
        case JAWARI_EVENT_DAMP:
            event->data.damp.string = (int32_t)roll(dice, (uint32_t)n_strings + 2) - 1;
            event->data.damp.on = (int32_t)roll(dice, 2);
            break;
        case JAWARI_EVENT_NOTE:
            event->data.note.velocity = 0.5 * roll(dice, 256);
            event->data.note.channel = (int32_t)roll(dice, 17);
            event->data.note.key = (int32_t)(40 + roll(dice, 40));
            break;
        case JAWARI_EVENT_EXPRESSION:
            event->data.expression.value = roll(dice, 2000) / 1000.0 - 1.0;
            event->data.expression.channel = (int32_t)roll(dice, 17) - 1;
            event->data.expression.key = (int32_t)(40 + roll(dice, 40));
            event->data.expression.kind = (int32_t)roll(dice, 4);
            break;
        default:
            break;
        }
    }
    return n;
}

static void test_nets(const JawariInstrument *instrument) {
    static float stem[STEMS][FRAMES];
    static JawariEvent events[EVENTS];
    float left[FRAMES], right[FRAMES], in[FRAMES], x_m[256], force_n[256];
    float *stems[STEMS];
    uint32_t dice = 5;
    JawariEngine *engine = jawari_engine_new(instrument, NULL, NULL);
    for (int i = 0; i < STEMS; ++i) {
        stems[i] = stem[i];
    }
    memset(in, 0, sizeof(in));
    const int n_strings = jawari_engine_string_count(engine);
    double sum = 0.0;
    nets_clear();
    for (int i = 0; i < BLOCKS; ++i) {
        const size_t n = some_events(&dice, events, n_strings);
        JawariBuffers buffers = jawari_buffers(left, right);
        JawariStroke stroke;
        double pitch_hz, energy_j;
        stroke.size = sizeof(stroke);
        buffers.stems = i % 3 ? NULL : stems;
        buffers.in_left = i % 5 ? NULL : in;
        nets_begin();
        jawari_engine_run(engine, events, n, &buffers, i % 7 ? FRAMES : 0);
        (void)jawari_engine_wants_service(engine);
        (void)jawari_engine_silent(engine);
        (void)jawari_engine_param_now(engine, 0);
        (void)jawari_engine_stroke(engine, 0, &stroke);
        (void)jawari_engine_forces_now(engine, 0, x_m, force_n, 256);
        (void)jawari_engine_string_now(engine, 0, &pitch_hz, &energy_j);
        nets_end();
        sum += (double)(left[9] * left[9]);
        if (i % 4 == 0) {
            jawari_engine_service(engine);
        }
    }
    check(nets_empty("jawari.h") && sum > 0.0, "nothing is caught while it plays");
    jawari_engine_free(engine);
}

/// One thread's engine, its samples, and what it plays.
typedef struct {
    const JawariInstrument *instrument;
    uint32_t dice;
    float sound[BLOCKS][FRAMES];
} Player;

static void *play(void *arg) {
    Player *player = (Player *)arg;
    JawariEvent *events = (JawariEvent *)calloc(EVENTS, sizeof(*events));
    float right[FRAMES];
    JawariEngineOptions options;
    memset(&options, 0, sizeof(options));
    options.size = sizeof(options);
    options.offline = true;
    JawariEngine *engine = jawari_engine_new(player->instrument, &options, NULL);
    uint32_t dice = player->dice;
    for (int i = 0; i < BLOCKS; ++i) {
        const size_t n = some_events(&dice, events, jawari_engine_string_count(engine));
        const JawariBuffers buffers = jawari_buffers(player->sound[i], right);
        jawari_engine_run(engine, events, n, &buffers, FRAMES);
    }
    jawari_engine_free(engine);
    free(events);
    return NULL;
}

static void test_threads(const JawariInstrument *instrument) {
    static Player player[4]; // Two that play alone, then the same in two threads
    pthread_t thread[2];
    for (int i = 0; i < 4; ++i) {
        player[i].instrument = instrument;
        player[i].dice = (uint32_t)(i % 2 + 1);
    }
    play(&player[0]);
    play(&player[1]);
    for (int i = 0; i < 2; ++i) {
        check(!pthread_create(&thread[i], NULL, play, &player[2 + i]), "a thread");
    }
    for (int i = 0; i < 2; ++i) {
        pthread_join(thread[i], NULL);
        check(!memcmp(player[i].sound, player[2 + i].sound, sizeof(player[i].sound)),
              "two engines in two threads play as they do alone");
    }
    check(memcmp(player[0].sound, player[1].sound, sizeof(player[0].sound)) != 0,
          "and not the same");
}

int main(void) {
    JawariError error = jawari_no_error();
    JawariInstrument *instrument = jawari_instrument_load("tanpura", NULL, &error);
    if (!instrument) {
        printf("FAILED: %s\n", error.text);
        return 1;
    }
    if (!nets_can_trap()) {
        printf("system calls are not counted: this kernel does not trap them\n");
    }
    if (!nets_lock_memory()) {
        printf("page faults are not counted: memory cannot be locked\n");
    }
    check(nets_catch(), "each net catches what it is for");
    test_nets(instrument);
    test_threads(instrument);
    jawari_instrument_free(instrument);
    return failures != 0;
}
