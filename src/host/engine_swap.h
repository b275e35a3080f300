// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Swap: one engine takes the place of another while it sounds, without a click.
//
// The control thread prepares an engine and offers it; from the next block on the audio thread
// plays it, lets the old one fade out, and hands it back:
//
//     control                             audio
//     jw_engine_swap_offer(s, engine);
//                                         if (jw_engine_swap_enter(s)) {
//                                             // first of all what the new engine must know
//                                         }
//                                         jw_engine_swap_run(s, events, 1, NULL, left, right, 256);
//     jw_engine_swap_collect(s);
//
// A prepared engine is at rest and its output exactly 0, so it needs no fading in: its first note
// has its full attack. Both engines run during the fade, but the new one's resting strings cost
// next to nothing.

#ifndef JW_ENGINE_SWAP_H
#define JW_ENGINE_SWAP_H

#include "base/attributes.h"
#include "base/exchange.h"
#include "engine/engine.h"

#include <stdbool.h>
#include <stdint.h>

/// Time in which an old engine fades.
#define JW_ENGINE_SWAP_FADE_S 0.03

typedef struct {
    JwExchange exchange;  ///< Engines, control to audio and back
    JwEngine *current;    ///< Engine that plays; audio thread
    JwEngine *old;        ///< Engine that fades out, or NULL; audio thread
    uint32_t fade_frames; ///< Length of the fade; audio thread
    uint32_t faded;       ///< Frames of the fade that are over; audio thread
    uint64_t held; ///< Samples held back where two engines together were too loud; audio thread
} JwEngineSwap;

/// Takes the first engine, prepared. [setup: no audio running]
void jw_engine_swap_init(JwEngineSwap *swap, JwEngine *engine);

/// Frees every engine that the swap still has. [setup: no audio running]
void jw_engine_swap_clear(JwEngineSwap *swap);

/// Offers a prepared engine, which the swap owns from now on; frees one that was offered before and
/// not taken yet. [main]
void jw_engine_swap_offer(JwEngineSwap *swap, JwEngine *engine);

/// Frees the engine that came back; true if one did. Until then no other engine is taken, so this
/// is to be called regularly. [main]
bool jw_engine_swap_collect(JwEngineSwap *swap);

/// Takes an offered engine, if there is one; true if the current engine is a new
/// one now. Called between blocks. [audio]
JW_REALTIME bool jw_engine_swap_enter(JwEngineSwap *swap);

/// Plays a block on the current engine, with what is left of the old one, of which no more is added
/// than there is room for below JW_OUTPUT_MOST; arguments as for jw_engine_run(). in: left and
/// right input, NULL for none. [audio]
JW_REALTIME void jw_engine_swap_run(JwEngineSwap *swap, const JwEvent *events, size_t n_events,
                                    const float *const in[2], float *left, float *right,
                                    uint32_t n_frames);

#endif // JW_ENGINE_SWAP_H
