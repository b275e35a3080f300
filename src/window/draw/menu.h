// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Menu in the window: the named values of a parameter, or the strings.

#ifndef JW_WINDOW_MENU_H
#define JW_WINDOW_MENU_H

#include "window/draw/layout.h"
#include "window/draw/painter.h"

/// Parameter whose menu an element opens; -1: none. [any]
int jw_menu_param(JwWindowTarget target);

/// Number of lines of the open menu; 0: none is open. [any]
int jw_menu_lines(const JwWindowModel *model);

/// Text of a line; sets *chosen if it is the present value. [any]
const char *jw_menu_line(const JwWindowModel *model, int line, bool *chosen, char text[JW_WORDS]);

/// Number of named values of a parameter, and one of them. [any]
int jw_menu_n_points(JwParamId id);
double jw_menu_point(JwParamId id, int at);

/// Places the open menu, if there is one. [any]
void jw_menu_place(JwLayout *layout, const JwWindowModel *model, JwCanvas *canvas);

/// Draws its elements. [any]
void jw_menu_draw(JwPainter *p, const JwElement *element);

#endif // JW_WINDOW_MENU_H
