// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strip of the player's window: the companion, which plays beside the instrument, and the clock.

#ifndef JW_WINDOW_STRIP_H
#define JW_WINDOW_STRIP_H

#include "window/draw/action.h"
#include "window/draw/layout.h"
#include "window/draw/painter.h"

/// True for a preset that plays by itself. [any]
bool jw_strip_plays_alone(const JwWindowPreset *preset);

/// Number of such presets, and the index of one among all presets; -1: none. [any]
int jw_strip_n_presets(const JwWindowModel *model);
int jw_strip_preset(const JwWindowModel *model, int line);

/// True for the sliders of the strip. [any]
bool jw_strip_slides(const JwElement *element);

/// Value of such a slider; the value after a drag by so many pixels; the action that sets it. [any]
double jw_strip_value(const JwWindowModel *model, JwElementKind kind);
double jw_strip_after(JwElementKind kind, double from, double px);
JwWindowActionKind jw_strip_action(JwElementKind kind);

/// True if there is room for the strip; otherwise two buttons lie on the spectrogram. [any]
bool jw_strip_fits(const JwLayout *layout, const JwWindowModel *model);

void jw_strip_place(JwLayout *layout, const JwWindowModel *model, JwRect at);
void jw_strip_place_buttons(JwLayout *layout, JwRect at);
void jw_strip_draw(JwPainter *p, const JwElement *element);

#endif // JW_WINDOW_STRIP_H
