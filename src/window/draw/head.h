// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Head of the window: preset, pages, tonality, level, panic.

#ifndef JW_WINDOW_HEAD_H
#define JW_WINDOW_HEAD_H

#include "window/draw/layout.h"
#include "window/draw/painter.h"

/// Places the head's elements, in two rows if one is too narrow; returns its height. [any]
double jw_head_place(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas);

/// The same with very little room: only preset, level and panic. [any]
double jw_head_place_tiny(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas);

/// Draws an element of the head. [any]
void jw_head_draw(JwPainter *p, const JwElement *element);

#endif // JW_WINDOW_HEAD_H
