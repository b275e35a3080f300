// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The companion's audio part, without an audio thread: its own bits, added to the instrument's, at
// any block size; presets that take turns; the transport.

#include "app/player/live_audio.h"
#include "app/player/with_audio.h"
#include "program/companion.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, FRAMES = 96000 };

static JwPatch plays, exact;
static JwInstrument sitar;

static JwEngine *engine_of(const JwInstrument *instrument) {
    JwEngine *engine = jw_engine_new();
    check(engine && !jw_engine_prepare(engine, instrument, RATE, NULL), "an engine");
    return engine;
}

static float *zeros(void) {
    return calloc(FRAMES, sizeof(float));
}

static double difference(const float *a, const float *b, int n) {
    double most = 0.0;
    for (int i = 0; i < n; ++i) {
        most = fmax(most, fabs((double)a[i] - (double)b[i]));
    }
    return most;
}

static double peak(const float *a, int n) {
    double most = 0.0;
    for (int i = 0; i < n; ++i) {
        most = fmax(most, fabs((double)a[i]));
    }
    return most;
}

/// Runs blocks of this length from frame `at` on; returns the frame after them.
static int run(JwWithAudio *with, float *left, float *right, int at, int n, int block_frames,
               double bpm) {
    const int end = at + n;
    for (int m = 0; at < end; at += m) {
        m = end - at < block_frames ? end - at : block_frames;
        const JwBackendBlock block = {.n_frames = (uint32_t)m,
                                      .rate_hz = RATE,
                                      .left = left + at,
                                      .right = right + at,
                                      .has_transport = bpm >= 0.0,
                                      .bpm = fmax(bpm, 0.0),
                                      .beat = bpm / 60.0 * at / RATE};
        jw_with_audio_run(with, &block);
        jw_with_audio_collect(with);
    }
    return at;
}

/// Sound of an engine alone.
static void alone(const JwInstrument *instrument, float *left, float *right) {
    JwEngine *engine = engine_of(instrument);
    for (int at = 0; at < FRAMES; at += 256) {
        jw_engine_run(engine, NULL, 0, left + at, right + at, NULL, 256);
    }
    jw_engine_free(engine);
}

static void test_bits(void) {
    static const int blocks[] = {1, 64, 333, 8192};
    float *left = zeros(), *right = zeros(), *own_left = zeros(), *own_right = zeros();
    alone(&plays.instrument, own_left, own_right);
    check(peak(own_left, FRAMES) > 0.01, "it is heard");
    for (int i = 0; i < 4; ++i) {
        const int n = i == 0 ? 9600 : FRAMES;
        JwWithAudio *with = jw_with_audio_new();
        memset(left, 0, FRAMES * sizeof(float));
        memset(right, 0, FRAMES * sizeof(float));
        run(with, left, right, 0, 64, 64, -1.0);
        check(peak(left, 64) == 0.0 && jw_with_audio_is_silent(with), "silent without an engine");
        jw_with_audio_set_engine(with, engine_of(&plays.instrument));
        run(with, left, right, 0, n, blocks[i], -1.0);
        check(!memcmp(left, own_left, (size_t)n * sizeof(float)) &&
                  !memcmp(right, own_right, (size_t)n * sizeof(float)),
              "blocks of %d frames: its own bits", blocks[i]);
        check(!jw_with_audio_is_silent(with), "not silent while it plays");
        jw_with_audio_free(with);
    }
    free(left);
    free(right);
    free(own_left);
    free(own_right);
}

/// The player's output: the instrument's plus the companion's.
static void test_sum(void) {
    float *left = zeros(), *right = zeros(), *only_left = zeros(), *only_right = zeros(),
          *own_left = zeros(), *own_right = zeros();
    alone(&plays.instrument, own_left, own_right);
    for (int both = 0; both < 2; ++both) {
        JwRecorder *recorder = jw_recorder_new(NULL, NULL);
        JwLiveAudio *audio = jw_live_audio_new(recorder);
        JwWithAudio *with = jw_with_audio_new();
        const JwBackendMidi note = {.frame = 10, .midi = {0x90, 61, 100}};
        jw_live_audio_set_engine(audio, engine_of(&sitar));
        jw_with_audio_set_engine(with, engine_of(&plays.instrument));
        if (both) {
            jw_live_audio_accompany(audio, with);
        }
        for (int at = 0; at < FRAMES; at += 64) {
            const JwBackendBlock block = {.n_frames = 64,
                                          .rate_hz = RATE,
                                          .left = (both ? left : only_left) + at,
                                          .right = (both ? right : only_right) + at,
                                          .midi = &note,
                                          .n_midi = at == 0};
            jw_live_audio_run(audio, &block);
        }
        jw_live_audio_free(audio);
        jw_with_audio_free(with);
        jw_recorder_free(recorder);
    }
    check(peak(only_left, FRAMES) > 0.01, "the sitar is heard");
    for (int i = 0; i < FRAMES; ++i) {
        own_left[i] += only_left[i];
        own_right[i] += only_right[i];
    }
    check_below(difference(left, own_left, FRAMES), 1e-6, "both less the two alone, left");
    check_below(difference(right, own_right, FRAMES), 1e-6, "and right");
    free(left);
    free(right);
    free(only_left);
    free(only_right);
    free(own_left);
    free(own_right);
}

/// Another preset fades in; until then no third one may be offered. Values reach the newest.
static void test_turns(void) {
    float *left = zeros(), *right = zeros();
    JwWithAudio *with = jw_with_audio_new();
    const JwEvent off = {
        .frame = 900, .type = JW_EVENT_PARAM, .param = {.id = JW_P_DRONE, .value = 0.0}};
    const JwEvent panic = {.type = JW_EVENT_PANIC};
    check(jw_with_audio_is_settled(with), "settled without an engine");
    jw_with_audio_offer(with, engine_of(&plays.instrument));
    check(!jw_with_audio_is_settled(with), "not settled before it is taken");
    int at = run(with, left, right, 0, 24000, 64, -1.0);
    check(jw_with_audio_is_settled(with) && peak(left, 24000) > 0.003, "taken, and it plays");
    jw_with_audio_offer(with, engine_of(&exact.instrument));
    at = run(with, left, right, at, 64, 64, -1.0);
    check(!jw_with_audio_is_settled(with), "not settled while the previous one fades");
    at = run(with, left, right, at, 36000, 64, -1.0);
    check(jw_with_audio_is_settled(with), "settled when that has faded");
    check(jw_with_audio_send(with, &off) && jw_with_audio_send(with, &panic), "events");
    at = run(with, left, right, at, 24000, 4800, -1.0);
    check_below(peak(left + at - 4800, 4800), 0.0, "off and damped, it is silent");
    check(jw_with_audio_is_silent(with), "and says so");
    int sent = 0;
    while (jw_with_audio_send(with, &off) && sent < 100000) {
        ++sent;
    }
    check(sent > 100 && sent < 100000, "a full queue refuses: %d", sent);
    run(with, left, right, at, 4800, 64, -1.0);
    check(jw_with_audio_send(with, &off), "and takes events again");
    jw_with_audio_free(with);
    free(left);
    free(right);
}

/// A preset in the host's tempo waits for the transport, also if that came before the engine.
static void test_transport(void) {
    float *left = zeros(), *right = zeros();
    JwWithAudio *with = jw_with_audio_new();
    int at = run(with, left, right, 0, 960, 64, 0.0);
    jw_with_audio_offer(with, engine_of(&exact.instrument));
    at = run(with, left, right, at, 24000, 64, 0.0);
    check_below(peak(left, at), 0.0, "it waits while the transport stands");
    run(with, left, right, at, 48000, 64, 120.0);
    check(peak(left + at, 48000) > 0.003, "and plays when it rolls");
    jw_with_audio_free(with);
    free(left);
    free(right);
}

/// Fills a tape faster than its writer empties it; true if the part has said so.
static bool is_filled(JwWithAudio *with, JwRecorder *recorder, const float *frames) {
    bool behind = false;
    for (int i = 0; i < 100000 && !behind; ++i) {
        jw_recorder_feed(recorder, frames, frames, 128);
        behind = jw_with_audio_is_behind(with);
    }
    return behind;
}

static void test_behind(void) {
    static const char *const path[] = {"behind-instrument.wav", "behind-with.wav"};
    JwWithAudio *with = jw_with_audio_new();
    JwRecorder *part[] = {jw_recorder_new(NULL, NULL), jw_recorder_new(NULL, NULL)};
    float *frames = zeros();
    JwError error = {0};
    check(!jw_with_audio_is_behind(with), "nothing waits before the first recording");
    jw_with_audio_record(with, part[0], part[1]);
    for (int i = 0; i < 2; ++i) {
        remove(path[i]);
        check(jw_recorder_start(part[i], path[i], RATE, &error), "%s", error.text);
        check(is_filled(with, part[i], frames), "a freewheel waits for %s", path[i]);
        check(jw_recorder_stop(part[i], &error), "%s", error.text);
        check(!jw_with_audio_is_behind(with), "and goes on when it is written");
        remove(jw_recorder_state(part[i]).path);
    }
    jw_with_audio_free(with);
    jw_recorder_free(part[0]);
    jw_recorder_free(part[1]);
    free(frames);
}

int main(void) {
    static const JwCompanionSettings settings = JW_COMPANION_NONE;
    static JwPatch own;
    JwError error = {0};
    if (!check(jw_companion_load(&plays, "tanpura-plays", &error) &&
                   jw_companion_load(&exact, "tanpura-exact", &error) &&
                   jw_patch_read(&own, &(JwPatchPlaces){.typed = true}, "sitar", NULL, &error),
               "%s", error.text)) {
        return check_result();
    }
    sitar = own.instrument;
    jw_companion_share(&plays, &settings, sitar.param, jw_companion_sa_key(&sitar, sitar.param));
    jw_companion_share(&exact, &settings, sitar.param, jw_companion_sa_key(&sitar, sitar.param));
    test_bits();
    test_sum();
    test_turns();
    test_transport();
    test_behind();
    return check_result();
}
