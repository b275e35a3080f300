// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/lens_places.h"

#include "window/draw/curve.h"
#include "window/draw/pages.h"

#include <math.h>

/// Part of the lens that is above the resting string.
static const double rest_part = 0.33;

static const double along_m = 72e-3;     ///< Length under the lens of an obstacle along the string
static const double along_drop_m = 4e-3; ///< Obstacles farther from the string are not in view

double jw_lens_profile_end_m(const JwWindowBridge *b) {
    return b->n > 0 ? b->x_m[b->n - 1] : 0.0;
}

/// Drop of the built bridge within the shown part.
static double drop_m(const JwWindowBridge *b, double end_m) {
    double least = 0.0;
    for (int i = 0; i < b->n && b->x_m[i] <= end_m; ++i) {
        least = fmin(least, b->built_m[i]);
    }
    return fmax(-least, 1e-6);
}

/// Drop of the built bridge at which the lens ends: strings do not swing further down.
static const double shown_drop_m = 80e-6;

/// Position up to which strings touch the bridge: its end, or where it has dropped far enough.
static double touched_m(const JwWindowBridge *b) {
    double top_m = -HUGE_VAL;
    for (int i = 0; i < b->n; ++i) {
        top_m = fmax(top_m, b->built_m[i]);
        if (b->built_m[i] < top_m - shown_drop_m) {
            return b->x_m[i];
        }
    }
    return jw_lens_profile_end_m(b);
}

/// Magnified part of the string: the touched part of the bridge and a seventh more, in steps of 2
/// mm.
static double lens_end_m(const JwWindowModel *m) {
    const double open_m = m->hero.open_m > 0.0 ? m->hero.open_m : 1.0;
    double end_m = fmax(touched_m(&m->bridge), m->bridge.has_thread ? m->bridge.thread_m : 0.0);
    end_m = end_m > 0.0 ? 2e-3 * ceil(1.15 * end_m / 2e-3 - 1e-9) : 0.030;
    const double part = fmin(fmax(m->hand.lens_part, 0.05), 8.0);
    return fmin(fmin(end_m, 0.080) * part, open_m);
}

double jw_lens_nearest_m(const JwWindowModel *m) {
    const JwWindowBridge *b = &m->bridge;
    int best = -1;
    for (int i = 0; i < b->n; ++i) {
        const bool free = b->x_m[i] < m->hero.length_m - 1e-3;
        best = free && (best < 0 || b->now_m[i] > b->now_m[best]) ? i : best;
    }
    return best >= 0 ? b->x_m[best] : 0.5 * m->hero.open_m;
}

/// The lens over an obstacle along the string: a part of it around a place, on a scale that shows
/// string and obstacle.
static JwStringMap map_along(JwLayout *l, const JwWindowModel *m, JwRect at) {
    const JwWindowBridge *b = &m->bridge;
    const double open_m = m->hero.open_m > 0.0 ? m->hero.open_m : 1.0;
    const double wide_m = fmin(along_m * fmin(fmax(m->hand.lens_part, 0.05), 8.0), open_m);
    const double centre_m = b->lens_m > 0.0 ? b->lens_m : jw_lens_nearest_m(m);
    l->lens_start_m = fmin(fmax(centre_m - 0.5 * wide_m, 0.0), open_m - wide_m);
    l->lens_end_m = l->lens_start_m + wide_m;
    double high_m = -along_drop_m;
    for (int i = 0; i < b->n; ++i) {
        const bool in = fabs(b->x_m[i] - centre_m) < 0.25 * wide_m;
        high_m = in ? fmax(high_m, b->now_m[i]) : high_m;
    }
    JwStringMap map = {.px_m = at.w / wide_m};
    map.x0 = at.x - l->lens_start_m * map.px_m;
    map.y0 = round(at.y + 0.4 * at.h) + 0.5;
    const double room_m = fmax(fmax(-high_m, 0.4 * m->hero.reach_m), 0.05e-3);
    map.px_up = fmin(0.38 * at.h / room_m, 40.0 * map.px_m);
    return map;
}

static JwStringMap map_of(JwLayout *l, const JwWindowModel *m, JwRect at) {
    if (m->bridge.along) {
        return map_along(l, m, at);
    }
    JwStringMap map;
    l->lens_end_m = lens_end_m(m);
    const double lead_m = fmin(1.2e-3, 0.04 * l->lens_end_m);
    map.px_m = at.w / (l->lens_end_m + lead_m);
    map.x0 = at.x + lead_m * map.px_m;
    map.y0 = round(at.y + rest_part * at.h) + 0.5;
    // The built bridge spans a fixed part of the room below, so that the scale does not jump while
    // the bridge is changed
    const double times =
        0.85 * (1.0 - rest_part) * at.h / drop_m(&m->bridge, l->lens_end_m) / map.px_m;
    // Without a bridge only the string is shown
    map.px_up = (m->bridge.n > 0 ? fmin(fmax(times, 10.0), 400.0) : 20.0) * map.px_m;
    return map;
}

double jw_lens_x(const JwStringMap *map, double x_m) {
    return map->x0 + x_m * map->px_m;
}

double jw_lens_y(const JwStringMap *map, double h_m) {
    return map->y0 - h_m * map->px_up;
}

double jw_lens_now_m(const JwWindowBridge *b, double x_m) {
    const double h_m = jw_window_profile_m(b->x_m, b->now_m, b->n, x_m);
    return isfinite(h_m) ? h_m : 0.0;
}

static void add_handle(JwLayout *l, JwRect at, JwHandle handle, double x, double y) {
    x = fmin(fmax(x, at.x + 8.0), jw_rect_right(at) - 8.0);
    y = fmin(fmax(y, at.y + 8.0), jw_rect_bottom(at) - 8.0);
    JwElement *e =
        jw_layout_add(l, JW_E_HANDLE, (int)handle, jw_rect(x - 5.0, y - 5.0, 10.0, 10.0));
    if (e) {
        e->hit = jw_rect(x - 12.0, y - 12.0, 24.0, 24.0);
        e->floats = true;
    }
}

/// Place of the handle at the bridge's end: as far out as the curve is in view.
static double handle_m(const JwLayout *l, const JwWindowBridge *b, JwRect at) {
    const double apex_m = fmax(b->apex_m, b->x_m[0]);
    double end_m = fmin(jw_lens_profile_end_m(b), 0.87 * l->lens_end_m);
    const double step_m = fmax(end_m - apex_m, 0.0) / 64.0;
    for (int i = 0;
         i < 60 && jw_lens_y(&l->lens, jw_lens_now_m(b, end_m)) > jw_rect_bottom(at) - 12.0; ++i) {
        end_m -= step_m;
    }
    return end_m;
}

static void place_handles(JwLayout *l, const JwWindowModel *m, JwRect at) {
    const JwWindowBridge *b = &m->bridge;
    if (b->n > 0 && b->movable) {
        const double start = jw_lens_x(&l->lens, b->x_m[0]);
        add_handle(l, at, JW_HANDLE_HEIGHT, fmax(start - 14.0, at.x + 12.0), at.y + 0.55 * at.h);
        if (b->radius_m > 0.0) {
            const double apex_m = fmin(fmax(b->apex_m, b->x_m[0]), jw_lens_profile_end_m(b));
            const double end_m = handle_m(l, b, at);
            add_handle(l, at, JW_HANDLE_CURVATURE, jw_lens_x(&l->lens, end_m),
                       jw_lens_y(&l->lens, jw_lens_now_m(b, end_m)));
            add_handle(l, at, JW_HANDLE_APEX, jw_lens_x(&l->lens, apex_m),
                       jw_lens_y(&l->lens, jw_lens_now_m(b, apex_m)));
        }
    }
    if (b->has_thread) {
        add_handle(l, at, JW_HANDLE_THREAD, jw_lens_x(&l->lens, b->thread_m), l->lens.y0);
    }
}

bool jw_lens_pen_works(const JwWindowModel *m) {
    return m->hand.pen_open && m->bridge.movable;
}

static void place_pen(JwLayout *l, const JwWindowModel *m, JwRect at) {
    double x = jw_rect_right(at) - 12.0;
    const struct {
        JwPenButton button;
        double width;
    } buttons[] = {{JW_PEN_DRAW, 48.0}, {JW_PEN_UNDO, 48.0}, {JW_PEN_BUILT, 64.0}};
    for (int i = 0; i < (jw_lens_pen_works(m) ? 3 : 1); ++i) {
        x -= buttons[i].width;
        JwElement *e = jw_layout_add(l, JW_E_PEN_BUTTON, (int)buttons[i].button,
                                     jw_rect(x, at.y + 12.0, buttons[i].width, 24.0));
        if (e) {
            e->floats = true;
            e->disabled = buttons[i].button == JW_PEN_UNDO && m->pen.n_undos == 0;
        }
        x -= 8.0;
    }
    for (int i = 0; i < m->pen.now.n && jw_lens_pen_works(m); ++i) {
        const double px = jw_lens_x(&l->lens, (double)m->pen.now.x_m[i]);
        if (px > jw_rect_right(at) - 4.0) {
            break;
        }
        const double h_m = (double)m->pen.now.h_m[i] + m->bridge.lift_m;
        const double py =
            fmin(fmax(jw_lens_y(&l->lens, h_m), at.y + 6.0), jw_rect_bottom(at) - 6.0);
        JwElement *e = jw_layout_add(l, JW_E_PEN_POINT, i, jw_rect(px - 4.0, py - 4.0, 8.0, 8.0));
        if (e) {
            e->hit = jw_rect(px - 8.0, py - 12.0, 16.0, 24.0);
            e->floats = true;
        }
    }
}

void jw_lens_place(JwLayout *l, const JwWindowModel *m, JwRect at) {
    l->lens = map_of(l, m, at);
    jw_layout_add(l, JW_E_LENS, 0, at);
    if (l->tiny) {
        return;
    }
    if (!jw_lens_pen_works(m) && !m->bridge.along) {
        place_handles(l, m, at);
    }
    if (!l->compact && at.h >= 80.0 && m->bridge.n > 1 && m->bridge.movable && !m->bridge.along) {
        place_pen(l, m, at);
    }
}
