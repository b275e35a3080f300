// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Menu in the window: the named values of a parameter, or the strings.

#ifndef JW_WINDOW_MENU_H
#define JW_WINDOW_MENU_H

#include "window/draw/layout.h"
#include "window/draw/painter.h"

/// Parameter whose menu an element opens; -1: none. [any]
int jw_menu_param(JwWindowTarget target);

/// True if the open menu is that of the ragas: a part of it is in view, of those that match what
/// was typed. Its line number n is raga n. [any]
bool jw_menu_is_ragas(const JwWindowModel *model);

/// Next raga from `line` on, or with by = -1 from it back, that matches the typed text; -1: none.
/// 0, no raga, matches if nothing was typed. [any]
int jw_menu_raga(const JwWindowModel *model, int line, int by);

/// Number of lines of the open menu; 0: none is open. [any]
int jw_menu_lines(const JwWindowModel *model);

/// Text of a line; sets *chosen if it is the present value. [any]
const char *jw_menu_line(const JwWindowModel *model, int line, bool *chosen, char text[JW_WORDS]);

/// One of a parameter's named values. [any]
double jw_menu_point(JwParamId id, int at);

/// Scrolls the open menu of ragas by lines, as far as there are any. [any]
void jw_menu_scroll(JwWindowHand *hand, const JwWindowModel *model, const JwLayout *layout,
                    int lines);

/// Places the open menu, if there is one. [any]
void jw_menu_place(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas);

/// Draws its elements. [any]
void jw_menu_draw(JwPainter *p, const JwElement *element);

#endif // JW_WINDOW_MENU_H
