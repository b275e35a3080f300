// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Parts of gestures: what gesture.c, slide.c, press.c and key_press.c share.

#ifndef JW_WINDOW_GESTURE_PARTS_H
#define JW_WINDOW_GESTURE_PARTS_H

#include "window/draw/gesture.h"

/// A gesture while it is made.
typedef struct {
    JwGesture *out;
    const JwWindowModel *model;
    const JwLayout *layout;
    const JwWindowInput *input;
} JwMade;

/// Adds an action.
void jw_made_do(JwMade *g, JwWindowActionKind kind, int index, double value, double place);
void jw_made_param(JwMade *g, int id, double value);

/// Asks that no parameter waits for a controller any more, if one does.
void jw_made_end_learning(JwMade *g);

/// Parameter that an element moves; -1: none.
int jw_slide_param(const JwElement *element);

/// Begins a drag of what an element moves; false if it moves nothing.
bool jw_slide_begin(JwMade *g, const JwElement *element);

/// Goes on with it, by so many pixels to the right and down.
void jw_slide_move(JwMade *g, const JwElement *element, double dx, double dy);

/// Ends it; undone if `back`.
void jw_slide_end(JwMade *g, bool back);

/// The instrument's own value of what an element moves.
void jw_slide_default(JwMade *g, const JwElement *element);

/// Moves a parameter by steps of its wheel.
void jw_slide_step(JwMade *g, int id, double steps);

/// Asks for an effective curvature: by JAWARI on a bridge of that curvature, and by another
/// BRIDGE_CURVATURE beyond JAWARI's ends.
void jw_slide_curvature(JwMade *g, double base, double curvature);

/// Press and release of a button over an element, moves of a held one.
void jw_press_down(JwMade *g, const JwElement *element);
void jw_press_move(JwMade *g);
void jw_press_up(JwMade *g);

/// Ends what is held, without a click.
void jw_press_let_go(JwMade *g);

/// Does what a click on an element does.
void jw_press_click(JwMade *g, const JwElement *element);

/// Chooses a line of the open menu.
void jw_press_menu_line(JwMade *g, int line);

/// Chooses a page.
void jw_press_page(JwMade *g, JwWindowPage page);

/// Chooses the preset, or string, that is so many places on.
void jw_press_preset(JwMade *g, int by);
void jw_press_string(JwMade *g, int by);

/// Scrolls the page, or the list of strings if the pointer is over it.
void jw_press_scroll(JwMade *g, double px);

/// Takes a key.
void jw_key_press(JwMade *g);

/// Ends typing; what was typed of a value is dropped.
void jw_key_end_typing(JwMade *g);

/// Zooms by steps.
void jw_key_zoom(JwMade *g, int steps);

#endif // JW_WINDOW_GESTURE_PARTS_H
