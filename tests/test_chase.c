// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A chase against the channel that heard every message: random streams, then an engine.

#include "check.h"
#include "fixtures.h"
#include "play/chase.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static JwChase chase;
static JwMidiChannel heard[16];

/// Controllers that are chased, and some that are not.
static const uint8_t controllers[] = {1,  2,  4,  6,  7,  10, 11,  20,  38,
                                      64, 65, 66, 74, 96, 98, 100, 101, 121};

static void random_message(uint64_t *seed, uint8_t bytes[3]) {
    const uint64_t r = fixture_random(seed);
    const uint8_t status[] = {0x90, 0xb0, 0xb0, 0xb0, 0xc0, 0xd0, 0xe0, 0xf0};
    bytes[0] = (uint8_t)(status[r & 7] | (r >> 8 & 15));
    bytes[1] = (uint8_t)(r >> 16 & 127);
    bytes[2] = (uint8_t)(r >> 24 & 127);
    if ((bytes[0] & 0xf0) == 0xb0) {
        bytes[1] = controllers[bytes[1] % sizeof(controllers)];
        // Registered parameters that exist, now and then none.
        if (bytes[1] == JW_CC_RPN_MSB || bytes[1] == JW_CC_RPN_LSB) {
            bytes[2] = r >> 32 & 1 ? 127 : bytes[1] == JW_CC_RPN_MSB ? 0 : (uint8_t)(bytes[2] & 7);
        }
    }
}

static void hear(JwMidiChannel *channels, const uint8_t bytes[3]) {
    const JwMidi midi = jw_midi_decode(bytes);
    if (midi.type != JW_MIDI_NONE) {
        jw_midi_channel_take(&channels[midi.channel], &midi);
    }
}

static bool same(const JwMidiChannel *a, const JwMidiChannel *b) {
    static const uint8_t chased[] = {1, 2, 4, 7, 10, 11, 64, 65, 66, 67, 68, 69};
    bool ok = a->bend == b->bend && a->pressure == b->pressure && a->rpn_msb == b->rpn_msb &&
              a->rpn_lsb == b->rpn_lsb && a->bend_semitones == b->bend_semitones &&
              a->bend_cents == b->bend_cents && a->fine_tuning == b->fine_tuning &&
              a->coarse_tuning == b->coarse_tuning && a->zone_members == b->zone_members;
    for (size_t i = 0; i < sizeof(chased); ++i) {
        ok = ok && a->controller[chased[i]] == b->controller[chased[i]];
    }
    return ok && b->controller[JW_CC_TIMBRE] == 0 && b->controller[20] == 0;
}

static void test_random_streams(void) {
    uint64_t seed = 1;
    int n_same = 0, n_most = 0;
    for (int stream = 0; stream < 1000; ++stream) {
        jw_chase_reset(&chase);
        for (int c = 0; c < 16; ++c) {
            jw_midi_channel_init(&heard[c], c);
        }
        for (int i = 0; i < 400; ++i) {
            uint8_t bytes[3];
            random_message(&seed, bytes);
            jw_chase_take(&chase, bytes);
            hear(heard, bytes);
        }
        for (int c = 0; c < 16; ++c) {
            JwEvent events[JW_CHASE_CHANNEL_EVENTS];
            JwMidiChannel fresh;
            jw_midi_channel_init(&fresh, c);
            const int n = jw_chase_channel(&chase, c, events);
            n_most = n > n_most ? n : n_most;
            for (int i = 0; i < n; ++i) {
                const JwMidi midi = jw_midi_decode(events[i].midi);
                jw_midi_channel_take(&fresh, &midi);
            }
            n_same += same(&heard[c], &fresh);
        }
    }
    check_between(n_same, 16000, 16000, "channels told as they were heard");
    check_between(n_most, 10, JW_CHASE_CHANNEL_EVENTS, "most messages of a channel");
}

static void test_untouched(void) {
    JwEvent events[JW_CHASE_CHANNEL_EVENTS];
    int n = 0;
    jw_chase_reset(&chase);
    for (int c = 0; c < 16; ++c) {
        n += jw_chase_channel(&chase, c, events);
    }
    check_between(n, 0, 0, "messages where nothing was set");
}

/// What a control has set since is not set back.
static void test_forgotten(void) {
    JwEvent events[JW_CHASE_CHANNEL_EVENTS];
    jw_chase_reset(&chase);
    jw_chase_take(&chase, (const uint8_t[3]){0xb3, JW_CC_VOLUME, 20});
    jw_chase_take(&chase, (const uint8_t[3]){0xb3, JW_CC_EXPRESSION, 30});
    jw_chase_forget(&chase, JW_P_GAIN);
    check_between(jw_chase_channel(&chase, 3, events), 2, 2, "messages of volume and expression");
    jw_chase_forget(&chase, JW_P_VOLUME);
    check_between(jw_chase_channel(&chase, 3, events), 1, 1, "and once volume is forgotten");
    check(events[0].midi[1] == JW_CC_EXPRESSION && events[0].midi[2] == 30, "expression is lost");
}

static float *play(JwEngine *engine, const JwEvent *events, size_t n, uint32_t n_frames) {
    float *left = calloc(n_frames + 1, sizeof(float));
    float *right = calloc(n_frames + 1, sizeof(float));
    if (left && right) {
        jw_engine_run(engine, events, n, left, right, NULL, n_frames);
    }
    free(right);
    return left;
}

/// An engine that was told of a bend plays the note that one plays that heard it.
static void test_engine(void) {
    enum { N = 9600 };
    static JwInstrument instrument;
    const uint8_t setting[][3] = {{0xb2, 101, 0}, {0xb2, 100, 0}, {0xb2, 6, 7},
                                  {0xe2, 0, 120}, {0xb2, 7, 60},  {0xb2, 64, 127}};
    const JwEvent note = {.type = JW_EVENT_MIDI, .midi = {0x92, 60, 100}};
    fixture_sitar(&instrument);
    JwEngine *told = jw_engine_new(), *hearing = jw_engine_new();
    jw_chase_reset(&chase);
    if (!check(told && hearing && !jw_engine_prepare(told, &instrument, 48000.0, NULL) &&
                   !jw_engine_prepare(hearing, &instrument, 48000.0, NULL),
               "engines")) {
        return;
    }
    for (size_t i = 0; i < sizeof(setting) / sizeof(setting[0]); ++i) {
        JwEvent event = {.type = JW_EVENT_MIDI};
        memcpy(event.midi, setting[i], 3);
        jw_chase_take(&chase, setting[i]);
        free(play(hearing, &event, 1, 32));
    }
    jw_chase_tell(&chase, told);
    float *a = play(told, &note, 1, N), *b = play(hearing, &note, 1, N);
    float peak = 0.0f;
    for (int i = 0; a && i < N; ++i) {
        peak = fmaxf(peak, fabsf(a[i]));
    }
    check(a && b && peak > 1e-4f && !memcmp(a, b, N * sizeof(float)), "not the same sound");
    free(a);
    free(b);
    jw_engine_free(told);
    jw_engine_free(hearing);
}

int main(void) {
    test_untouched();
    test_random_streams();
    test_forgotten();
    test_engine();
    return check_result();
}
