// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// View: Jawari's window on an X server. It draws the model of its owner, turns what hands do into
// actions, and lets the owner carry them out.
//
// Its owner opens and shows it, and calls jw_view_step() often: 60 times a second, and whenever
// jw_view_fd() can be read. What the owner changes in the model, jw_view_change() is told. It draws
// 60 times a second at most, and nothing where nothing changed.

#ifndef JW_X11_VIEW_H
#define JW_X11_VIEW_H

#include "window/draw/action.h"
#include "window/draw/window.h"

typedef struct {
    const char *title;
    unsigned long parent; ///< Window that it is a child of; 0: a window of its own
    double scale;         ///< Device pixels a logical one, apart from zoom; 0: as the display asks
    JwWindowModel *model; ///< The owner's, which must outlive the view
    void *user;
    /// Carries an action out. The model shows it afterwards.
    void (*act)(void *user, const JwWindowAction *action);
    /// Asks a host for a size of the window that is its child [pixels]; NULL: it stays as it is
    void (*resize)(void *user, int width, int height);
} JwViewSetup;

typedef struct JwViewImpl JwView;

/// Connects to the display that $DISPLAY names; NULL if there is none, or memory is short. [main]
JwView *jw_view_open(void);

/// Shows the window; returns what is wrong with display or fonts, else NULL. [main]
const char *jw_view_show(JwView *view, const JwViewSetup *setup);

/// Takes what came and draws what is due, before or after jw_view_show(); false once the window is
/// closed. [main]
bool jw_view_step(JwView *view, double now_s);

/// True if the display went away, rather than that the window was closed. [any]
bool jw_view_is_lost(const JwView *view);

/// True while nothing of the window is to be seen. [any]
bool jw_view_is_hidden(const JwView *view);

/// Notes that parts (bits of JwPart) of the model changed. [main]
void jw_view_change(JwView *view, unsigned parts);

/// Descriptor that can be read when something comes. [main]
int jw_view_fd(const JwView *view);

/// The window's number, for a host. [main]
unsigned long jw_view_window(const JwView *view);

/// Gives the window a size [pixels]. [main]
void jw_view_resize(JwView *view, int width, int height);

/// Closes it; NULL is fine. [main]
void jw_view_close(JwView *view);

#endif // JW_X11_VIEW_H
