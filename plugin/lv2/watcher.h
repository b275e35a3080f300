// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Watcher: what windows are sent of what sounds, and for how long.
//
// A window asks about once a second; one that vanished costs nothing after JW_WATCH_LEASE_S.
// Without one nothing here does any work. What the notify port has no room for is left out.

#ifndef JW_WATCHER_H
#define JW_WATCHER_H

#include "base/attributes.h"
#include "messages.h"
#include "notify.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    JwWatch watch;
    double lease;     ///< Frames for which the watch still counts; 0: nobody watches
    double due;       ///< Frames until the next picture
    bool told_silent; ///< The window knows that nothing sounds
    bool told;        ///< The window was told the values below
    JwValues values;  ///< Values that the window was told last
    JwValues now;     ///< Values in force
    JwPictureMessage picture;
    JwSoundMessage sound;
    uint32_t skipped; ///< Frames of the next sample of `sound`
    float sum;        ///< Sum of these
} JwWatcher;

/// What an engine plays in a block.
typedef struct {
    const JwEngine *engine; ///< NULL: none
    bool asleep;            ///< The engine is not run
    const float *left, *right;
    uint32_t n_frames;
    double rate_hz;
    const JwOverrides *held;
} JwWatched;

/// Takes a watch. [audio]
JW_REALTIME void jw_watcher_take(JwWatcher *watcher, const JwWatch *watch, double rate_hz);

/// Looks at a block that was run, and gives notice what there is to send. [audio]
JW_REALTIME void jw_watcher_look(JwWatcher *watcher, const JwWatched *block, JwNotify *notice);

/// Takes back from notice what it has not sent. [audio]
JW_REALTIME void jw_watcher_sent(JwWatcher *watcher, JwNotify *notice);

#endif // JW_WATCHER_H
