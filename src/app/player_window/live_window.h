// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Window of the player: what the instrument does, and hands on it.

#ifndef JW_LIVE_WINDOW_H
#define JW_LIVE_WINDOW_H

#include "app/player/live.h"

typedef struct JwLiveWindowImpl JwLiveWindow;

/// Connects to the display; NULL, with a message, if there is none, or if this build has no window.
/// [main]
JwLiveWindow *jw_live_window_open(JwMessage *message);

/// Shows a player, which must outlive the window; returns false, with a message, if it cannot.
/// [main]
bool jw_live_window_show(JwLiveWindow *window, JwLive *live, JwMessage *message);

/// Obeys hands and draws what is due; returns false once the window is closed, with an empty
/// message if its user did that, and with one if its display is gone. [main]
bool jw_live_window_step(JwLiveWindow *window, double now_s, JwMessage *message);

/// Descriptor that can be read when something comes. [main]
int jw_live_window_fd(const JwLiveWindow *window);

/// Closes it; NULL is fine. [main]
void jw_live_window_close(JwLiveWindow *window);

#endif // JW_LIVE_WINDOW_H
