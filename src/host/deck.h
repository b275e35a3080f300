// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The engines of a host: one plays, another takes its place while it sounds, and in silence none is
// run.
//
//     control                             audio
//     jw_deck_offer(d, engine);
//                                         if (jw_deck_enter(d)) {
//                                             // run the parameters that are the host's
//                                             jw_deck_tell(d);
//                                         }
//                                         jw_deck_run(d, events, 1, left, right, 256);
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

/// What an engine begins with.
typedef enum {
    JW_DECK_ANEW,    ///< Nothing: nobody has played yet
    JW_DECK_GOES_ON, ///< What MIDI had set in the one before, where host or score are, from silence
} JwDeckStart;

typedef struct {
    JwEngineSwap swap;
    JwIdle idle;     ///< Audio thread
    JwChase chase;   ///< What the engine was set to whose place is taken; audio thread
    JwLatest *keys;  ///< JwKeyTable, control to audio
    bool knows_keys; ///< The engine was told of a tuner outside; audio thread
} JwDeck;

/// No engine; false if memory is short. Clear it in any case. [setup: no audio running]
bool jw_deck_init(JwDeck *deck);

/// Frees the engines. [setup: no audio running]
void jw_deck_clear(JwDeck *deck);

/// Plays that engine, prepared, now the deck's; the current one is reset if it is the same, else
/// freed. NULL: none plays. [setup: no audio running]
void jw_deck_start(JwDeck *deck, JwEngine *engine, JwDeckStart start);

/// Offers an engine, prepared, now the deck's; frees one that was not taken yet. [main]
void jw_deck_offer(JwDeck *deck, JwEngine *engine);

/// Frees an engine that came back; call it regularly. [main]
void jw_deck_collect(JwDeck *deck);

/// What a tuner outside says. [main]
void jw_deck_set_keys(JwDeck *deck, const JwKeyTable *keys);

/// Takes an offered engine if there is one, between blocks: true if it plays now. It knows where
/// host or score are, and nothing else before jw_deck_tell(). [audio]
JW_REALTIME bool jw_deck_enter(JwDeck *deck);

/// A host's own control was moved just now: it goes before what MIDI had set. [audio]
JW_REALTIME void jw_deck_forget(JwDeck *deck, JwParamId id, double value);

/// Tells the engine that has entered what MIDI had set in the one before. [audio]
JW_REALTIME void jw_deck_tell(JwDeck *deck);

/// Keys that the engine has to be told of, valid until the next call; NULL for nothing. [audio]
JW_REALTIME const JwKeyTable *jw_deck_keys(JwDeck *deck);

/// Plays a block, as jw_engine_run() has it. [audio]
JW_REALTIME void jw_deck_run(JwDeck *deck, const JwEvent *events, size_t n_events, float *left,
                             float *right, uint32_t n_frames);

/// The engine that plays; NULL for none. [audio]
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
