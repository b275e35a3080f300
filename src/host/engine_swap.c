// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "host/engine_swap.h"

#include <math.h>
#include <stddef.h>

// Frames of a slice: the old engine runs into a buffer of this size on the stack.
enum { SLICE_FRAMES = 64 };

void jw_engine_swap_init(JwEngineSwap *swap, JwEngine *engine) {
    *swap = (JwEngineSwap){.current = engine};
    jw_exchange_init(&swap->exchange);
}

void jw_engine_swap_clear(JwEngineSwap *swap) {
    jw_engine_free(jw_exchange_publish(&swap->exchange, NULL));
    jw_engine_free(jw_exchange_collect(&swap->exchange));
    jw_engine_free(swap->current);
    jw_engine_free(swap->old);
    jw_engine_swap_init(swap, NULL);
}

void jw_engine_swap_offer(JwEngineSwap *swap, JwEngine *engine) {
    jw_engine_free(jw_exchange_publish(&swap->exchange, engine));
}

bool jw_engine_swap_collect(JwEngineSwap *swap) {
    JwEngine *spent = jw_exchange_collect(&swap->exchange);
    jw_engine_free(spent);
    return spent != NULL;
}

JW_REALTIME bool jw_engine_swap_enter(JwEngineSwap *swap) {
    JwEngine *engine = jw_exchange_take(&swap->exchange);
    if (!engine) {
        return false;
    }
    swap->old = swap->current;
    swap->current = engine;
    swap->faded = 0;
    if (swap->old) {
        jw_engine_inherit_input(swap->current, swap->old);
    } else {
        jw_exchange_give_back(&swap->exchange, NULL); // The first engine replaces none
    }
    return true;
}

// Gain of the fade. Its slope begins and ends at 0, so that the fade itself is inaudible.
static JW_REALTIME float fade_gain(uint32_t frame, uint32_t n_frames) {
    const float t = (float)frame / (float)n_frames;
    return 1.0f - t * t * (3.0f - 2.0f * t);
}

/// Adds two samples, each within an engine's output limit, and limits the sum to the same. Sums
/// below the limit are unchanged, so that nothing jumps where a fade begins or ends.
static JW_REALTIME float add_up_to_most(JwEngineSwap *swap, float a, float b) {
    const float sum = a + b;
    if (sum > JW_OUTPUT_MOST || sum < -JW_OUTPUT_MOST) {
        ++swap->held;
        return copysignf(JW_OUTPUT_MOST, sum);
    }
    return sum;
}

static JW_REALTIME void add_old(JwEngineSwap *swap, float *left, float *right, uint32_t n) {
    float old_left[SLICE_FRAMES];
    float old_right[SLICE_FRAMES];
    // Only the new engine gets the input.
    jw_engine_run(swap->old, NULL, 0, old_left, old_right, NULL, n);
    for (uint32_t i = 0; i < n; ++i) {
        const float gain = fade_gain(swap->faded + i, swap->fade_frames);
        left[i] = add_up_to_most(swap, left[i], gain * old_left[i]);
        right[i] = add_up_to_most(swap, right[i], gain * old_right[i]);
    }
    swap->faded += n;
}

JW_REALTIME void jw_engine_swap_run(JwEngineSwap *swap, const JwEvent *events, size_t n_events,
                                    const float *const in[2], float *left, float *right,
                                    uint32_t n_frames) {
    jw_engine_run_input(swap->current, events, n_events, in ? in[0] : NULL, in ? in[1] : NULL, left,
                        right, NULL, n_frames);
    if (!swap->old) {
        return;
    }
    swap->fade_frames = (uint32_t)(JW_ENGINE_SWAP_FADE_S * jw_engine_rate_hz(swap->current)) + 1;
    for (uint32_t done = 0; done < n_frames && swap->faded < swap->fade_frames;) {
        uint32_t n = n_frames - done;
        n = n < SLICE_FRAMES ? n : SLICE_FRAMES;
        n = n < swap->fade_frames - swap->faded ? n : swap->fade_frames - swap->faded;
        add_old(swap, left + done, right + done, n);
        done += n;
    }
    if (swap->faded >= swap->fade_frames) {
        jw_exchange_give_back(&swap->exchange, swap->old);
        swap->old = NULL;
    }
}
