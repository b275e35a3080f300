// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Deck: the engines of a host. One plays, another takes its place while it sounds, and in silence
// none is run.
//
//     control                             audio
//     jw_deck_offer(d, engine);
//                                         if (jw_deck_enter(d)) {
//                                             // run the parameters that are the host's
//                                             jw_deck_tell(d);
//                                         }
//                                         jw_deck_run(d, events, 1, NULL, left, right, 256);
//     jw_deck_collect(d);

#ifndef JW_DECK_H
#define JW_DECK_H

#include "base/attributes.h"
#include "base/latest.h"
#include "engine/engine.h"
#include "host/chase.h"
#include "host/engine_swap.h"
#include "host/idle.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Settings with which an engine starts.
typedef enum {
    JW_DECK_ANEW,    ///< No settings: nobody has played yet
    JW_DECK_GOES_ON, ///< Settings that MIDI made in the engine before, and the place of host or
                     ///< score; from silence
} JwDeckStart;

typedef struct {
    JwEngineSwap swap;
    JwIdle idle;     ///< Audio thread
    JwChase chase;   ///< Settings of the engine whose place is taken; audio thread
    JwLatest *keys;  ///< Tables JwKeyTable, control to audio
    bool knows_keys; ///< True once the engine was told of a tuner outside; audio thread
} JwDeck;

/// Begins without an engine; false if memory is short. Clear the deck in any case. [setup: no audio
/// running]
bool jw_deck_init(JwDeck *deck);

/// Frees the engines. [setup: no audio running]
void jw_deck_clear(JwDeck *deck);

/// Plays a prepared engine, which the deck owns from now on; the current engine is reset if it is
/// the same, otherwise freed. NULL: none plays. [setup: no audio running]
void jw_deck_start(JwDeck *deck, JwEngine *engine, JwDeckStart start);

/// Offers a prepared engine, which the deck owns from now on; frees one that was not taken yet.
/// [main]
void jw_deck_offer(JwDeck *deck, JwEngine *engine);

/// Frees an engine that came back; call it regularly. [main]
void jw_deck_collect(JwDeck *deck);

/// Sets the keys of a tuner outside. [main]
void jw_deck_set_keys(JwDeck *deck, const JwKeyTable *keys);

/// Takes an offered engine if there is one, between blocks: true if it plays now. It is told the
/// place of host or score, and nothing else before jw_deck_tell(). [audio]
JW_REALTIME bool jw_deck_enter(JwDeck *deck);

/// Tells that a host's own control was moved just now: it counts for more than the settings by
/// MIDI. [audio]
JW_REALTIME void jw_deck_forget(JwDeck *deck, JwParamId id, double value);

/// Tells the engine that has entered the settings that MIDI made in the one before. [audio]
JW_REALTIME void jw_deck_tell(JwDeck *deck);

/// Keys that the engine has to be told of, valid until the next call; NULL for nothing. [audio]
JW_REALTIME const JwKeyTable *jw_deck_keys(JwDeck *deck);

/// Plays a block, as jw_engine_run_input() does; in: left and right input, NULL for none. [audio]
JW_REALTIME void jw_deck_run(JwDeck *deck, const JwEvent *events, size_t n_events,
                             const float *const in[2], float *left, float *right,
                             uint32_t n_frames);

/// Engine that plays; NULL for none. [audio]
static inline JW_REALTIME JwEngine *jw_deck_engine(const JwDeck *deck) {
    return deck->swap.current;
}

/// True while an old engine fades. [audio]
static inline JW_REALTIME bool jw_deck_fades(const JwDeck *deck) {
    return deck->swap.old != NULL;
}

/// True while jw_deck_collect() or jw_engine_service() has something to do. [audio]
JW_REALTIME bool jw_deck_wants_service(const JwDeck *deck);

#endif // JW_DECK_H
