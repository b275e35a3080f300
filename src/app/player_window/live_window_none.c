// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Replacement of the player's window for builds without X11 or cairo.

#include "app/player_window/live_window.h"

JwLiveWindow *jw_live_window_open(JwError *error) {
    jw_error_set(error, "this build has no window, for want of X11 or cairo");
    return NULL;
}

bool jw_live_window_show(JwLiveWindow *window, JwLive *live, JwError *error) {
    (void)window;
    (void)live;
    (void)error;
    return false;
}

bool jw_live_window_step(JwLiveWindow *window, double now_s, JwError *error) {
    (void)window;
    (void)now_s;
    (void)error;
    return false;
}

int jw_live_window_fd(const JwLiveWindow *window) {
    (void)window;
    return -1;
}

void jw_live_window_close(JwLiveWindow *window) {
    (void)window;
}
