// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Actions requested by gestures. The owner of the window carries them out.

#ifndef JW_WINDOW_ACTION_H
#define JW_WINDOW_ACTION_H

#include "window/draw/model.h"

typedef enum {
    JW_DO_HOLD,       ///< index: parameter; value 1: the user takes hold of it, 0: releases it
    JW_DO_PARAM,      ///< index: parameter, value
    JW_DO_PLUCK,      ///< index: string; place: position relative to its speaking length; value:
                      ///< strength 0..1
    JW_DO_RELEASE,    ///< index: plucked string
    JW_DO_KEY_ON,     ///< index: key; value: velocity 0..1; string: the fretted one, or -1
    JW_DO_KEY_OFF,    ///< index: key; string
    JW_DO_BEND,       ///< index: string; value: semitones above its fret (meend)
    JW_DO_PEDAL,      ///< value 1: all notes are held, 0: no longer
    JW_DO_TUNE,       ///< index: string; value: fine tuning [cent]
    JW_DO_TUNE_RAGA,  ///< index: string, or -1 for all: tunes it to the raga
    JW_DO_DAMP,       ///< index: string; value 1: lay a hand on it, 0: lift it
    JW_DO_STRING,     ///< index: string to show
    JW_DO_PRESET,     ///< index: preset to load
    JW_DO_AUDITION,   ///< index: preset to try
    JW_DO_KEEP,       ///< index: tried preset to keep
    JW_DO_BACK,       ///< Restores the state before the first tried preset
    JW_DO_FROM_FILE,  ///< Choose an instrument file
    JW_DO_SCALE_FILE, ///< Choose a scale file
    JW_DO_PANIC,
    JW_DO_CLEAR_PEAKS, ///< Clear the held peaks and the mark of limited samples
    JW_DO_LEARN,       ///< index: parameter that waits for a controller; -1: stop waiting
    JW_DO_ZOOM,        ///< value: zoom of the window
    JW_DO_LETTERS,     ///< index: JwKeysChoice, the layout of the computer's letters
    JW_DO_WITH,        ///< Switch the companion on or off
    JW_DO_WITH_PRESET, ///< index: preset that it plays, which switches it on
    JW_DO_WITH_FIRST,  ///< index: note of its first string, a value of DRONE_FIRST; -1: its own
    JW_DO_WITH_TEMPO,  ///< value: counts a minute
    JW_DO_WITH_LEVEL,  ///< value: level added to the preset's [dB]
    JW_DO_WITH_CENTS,  ///< value: fine tuning [cent]
    JW_DO_WITH_SHOWN,  ///< index: number of the companion to be shown, from 0
    JW_DO_CLOCK_TEMPO, ///< value: beats a minute
    JW_DO_CLOCK_TALA,  ///< index: tala; -1: beats without a cycle
    JW_DO_CLOCK,       ///< Switch the metronome on or off
    JW_DO_CLOCK_TAP,   ///< One beat of the metronome's tempo
    JW_DO_SAVE_PRESET, ///< Keep the sound as a preset under model.hand.name
    JW_DO_SAVE_SET,    ///< Save all that is played as a practice set of that name
    // For the pen: model.pen.now becomes the whole profile of the bridge; n = 0: the instrument's
    // own
    JW_DO_PEN_BEGIN,  ///< Begin a profile with the present bridge
    JW_DO_PEN_KEEP,   ///< Make one undo step of the following changes
    JW_DO_PEN_ADD,    ///< place: x [m], value: height [m]
    JW_DO_PEN_MOVE,   ///< index: point; place, value as for ADD
    JW_DO_PEN_REMOVE, ///< index: point
    JW_DO_PEN_SHIFT,  ///< place: shift of all points along the string [m] since the last of these
    JW_DO_PEN_UNDO,
    JW_DO_PEN_BUILT, ///< Restore the instrument's own bridge
    JW_N_ACTION_KINDS,
} JwWindowActionKind;

typedef struct {
    JwWindowActionKind kind;
    int index;
    int string;
    double value, place;
} JwWindowAction;

/// Carries out an action on the model as far as possible, so that the window can show it before an
/// answer comes. [any]
void jw_window_apply(JwWindowModel *model, const JwWindowAction *action);

/// True for an action that plays: a pluck, a key, a bend, the pedal. [any]
bool jw_window_action_plays(JwWindowActionKind kind);

/// True for an action after which the pen's profile must be sent. [any]
bool jw_window_action_draws(JwWindowActionKind kind);

#endif // JW_WINDOW_ACTION_H
