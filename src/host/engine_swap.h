// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Swap: replaces an engine by another one while it sounds, without a click.
//
// The control thread prepares an engine and offers it. From the next block on the audio thread
// plays it, fades the old one out and hands it back:
//
//     control                             audio
//     jw_engine_swap_offer(s, engine);
//                                         if (jw_engine_swap_enter(s)) {
//                                             // send the initial state of the new engine
//                                         }
//                                         jw_engine_swap_run(s, events, 1, NULL, left, right, 256);
//     jw_engine_swap_collect(s);
//
// A prepared engine is at rest with an output of exactly 0, so that it needs no fade-in: its first
// note has its full attack. Both engines run during the fade, but resting strings of the new one
// cost very little.

#ifndef JW_ENGINE_SWAP_H
#define JW_ENGINE_SWAP_H

#include "base/attributes.h"
#include "base/exchange.h"
#include "engine/engine.h"

#include <stdbool.h>
#include <stdint.h>

/// Duration of the fade of a replaced engine.
#define JW_ENGINE_SWAP_FADE_S 0.03

typedef struct {
    JwExchange exchange;  ///< Engines, from control to audio and back
    JwEngine *current;    ///< Engine that plays; audio thread
    JwEngine *old;        ///< Engine that fades out, or NULL; audio thread
    uint32_t fade_frames; ///< Length of the fade; audio thread
    uint32_t faded;       ///< Frames of the fade that have passed; audio thread
    uint64_t held; ///< Samples limited where two engines together were too loud; audio thread
} JwEngineSwap;

/// Takes the first engine, prepared. [setup: no audio running]
void jw_engine_swap_init(JwEngineSwap *swap, JwEngine *engine);

/// Frees every engine that the swap owns. [setup: no audio running]
void jw_engine_swap_clear(JwEngineSwap *swap);

/// Offers a prepared engine, which the swap then owns; frees one that was offered before and not
/// taken. [main]
void jw_engine_swap_offer(JwEngineSwap *swap, JwEngine *engine);

/// Frees the engine that was replaced; returns true if there was one. Call it regularly: until then
/// no other engine is taken. [main]
bool jw_engine_swap_collect(JwEngineSwap *swap);

/// Takes an offered engine, if there is one; returns true if the current engine is a new one. Call
/// it between blocks. [audio]
JW_REALTIME bool jw_engine_swap_enter(JwEngineSwap *swap);

/// Plays a block on the current engine and adds the fading one, with the sum limited to
/// JW_OUTPUT_MOST. Arguments as for jw_engine_run(). in: left and right input; NULL: none. [audio]
JW_REALTIME void jw_engine_swap_run(JwEngineSwap *swap, const JwEvent *events, size_t n_events,
                                    const float *const in[2], float *left, float *right,
                                    uint32_t n_frames);

#endif // JW_ENGINE_SWAP_H
