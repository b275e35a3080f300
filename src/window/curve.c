// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/curve.h"

#include "window/shape.h"

#include <math.h>

/// Modes that together move the line by less than this are left out [px].
static const double least_px = 0.02;

double jw_curve_height_m(const JwWindowModel *model, int picture, double x_m) {
    const JwWindowHero *hero = &model->hero;
    if (picture >= hero->n_pictures || !(hero->length_m > 0.0) || x_m >= hero->length_m) {
        return 0.0;
    }
    const JwWindowPicture *now = &hero->picture[picture];
    return jw_shape_m(now->towards, now->n, x_m / hero->length_m);
}

/// Adds the path of a picture, a point every step_px.
static void trace(JwPainter *p, const JwStringMap *map, int picture, double end_m, double step_px,
                  JwRect view) {
    const JwWindowHero *hero = &p->model->hero;
    const JwWindowPicture *now = &hero->picture[picture];
    const bool at_rest = picture >= hero->n_pictures || !(hero->length_m > 0.0);
    const int n = at_rest ? 0 : jw_shape_modes(now->towards, now->n, least_px / map->px_up);
    const int n_steps = (int)ceil(end_m * map->px_m / step_px);
    // Far outside the view a line is as good as another
    const double top = view.y - view.h;
    const double bottom = view.y + 2.0 * view.h;
    cairo_new_path(p->cr);
    for (int i = 0; i <= n_steps; ++i) {
        const double x_m = fmin(i * step_px / map->px_m, end_m);
        const double part = at_rest ? 0.0 : x_m / hero->length_m;
        const double h_m = part < 1.0 && n > 0 ? jw_shape_m(now->towards, n, part) : 0.0;
        const double y = map->y0 - map->px_up * h_m;
        cairo_line_to(p->cr, map->x0 + x_m * map->px_m, fmin(fmax(y, top), bottom));
        if (n == 0 && i == 0) {
            i = n_steps - 1;
        }
    }
}

static void stroke(JwPainter *p, double width, JwInk ink, double alpha) {
    cairo_set_line_width(p->cr, width);
    jw_paint_ink(p, ink, alpha);
    cairo_stroke_preserve(p->cr);
}

void jw_curve_draw(JwPainter *p, const JwStringMap *map, double end_m, JwRect view) {
    const JwInk ink = jw_theme_role(jw_window_role(p->model));
    const bool moves = p->model->sounds && p->model->hero.n_pictures > 0;
    cairo_save(p->cr);
    cairo_set_line_join(p->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_BUTT);
    for (int i = p->model->hero.n_pictures - 1; i > 0 && moves; --i) {
        trace(p, map, i, end_m, 4.0, view);
        stroke(p, 1.0, ink, p->theme->earlier);
    }
    trace(p, map, 0, end_m, 2.0, view);
    if (moves) {
        static const double glow_px[3] = {3.2, 6.0, 11.0};
        for (int i = 2; i >= 0; --i) {
            if (p->theme->glow[i] > 0.0) {
                stroke(p, p->theme->glow[0] > 0.0 ? glow_px[i] : 5.0, ink, p->theme->glow[i]);
            }
        }
    }
    stroke(p, 1.75, ink, 1.0);
    cairo_new_path(p->cr);
    cairo_restore(p->cr);
}
