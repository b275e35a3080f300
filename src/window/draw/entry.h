// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Entry: a box over the page in which a value is typed, or that waits for a controller.

#ifndef JW_WINDOW_ENTRY_H
#define JW_WINDOW_ENTRY_H

#include "window/draw/painter.h"

/// True while there is one; the Parameters page has its own place for it. [any]
bool jw_entry_open(const JwWindowModel *model);

/// Draws it beside where the pointer was pressed. [any]
void jw_entry_draw(JwPainter *p);

#endif // JW_WINDOW_ENTRY_H
