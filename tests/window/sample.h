// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Models of the window, filled by hand.

#ifndef JW_TEST_WINDOW_SAMPLE_H
#define JW_TEST_WINDOW_SAMPLE_H

#include "window/cairo/cairo_canvas.h"
#include "window/draw/gesture.h"
#include "window/draw/window.h"

/// A sitar that sounds: seven strings and thirteen taraf, Yaman on C#, a note on its first string.
void sample_sitar(JwWindowModel *model);

/// The same in a resonator's window.
void sample_resonator(JwWindowModel *model);

/// A tanpura whose drone plays: four strings, none fretted, a thread, two polarisations.
void sample_tanpura(JwWindowModel *model);

/// As many strings, presets and strokes as there can be, with long names in several scripts.
void sample_crowd(JwWindowModel *model);

/// Size of the window that inputs go to [logical px]: 960 x 600 at first.
extern double sample_width, sample_height;

/// Takes an input as the owner of a window does: lays out, takes, applies. Returns the actions.
const JwGesture *sample_take(JwWindowModel *model, JwLayout *layout, JwCanvas *canvas,
                             const JwWindowInput *input);

/// The pointer at a point.
JwWindowInput sample_at(JwInputKind kind, double x, double y, double time_s);

/// The last action of a kind among a gesture's; NULL if there is none.
const JwWindowAction *sample_find(const JwGesture *gesture, JwWindowActionKind kind, int index);

#endif // JW_TEST_WINDOW_SAMPLE_H
