// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/x11/xdisplay.h"

#include <stdlib.h>
#include <time.h>

static const xcb_screen_t *find_screen(const xcb_setup_t *setup, int number) {
    xcb_screen_iterator_t i = xcb_setup_roots_iterator(setup);
    while (i.rem > 1 && number-- > 0) {
        xcb_screen_next(&i);
    }
    return i.data;
}

bool jw_xdisplay_open(JwXDisplay *d) {
    int number = 0;
    *d = (JwXDisplay){0};
    jw_xdisplay_enter(d);
    d->connection = xcb_connect(NULL, &number);
    if (jw_xdisplay_lost(d)) {
        jw_xdisplay_close(d);
    } else {
        d->screen = find_screen(xcb_get_setup(d->connection), number);
    }
    jw_xdisplay_leave(d);
    return d->connection != NULL;
}

void jw_xdisplay_close(JwXDisplay *d) {
    if (d->connection) {
        xcb_disconnect(d->connection);
        d->connection = NULL;
    }
}

bool jw_xdisplay_lost(const JwXDisplay *d) {
    return !d->connection || xcb_connection_has_error(d->connection);
}

/********* Signals *********/

void jw_xdisplay_enter(JwXDisplay *d) {
    sigset_t pipe, waiting;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&waiting);
    d->piped = sigismember(&waiting, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe, &d->before);
}

void jw_xdisplay_leave(JwXDisplay *d) {
    static const struct timespec at_once = {0, 0};
    sigset_t pipe, waiting;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&waiting);
    if (!d->piped && sigismember(&waiting, SIGPIPE) == 1) {
        sigtimedwait(&pipe, NULL, &at_once); // Ours: must not reach the process
    }
    pthread_sigmask(SIG_SETMASK, &d->before, NULL);
}

/********* Questions *********/

bool jw_xdisplay_worked(const JwXDisplay *d, xcb_void_cookie_t request) {
    xcb_generic_error_t *error = xcb_request_check(d->connection, request);
    const bool worked = !error && !jw_xdisplay_lost(d);
    free(error);
    return worked;
}

static const xcb_screen_t *screen_of(const JwXDisplay *d, xcb_window_t root) {
    const xcb_setup_t *setup = xcb_get_setup(d->connection);
    for (xcb_screen_iterator_t i = xcb_setup_roots_iterator(setup); i.rem > 0;
         xcb_screen_next(&i)) {
        if (i.data->root == root) {
            return i.data;
        }
    }
    return d->screen;
}

bool jw_xdisplay_size(const JwXDisplay *d, xcb_window_t window, int *width, int *height,
                      const xcb_screen_t **screen) {
    xcb_get_geometry_reply_t *is = xcb_get_geometry_reply(
        d->connection, xcb_get_geometry_unchecked(d->connection, window), NULL);
    if (!is) {
        return false;
    }
    *width = is->width;
    *height = is->height;
    if (screen) {
        *screen = screen_of(d, is->root);
    }
    free(is);
    return true;
}
