// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Texts said to the user of the screen: shown for some seconds, kept for longer.

#ifndef JW_SAYINGS_H
#define JW_SAYINGS_H

enum { JW_SAYINGS = 64, JW_SAYING_SIZE = 1024 };

/// Texts kept; set to {0} before use.
typedef struct {
    int n; ///< Texts said so far; the latest JW_SAYINGS are kept, number i at i % JW_SAYINGS
    double at_s[JW_SAYINGS];
    char text[JW_SAYINGS][JW_SAYING_SIZE];
} JwSayings;

/// Keeps a text that is said now. [any]
void jw_sayings_add(JwSayings *sayings, const char *text, double now_s);

/// Draws the latest texts that have not faded into n_rows rows, the last one at the bottom; a long
/// one takes several rows. Returns the number of rows drawn. [main]
int jw_sayings_draw(const JwSayings *sayings, int row, int n_rows, double now_s);

/// Draws the latest of all texts that are kept, as many as there is room for. [main]
void jw_sayings_draw_all(const JwSayings *sayings, int row, int n_rows);

#endif // JW_SAYINGS_H
