// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Text and bars on the terminal, through ncurses, clipped at its edges.

#ifndef JW_CANVAS_H
#define JW_CANVAS_H

#include "base/attributes.h"

/// Draws at most `columns` characters of a line, formatted like printf() and tidied; names from
/// files may be UTF-8. [main]
JW_PRINTF(4, 5)
void jw_canvas_put(int row, int column, int columns, const char *format, ...);

/// Draws a bar, filled to `part` of its length, 0 to 1. [main]
void jw_canvas_bar(int row, int column, int columns, double part);

/// Number of bytes at the beginning of a text that fit in `columns` columns; a longer text is
/// broken at a blank. At least 1 unless the text is empty. [main]
int jw_canvas_fit(const char *text, int columns);

#endif // JW_CANVAS_H
