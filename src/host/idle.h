// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Idle: an engine that has fallen silent is not run until something happens.
//
// Whether an engine sleeps is decided at fixed frames of its own run, never at a block's end, and
// it wakes at the very frame of an event: the same events give the same bits at any block size. It
// sleeps for a whole number of control ticks, so that a phrase sounds the same whenever it is
// played. The engine's clock stands still while it sleeps; when it wakes it is told the place of
// host or score. Host or score may send their place all the time: that alone wakes no engine but
// one with a drone.

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
    JwEngineSwap *swap; ///< Swap that holds the engines; not owned
    uint64_t ran;       ///< Frames that the current engine has run since it last woke
    uint64_t stirred;   ///< Value of ran at the last event
    bool asleep;
    uint64_t now;      ///< Frames so far, asleep or awake
    bool told;         ///< True once a transport has come
    uint64_t since;    ///< Value of `now` at the last transport
    JwEvent transport; ///< Last transport
} JwIdle;

/// Watches the swap's current engine, prepared or reset and not run since. The engine is awake: it
/// may be one that plays by itself. [audio]
JW_REALTIME void jw_idle_init(JwIdle *idle, JwEngineSwap *swap);

/// Begins with the swap's new current engine: tells it the place of host and score. [audio]
JW_REALTIME void jw_idle_renew(JwIdle *idle);

/// Runs jw_engine_swap_run(), or writes zeros while there is nothing to hear. Events of
/// jw_engine_post() do not wake the engine. in: left and right input, NULL for none. [audio]
JW_REALTIME void jw_idle_run(JwIdle *idle, const JwEvent *events, size_t n_events,
                             const float *const in[2], float *left, float *right,
                             uint32_t n_frames);

#endif // JW_IDLE_H
