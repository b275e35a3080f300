// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Gestures: effects of pointer and keys in the window. A function of model, layout and input that
// returns the new state of the user's hand and a list of actions, and has no other effect.
//
//     jw_gesture_take(&model, &layout, &input, &gesture);
//     model.hand = gesture.hand;
//     for (int i = 0; i < gesture.n; ++i) {
//         carry_out(&gesture.action[i]);
//         jw_window_apply(&model, &gesture.action[i]);
//     }
//     if (gesture.redraw) {
//         draw();
//     }

#ifndef JW_WINDOW_GESTURE_H
#define JW_WINDOW_GESTURE_H

#include "window/draw/action.h"
#include "window/draw/layout.h"

typedef enum {
    JW_INPUT_PRESS,
    JW_INPUT_RELEASE,
    JW_INPUT_MOVE,
    JW_INPUT_LEAVE,  ///< The pointer left the window
    JW_INPUT_LET_GO, ///< Buttons and keys are no longer reported: release them all
    JW_INPUT_WHEEL,
    JW_INPUT_KEY,
    JW_INPUT_KEY_UP, ///< A key is released: see `code`
} JwInputKind;

typedef enum {
    JW_KEY_CHARACTER, ///< See `character`
    JW_KEY_TAB,
    JW_KEY_ENTER,
    JW_KEY_ESCAPE,
    JW_KEY_BACKSPACE,
    JW_KEY_DELETE,
    JW_KEY_LEFT,
    JW_KEY_RIGHT,
    JW_KEY_UP,
    JW_KEY_DOWN,
    JW_KEY_PAGE_UP,
    JW_KEY_PAGE_DOWN,
    JW_KEY_HOME,
    JW_KEY_END,
    JW_KEY_F2, ///< F2 to F4 act as in the player's text screen
    JW_KEY_F3,
    JW_KEY_F4,
} JwInputKey;

enum { JW_MOD_SHIFT = 1, JW_MOD_CONTROL = 2, JW_MOD_ALT = 4 };

typedef struct {
    JwInputKind kind;
    double x, y;   ///< Logical pixels
    double time_s; ///< Any steady clock
    int button;    ///< 1 left, 3 right
    unsigned mods; ///< JW_MOD_SHIFT and others
    double steps;  ///< WHEEL: notches away from the user
    bool repeats;  ///< KEY: true for a repetition while it is held down
    int code;      ///< KEY, KEY_UP: number of the key, the same for its press and release; -1: all
    JwInputKey key;
    char character[5]; ///< UTF-8
} JwWindowInput;

enum { JW_GESTURE_ACTIONS = 24 };

typedef struct {
    JwWindowHand hand; ///< New state of the hand
    int n;
    JwWindowAction action[JW_GESTURE_ACTIONS];
    bool redraw; ///< True if the picture must be redrawn
} JwGesture;

/// Handles an input. [any]
void jw_gesture_take(const JwWindowModel *model, const JwLayout *layout, const JwWindowInput *input,
                     JwGesture *out);

#endif // JW_WINDOW_GESTURE_H
