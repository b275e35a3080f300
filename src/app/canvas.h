// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Text and bars on the terminal that ncurses draws on, within its edges.

#ifndef JW_CANVAS_H
#define JW_CANVAS_H

#include "base/attributes.h"

/// Draws up to so many characters of a line, formatted as by printf() and tidied; those of names
/// from files may be UTF-8. [main]
JW_PRINTF(4, 5)
void jw_canvas_put(int row, int column, int columns, const char *format, ...);

/// Draws a bar, full as far as that part of it. [main]
void jw_canvas_bar(int row, int column, int columns, double part);

/// Bytes of the beginning of a text that have room in so many columns, broken at a blank if it is
/// longer; at least one unless it is empty. [main]
int jw_canvas_fit(const char *text, int columns);

#endif // JW_CANVAS_H
