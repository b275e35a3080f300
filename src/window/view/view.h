// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// View: Jawari's window on a screen (X11, Windows). Draws the owner's model, turns the user's input
// into actions, and lets the owner carry them out.
//
// The owner opens and shows it, then calls jw_view_step() often: 60 times per second, and whenever
// jw_view_fd() is readable. The owner reports its changes of the model with jw_view_change(). Draws
// at most 60 times per second, and nothing without a change.

#ifndef JW_WINDOW_VIEW_H
#define JW_WINDOW_VIEW_H

#include "window/draw/action.h"
#include "window/draw/window.h"

#include <stdint.h>

enum {
    JW_VIEW_WIDTH = 960, ///< Size of the design, in logical pixels
    JW_VIEW_HEIGHT = 600,
    JW_VIEW_LEAST_WIDTH = 160, ///< Smallest size that a user can choose [pixels]
    JW_VIEW_LEAST_HEIGHT = 100,
};

typedef struct {
    const char *title;
    uintptr_t parent;     ///< Parent window; 0: a top-level window
    double scale;         ///< Device pixels per logical pixel, without zoom; 0: the display's
                          ///< scale
    JwWindowModel *model; ///< The owner's; must outlive the view
    void *user;
    /// Carries out an action, which the model then shows
    void (*act)(void *user, const JwWindowAction *action);
    /// Requests a size from the host of a child window [pixels]; NULL: fixed size
    void (*resize)(void *user, int width, int height);
} JwViewSetup;

typedef struct JwViewImpl JwView;

/// Connects to the display; returns NULL without a display, or if memory is short. [main]
JwView *jw_view_open(void);

/// Shows the window; returns an error of display or fonts, or NULL. [main]
const char *jw_view_show(JwView *view, const JwViewSetup *setup);

/// Handles events and draws what is due; may be called before jw_view_show(). Returns false once
/// the window is closed. [main]
bool jw_view_step(JwView *view, double now_s);

/// True if the display was lost; false if the window was closed. [any]
bool jw_view_is_lost(const JwView *view);

/// True while the window is invisible. [any]
bool jw_view_is_hidden(const JwView *view);

/// Reports that parts (bits of JwPart) of the model changed. [main]
void jw_view_change(JwView *view, unsigned parts);

/// Descriptor that becomes readable when an event comes; -1: none. [main]
int jw_view_fd(const JwView *view);

/// The window system's number of the window, for a host. [main]
uintptr_t jw_view_window(const JwView *view);

/// Sets the size of the window [pixels]. [main]
void jw_view_resize(JwView *view, int width, int height);

/// Closes it; accepts NULL. [main]
void jw_view_close(JwView *view);

#endif // JW_WINDOW_VIEW_H
