// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Play page of the resonator.

#ifndef JW_WINDOW_EFFECT_PAGE_H
#define JW_WINDOW_EFFECT_PAGE_H

#include "window/draw/layout.h"
#include "window/draw/painter.h"

/// True if the window is a resonator's and the page has room. [any]
bool jw_effect_page_fits(const JwLayout *layout, const JwWindowModel *model);

void jw_effect_page_place(JwLayout *layout, const JwWindowModel *model);
void jw_effect_page_draw(JwPainter *p, const JwElement *element);

#endif // JW_WINDOW_EFFECT_PAGE_H
