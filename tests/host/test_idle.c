// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// An engine that sleeps while silent: the same bits at any block size, the same phrase again,
// and next to no cost.

#include "host/idle.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RATE = 48000, FRAMES = 8 * RATE, FIRST = RATE, AGAIN = 4 * RATE + 77 };

typedef struct {
    float left[FRAMES];
    float right[FRAMES];
    uint64_t n_asleep; ///< Blocks after which it slept
} Take;

static Take reference, take;
static JwInstrument instrument;

// A note, its end, all sound off; the same again much later.
static const JwEvent score[] = {
    {.frame = FIRST, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 60, 100}},
    {.frame = FIRST + 9000, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_OFF, 0, 60, 64}},
    {.frame = FIRST + 24000, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_CONTROL, 0, 120, 0}},
    {.frame = FIRST + AGAIN, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 60, 100}},
    {.frame = FIRST + AGAIN + 9000, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_OFF, 0, 60, 64}},
    {.frame = FIRST + AGAIN + 24000, .type = JW_EVENT_MIDI, .midi = {JW_MIDI_CONTROL, 0, 120, 0}},
};

enum { N_SCORE = sizeof(score) / sizeof(score[0]) };

/// Block sizes: 0 is zero frames now and then, and random ones.
static uint32_t next_block(uint32_t size, uint64_t *seed) {
    if (size > 0) {
        return size;
    }
    const uint64_t r = fixture_random(seed);
    return r % 5 == 0 ? 0 : (uint32_t)(r >> 8) % 3000;
}

static void play(JwEngineSwap *swap, uint32_t size, Take *t) {
    JwIdle idle;
    uint64_t seed = size;
    size_t e = 0;
    jw_idle_init(&idle, swap);
    memset(t, 0, sizeof(*t));
    for (uint32_t at = 0; at < FRAMES;) {
        JwEvent events[N_SCORE];
        size_t n = 0;
        uint32_t n_frames = next_block(size, &seed);
        n_frames = n_frames < FRAMES - at ? n_frames : FRAMES - at;
        for (; e < N_SCORE && score[e].frame < at + n_frames; ++e, ++n) {
            events[n] = score[e];
            events[n].frame -= at;
        }
        jw_idle_run(&idle, events, n, NULL, t->left + at, t->right + at, n_frames);
        t->n_asleep += idle.asleep;
        at += n_frames;
    }
}

static void test_block_sizes(JwEngineSwap *swap) {
    static const uint32_t sizes[] = {1, 17, 64, 4096, 0};
    play(swap, 256, &reference);
    check_between((double)reference.n_asleep * 256.0 / RATE, 3.0, 7.0, "seconds asleep of 8");
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
        jw_engine_reset(swap->current);
        play(swap, sizes[i], &take);
        check(!memcmp(take.left, reference.left, sizeof(take.left)) &&
                  !memcmp(take.right, reference.right, sizeof(take.right)),
              "blocks of %u: other bits", sizes[i]);
    }
}

/// What it slept through is 0, and the phrase after it as it was before.
static void test_phrase_again(void) {
    double peak = 0.0, difference = 0.0, between = 0.0;
    for (int i = FIRST; i < FIRST + RATE; ++i) {
        peak = fmax(peak, fabs((double)reference.left[i]));
        difference =
            fmax(difference, fabs((double)reference.left[i] - (double)reference.left[i + AGAIN]));
        between = fmax(between, fabs((double)reference.left[i + 2 * RATE]));
    }
    check_between(peak, 1e-4, 1.0, "peak of the phrase");
    check_below(between, 0.0, "largest sample between");
    check_below(difference / peak, 1e-6, "difference the second time, of the peak");
}

/// A drone that follows the host is told, when it is switched on, where the host is by now.
static void test_transport(JwEngineSwap *swap) {
    enum { TOLD = 2 * RATE, ON = 4 * RATE + 13, END = 6 * RATE };
    static const uint32_t sizes[] = {256, 1000};
    JwIdle idle;
    uint64_t onset = 0;
    for (int k = 0; k < 2; ++k) {
        jw_engine_reset(swap->current);
        jw_idle_init(&idle, swap);
        const JwEvent events[] = {
            {.frame = TOLD, .type = JW_EVENT_TRANSPORT, .transport = {.bpm = 60.0, .beat = 0.25}},
            {.frame = ON, .type = JW_EVENT_PARAM, .param = {JW_P_DRONE_SYNC, 1.0}},
            {.frame = ON, .type = JW_EVENT_PARAM, .param = {JW_P_DRONE_SEED, 0.0}},
            {.frame = ON, .type = JW_EVENT_PARAM, .param = {JW_P_DRONE, 1.0}},
        };
        uint64_t first = 0;
        for (uint32_t at = 0, e = 0; at < END; at += sizes[k]) {
            JwEvent now[4];
            size_t n = 0;
            for (; e < 4 && events[e].frame < at + sizes[k]; ++e, ++n) {
                now[n] = events[e];
                now[n].frame -= at;
            }
            jw_idle_run(&idle, now, n, NULL, take.left, take.right, sizes[k]);
            for (uint32_t i = 0; i < sizes[k] && !first; ++i) {
                first = fabsf(take.left[i]) > 1e-5f ? at + i : 0;
            }
        }
        onset = k == 0 ? first : onset;
        check(first == onset, "blocks of %u: first stroke at another frame", sizes[k]);
    }
    // 2 s after its beat 0.25 host is at 2.25: the stroke of beat 3 comes 0.75 s after it was on.
    check_between(((double)onset - ON) / RATE, 0.74, 0.78, "seconds to the first stroke");
}

/// A host that tells of its transport in every block keeps nobody awake, and the engine knows where
/// it is as if it had been.
static void test_told_all_the_time(JwEngineSwap *swap) {
    enum { N = 256, BLOCKS = 4 * RATE / N };
    JwIdle idle;
    int n_asleep = 0;
    jw_engine_reset(swap->current);
    jw_idle_init(&idle, swap);
    for (int i = 0; i < BLOCKS; ++i) {
        const JwEvent told = {.type = JW_EVENT_TRANSPORT,
                              .transport = {.bpm = 60.0, .beat = i * (double)N / RATE}};
        jw_idle_run(&idle, &told, 1, NULL, take.left, take.right, N);
        n_asleep += idle.asleep;
    }
    check_between((double)n_asleep / BLOCKS, 0.8, 1.0, "asleep while told of the transport");
    const JwEvent on[] = {
        {.type = JW_EVENT_TRANSPORT, .transport = {.bpm = 0.0, .beat = 0.5}},
        {.type = JW_EVENT_PARAM, .param = {JW_P_DRONE_SYNC, 1.0}},
        {.type = JW_EVENT_PARAM, .param = {JW_P_DRONE, 1.0}},
    };
    double peak = 0.0;
    jw_idle_run(&idle, on, 1, NULL, take.left, take.right, N);
    check(idle.asleep, "a host that stops wakes it");
    for (int i = 0; i < BLOCKS; ++i) {
        jw_idle_run(&idle, on + 1, i == 0 ? 2 : 0, NULL, take.left, take.right, N);
        for (int k = 0; k < N; ++k) {
            peak = fmax(peak, fabs((double)take.left[k]));
        }
    }
    check_below(peak, 0.0, "peak of a drone whose host stopped while it slept");
}

/********* Floods *********/

/// Plays events over 8192 frames, asleep or awake: the player's and the plug-in's way.
static void play_idling(JwEngineSwap *swap, const JwEvent *events, size_t n, Take *t) {
    JwIdle idle;
    jw_engine_reset(swap->current);
    jw_idle_init(&idle, swap);
    jw_idle_run(&idle, events, n, NULL, t->left, t->right, 8192);
}

static JwEvent midi_at(uint32_t frame, int status, int first, int second) {
    return (JwEvent){.frame = frame,
                     .type = JW_EVENT_MIDI,
                     .midi = jw_midi_decode(
                         (const uint8_t[]){(uint8_t)status, (uint8_t)first, (uint8_t)second})};
}

/// Of many values on one frame the last is in force.
static void test_newest_value(JwEngineSwap *swap) {
    static JwEvent events[1000];
    for (int i = 0; i < 1000; ++i) {
        events[i] = midi_at(500, 0xb0, 21, i % 120);
    }
    for (int n = 60; n <= 1000; n += 940) {
        play_idling(swap, events, (size_t)n, &take);
        const double want = jw_param_from_unit(JW_P_BRIDGE_CURVATURE, (n - 1) % 120 / 127.0);
        const double value = jw_engine_param(swap->current, JW_P_BRIDGE_CURVATURE);
        check_between(value, want, want, "curvature after a burst");
    }
}

/// What ends a note does so behind hundreds of messages that change nothing.
static void test_ends_in_floods(JwEngineSwap *swap) {
    static const uint8_t ends[][3] = {
        {0x80, 60, 64}, {0xb0, 64, 0}, {0xb0, 120, 0}, {0xb0, 121, 0}, {0xb0, 123, 0}};
    static JwEvent events[1024];
    for (size_t k = 0; k < sizeof(ends) / sizeof(ends[0]); ++k) {
        size_t n = 0;
        const bool pedal = ends[k][1] == 64 || ends[k][1] == 121;
        events[n++] = midi_at(100, 0x90, 60, 100);
        events[n++] = midi_at(110, 0xb0, 64, pedal ? 127 : 0);
        events[n++] = midi_at(120, pedal ? 0x80 : 0xd0, pedal ? 60 : 0, 64);
        const size_t first = n;
        events[n++] = midi_at(2005, ends[k][0], ends[k][1], ends[k][2]);
        play_idling(swap, events, n, &reference);
        for (n = first; n < first + 900; ++n) {
            events[n] = midi_at(2005, 0xe0, 0, 64);
        }
        events[n++] = midi_at(2005, ends[k][0], ends[k][1], ends[k][2]);
        play_idling(swap, events, n, &take);
        check(!memcmp(take.left, reference.left, 8192 * sizeof(float)),
              "%02x %d in a flood: other samples", (unsigned)ends[k][0], ends[k][1]);
        events[first] = midi_at(2005, 0xe0, 0, 64);
        play_idling(swap, events, first + 1, &take);
        check(memcmp(take.left, reference.left, 8192 * sizeof(float)) != 0, "%02x %d ends nothing",
              (unsigned)ends[k][0], ends[k][1]);
    }
}

/// The same is dropped, and counted, on this way as by the engine itself: the renderer's.
static void test_same_flood(JwEngineSwap *swap) {
    static JwEvent events[6000];
    uint64_t seed = 9;
    for (uint32_t i = 0; i < 6000; ++i) {
        const uint64_t r = fixture_random(&seed);
        const int status[] = {0x90, 0x90, 0x90, 0x80, 0xb0, 0xe0, 0xd0, 0xb0};
        const int second = r & 7 ? (int)(r >> 16 & 127) : 1;
        // Volume and pedal among the controllers.
        const int first = (r & 7) == 4 ? 7 : (r & 7) == 7 ? 64 : 40 + (int)(r >> 8 & 31);
        events[i] = midi_at(100 + i / 20, status[r & 7], first, second);
    }
    JwStringReport idling, straight;
    play_idling(swap, events, 6000, &take);
    jw_engine_report(swap->current, -1, &idling);
    jw_engine_reset(swap->current);
    jw_engine_run(swap->current, events, 6000, reference.left, reference.right, NULL, 8192);
    jw_engine_report(swap->current, -1, &straight);
    check(!memcmp(take.left, reference.left, 8192 * sizeof(float)), "a flood: other samples");
    check_between((double)idling.dropped_events, (double)straight.dropped_events,
                  (double)straight.dropped_events, "dropped of it");
    check_between((double)straight.dropped_events, 1000.0, 3000.0, "the same by the engine");
}

static double seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static void test_cost(JwEngineSwap *swap) {
    enum { BLOCKS = 20000, N = 256 };
    JwIdle idle;
    jw_engine_reset(swap->current);
    jw_idle_init(&idle, swap);
    jw_idle_run(&idle, NULL, 0, NULL, take.left, take.right, RATE);
    const double start = seconds();
    for (int i = 0; i < BLOCKS; ++i) {
        jw_idle_run(&idle, NULL, 0, NULL, take.left, take.right, N);
    }
    const double load = (seconds() - start) * RATE / (double)(BLOCKS * N);
    check_below(load, 1e-3, "processor time of a silent instance, of real time");
}

int main(void) {
    JwEngineSwap swap;
    JwEngine *engine = jw_engine_new();
    fixture_sitar(&instrument);
    instrument.drone = (JwDronePattern){.n = 1, .string = {2}, .counts = {1.0}, .first = -1};
    if (!check(engine && !jw_engine_prepare(engine, &instrument, RATE, NULL), "engine")) {
        return check_result();
    }
    jw_engine_swap_init(&swap, engine);
    test_block_sizes(&swap);
    test_phrase_again();
    test_cost(&swap);
    test_transport(&swap);
    test_told_all_the_time(&swap);
    test_newest_value(&swap);
    test_ends_in_floods(&swap);
    test_same_flood(&swap);
    jw_engine_swap_clear(&swap);
    return check_result();
}
