// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A window on an X server: what comes from it as input, and a picture to draw on.
//
// It has no thread of its own: its owner asks it often, from one thread.

#ifndef JW_X11_XWINDOW_H
#define JW_X11_XWINDOW_H

#include "window/draw/gesture.h"
#include "window/x11/ximage.h"
#include "window/x11/xkeys.h"

typedef struct {
    const char *title;
    unsigned long parent; ///< Window that it is a child of, and which has the keys; 0: none
    int width, height;    ///< Pixels
} JwXWindowSetup;

typedef struct {
    JwXDisplay display;
    const xcb_screen_t *screen;
    xcb_window_t window; ///< 0: it was not made
    xcb_atom_t protocols, remove;
    bool child;
    xcb_window_t parent;
    uint32_t events; ///< What the server is asked to tell
    bool keys;       ///< True while a child has the keys
    JwXImage image;
    JwXKeys keyboard;
    xcb_generic_event_t *ahead;      ///< Event that was looked at before its turn; NULL: none
    int width, height;               ///< Pixels that the server gives it
    int drawn_width, drawn_height;   ///< Pixels of it that are drawn, from its upper left corner
    int parent_width, parent_height; ///< Pixels of the parent of a child
    int screen_width, screen_height; ///< Pixels of the screen
    bool exposed;                    ///< True if something of it has to be sent again
    bool hidden;                     ///< True while nothing of it is to be seen
    bool dropped;                    ///< True if the picture was lost and has to be drawn anew
    bool closed;                     ///< True once it was closed, by its user or with its parent
} JwXWindow;

typedef enum {
    JW_X_NONE,   ///< Nothing waits
    JW_X_INPUT,  ///< An input came
    JW_X_CHANGE, ///< Its size or its parent's changed, or it was closed
} JwXNews;

/// Opens a display; the rest follows with jw_xwindow_make(). False if there is none. [main]
bool jw_xwindow_open(JwXWindow *w);

/// Finds the screen that the window will be on, and its size; returns what is wrong, or NULL.
/// [main]
const char *jw_xwindow_look(JwXWindow *w, unsigned long parent);

/// Makes the window and shows it, after jw_xwindow_look(); returns what is wrong, or NULL. [main]
const char *jw_xwindow_make(JwXWindow *w, const JwXWindowSetup *setup);

/// Takes the next of what came; positions of the input are pixels. [main]
JwXNews jw_xwindow_next(JwXWindow *w, JwWindowInput *input);

/// Takes the keys from the host of a child, or gives them back. [main]
void jw_xwindow_take_keys(JwXWindow *w, bool takes);

/// Asks for a size. [main]
void jw_xwindow_resize(JwXWindow *w, int width, int height);

/// Closes window and display; what was not opened needs no closing. [main]
void jw_xwindow_close(JwXWindow *w);

#endif // JW_X11_XWINDOW_H
