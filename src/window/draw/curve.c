// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The string is a function of x. So all instants and their glow are drawn into one mask, column by
// column: five times as fast as stroking them with cairo.

#include "window/draw/curve.h"

#include "window/draw/shape.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/// Modes are omitted while all together move the line by less than this [px]: the newest line, and
/// the fainter lines of earlier instants.
static const double least_px = 0.05, least_earlier_px = 0.25;

static const double line_px = 1.75;
static const double earlier_px = 1.0;

/// Modes are summed at points a sixth of the shortest wave apart, within these bounds [px].
static const double least_step_px = 2.0, most_step_px = 16.0;

enum {
    MAX_STEPS = 2048,
    FINE = 8,        ///< Points per device pixel in a stroke's table
    MAX_TABLE = 512, ///< Half of the widest stroke, in these points
};

double jw_curve_height_m(const JwWindowModel *model, int picture, double x_m) {
    const JwWindowHero *hero = &model->hero;
    if (!model->sounds || picture >= hero->n_pictures || !(x_m < hero->length_m)) {
        return 0.0;
    }
    const JwWindowPicture *now = &hero->picture[picture];
    return jw_shape_m(now->towards, now->n, x_m / hero->length_m);
}

/// Strength of a stroke, from its middle outward; 256 is full.
typedef struct {
    int n;
    uint16_t strength[MAX_TABLE];
} Pen;

/// The line at one instant.
typedef struct {
    int n;               ///< Number of steps
    double step;         ///< Distance of the points [device px]
    double y[MAX_STEPS]; ///< Positions below the view's top [device px]
} Line;

/// Mask for the rows of the view that have lines.
typedef struct {
    uint8_t *pixel;
    int w, h, stride;
    int top; ///< First row, relative to the view's top
    double scale;
    double x0;           ///< Start of the lines, right of the view's left edge [device px]
    double step, length; ///< [device px]
} Mask;

typedef struct {
    Mask mask;
    int n; ///< Number of lines, newest first
    Line line[JW_WINDOW_PICTURES];
} Drawing;

/********* Lines *********/

static void sum_modes(Line *line, const JwPainter *p, const JwStringMap *map, int picture,
                      double start_m, double end_m, double top) {
    const JwWindowHero *hero = &p->model->hero;
    const JwWindowPicture *now = &hero->picture[picture];
    const bool at_rest =
        !p->model->sounds || picture >= hero->n_pictures || !(hero->length_m > 0.0);
    const double left_out_px = picture > 0 ? least_earlier_px : least_px;
    const int n = at_rest ? 0 : jw_shape_modes(now->towards, now->n, left_out_px / map->px_up);
    const double wave_px = n > 0 ? 2.0 * hero->length_m / n * map->px_m : HUGE_VAL;
    const double length_px = (end_m - start_m) * map->px_m;
    const double step_px =
        fmax(fmin(fmax(wave_px / 6.0, least_step_px), most_step_px), length_px / (MAX_STEPS - 4));
    line->step = step_px * p->scale;
    line->n = (int)fmin(ceil(length_px / step_px) + 2.0, MAX_STEPS);
    const double step = at_rest ? 1.0 : step_px / map->px_m / hero->length_m;
    const double from = at_rest ? 0.0 : start_m / hero->length_m;
    // The part that is not stopped
    const int swings = n > 0 ? (int)fmin(fmax(ceil((1.0 - from) / step), 0.0), line->n) : 0;
    jw_shape_row_m(now->towards, n, from, step, swings, line->y);
    for (int i = 0; i < line->n; ++i) {
        const double h_m = i < swings ? line->y[i] : 0.0;
        const double y = (map->y0 - map->px_up * h_m - top) * p->scale;
        line->y[i] = fmin(fmax(y, -1e4), 1e4); // Any value far outside will do
    }
}

/// Position and slope of a line at x [device px from its start], by a cubic through the points.
static double line_at(const Line *line, double x, double *slope) {
    const double at = x / line->step;
    int i = (int)at;
    i = i < line->n - 2 ? i : line->n - 2;
    const double t = at - i;
    const double a = line->y[i > 0 ? i - 1 : 0];
    const double b = line->y[i];
    const double c = line->y[i + 1];
    const double d = line->y[i + 2 < line->n ? i + 2 : i + 1];
    const double c1 = 0.5 * (c - a);
    const double c2 = a - 2.5 * b + 2.0 * c - 0.5 * d;
    const double c3 = 0.5 * (d - a) + 1.5 * (b - c);
    *slope = (c1 + t * (2.0 * c2 + 3.0 * c3 * t)) / line->step;
    return b + t * (c1 + t * (c2 + t * c3));
}

static void fill_column(Mask *mask, const Pen *pen, int x, double middle, double lean) {
    const double widest = (double)pen->n / FINE * lean;
    const int low = (int)floor(middle - widest);
    const int high = (int)ceil(middle + widest);
    const int first = low > 0 ? low : 0;
    const int last = high < mask->h - 1 ? high : mask->h - 1;
    // Distance from the middle in table points, times 256
    const int next = (int)(256.0 * FINE / lean);
    int distance = (int)((first + 0.5 - middle) * (256.0 * FINE / lean));
    uint8_t *at = mask->pixel + (size_t)(first < mask->h ? first : 0) * (size_t)mask->stride + x;
    for (int row = first; row <= last; ++row, distance += next, at += mask->stride) {
        const int place = (distance < 0 ? -distance : distance) >> 8;
        if (place < pen->n) {
            *at = (uint8_t)(*at + ((255 - *at) * pen->strength[place] >> 8));
        }
    }
}

static void fill_line(Mask *mask, const Line *line, const Pen *pen) {
    const int first = (int)fmax(ceil(mask->x0 - 0.5), 0.0);
    const int last = (int)fmin(floor(mask->x0 + mask->length - 0.5), mask->w - 1.0);
    for (int x = first; x <= last && line->n >= 2; ++x) {
        double slope;
        const double middle = line_at(line, x + 0.5 - mask->x0, &slope) - mask->top;
        const double lean = slope * slope < 63.0 ? sqrt(1.0 + slope * slope) : 8.0;
        fill_column(mask, pen, x, middle, lean);
    }
}

/********* Strokes *********/

/// Adds a stroke of the given width to a pen.
static void add_stroke(Pen *pen, double width_px, double alpha) {
    const double half = 0.5 * width_px;
    for (int i = 0; i < MAX_TABLE; ++i) {
        const double part = fmin(fmax(half + 0.5 - (i + 0.5) / FINE, 0.0), fmin(width_px, 1.0));
        const double clear = (1.0 - pen->strength[i] / 256.0) * (1.0 - alpha * part);
        pen->strength[i] = (uint16_t)lrint(256.0 * (1.0 - clear));
        pen->n = pen->strength[i] > 0 ? i + 1 : pen->n;
    }
}

/// The line itself, with a glow under it if it moves.
static Pen line_pen(const JwPainter *p, bool glows) {
    const bool dark = p->theme->glow[0] > 0.0;
    const double width[3] = {3.2, dark ? 6.0 : 5.0, 11.0};
    Pen pen = {.n = 0};
    for (int i = 0; i < 3 && glows; ++i) {
        add_stroke(&pen, width[i] * p->scale, p->theme->glow[i]);
    }
    add_stroke(&pen, line_px * p->scale, 1.0);
    return pen;
}

/// Finds the rows of the view that have lines; false if there are none.
static bool bound(Drawing *d, double around, double view_h) {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (int i = 0; i < d->n; ++i) {
        for (int k = 0; k < d->line[i].n; ++k) {
            low = fmin(low, d->line[i].y[k]);
            high = fmax(high, d->line[i].y[k]);
        }
    }
    low = fmax(floor(low - around), 0.0);
    high = fmin(ceil(high + around), view_h);
    d->mask.top = (int)low;
    d->mask.h = (int)(high - low);
    return high > low;
}

static void fill_mask(Drawing *d, const JwPainter *p, bool moves) {
    Pen thin = {.n = 0};
    const Pen line = line_pen(p, moves);
    add_stroke(&thin, earlier_px * p->scale, p->theme->earlier);
    for (int i = d->n - 1; i >= 0; --i) {
        fill_line(&d->mask, &d->line[i], i > 0 ? &thin : &line);
    }
}

/// Draws into a mask, and paints the role's ink through it.
static void draw(Drawing *d, JwPainter *p, const JwStringMap *map, double start_m, double end_m,
                 JwRect view) {
    const bool moves = p->model->sounds && p->model->hero.n_pictures > 0;
    const double left = jw_paint_snap(p, view.x);
    const double top = jw_paint_snap(p, view.y);
    d->mask = (Mask){.w = (int)ceil(view.w * p->scale),
                     .scale = p->scale,
                     .x0 = (map->x0 + start_m * map->px_m - left) * p->scale,
                     .length = (end_m - start_m) * map->px_m * p->scale};
    d->n = moves ? p->model->hero.n_pictures : 1;
    for (int i = 0; i < d->n; ++i) {
        sum_modes(&d->line[i], p, map, i, start_m, end_m, top);
    }
    if (d->mask.w < 1 || !bound(d, 8.0 * p->scale, ceil(view.h * p->scale))) {
        return;
    }
    d->mask.stride = (d->mask.w + 3) & ~3;
    d->mask.pixel = calloc((size_t)d->mask.h, (size_t)d->mask.stride);
    if (d->mask.pixel) {
        JwCanvas *c = p->canvas;
        fill_mask(d, p, moves);
        c->save(c);
        c->translate(c, left, top + d->mask.top / p->scale);
        c->scale(c, 1.0 / p->scale);
        jw_paint_ink(p, jw_theme_role(jw_window_role(p->model)), 1.0);
        c->mask(c, d->mask.pixel, d->mask.w, d->mask.h, d->mask.stride);
        c->restore(c);
    }
    free(d->mask.pixel);
}

void jw_curve_draw(JwPainter *p, const JwStringMap *map, double start_m, double end_m,
                   JwRect view) {
    Drawing *d = malloc(sizeof *d);
    if (d) {
        draw(d, p, map, start_m, end_m, view);
    }
    free(d);
}
