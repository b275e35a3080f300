// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A private connection to an X server that survives errors and the server's end.
//
// It uses XCB, where errors and the loss of the server concern only this connection. It changes
// nothing in the process: hosts keep their error handlers, and several threads may have
// connections.

#ifndef JW_X11_XDISPLAY_H
#define JW_X11_XDISPLAY_H

#include <signal.h>
#include <stdbool.h>
#include <xcb/xcb.h>

typedef struct {
    xcb_connection_t *connection; ///< NULL: none
    const xcb_screen_t *screen;
    sigset_t before; ///< Signals that the caller blocks
    bool piped;      ///< True if a SIGPIPE was already pending for the caller
} JwXDisplay;

/// Opens the display $DISPLAY; returns false if there is none. [main]
bool jw_xdisplay_open(JwXDisplay *d);

/// Closes it, even if the server is gone. [main]
void jw_xdisplay_close(JwXDisplay *d);

/// Enclose all use of the display; not nested. In between, a lost server raises no SIGPIPE in the
/// calling thread. [main]
void jw_xdisplay_enter(JwXDisplay *d);
void jw_xdisplay_leave(JwXDisplay *d);

/// True once the server is gone: requests are then ignored. [any]
bool jw_xdisplay_lost(const JwXDisplay *d);

/// True if a "_checked" request succeeded; waits for the server. [main]
bool jw_xdisplay_worked(const JwXDisplay *d, xcb_void_cookie_t request);

/// Size of a window [pixels]; returns false if it does not exist. Sets *screen to its screen,
/// unless that is NULL; waits for the server. [main]
bool jw_xdisplay_size(const JwXDisplay *d, xcb_window_t window, int *width, int *height,
                      const xcb_screen_t **screen);

#endif // JW_X11_XDISPLAY_H
