// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Stems are the mix, taken apart: those of the strings and the body's, summed in their order, are
// its bits, whatever moves, sleeps or falls silent, and however a host cuts its blocks.

#include "engine/engine.h"
#include "files/instrument_file.h"
#include "support/check.h"
#include "support/engines.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, FRAMES = 3 * RATE, BLOCK_MAX = 700, GARBAGE = 77 };

static JwInstrument instrument;
static float left[BLOCK_MAX], right[BLOCK_MAX], alone[2][BLOCK_MAX], stem[JW_MAX_STEMS][BLOCK_MAX];
static double loudest[JW_MAX_STEMS];

static JwEvent midi(uint32_t frame, int status, int a, int b) {
    return (JwEvent){
        .frame = frame,
        .type = JW_EVENT_MIDI,
        .midi = jw_midi_decode((const uint8_t[]){(uint8_t)status, (uint8_t)a, (uint8_t)b})};
}

static JwEvent param(uint32_t frame, JwParamId id, double value) {
    return (JwEvent){.frame = frame, .type = JW_EVENT_PARAM, .param = {id, value}};
}

/// What happens in the block that begins at that second, if one does.
static size_t events_at(double second, JwEvent *event) {
    const int tenth = (int)(second * 10.0);
    const int key = instrument.string[0].key;
    switch (tenth) {
    case 0:
        event[0] = midi(0, 0x90, key, 90);
        event[1] = midi(3, 0x90, key + 2, 60);
        return 2;
    case 3:
        event[0] = param(0, JW_P_PAN, -70.0);
        event[1] = param(0, JW_P_BODY, 3.0);
        return 2;
    case 5:
        event[0] = midi(0, 0xb0, 10, 127);
        event[1] = midi(1, 0xb0, 7, 60);
        event[2] = midi(2, 0x90, key, 127);
        return 3;
    case 8:
        event[0] = param(0, JW_P_QUALITY, 1.0);
        event[1] = midi(5, 0xe0, 0, 90);
        return 2;
    case 12:
        event[0] = param(0, JW_P_GAIN, -30.0);
        event[1] = midi(9, 0x80, key, 64);
        return 2;
    case 15: // Soon nothing moves any more
        event[0] = midi(0, 0xb0, 120, 0);
        return 1;
    case 28:
        event[0] = midi(0, 0x90, key, 100);
        return 1;
    default:
        return 0;
    }
}

static bool is_sum(uint32_t n, int n_strings) {
    for (uint32_t i = 0; i < n; ++i) {
        float sum[2] = {0.0F, 0.0F};
        for (int k = 0; k < 2 * (n_strings + 1); ++k) {
            sum[k % 2] += stem[k][i];
            loudest[k] = fmax(loudest[k], fabs((double)stem[k][i]));
        }
        if (sum[0] != left[i] || sum[1] != right[i]) {
            return false;
        }
    }
    return true;
}

static JwEngine *prepared(void) {
    const JwEngineOptions options = {.synchronous = true};
    JwEngine *engine = engine_prepared(&instrument, RATE, &options);
    return engine;
}

/// Blocks of random sizes; beside it an engine that gives no stems but a few.
static void play(const char *name) {
    JwEngine *engine = prepared(), *other = prepared();
    const int n = instrument.n_strings;
    static float one[BLOCK_MAX];
    float *all[JW_MAX_STEMS], *few[JW_MAX_STEMS] = {NULL};
    uint64_t dice = 5;
    int n_blocks = 0, n_right = 0, n_same = 0, tenth = -1;
    for (int k = 0; k < JW_MAX_STEMS; ++k) {
        all[k] = stem[k];
    }
    few[2 * (n - 1) + 1] = one;
    memset(loudest, 0, sizeof(loudest));
    for (int at = 0; at < FRAMES; ++n_blocks) {
        JwEvent event[4];
        const uint32_t size = 10 + (uint32_t)(fixture_random(&dice) % (BLOCK_MAX - 10));
        const bool begins = (int)(10.0 * at / RATE) != tenth;
        const size_t n_events = begins ? events_at((double)at / RATE, event) : 0;
        tenth = (int)(10.0 * at / RATE);
        for (int k = 0; k < JW_MAX_STEMS; ++k) {
            for (int i = 0; i < BLOCK_MAX; ++i) {
                stem[k][i] = GARBAGE;
            }
        }
        jw_engine_run(engine, event, n_events, left, right, all, size);
        jw_engine_run(other, event, n_events, alone[0], alone[1], few, size);
        n_right += is_sum(size, n);
        n_same += !memcmp(left, alone[0], size * sizeof(float)) &&
                  !memcmp(right, alone[1], size * sizeof(float)) &&
                  !memcmp(one, stem[2 * (n - 1) + 1], size * sizeof(float));
        at += (int)size;
    }
    check(n_right == n_blocks, "%s: %d of %d blocks are the sum", name, n_right, n_blocks);
    check(n_same == n_blocks, "%s: %d of %d blocks are the same with few stems", name, n_same,
          n_blocks);
    const double body = fmax(loudest[2 * n], loudest[2 * n + 1]);
    check(loudest[0] > 1e-6 && loudest[1] > 1e-6, "%s: its first string sounds", name);
    check(instrument.n_body > 0 ? body > 1e-4 : body == 0.0, "%s: its body, %g", name, body);
    printf("%-24s string %.4f %.4f, body %.4f\n", name, loudest[0], loudest[1], body);
    jw_engine_free(engine);
    jw_engine_free(other);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
        JwError error = {0};
        const char *slash = strrchr(argv[i], '/');
        check(!jw_instrument_file_load(argv[i], &instrument, &error), "%s", error.text);
        instrument.param[JW_P_GAIN] = -12.0;
        instrument.param[JW_P_DRONE] = 0.0;
        play(slash ? slash + 1 : argv[i]);
    }
    return check_result();
}
