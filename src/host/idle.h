// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// An engine that has fallen silent is not run until something happens.
//
// Whether it sleeps is asked at fixed frames of its own run, never at a block's end, and it wakes
// at the very frame of an event: the same events give the same bits at any block size. It sleeps
// on a whole number of control ticks, so that a phrase sounds the same whenever it is played.
// The engine's clock stands still meanwhile; where host or score are, it is told when it wakes:
// they may tell of it all the time, and that alone wakes none but a drone.

#ifndef JW_IDLE_H
#define JW_IDLE_H

#include "base/attributes.h"
#include "engine/engine.h"
#include "host/engine_swap.h"

#include <stdbool.h>
#include <stdint.h>

/// Time after an event in which the engine stays awake, silent or not: tables that the event asks
/// for are built meanwhile.
#define JW_IDLE_LINGER_S 0.5

typedef struct {
    JwEngineSwap *swap; ///< Not owned
    uint64_t ran;       ///< Frames that the current engine has run since it last woke
    uint64_t stirred;   ///< Value of ran at the last event
    bool asleep;
    uint64_t now;      ///< Frames, asleep or awake
    bool told;         ///< A transport was told of:
    uint64_t since;    ///< at this value of now
    JwEvent transport; ///< it was here
} JwIdle;

/// Over the swap's current engine, prepared or reset and not run since. It is awake: it may be one
/// that plays by itself. [audio]
JW_REALTIME void jw_idle_init(JwIdle *idle, JwEngineSwap *swap);

/// The swap has a new current engine: tells it of host and score. [audio]
JW_REALTIME void jw_idle_renew(JwIdle *idle);

/// jw_engine_swap_run(), or zeros while nothing is to be heard. What jw_engine_post() sends does
/// not wake it. [audio]
JW_REALTIME void jw_idle_run(JwIdle *idle, const JwEvent *events, size_t n_events, float *left,
                             float *right, uint32_t n_frames);

#endif // JW_IDLE_H
