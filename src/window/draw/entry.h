// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Entry: a box over the page for typing a value, or waiting for a controller.

#ifndef JW_WINDOW_ENTRY_H
#define JW_WINDOW_ENTRY_H

#include "window/draw/painter.h"

/// True while there is one. The Parameters page shows its entry in its own place. [any]
bool jw_entry_open(const JwWindowModel *model);

/// Its place. [any]
JwRect jw_entry_box(const JwWindowModel *model, const JwLayout *layout);

/// Draws it next to where the pointer was pressed. [any]
void jw_entry_draw(JwPainter *p);

#endif // JW_WINDOW_ENTRY_H
