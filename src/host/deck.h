// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Deck: the engines of a host. One plays, another replaces it without a gap, and none runs during
// silence.
//
//     control                             audio
//     jw_deck_offer(d, engine);
//                                         if (jw_deck_enter(d)) {
//                                             // run the parameters that the host controls
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

/// Settings that an engine starts with.
typedef enum {
    JW_DECK_ANEW,    ///< No settings: nothing has played yet
    JW_DECK_GOES_ON, ///< Settings that MIDI made in the previous engine, and the transport
                     ///< position; starts from silence
} JwDeckStart;

typedef struct {
    JwEngineSwap swap;
    JwIdle idle;     ///< Audio thread
    JwChase chase;   ///< Settings of the engine that is replaced; audio thread
    JwLatest *keys;  ///< Tables JwKeyTable, from control to audio
    bool knows_keys; ///< True once the engine received keys of an external tuner; audio thread
} JwDeck;

/// Begins without an engine; returns false if memory is short. Call jw_deck_clear() in any case.
/// [setup: no audio running]
bool jw_deck_init(JwDeck *deck);

/// Frees the engines. [setup: no audio running]
void jw_deck_clear(JwDeck *deck);

/// Plays a prepared engine, which the deck then owns; NULL: none. Frees the current engine or, if
/// it is the same one, resets it. [setup: no audio running]
void jw_deck_start(JwDeck *deck, JwEngine *engine, JwDeckStart start);

/// Offers a prepared engine, which the deck then owns; frees one that was offered before and not
/// taken. [main]
void jw_deck_offer(JwDeck *deck, JwEngine *engine);

/// Frees an engine that was replaced; call it regularly. [main]
void jw_deck_collect(JwDeck *deck);

/// Sets the keys of an external tuner. [main]
void jw_deck_set_keys(JwDeck *deck, const JwKeyTable *keys);

/// Takes an offered engine, if there is one, between blocks; returns true if it plays from here on.
/// The engine receives the transport position, and nothing else before jw_deck_tell(). [audio]
JW_REALTIME bool jw_deck_enter(JwDeck *deck);

/// Reports that a control of the host was moved: its value takes precedence over settings by MIDI.
/// [audio]
JW_REALTIME void jw_deck_forget(JwDeck *deck, JwParamId id, double value);

/// Sends the engine that has entered the settings that MIDI made in the previous one. [audio]
JW_REALTIME void jw_deck_tell(JwDeck *deck);

/// Silences the engine at once, as jw_engine_rest() does; one that fades out is ended. Settings
/// that MIDI made are lost. [audio]
JW_REALTIME void jw_deck_silence(JwDeck *deck);

/// Keys that the engine must receive, valid until the next call; NULL: none. [audio]
JW_REALTIME const JwKeyTable *jw_deck_keys(JwDeck *deck);

/// Plays a block like jw_engine_run_input(). in: left and right input; NULL: none. [audio]
JW_REALTIME void jw_deck_run(JwDeck *deck, const JwEvent *events, size_t n_events,
                             const float *const in[2], float *left, float *right,
                             uint32_t n_frames);

/// Engine that plays; NULL for none. [audio]
static inline JW_REALTIME JwEngine *jw_deck_engine(const JwDeck *deck) {
    return deck->swap.current;
}

/// True while a replaced engine fades out. [audio]
static inline JW_REALTIME bool jw_deck_fades(const JwDeck *deck) {
    return deck->swap.old != NULL;
}

/// True while jw_deck_collect() or jw_engine_service() has something to do. [audio]
JW_REALTIME bool jw_deck_wants_service(const JwDeck *deck);

#endif // JW_DECK_H
