// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Internals of gestures, shared by gesture.c, slide.c, press.c and key_press.c.

#ifndef JW_WINDOW_GESTURE_PARTS_H
#define JW_WINDOW_GESTURE_PARTS_H

#include "window/draw/gesture.h"

/// A gesture in the making: its input and its result.
typedef struct {
    JwGesture *out;
    const JwWindowModel *model;
    const JwLayout *layout;
    const JwWindowInput *input;
} JwGestureBuilder;

/// Adds an action.
void jw_gesture_add(JwGestureBuilder *gesture, JwWindowActionKind kind, int index, double value,
                    double place);
void jw_gesture_add_param(JwGestureBuilder *gesture, int id, double value);

/// Stops waiting for a controller, if a parameter waits for one.
void jw_gesture_end_learning(JwGestureBuilder *gesture);

/// Parameter that an element changes; -1: none.
int jw_slide_param(const JwElement *element);

/// Begins dragging an element's value; returns false if it has none.
bool jw_slide_begin(JwGestureBuilder *gesture, const JwElement *element);

/// Continues the drag by so many pixels to the right and down.
void jw_slide_move(JwGestureBuilder *gesture, const JwElement *element, double dx, double dy);

/// Ends the drag; undoes it if `back`.
void jw_slide_end(JwGestureBuilder *gesture, bool back);

/// Resets an element's value to the instrument's own.
void jw_slide_default(JwGestureBuilder *gesture, const JwElement *element);

/// Changes a parameter by steps of the wheel.
void jw_slide_step(JwGestureBuilder *gesture, int id, double steps);

/// Sets an effective curvature: with JAWARI on a bridge of curvature `base`, and beyond JAWARI's
/// range with another BRIDGE_CURVATURE.
void jw_slide_curvature(JwGestureBuilder *gesture, double base, double curvature);

/// Changes a slider of the strip by steps of 1 dB or 1 cent.
void jw_slide_strip(JwGestureBuilder *gesture, const JwElement *element, double steps);

/// Press and release of a button over an element, and motion while it is held.
void jw_press_down(JwGestureBuilder *gesture, const JwElement *element);
void jw_press_move(JwGestureBuilder *gesture);
void jw_press_up(JwGestureBuilder *gesture);

/// Releases the held part, without a click.
void jw_press_let_go(JwGestureBuilder *gesture);

/// Carries out a click on an element.
void jw_press_click(JwGestureBuilder *gesture, const JwElement *element);

/// Chooses a line of the open menu.
void jw_press_menu_line(JwGestureBuilder *gesture, int line);

/// Chooses a page.
void jw_press_page(JwGestureBuilder *gesture, JwWindowPage page);

/// Tries a raga; ends the ragas' page, with the raga before it if `back`.
void jw_press_raga(JwGestureBuilder *gesture, int raga);
void jw_press_end_ragas(JwGestureBuilder *gesture, bool back);

/// Chooses the preset or string `by` positions further.
void jw_press_preset(JwGestureBuilder *gesture, int by);
void jw_press_string(JwGestureBuilder *gesture, int by);

/// Scrolls the page, or the list of strings if the pointer is over the list.
void jw_press_scroll(JwGestureBuilder *gesture, double px);

/// Handles a key.
void jw_key_press(JwGestureBuilder *gesture);

/// Plays the note of a key of the computer; false if it has none. (letters.c)
bool jw_letters_press(JwGestureBuilder *gesture);

/// Releases the notes of a released key, or of all keys of the computer.
void jw_letters_up(JwGestureBuilder *gesture);
void jw_letters_let_go(JwGestureBuilder *gesture);

/// Ends typing; a typed value is discarded.
void jw_key_end_typing(JwGestureBuilder *gesture);

/// Zooms by steps.
void jw_key_zoom(JwGestureBuilder *gesture, int steps);

#endif // JW_WINDOW_GESTURE_PARTS_H
