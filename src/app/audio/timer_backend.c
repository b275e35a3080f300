// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/audio/timer_backend.h"

#include "app/audio/realtime_rights.h"
#include "host/clocks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_RATE_HZ = 48000, DEFAULT_FRAMES = 256 };

// Delay after which blocks are skipped.
static const double patience_s = 1.0;

typedef struct {
    JwBackend base;
    double rate_hz;
    uint32_t n_frames;
    float *left;
    float *right;
    float *silence; // Audio input; NULL unless it is requested
    pthread_t thread;
    bool running;
    atomic_bool stop;
    atomic_ullong late; // Blocks begun after their end
    int priority;
    JwError refused;
} TimerBackend;

static void *run(void *user) {
    TimerBackend *b = user;
    const double block_s = b->n_frames / b->rate_hz;
    double start = jw_monotonic_s();
    uint32_t frame_time = 0;
    while (!atomic_load(&b->stop)) {
        const double now = jw_monotonic_s();
        if (now < start) {
            jw_monotonic_sleep(start - now);
            continue;
        }
        atomic_fetch_add(&b->late, now > start + block_s);
        start = now > start + patience_s ? now : start;
        const JwBackendBlock block = {
            .n_frames = b->n_frames,
            .rate_hz = b->rate_hz,
            .left = b->left,
            .right = b->right,
            .in = {b->silence, b->silence},
            .deadline_s = start + block_s,
            .frame_time = frame_time,
        };
        b->base.sink.run(b->base.sink.user, &block);
        frame_time += b->n_frames;
        start += block_s;
    }
    return NULL;
}

static bool timer_start(JwBackend *backend, JwError *error) {
    TimerBackend *b = (TimerBackend *)backend;
    const int code = pthread_create(&b->thread, NULL, run, b);
    if (code) {
        return jw_error_set(error, "no thread: %s", strerror(code));
    }
    b->running = true;
    b->priority = jw_realtime_ask(b->thread, &b->refused);
    return true;
}

static void timer_service(JwBackend *backend) {
    (void)backend;
}

static void timer_state(JwBackend *backend, JwBackendState *state) {
    TimerBackend *b = (TimerBackend *)backend;
    state->driver = "no driver";
    snprintf(state->device, sizeof(state->device), "clock");
    state->rate_hz = b->rate_hz;
    state->block_frames = b->n_frames;
    state->latency_s = b->n_frames / b->rate_hz;
    state->xruns = atomic_load(&b->late);
    state->priority = b->priority;
    snprintf(state->refused, sizeof(state->refused), "%.255s", b->refused.text);
    snprintf(state->midi_note, sizeof(state->midi_note), "no MIDI without a driver");
}

static void timer_close(JwBackend *backend) {
    TimerBackend *b = (TimerBackend *)backend;
    if (b->running) {
        atomic_store(&b->stop, true);
        pthread_join(b->thread, NULL);
    }
    free(b->left);
    free(b->right);
    free(b->silence);
    free(b);
}

JwBackend *jw_timer_backend_open(const JwBackendOptions *options, const JwBackendSink *sink,
                                 JwError *error) {
    static const JwBackendClass kind = {timer_start, timer_service, timer_state, timer_close};
    TimerBackend *b = calloc(1, sizeof(*b));
    if (!b) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    b->base = (JwBackend){&kind, *options, *sink};
    b->rate_hz = options->rate_hz ? options->rate_hz : DEFAULT_RATE_HZ;
    b->n_frames = options->block_frames ? (uint32_t)options->block_frames : DEFAULT_FRAMES;
    b->left = calloc(b->n_frames, sizeof(float));
    b->right = calloc(b->n_frames, sizeof(float));
    b->silence = options->input ? calloc(b->n_frames, sizeof(float)) : NULL;
    if (!b->left || !b->right || (options->input && !b->silence)) {
        timer_close(&b->base);
        jw_error_set(error, "out of memory");
        return NULL;
    }
    return &b->base;
}
