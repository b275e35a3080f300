// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Window of the player: displays the instrument and handles the mouse and keys.

#ifndef JW_LIVE_WINDOW_H
#define JW_LIVE_WINDOW_H

#include "app/player/live.h"

typedef struct JwLiveWindowImpl JwLiveWindow;

/// Connects to the display; returns NULL, with an error, if there is none, or if this build has no
/// window. [main]
JwLiveWindow *jw_live_window_open(JwError *error);

/// Shows a player, which must outlive the window; returns false, with an error, on failure. [main]
bool jw_live_window_show(JwLiveWindow *window, JwLive *live, JwError *error);

/// Handles input and draws the due parts. Returns false once the window is closed, with an empty
/// error if the user closed it, or an error if its display has gone. [main]
bool jw_live_window_step(JwLiveWindow *window, double now_s, JwError *error);

/// Descriptor that becomes readable on input. [main]
int jw_live_window_fd(const JwLiveWindow *window);

/// Closes it; accepts NULL. [main]
void jw_live_window_close(JwLiveWindow *window);

#endif // JW_LIVE_WINDOW_H
