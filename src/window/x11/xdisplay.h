// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A connection to an X server of one's own, that outlives errors and the server's end.
//
// It is XCB's: errors and the loss of the server are this connection's alone. Nothing of the
// process is changed for it, so that hosts keep their handlers of errors, and several connections
// may be used by as many threads.

#ifndef JW_X11_XDISPLAY_H
#define JW_X11_XDISPLAY_H

#include <signal.h>
#include <stdbool.h>
#include <xcb/xcb.h>

typedef struct {
    xcb_connection_t *connection; ///< NULL: there is none
    const xcb_screen_t *screen;
    sigset_t before; ///< Signals that the caller had blocked
    bool piped;      ///< True if the caller had a SIGPIPE waiting
} JwXDisplay;

/// Opens the display that $DISPLAY names; false if there is none. [main]
bool jw_xdisplay_open(JwXDisplay *d);

/// Closes it; the server may be gone. [main]
void jw_xdisplay_close(JwXDisplay *d);

/// Begins and ends what is done with the display; not nested. Between them a server that is gone
/// raises no SIGPIPE in the calling thread. [main]
void jw_xdisplay_enter(JwXDisplay *d);
void jw_xdisplay_leave(JwXDisplay *d);

/// True once the server is gone: what is asked of it is ignored then. [any]
bool jw_xdisplay_lost(const JwXDisplay *d);

/// True if a request that was sent with its "_checked" function succeeded; waits for the server.
/// [main]
bool jw_xdisplay_worked(const JwXDisplay *d, xcb_void_cookie_t request);

/// Size of a window [pixels]; false if it does not exist. Sets the screen that it is on, unless
/// that is NULL; waits for the server. [main]
bool jw_xdisplay_size(const JwXDisplay *d, xcb_window_t window, int *width, int *height,
                      const xcb_screen_t **screen);

/// Device pixels that the user asks for a logical one: Xft.dpi over 96, 0.75 to 3. [main]
double jw_xdisplay_scale(const JwXDisplay *d);

/// Number of pixels by which the environment lets toolkits scale what they count, 1 to 4. [any]
double jw_xdisplay_toolkit_scale(void);

#endif // JW_X11_XDISPLAY_H
