// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A connection to an X server of one's own, that outlives errors and the server's end.
//
// Xlib's handlers are the process's, and a host has its own. Ours are in place from
// jw_xdisplay_enter() to jw_xdisplay_leave(); what comes by this connection is read between them
// alone.

#ifndef JW_X11_XDISPLAY_H
#define JW_X11_XDISPLAY_H

#include <X11/Xlib.h>
#include <stdbool.h>

typedef struct {
    Display *display; ///< NULL: there is none
    bool lost;        ///< True once the server is gone: nothing may be asked of it
    XErrorHandler before;
    XIOErrorHandler before_loss;
} JwXDisplay;

/// Opens the display that $DISPLAY names; false if there is none. [main]
bool jw_xdisplay_open(JwXDisplay *d);

/// Closes it. [main]
void jw_xdisplay_close(JwXDisplay *d);

/// Begins and ends what is done with the display; not nested. [main]
void jw_xdisplay_enter(JwXDisplay *d);
void jw_xdisplay_leave(JwXDisplay *d);

/// True if a request failed since the last call; waits for the server's answers. [main]
bool jw_xdisplay_failed(JwXDisplay *d);

/// Device pixels that the user asks for a logical one: Xft.dpi over 96, 0.75 to 3. [main]
double jw_xdisplay_scale(const JwXDisplay *d);

/// Whole number of pixels by which the environment lets toolkits scale what they count; 1: none.
/// [any]
int jw_xdisplay_toolkit_scale(void);

#endif // JW_X11_XDISPLAY_H
