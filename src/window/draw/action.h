// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Actions: what gestures ask for. Whoever owns the window carries them out.

#ifndef JW_WINDOW_ACTION_H
#define JW_WINDOW_ACTION_H

#include "window/draw/model.h"

typedef enum {
    JW_DO_HOLD,       ///< index: parameter; value 1: a hand took hold of it, 0: it let go
    JW_DO_PARAM,      ///< index: parameter, value
    JW_DO_PLUCK,      ///< index: string; place: part of its speaking length; value: strength 0..1
    JW_DO_RELEASE,    ///< index: string that was plucked
    JW_DO_KEY_ON,     ///< index: key; value: velocity 0..1; string: -1, or the one that is fretted
    JW_DO_KEY_OFF,    ///< index: key; string
    JW_DO_BEND,       ///< index: string; value: semitones over its fret (meend)
    JW_DO_TUNE,       ///< index: string; value: its fine tuning [cent]
    JW_DO_TUNE_RAGA,  ///< index: string, or -1 for all: its pitch is to be the raga's
    JW_DO_DAMP,       ///< index: string; value 1: a hand lies on it, 0: not
    JW_DO_STRING,     ///< index: string that the hero is to show
    JW_DO_PRESET,     ///< index: preset that is chosen
    JW_DO_AUDITION,   ///< index: preset that is tried
    JW_DO_KEEP,       ///< index: the tried one stays
    JW_DO_BACK,       ///< What was before the first one that was tried comes back
    JW_DO_FROM_FILE,  ///< An instrument's file is to be asked for
    JW_DO_SCALE_FILE, ///< A scale's file is to be asked for
    JW_DO_PANIC,
    JW_DO_CLEAR_PEAKS, ///< Held peaks and the mark of samples that were held back are to go
    JW_DO_LEARN,       ///< index: parameter that waits for a controller; -1: none any longer
    JW_DO_ZOOM,        ///< value: zoom of the window
    // Of the pen: the whole profile, model.pen.now, is then the bridge's; n = 0: the instrument's
    // own
    JW_DO_PEN_BEGIN,  ///< The profile begins with the bridge as it is now
    JW_DO_PEN_KEEP,   ///< What follows can be undone in one step
    JW_DO_PEN_ADD,    ///< place: x [m], value: height [m]
    JW_DO_PEN_MOVE,   ///< index: point, place, value
    JW_DO_PEN_REMOVE, ///< index: point
    JW_DO_PEN_SHIFT,  ///< place: way along the string [m] of all points, since the last of these
    JW_DO_PEN_UNDO,
    JW_DO_PEN_BUILT, ///< The instrument's own bridge comes back
    JW_N_ACTION_KINDS,
} JwWindowActionKind;

typedef struct {
    JwWindowActionKind kind;
    int index;
    int string;
    double value, place;
} JwWindowAction;

/// Carries an action out on the model as far as it can: what the window shows before an answer
/// comes. [any]
void jw_window_apply(JwWindowModel *model, const JwWindowAction *action);

/// True for an action that plays: a pluck, a key, a bend. [any]
bool jw_window_action_plays(JwWindowActionKind kind);

/// True for an action after which the pen's profile is to be sent. [any]
bool jw_window_action_draws(JwWindowActionKind kind);

#endif // JW_WINDOW_ACTION_H
