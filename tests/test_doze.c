// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// An engine that sleeps while silent: the same bits at any block size, the same phrase again,
// and next to no cost.

#include "check.h"
#include "fixtures.h"
#include "play/doze.h"

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
    {.frame = FIRST, .type = JW_EVENT_MIDI, .midi = {0x90, 60, 100}},
    {.frame = FIRST + 9000, .type = JW_EVENT_MIDI, .midi = {0x80, 60, 64}},
    {.frame = FIRST + 24000, .type = JW_EVENT_MIDI, .midi = {0xb0, 120, 0}},
    {.frame = FIRST + AGAIN, .type = JW_EVENT_MIDI, .midi = {0x90, 60, 100}},
    {.frame = FIRST + AGAIN + 9000, .type = JW_EVENT_MIDI, .midi = {0x80, 60, 64}},
    {.frame = FIRST + AGAIN + 24000, .type = JW_EVENT_MIDI, .midi = {0xb0, 120, 0}},
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
    JwDoze doze;
    uint64_t seed = size;
    size_t e = 0;
    jw_doze_init(&doze, swap, RATE);
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
        jw_doze_run(&doze, events, n, t->left + at, t->right + at, n_frames);
        t->n_asleep += doze.asleep;
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
    JwDoze doze;
    uint64_t onset = 0;
    for (int k = 0; k < 2; ++k) {
        jw_engine_reset(swap->current);
        jw_doze_init(&doze, swap, RATE);
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
            jw_doze_run(&doze, now, n, take.left, take.right, sizes[k]);
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
    JwDoze doze;
    int n_asleep = 0;
    jw_engine_reset(swap->current);
    jw_doze_init(&doze, swap, RATE);
    for (int i = 0; i < BLOCKS; ++i) {
        const JwEvent told = {.type = JW_EVENT_TRANSPORT,
                              .transport = {.bpm = 60.0, .beat = i * (double)N / RATE}};
        jw_doze_run(&doze, &told, 1, take.left, take.right, N);
        n_asleep += doze.asleep;
    }
    check_between((double)n_asleep / BLOCKS, 0.8, 1.0, "asleep while told of the transport");
    const JwEvent on[] = {
        {.type = JW_EVENT_TRANSPORT, .transport = {.bpm = 0.0, .beat = 0.5}},
        {.type = JW_EVENT_PARAM, .param = {JW_P_DRONE_SYNC, 1.0}},
        {.type = JW_EVENT_PARAM, .param = {JW_P_DRONE, 1.0}},
    };
    double peak = 0.0;
    jw_doze_run(&doze, on, 1, take.left, take.right, N);
    check(doze.asleep, "a host that stops wakes it");
    for (int i = 0; i < BLOCKS; ++i) {
        jw_doze_run(&doze, on + 1, i == 0 ? 2 : 0, take.left, take.right, N);
        for (int k = 0; k < N; ++k) {
            peak = fmax(peak, fabs((double)take.left[k]));
        }
    }
    check_below(peak, 0.0, "peak of a drone whose host stopped while it slept");
}

static double seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static void test_cost(JwEngineSwap *swap) {
    enum { BLOCKS = 20000, N = 256 };
    JwDoze doze;
    jw_engine_reset(swap->current);
    jw_doze_init(&doze, swap, RATE);
    jw_doze_run(&doze, NULL, 0, take.left, take.right, RATE);
    const double start = seconds();
    for (int i = 0; i < BLOCKS; ++i) {
        jw_doze_run(&doze, NULL, 0, take.left, take.right, N);
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
    jw_engine_swap_clear(&swap);
    return check_result();
}
