// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Idle: stops running an engine that has become silent until something happens.
//
// An engine falls asleep only at fixed frames of its own run, never at the end of a block, and it
// wakes at the exact frame of an event: the same events give the same bits at any block size. It
// sleeps for a whole number of control ticks, so that a phrase sounds the same whenever it is
// played. The engine's clock stops while it sleeps. When it wakes it receives the transport
// position. A host or score may send its position all the time; that wakes only an engine with a
// drone.

#ifndef JW_IDLE_H
#define JW_IDLE_H

#include "base/attributes.h"
#include "engine/engine.h"
#include "host/engine_swap.h"

#include <stdbool.h>
#include <stdint.h>

/// Time after an event in which even a silent engine stays awake, so that tables for the event can
/// be built.
#define JW_IDLE_LINGER_S 0.5

typedef struct {
    JwEngineSwap *swap; ///< Swap that owns the engines; not owned
    uint64_t ran;       ///< Frames that the current engine has run since its last wake-up
    uint64_t stirred;   ///< Value of ran at the last event
    bool asleep;
    uint64_t now;      ///< Frames so far, asleep or awake
    bool told;         ///< True once a transport was received
    uint64_t since;    ///< Value of `now` at the last transport
    JwEvent transport; ///< Last transport
} JwIdle;

/// Watches the swap's current engine, prepared or reset and not run since. The engine begins awake,
/// since it may play by itself. [audio]
JW_REALTIME void jw_idle_init(JwIdle *idle, JwEngineSwap *swap);

/// Begins with the swap's new current engine and sends it the transport position. [audio]
JW_REALTIME void jw_idle_renew(JwIdle *idle);

/// Calls jw_engine_swap_run(), or writes zeros while the engine sleeps. Events of jw_engine_post()
/// do not wake it. in: left and right input; NULL: none. [audio]
JW_REALTIME void jw_idle_run(JwIdle *idle, const JwEvent *events, size_t n_events,
                             const float *const in[2], float *left, float *right,
                             uint32_t n_frames);

#endif // JW_IDLE_H
