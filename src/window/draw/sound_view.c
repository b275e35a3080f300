// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/pages.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const double least_db = -100.0, most_db = 0.0; ///< Displayed range of energies

/********* Spectrogram *********/

/// Colours of the 256 levels.
static void make_palette(const JwTheme *theme, uint32_t palette[256]) {
    for (int i = 0; i < 256; ++i) {
        const JwColour c = jw_theme_sound(theme, i / 255.0);
        palette[i] = 0xFF000000u | (uint32_t)lrint(255.0 * c.r) << 16 |
                     (uint32_t)lrint(255.0 * c.g) << 8 | (uint32_t)lrint(255.0 * c.b);
    }
}

/// Rows of pixels for the bins of a column, from the top.
typedef struct {
    int h;
    int row[JW_WINDOW_BINS]; ///< First row of a bin, if there are enough rows
} Rows;

static void divide_rows(Rows *rows, int h) {
    rows->h = h;
    for (int i = 0; i < JW_WINDOW_BINS; ++i) {
        // Row y has the bins from (h - 1 - y) n/h to (h - y) n/h, of n in all.
        rows->row[i] = h - 1 - ((i + 1) * h - 1) / JW_WINDOW_BINS;
    }
}

/// Fills a column of pixels: each shows the loudest of its bins, or the bin that it lies in.
static void fill_column(const Rows *rows, const uint8_t *bins, const uint32_t palette[256],
                        uint32_t *pixel, int stride) {
    uint8_t most[JW_WINDOW_BINS] = {0};
    if (rows->h > JW_WINDOW_BINS) {
        for (int y = 0; y < rows->h; ++y) {
            pixel[y * stride] = palette[bins[(rows->h - 1 - y) * JW_WINDOW_BINS / rows->h]];
        }
        return;
    }
    for (int i = 0; i < JW_WINDOW_BINS; ++i) {
        uint8_t *at = &most[rows->row[i]];
        *at = bins[i] > *at ? bins[i] : *at;
    }
    for (int y = 0; y < rows->h; ++y) {
        pixel[y * stride] = palette[most[y]];
    }
}

/// Pixels of the spectrogram, one device pixel per column; the newest is last.
static void fill_pixels(const JwWindowSpectrum *s, const uint32_t palette[256], uint32_t *pixel,
                        int w, int h) {
    static const uint8_t silence[JW_WINDOW_BINS];
    Rows rows;
    divide_rows(&rows, h);
    for (int x = 0; x < w; ++x) {
        const int back = (int)((double)(w - 1 - x) * JW_WINDOW_COLUMNS / w);
        const int column = (s->first + s->n - 1 - back) % JW_WINDOW_COLUMNS;
        fill_column(&rows, back < s->n ? s->level[column] : silence, palette, pixel + x, w);
    }
}

static void draw_spectrum(JwPainter *p, JwRect at) {
    const int w = (int)lrint(at.w * p->scale);
    const int h = (int)lrint(at.h * p->scale);
    if (w < 1 || h < 1 || p->model->spectrum.n == 0) {
        return;
    }
    uint32_t *pixel = malloc((size_t)w * (size_t)h * sizeof *pixel);
    if (pixel) {
        JwCanvas *c = p->canvas;
        uint32_t palette[256];
        make_palette(p->theme, palette);
        fill_pixels(&p->model->spectrum, palette, pixel, w, h);
        c->save(c);
        c->translate(c, jw_paint_snap(p, at.x), jw_paint_snap(p, at.y));
        c->scale(c, 1.0 / p->scale);
        c->image(c, pixel, w, h);
        c->restore(c);
    }
    free(pixel);
}

/// Name at the right edge, on its own background.
static void draw_axis_name(JwPainter *p, JwRect at, double y, const char *name) {
    const double w = jw_text_width(p->canvas, JW_TYPE_SMALL, name);
    const JwRect box = jw_rect(jw_rect_right(at) - 8.0 - w, y - 7.0, w, 14.0);
    jw_paint_round_alpha(p, jw_rect(box.x - 5.0, box.y, w + 9.0, box.h), 2.0, JW_INK_PANE, 0.92);
    jw_paint_text(p, box, JW_TYPE_SMALL, JW_RIGHT, JW_INK_TEXT_2, name);
}

static void draw_spectrogram(JwPainter *p, JwRect at) {
    draw_spectrum(p, at);
    for (int quarter = 1; quarter < 4; ++quarter) {
        jw_paint_across(p, at.x, jw_rect_right(at), at.y + 0.25 * quarter * at.h, JW_INK_HAIR);
    }
    if (at.h >= 40.0) {
        draw_axis_name(p, at, at.y + 10.0, "12 kHz");
        draw_axis_name(p, at, at.y + 0.5 * at.h, "6");
        draw_axis_name(p, at, jw_rect_bottom(at) - 10.0, "0");
    }
}

/********* Energies *********/

static double y_of_db(JwRect at, double db) {
    const double part = (fmin(fmax(db, least_db), most_db) - least_db) / (most_db - least_db);
    return jw_rect_bottom(at) - 2.0 - part * (at.h - 4.0);
}

static void trace_energy(JwPainter *p, JwRect at, JwWindowEnergy of) {
    JwCanvas *c = p->canvas;
    const JwWindowEnergies *e = &p->model->energies;
    c->begin(c);
    for (int i = 0; i < e->n; ++i) {
        const double x =
            jw_rect_right(at) - (double)(e->n - 1 - i) * at.w / (JW_WINDOW_ENERGIES - 1);
        const double db = (double)e->db[(e->first + i) % JW_WINDOW_ENERGIES][of];
        c->line(c, x, y_of_db(at, isfinite(db) ? db : least_db));
    }
}

static void draw_energies(JwPainter *p, JwRect at) {
    JwCanvas *c = p->canvas;
    static const char *const name[] = {"strings", "body", "ledger"};
    static const JwInk ink[] = {JW_INK_TEXT, JW_INK_TEXT_2, JW_INK_TEXT_3};
    static const double dash[][2] = {{1.0, 0.0}, {5.0, 3.0}, {1.5, 3.0}};
    for (int db = -75; db <= -25; db += 25) {
        jw_paint_across(p, at.x, jw_rect_right(at), y_of_db(at, db), JW_INK_HAIR);
    }
    c->save(c);
    c->begin(c);
    c->rectangle(c, at.x, at.y, at.w, at.h);
    c->clip(c);
    c->width(c, 1.5);
    for (int i = 0; i < JW_WINDOW_N_ENERGIES; ++i) {
        trace_energy(p, at, (JwWindowEnergy)i);
        c->dash(c, dash[i], i == 0 ? 0 : 2);
        jw_paint_ink(p, ink[i], 1.0);
        c->stroke(c);
    }
    c->restore(c);
    double x = at.x + 12.0;
    for (int i = 0; i < JW_WINDOW_N_ENERGIES && at.h >= 40.0; ++i) {
        const double w = jw_text_width(p->canvas, JW_TYPE_SMALL, name[i]);
        jw_paint_round_alpha(p, jw_rect(x - 4.0, at.y + 3.0, 26.0 + w, 15.0), 2.0, JW_INK_PANE,
                             0.92);
        c->save(c);
        c->dash(c, dash[i], i == 0 ? 0 : 2);
        c->width(c, 1.5);
        c->begin(c);
        c->move(c, x, at.y + 10.5);
        c->line(c, x + 14.0, at.y + 10.5);
        jw_paint_ink(p, ink[i], 1.0);
        c->stroke(c);
        c->restore(c);
        jw_paint_text(p, jw_rect(x + 18.0, at.y + 3.0, w, 15.0), JW_TYPE_SMALL, JW_LEFT,
                      JW_INK_TEXT_2, name[i]);
        x += 40.0 + w;
    }
    if (at.h >= 40.0) {
        draw_axis_name(p, at, at.y + 10.0, "0 dB");
        draw_axis_name(p, at, y_of_db(at, -50.0),
                       "\xE2\x88\x92"
                       "50");
    }
}

void jw_spectrum_draw(JwPainter *p, const JwElement *e) {
    jw_paint_rect(p, e->at, JW_INK_PANE);
    if (p->model->hand.energy_open) {
        draw_energies(p, e->at);
    } else {
        draw_spectrogram(p, e->at);
    }
    const JwElementState s = jw_paint_state(p, e);
    if (s.hover || s.pressed) {
        jw_paint_outline(p, e->at, 2.0, JW_INK_TRACK, 1.0);
    }
}
