// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Watcher: collects the values that windows display, while windows watch.
//
// A window renews its request about once a second; one that disappeared costs nothing after
// JW_WATCH_LEASE_S. Without windows nothing here does any work. Values that do not fit into the
// notify port are left out.

#ifndef JW_WATCHER_H
#define JW_WATCHER_H

#include "base/attributes.h"
#include "messages.h"
#include "notify.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    JwWatch watch;
    double lease;     ///< Frames for which the watch is still valid; 0: no watch
    double due;       ///< Frames until the next picture
    bool told_silent; ///< The window knows that nothing sounds
    bool told;        ///< The window received the values below
    JwValues values;  ///< Values last sent to the window
    JwValues now;     ///< Values in force
    JwPictureMessage picture;
    JwSoundMessage sound;
    uint32_t skipped; ///< Frames of the next sample of `sound` so far
    float sum;        ///< Their sum
} JwWatcher;

/// Block and the engine that plays it.
typedef struct {
    const JwEngine *engine; ///< NULL: none
    bool asleep;            ///< The engine is not run
    const float *left, *right;
    uint32_t n_frames;
    double rate_hz;
    const JwOverrides *held;
} JwWatched;

/// Handles a watch request. [audio]
JW_REALTIME void jw_watcher_take(JwWatcher *watcher, const JwWatch *watch, double rate_hz);

/// Reads the state after a block, and gives `notice` the values to send. [audio]
JW_REALTIME void jw_watcher_look(JwWatcher *watcher, const JwWatched *block, JwNotify *notice);

/// Records the sent entries and removes the unsent ones from the notification queue. [audio]
JW_REALTIME void jw_watcher_sent(JwWatcher *watcher, JwNotify *notice);

#endif // JW_WATCHER_H
