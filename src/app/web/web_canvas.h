// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// JwCanvas on the browser's: its functions are imported from JavaScript (canvas.js).

#ifndef JW_WEB_CANVAS_H
#define JW_WEB_CANVAS_H

#include "window/draw/canvas.h"

/// The page's canvas. [any]
JwCanvas *jw_web_canvas(void);

#endif // JW_WEB_CANVAS_H
