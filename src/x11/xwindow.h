// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A window on an X server: what comes from it as input, and a picture to draw on.
//
// It has no thread of its own: its owner asks it often, from one thread.

#ifndef JW_X11_XWINDOW_H
#define JW_X11_XWINDOW_H

#include "window/gesture.h"
#include "x11/ximage.h"

typedef struct {
    const char *title;
    unsigned long parent; ///< Window that it is a child of, and which has the keys; 0: none
    int width, height;    ///< Pixels
} JwXWindowSetup;

typedef struct {
    JwXDisplay display;
    Window window;
    Atom protocols, remove;
    bool child;
    Window parent;
    long events; ///< What the server is asked to tell
    bool keys;   ///< True while a child has the keys
    JwXImage image;
    int width, height;               ///< Pixels that the server gives it
    int parent_width, parent_height; ///< Pixels of the parent of a child
    bool exposed;                    ///< True if something of it has to be sent again
    bool hidden;                     ///< True while nothing of it is to be seen
    unsigned held_key;               ///< Code of the key that is held down; 0: none
    bool closed;                     ///< True once it was closed, by its user or with its parent
} JwXWindow;

typedef enum {
    JW_X_NONE,   ///< Nothing waits
    JW_X_INPUT,  ///< An input came
    JW_X_CHANGE, ///< Its size or its parent's changed, or it was closed
} JwXNews;

/// Opens a display; the rest follows with jw_xwindow_make(). False if there is none. [main]
bool jw_xwindow_open(JwXWindow *w);

/// Makes the window and shows it; false if the server's colours are too few. [main]
bool jw_xwindow_make(JwXWindow *w, const JwXWindowSetup *setup);

/// Takes the next of what came; positions of the input are pixels. [main]
JwXNews jw_xwindow_next(JwXWindow *w, JwWindowInput *input);

/// Takes the keys from the host of a child, or gives them back. [main]
void jw_xwindow_take_keys(JwXWindow *w, bool takes);

/// Asks for a size. [main]
void jw_xwindow_resize(JwXWindow *w, int width, int height);

/// Closes window and display. [main]
void jw_xwindow_close(JwXWindow *w);

#endif // JW_X11_XWINDOW_H
