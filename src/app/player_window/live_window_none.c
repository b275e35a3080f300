// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Replacement of the player's window for builds without X11 or cairo.

#include "app/player_window/live_window.h"

JwLiveWindow *jw_live_window_open(JwMessage *message) {
    jw_message_set(message, "this build has no window, for want of X11 or cairo");
    return NULL;
}

bool jw_live_window_show(JwLiveWindow *window, JwLive *live, JwMessage *message) {
    (void)window;
    (void)live;
    (void)message;
    return false;
}

bool jw_live_window_step(JwLiveWindow *window, double now_s, JwMessage *message) {
    (void)window;
    (void)now_s;
    (void)message;
    return false;
}

int jw_live_window_fd(const JwLiveWindow *window) {
    (void)window;
    return -1;
}

void jw_live_window_close(JwLiveWindow *window) {
    (void)window;
}
