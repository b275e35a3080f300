// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The window's drawing: model -> canvas.
//
//     jw_layout_make(&layout, &model, canvas, width_px / scale, height_px / scale);
//     jw_window_draw(canvas, &model, &layout, scale, JW_PART_ALL);
//
// scale is device pixels a logical one: the model's zoom times what the screen asks for; the
// layout's own zoom comes on top of it. What moves can be drawn alone: each part paints its own
// ground.

#ifndef JW_WINDOW_H
#define JW_WINDOW_H

#include "window/draw/layout.h"
#include "window/draw/painter.h"

/// Parts of the window that change by themselves.
typedef enum {
    JW_PART_STRING = 1, ///< Hero and lens
    JW_PART_SOUND = 2,  ///< Spectrogram
    JW_PART_LEVELS = 4, ///< Head's level, list of strings, the drone's round
    JW_PART_KEYS = 8,   ///< Keys, pads or neck, of which some light up
    JW_PART_REST = 16,  ///< All else; the whole window is drawn with it, from its ground on
    JW_PART_ALL = 31,
} JwPart;

/// Draws parts (bits of JwPart) of the window on a canvas whose unit is a device pixel. With an
/// open menu or entry all is drawn. [any]
void jw_window_draw(JwCanvas *canvas, const JwWindowModel *model, const JwLayout *layout,
                    double scale, unsigned parts);

/// The same into a painter of the caller's, for tests: log and mute are kept. [any]
void jw_window_draw_with(JwPainter *painter, unsigned parts);

#endif // JW_WINDOW_H
