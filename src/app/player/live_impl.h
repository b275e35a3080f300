// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Internals of the player, for live.c and live_record.c only.

#ifndef JW_LIVE_IMPL_H
#define JW_LIVE_IMPL_H

#include "app/player/live.h"
#include "app/player/live_patch.h"
#include "app/player/live_tuner.h"

#include <pthread.h>
#include <stdatomic.h>

struct JwLiveImpl {
    JwLiveSetup setup;
    JwLivePatchOptions options;
    JwBackend *backend;
    JwLiveAudio *audio;
    JwRecorder *recorder;
    JwLivePatch *patch;
    JwLiveTuner tuner;
    JwLiveWith *with;
    unsigned n_patches; // Patches played so far
    JwMidiLearn learned;
    int learning;
    bool running;     // The backend calls run_audio()
    double rate_hz;   // Rate of the backend
    double engine_hz; // Rate of the engine, which differs if none could be built for rate_hz
    // Lock of the engine. In a freewheel the audio thread takes it and does the control thread's
    // work on the engine, so that tables are ready when they are needed; otherwise the audio thread
    // takes no lock.
    pthread_mutex_t lock;
    JwEngine *engine;               // Newest engine; owned by `audio`
    atomic_uint latency[2];         // The engine's, for notes and for audio input
    uint8_t down[128];              // 1 for each MIDI key that is down
    uint8_t opened[JW_MAX_STRINGS]; // MIDI key under which an open string is recorded in `down`
    double ragas_s;                 // Time of the last look at the files of the user's own ragas
    char refused[256];              // Last displayed reason for a refused priority
};

/// Says a line to the user; live: the player. [main]
void jw_live_say(void *live, const char *text);

/// Ends recordings whose file cannot be written any more, and says why. [main]
void jw_live_record_follow(JwLive *live);

/// Says that the backend has another sample rate now, and ends all recordings at the previous one.
/// [main]
void jw_live_record_leave_rate(JwLive *live, double rate_hz);

#endif // JW_LIVE_IMPL_H
