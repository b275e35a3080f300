// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/pen.h"

#include <math.h>
#include <string.h>

void jw_pen_init(JwPen *pen) {
    memset(pen, 0, sizeof *pen);
}

void jw_pen_keep(JwPen *pen) {
    if (pen->n_undos == JW_PEN_UNDOS) {
        memmove(pen->undo, pen->undo + 1, (JW_PEN_UNDOS - 1) * sizeof pen->undo[0]);
        --pen->n_undos;
    }
    pen->undo[pen->n_undos++] = pen->now;
}

void jw_pen_begin(JwPen *pen, const double *x_m, const double *h_m, int n, int most) {
    jw_pen_keep(pen);
    most = most < JW_PEN_POINTS ? most : JW_PEN_POINTS;
    const int n_kept = n < most ? n : most;
    pen->now.n = 0;
    for (int i = 0; i < n_kept; ++i) {
        const int from = n_kept < 2 ? 0 : (int)lrint((double)i * (n - 1) / (n_kept - 1));
        const int to = pen->now.n;
        if (to == 0 || x_m[from] - (double)pen->now.x_m[to - 1] >= JW_PEN_APART_M) {
            pen->now.x_m[to] = (float)x_m[from];
            pen->now.h_m[to] = (float)h_m[from];
            ++pen->now.n;
        }
    }
}

int jw_pen_add(JwPen *pen, double x_m, double h_m) {
    JwPenProfile *p = &pen->now;
    int at = 0;
    while (at < p->n && (double)p->x_m[at] < x_m) {
        ++at;
    }
    const bool free_left = at == 0 || x_m - (double)p->x_m[at - 1] >= JW_PEN_APART_M;
    const bool free_right = at == p->n || (double)p->x_m[at] - x_m >= JW_PEN_APART_M;
    if (p->n == JW_PEN_POINTS || !free_left || !free_right || !(x_m >= 0.0) || !isfinite(h_m)) {
        return -1;
    }
    jw_pen_keep(pen);
    memmove(p->x_m + at + 1, p->x_m + at, (size_t)(p->n - at) * sizeof p->x_m[0]);
    memmove(p->h_m + at + 1, p->h_m + at, (size_t)(p->n - at) * sizeof p->h_m[0]);
    p->x_m[at] = (float)x_m;
    p->h_m[at] = (float)h_m;
    ++p->n;
    return at;
}

void jw_pen_move(JwPen *pen, int point, double x_m, double h_m) {
    JwPenProfile *p = &pen->now;
    if (point < 0 || point >= p->n || !isfinite(x_m) || !isfinite(h_m)) {
        return;
    }
    const double apart = 1.001 * JW_PEN_APART_M;
    const double least = point > 0 ? (double)p->x_m[point - 1] + apart : 0.0;
    const double most = point + 1 < p->n ? (double)p->x_m[point + 1] - apart : HUGE_VAL;
    p->x_m[point] = (float)fmax(fmin(x_m, most), least);
    p->h_m[point] = (float)h_m;
}

void jw_pen_shift(JwPen *pen, double by_m) {
    JwPenProfile *p = &pen->now;
    if (p->n == 0 || !isfinite(by_m)) {
        return;
    }
    by_m = fmax(by_m, -(double)p->x_m[0]);
    for (int i = 0; i < p->n; ++i) {
        p->x_m[i] = (float)fmax((double)p->x_m[i] + by_m, 0.0);
    }
}

bool jw_pen_remove(JwPen *pen, int point) {
    JwPenProfile *p = &pen->now;
    if (point < 0 || point >= p->n || p->n <= 2) {
        return false;
    }
    jw_pen_keep(pen);
    --p->n;
    memmove(p->x_m + point, p->x_m + point + 1, (size_t)(p->n - point) * sizeof p->x_m[0]);
    memmove(p->h_m + point, p->h_m + point + 1, (size_t)(p->n - point) * sizeof p->h_m[0]);
    return true;
}

bool jw_pen_undo(JwPen *pen) {
    if (pen->n_undos == 0) {
        return false;
    }
    pen->now = pen->undo[--pen->n_undos];
    return true;
}
