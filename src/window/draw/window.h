// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The window's drawing: model -> canvas.
//
//     jw_layout_make(&layout, &model, canvas, jw_window_logical(width_px, scale),
//                    jw_window_logical(height_px, scale));
//     jw_window_draw(canvas, &model, &layout, scale, JW_PART_ALL);
//
// scale is the number of device pixels per logical pixel: the model's zoom times the screen's
// scale; the layout's own zoom is applied on top. Parts that change often can be drawn alone: each
// paints its own background.

#ifndef JW_WINDOW_H
#define JW_WINDOW_H

#include "window/draw/layout.h"
#include "window/draw/painter.h"

/// Parts of the window that change independently.
typedef enum {
    JW_PART_STRING = 1, ///< Hero and lens
    JW_PART_SOUND = 2,  ///< Spectrogram
    JW_PART_LEVELS = 4, ///< Head's level, list of strings, the drone's round
    JW_PART_KEYS = 8,   ///< Keys, pads or neck, with their highlights
    JW_PART_REST = 16,  ///< All others; includes the whole window and its background
    JW_PART_ALL = 31,
} JwPart;

/// Logical pixels of a window's width or height: a whole number if that, scaled, was rounded to
/// these pixels, so that a scale such as 1.5000001 omits nothing that fits. [any]
double jw_window_logical(double pixels, double scale);

/// Draws parts (bits of JwPart) of the window on a canvas in device pixels. With an open menu or
/// entry, draws everything. [any]
void jw_window_draw(JwCanvas *canvas, const JwWindowModel *model, const JwLayout *layout,
                    double scale, unsigned parts);

/// The same with the caller's painter, for tests: keeps its log and mute. [any]
void jw_window_draw_with(JwPainter *painter, unsigned parts);

#endif // JW_WINDOW_H
