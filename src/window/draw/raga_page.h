// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Page of the ragas. Filters are words of the search, so that they can be typed as well.

#ifndef JW_WINDOW_RAGA_PAGE_H
#define JW_WINDOW_RAGA_PAGE_H

#include "window/draw/layout.h"
#include "window/draw/painter.h"

/// Lists the ragas that match a filter (jw_raga_matches()), and some with nearly the notes of the
/// first if only few do; 0, no raga, is there without a filter. [any]
void jw_ragas_list(const char *filter, JwRagaList *list);

/// Lists them anew after the search in `typed` has changed. [any]
void jw_raga_search(JwWindowHand *hand);

/// Adds or removes the word of a filter: JW_E_RAGA_THAT, _TIME or _NOTE. [any]
void jw_raga_filter(JwWindowHand *hand, JwElementKind kind, int index);

/// Raga of the next row (by = 1) or the previous one (-1). [any]
int jw_raga_step(const JwWindowModel *model, int by);

/// Scrolls to the row of a raga in a view of a height. [any]
void jw_raga_show(JwWindowHand *hand, int raga, double view_px);

/// True if the page has room; otherwise a menu opens. [any]
bool jw_raga_page_fits(const JwLayout *layout);

void jw_raga_page_place(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas);
void jw_raga_page_draw(JwPainter *p, const JwElement *element);

#endif // JW_WINDOW_RAGA_PAGE_H
