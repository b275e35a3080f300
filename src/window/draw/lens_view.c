// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/pages.h"

#include "window/draw/curve.h"
#include "window/draw/lens_places.h"

#include <math.h>
#include <stdio.h>

static const double least_force_n = 0.005;

/********* Drawing *********/

/// Adds the visible part of a profile to the path; points nearer than 4 px are skipped.
static void trace_profile(JwPainter *p, const double *x_m, const double *h_m, int n) {
    const JwStringMap *map = &p->layout->lens;
    double last = -HUGE_VAL;
    for (int i = 0; i < n; ++i) {
        const double x = jw_lens_x(map, x_m[i]);
        const bool beyond = x_m[i] > p->layout->lens_end_m;
        if (x - last >= 4.0 || beyond || i == n - 1) {
            p->canvas->line(p->canvas, x, jw_lens_y(map, h_m[i]));
            last = x;
        }
        if (beyond) {
            break;
        }
    }
}

static void draw_solid(JwPainter *p, JwRect at) {
    JwCanvas *c = p->canvas;
    const JwWindowBridge *b = &p->model->bridge;
    const double bottom = jw_rect_bottom(at);
    const double left = jw_lens_x(&p->layout->lens, b->x_m[0]);
    const double end_m = fmin(jw_lens_profile_end_m(b), 1.2 * p->layout->lens_end_m);
    const double right = jw_lens_x(&p->layout->lens, end_m);
    c->begin(c);
    c->move(c, left, bottom);
    trace_profile(p, b->x_m, b->now_m, b->n);
    c->line(c, right, bottom);
    c->close(c);
    jw_paint_ink(p, JW_INK_SOLID, 1.0);
    c->fill(c);
    c->begin(c);
    trace_profile(p, b->x_m, b->now_m, b->n);
    jw_paint_ink(p, JW_INK_SOLID_EDGE, 1.0);
    c->width(c, 1.0);
    c->stroke(c);
}

/// Frets, each a post with a round top.
static void draw_posts(JwPainter *p, JwRect at) {
    JwCanvas *c = p->canvas;
    const JwWindowBridge *b = &p->model->bridge;
    const double bottom = jw_rect_bottom(at);
    for (int i = 0; i < b->n; ++i) {
        const double x = jw_lens_x(&p->layout->lens, b->x_m[i]);
        const double y = jw_lens_y(&p->layout->lens, b->now_m[i]);
        if (x < at.x - JW_LENS_POST_PX || x > jw_rect_right(at) + JW_LENS_POST_PX || y > bottom ||
            b->x_m[i] > p->model->hero.length_m) {
            continue;
        }
        c->begin(c);
        c->move(c, x - JW_LENS_POST_PX, bottom);
        c->line(c, x - JW_LENS_POST_PX, y + 14.0);
        c->curve(c, x - 0.5 * JW_LENS_POST_PX, y - 4.6, x + 0.5 * JW_LENS_POST_PX, y - 4.6,
                 x + JW_LENS_POST_PX, y + 14.0);
        c->line(c, x + JW_LENS_POST_PX, bottom);
        c->close(c);
        jw_paint_ink(p, JW_INK_SOLID, 1.0);
        c->fill(c);
        c->begin(c);
        c->move(c, x - JW_LENS_POST_PX, y + 14.0);
        c->curve(c, x - 0.5 * JW_LENS_POST_PX, y - 4.6, x + 0.5 * JW_LENS_POST_PX, y - 4.6,
                 x + JW_LENS_POST_PX, y + 14.0);
        jw_paint_ink(p, JW_INK_SOLID_EDGE, 1.0);
        c->width(c, 1.0);
        c->stroke(c);
    }
}

static void draw_built(JwPainter *p, JwRect at) {
    JwCanvas *c = p->canvas;
    const JwWindowBridge *b = &p->model->bridge;
    const double dash[] = {4.0, 3.0};
    c->save(c);
    c->begin(c);
    trace_profile(p, b->x_m, b->built_m, b->n);
    jw_paint_ink(p, JW_INK_SOLID_EDGE, 1.0);
    c->width(c, 1.0);
    c->dash(c, dash, 2);
    c->stroke(c);
    c->restore(c);
    if (p->layout->compact || p->layout->tiny) {
        return;
    }
    // Next to its lower part, away from the present bridge
    const double x_m =
        b->x_m[0] +
        0.8 * (fmin(jw_lens_profile_end_m(b), 0.87 * p->layout->lens_end_m) - b->x_m[0]);
    const double built_m = jw_window_profile_m(b->x_m, b->built_m, b->n, x_m);
    const double y = jw_lens_y(&p->layout->lens, built_m);
    const double x = jw_lens_x(&p->layout->lens, x_m);
    const bool above = built_m > jw_lens_now_m(b, x_m);
    const double apart = fabs(built_m - jw_lens_now_m(b, x_m)) * p->layout->lens.px_up;
    const JwRect box = above        ? jw_rect(x, y - 24.0, 60.0, 16.0)
                       : apart > 40 ? jw_rect(x + 4.0, y - 14.0, 60.0, 16.0)
                                    : jw_rect(x - 66.0, y + 4.0, 60.0, 16.0);
    if (jw_rect_bottom(box) < jw_rect_bottom(at) - 26.0 && box.y > at.y + 40.0) {
        jw_paint_text(p, box, JW_TYPE_SMALL, above || apart > 40 ? JW_LEFT : JW_RIGHT,
                      JW_INK_TEXT_2, "as built");
    }
}

/// Force of a full-length bar: 1, 2 or 5 times a power of ten.
static double full_force_n(const JwWindowBridge *b) {
    double most = 0.05;
    for (int i = 0; i < b->n_contacts; ++i) {
        most = fmax(most, b->held_n[i]);
    }
    const double ten = pow(10.0, floor(log10(most)));
    return most <= ten         ? ten
           : most <= 2.0 * ten ? 2.0 * ten
           : most <= 5.0 * ten ? 5.0 * ten
                               : 10.0 * ten;
}

static void draw_bar(JwPainter *p, double x, double y, double held_px, double px, JwInk ink) {
    const JwRect bar = jw_rect(jw_paint_snap(p, x - 4.0), y, 8.0, px);
    if (held_px > px + 1.0) {
        jw_paint_round_alpha(p, jw_rect(bar.x, y, 8.0, held_px), 1.0, ink, 0.28);
        jw_paint_rect(p, jw_rect(bar.x, y + held_px - 1.5, 8.0, 1.5), ink);
    }
    if (px > 0.5) {
        jw_paint_round(p, bar, fmin(2.0, 0.5 * px), ink);
    }
}

/// Pixels per newton: so that all bars stay above the row of numbers.
static double force_scale(const JwPainter *p, JwRect at) {
    const JwWindowBridge *b = &p->model->bridge;
    double px_n = 0.38 * at.h / full_force_n(b);
    for (int i = 0; i < b->n_contacts; ++i) {
        const double y = jw_lens_y(&p->layout->lens, jw_lens_now_m(b, b->contact_m[i])) + 5.0;
        const double room = jw_rect_bottom(at) - 28.0 - y;
        if (room > 4.0 && b->contact_m[i] <= p->layout->lens_end_m &&
            b->contact_m[i] >= p->layout->lens_start_m) {
            px_n = fmin(px_n, room / fmax(b->held_n[i], 1e-9));
        }
    }
    return px_n;
}

static void draw_forces(JwPainter *p, JwRect at) {
    const JwWindowBridge *b = &p->model->bridge;
    const JwStringMap *map = &p->layout->lens;
    const JwInk ink = jw_theme_role(jw_window_role(p->model));
    const double px_n = force_scale(p, at);
    for (int i = 0; i < b->n_contacts; ++i) {
        if (b->contact_m[i] > p->layout->lens_end_m || b->contact_m[i] < p->layout->lens_start_m) {
            continue;
        }
        const double x = jw_lens_x(map, b->contact_m[i]);
        const double y = jw_lens_y(map, jw_lens_now_m(b, b->contact_m[i])) + 5.0;
        if (p->model->sounds && b->held_n[i] > 0.0) {
            if (y < jw_rect_bottom(at) - 32.0) {
                draw_bar(p, x, y, px_n * b->held_n[i], px_n * b->force_n[i], ink);
            }
        } else if (b->n_contacts <= 64 && b->contact_m[i] <= jw_lens_profile_end_m(b)) {
            jw_paint_disc(p, x, y - 5.0, 2.0, JW_INK_SOLID_EDGE);
        }
    }
}

/// True if an edge of the bridge, as it is or as built, or the pen's line passes through a place.
static bool has_edge(const JwPainter *p, JwRect at) {
    const JwWindowBridge *b = &p->model->bridge;
    const JwStringMap *map = &p->layout->lens;
    bool passes = jw_lens_pen_works(p->model);
    for (double x = at.x; x <= jw_rect_right(at) && !passes && b->n > 0; x += 4.0) {
        const double x_m = (x - map->x0) / map->px_m;
        const double now = jw_lens_y(map, jw_lens_now_m(b, x_m));
        const double built = jw_lens_y(map, jw_window_profile_m(b->x_m, b->built_m, b->n, x_m));
        passes = (now > at.y - 4.0 && now < jw_rect_bottom(at) + 4.0) ||
                 (built > at.y - 4.0 && built < jw_rect_bottom(at) + 4.0);
    }
    return passes;
}

/// Forces [N] in a row at the bottom; where neighbours overlap, only the larger one.
static void draw_newtons(JwPainter *p, JwRect at) {
    const JwWindowBridge *b = &p->model->bridge;
    const double y = jw_rect_bottom(at) - 24.0;
    const double right = jw_rect_right(at) - 12.0;
    double total = 0.0;
    char text[JW_WORDS], line[JW_WORDS];
    for (int i = 0; i < b->n_contacts; ++i) {
        total += b->force_n[i];
    }
    snprintf(line, sizeof line, "%.40s N",
             jw_words_number(total, total < 9.995 ? 2 : 1, false, text));
    const double sum = 40.0 + jw_text_width(p->canvas, JW_TYPE_SMALL_BOLD, line);
    const JwRect room = jw_rect(right - sum, y, sum + 4.0, 16.0);
    if (has_edge(p, room)) {
        jw_paint_round_alpha(p, room, 2.0, JW_INK_LENS, 0.85);
    }
    const double wide = jw_paint_text(p, jw_rect(right - 90.0, y, 90.0, 16.0), JW_TYPE_SMALL_BOLD,
                                      JW_RIGHT, JW_INK_TEXT, line);
    const double name = jw_paint_text(p, jw_rect(right - wide - 64.0, y, 60.0, 16.0), JW_TYPE_SMALL,
                                      JW_RIGHT, JW_INK_TEXT_2, "total");
    const double least = 30.0; // Distance of the numbers
    const double end = right - wide - name - 20.0;
    double last = -HUGE_VAL;
    for (int i = 0; i < b->n_contacts; ++i) {
        const double x = jw_lens_x(&p->layout->lens, b->contact_m[i]);
        bool beaten =
            b->force_n[i] < least_force_n || x - last < least || x + 14.0 > end || x - 14.0 < at.x;
        for (int k = i + 1; k < b->n_contacts && !beaten; ++k) {
            const double next = jw_lens_x(&p->layout->lens, b->contact_m[k]);
            beaten = next - x < least && next + 14.0 <= end && b->force_n[k] > b->force_n[i];
            if (next - x >= least) {
                break;
            }
        }
        if (!beaten) {
            jw_paint_text(
                p, jw_rect(x - 15.0, y, 30.0, 16.0), JW_TYPE_SMALL, JW_CENTRE, JW_INK_TEXT,
                jw_words_number(b->force_n[i], b->force_n[i] < 9.995 ? 2 : 1, false, text));
            last = x;
        }
    }
}

/********* Handles *********/

/// Both lines of a handle's label.
typedef struct {
    const char *name[2];
    char value[2][JW_WORDS];
} Label;

static Label label_of(const JwWindowModel *m, JwHandle handle) {
    const JwWindowBridge *b = &m->bridge;
    Label label = {{"", ""}, {"", ""}};
    char number[JW_WORDS];
    switch (handle) {
    case JW_HANDLE_CURVATURE:
        label.name[0] = "Jawari";
        label.name[1] = "Radius";
        jw_words_value(JW_P_JAWARI, jw_words_jawari(m->param), label.value[0]);
        snprintf(label.value[1], JW_WORDS, "%.40s m",
                 jw_words_number(b->radius_m, b->radius_m < 0.995 ? 2 : 1, false, number));
        break;
    case JW_HANDLE_HEIGHT:
        label.name[0] = "Height";
        label.name[1] = "At apex";
        jw_words_value(JW_P_BRIDGE_HEIGHT, m->param[JW_P_BRIDGE_HEIGHT], label.value[0]);
        snprintf(label.value[1], JW_WORDS, "%.40s mm",
                 jw_words_number(1e3 * jw_lens_now_m(b, b->apex_m), 2, true, number));
        break;
    case JW_HANDLE_APEX:
        label.name[0] = "Apex";
        label.name[1] = "Height";
        snprintf(label.value[0], JW_WORDS, "%.40s mm",
                 jw_words_number(1e3 * b->apex_m, 1, false, number));
        snprintf(label.value[1], JW_WORDS, "%.40s mm",
                 jw_words_number(1e3 * jw_lens_now_m(b, b->apex_m), 2, true, number));
        break;
    default:
        label.name[0] = "Thread at";
        label.name[1] = "Strength";
        snprintf(label.value[0], JW_WORDS, "%.40s mm",
                 jw_words_number(1e3 * b->thread_m, 1, false, number));
        jw_words_value(JW_P_THREAD, m->param[JW_P_THREAD], label.value[1]);
        break;
    }
    return label;
}

static void draw_label(JwPainter *p, JwRect lens, const JwElement *e) {
    const Label label = label_of(p->model, (JwHandle)e->index);
    const double x = e->at.x + 5.0;
    const double y = e->at.y + 5.0;
    const double left = fmin(fmax(x - 72.0, lens.x + 8.0), jw_rect_right(lens) - 152.0);
    const double above = y - 60.0;
    // Must not cover the buttons or the hero's heading
    const JwElement *button = jw_layout_find(p->layout, JW_E_PEN_BUTTON, JW_PEN_DRAW);
    const bool covers = button && above < jw_rect_bottom(button->at) && left + 144.0 > button->at.x;
    const double top = above < lens.y - 40.0 || covers ? y + 20.0 : above;
    const JwRect box = jw_rect(left, top, 144.0, 40.0);
    jw_paint_round(p, box, 4.0, JW_INK_RAISED);
    jw_paint_outline(p, box, 4.0, JW_INK_EDGE, 1.0);
    for (int i = 0; i < 2; ++i) {
        const JwRect line = jw_rect(left + 12.0, top + 5.0 + 15.0 * i, 120.0, 15.0);
        const double w = jw_paint_text(p, line, i == 0 ? JW_TYPE_SMALL_BOLD : JW_TYPE_SMALL,
                                       JW_RIGHT, JW_INK_TEXT, label.value[i]);
        jw_paint_text(p, jw_rect(line.x, line.y, line.w - w - 4.0, line.h), JW_TYPE_SMALL, JW_LEFT,
                      JW_INK_TEXT_2, label.name[i]);
    }
}

static void draw_arrow(JwPainter *p, double x, double y, JwInk ink) {
    JwCanvas *c = p->canvas;
    const double reach = 12.0;
    x = jw_paint_snap(p, x) + 0.5 / p->scale;
    jw_paint_ink(p, ink, 1.0);
    c->begin(c);
    c->move(c, x, y - reach);
    c->line(c, x, y + reach);
    for (int sign = -1; sign <= 1; sign += 2) {
        c->move(c, x - 5.0, y + sign * (reach - 5.0));
        c->line(c, x, y + sign * reach);
        c->line(c, x + 5.0, y + sign * (reach - 5.0));
    }
    c->width(c, 1.25);
    c->stroke(c);
}

static void draw_thread(JwPainter *p, JwRect lens, double x, double y, bool near) {
    JwCanvas *c = p->canvas;
    const double half = near ? 7.0 : 5.5;
    jw_paint_down(p, x, y, jw_rect_bottom(lens), JW_INK_TEXT_2);
    c->begin(c);
    c->move(c, x, y - half);
    c->line(c, x + half, y);
    c->line(c, x, y + half);
    c->line(c, x - half, y);
    c->close(c);
    jw_paint_ink(p, JW_INK_TEXT, 1.0);
    c->fill(c);
    if (!p->layout->compact && x - 60.0 > lens.x) {
        const double w = jw_text_width(p->canvas, JW_TYPE_SMALL, "thread");
        const JwRect box = jw_rect(x - 10.0 - w, y + 12.0, w, 16.0);
        jw_paint_round_alpha(p, jw_rect(box.x - 3.0, box.y, w + 6.0, box.h), 2.0, JW_INK_LENS, 0.9);
        jw_paint_text(p, box, JW_TYPE_SMALL, JW_RIGHT, JW_INK_TEXT_2, "thread");
    }
}

static void draw_handle(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    const bool near = s.hover || s.pressed || s.focus;
    const double x = e->at.x + 5.0;
    const double y = e->at.y + 5.0;
    const JwElement *lens = jw_layout_find(p->layout, JW_E_LENS, 0);
    if (e->index == JW_HANDLE_HEIGHT) {
        draw_arrow(p, x, y, near ? JW_INK_TEXT : JW_INK_TEXT_2);
    } else if (e->index == JW_HANDLE_THREAD) {
        draw_thread(p, lens->at, x, y, near);
    } else {
        jw_paint_ring(p, x, y, near ? 7.0 : 5.5, 1.5, JW_INK_TEXT,
                      s.pressed ? JW_INK_SOLID : JW_INK_GROUND);
        if (near) {
            jw_paint_disc(p, x, y, 2.5, JW_INK_TEXT);
        }
    }
    if (near) {
        draw_label(p, lens->at, e);
    }
}

/********* Pen *********/

static void draw_pen_line(JwPainter *p) {
    JwCanvas *c = p->canvas;
    const JwPenProfile *now = &p->model->pen.now;
    c->begin(c);
    for (int i = 0; i < now->n; ++i) {
        c->line(c, jw_lens_x(&p->layout->lens, (double)now->x_m[i]),
                jw_lens_y(&p->layout->lens, (double)now->h_m[i] + p->model->bridge.lift_m));
    }
    jw_paint_ink(p, JW_INK_TEXT, 1.0);
    c->width(c, 1.0);
    c->stroke(c);
}

static void draw_pen_point(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    const bool near = s.hover || s.pressed || p->model->hand.pen_point == e->index;
    const double x = e->at.x + 4.0;
    const double y = e->at.y + 4.0;
    jw_paint_ring(p, x, y, near ? 5.5 : 4.0, 1.5, JW_INK_TEXT, near ? JW_INK_SOLID : JW_INK_GROUND);
    if (!near) {
        return;
    }
    char x_mm[JW_WORDS], h_mm[JW_WORDS], text[2 * JW_WORDS + 16];
    const JwPenProfile *now = &p->model->pen.now;
    const JwElement *lens = jw_layout_find(p->layout, JW_E_LENS, 0);
    snprintf(text, sizeof text, "%s, %s mm",
             jw_words_number(1e3 * (double)now->x_m[e->index], 1, false, x_mm),
             jw_words_number(1e3 * (double)now->h_m[e->index], 3, true, h_mm));
    const double w = jw_text_width(p->canvas, JW_TYPE_SMALL, text) + 16.0;
    const double left =
        fmin(fmax(x - 0.5 * w, lens->at.x + 4.0), jw_rect_right(lens->at) - w - 4.0);
    const double top = y - 36.0 < lens->at.y ? y + 14.0 : y - 36.0;
    const JwRect box = jw_rect(left, top, w, 22.0);
    jw_paint_round(p, box, 4.0, JW_INK_RAISED);
    jw_paint_outline(p, box, 4.0, JW_INK_EDGE, 1.0);
    jw_paint_text(p, box, JW_TYPE_SMALL, JW_CENTRE, JW_INK_TEXT, text);
}

static void draw_pen_button(JwPainter *p, const JwElement *e) {
    static const char *const name[] = {"Draw", "Undo", "As built"};
    const bool done = e->index == JW_PEN_DRAW && p->model->hand.pen_open;
    jw_paint_round(p, e->at, 4.0, JW_INK_LENS);
    jw_paint_button(p, e, JW_TYPE_SMALL, done ? "Done" : name[e->index]);
}

/********* The lens *********/

/// Name of a place of an obstacle along the string.
static const char *name_place(const JwWindowModel *m, double x_m, char text[JW_WORDS]) {
    const JwWindowHero *hero = &m->hero;
    char number[JW_WORDS];
    int fret = -1;
    for (int i = 1; i < hero->n_frets && m->bridge.posts; ++i) {
        const double far = fabs(hero->fret_m[i] - x_m);
        fret = far < 14e-3 && (fret < 0 || far < fabs(hero->fret_m[fret] - x_m)) ? i : fret;
    }
    if (fret > 0) {
        snprintf(text, JW_WORDS, "Fret %d", fret);
    } else {
        snprintf(text, JW_WORDS, "%.40s mm from the bridge",
                 jw_words_number(1e3 * x_m, 0, false, number));
    }
    return text;
}

/// Which place of an obstacle along the string is shown, and why.
static void draw_place(JwPainter *p, JwRect at) {
    const JwWindowBridge *b = &p->model->bridge;
    char text[JW_WORDS];
    const bool buzzes = b->lens_to_m > 0.0;
    name_place(p->model, buzzes ? b->lens_to_m : jw_lens_nearest_m(p->model), text);
    const double name = jw_text_width(p->canvas, JW_TYPE_BODY_BOLD, text);
    const char *why = buzzes ? "buzzes most" : "is nearest to the string";
    const double w = name + 8.0 + jw_text_width(p->canvas, JW_TYPE_BODY, why);
    jw_paint_round_alpha(p, jw_rect(at.x + 8.0, at.y + 14.0, w + 8.0, 20.0), 2.0, JW_INK_LENS,
                         0.85);
    jw_paint_text(p, jw_rect(at.x + 12.0, at.y + 14.0, name + 1.0, 20.0), JW_TYPE_BODY_BOLD,
                  JW_LEFT, JW_INK_TEXT, text);
    jw_paint_text(p, jw_rect(at.x + 20.0 + name, at.y + 14.0, w, 20.0), JW_TYPE_BODY, JW_LEFT,
                  JW_INK_TEXT_2, why);
}

static void draw_caption(JwPainter *p, JwRect at) {
    const JwElement *undo = jw_layout_find(p->layout, JW_E_PEN_BUTTON, JW_PEN_BUILT);
    const JwElement *draw = jw_layout_find(p->layout, JW_E_PEN_BUTTON, JW_PEN_DRAW);
    const JwElement *first = undo ? undo : draw;
    if (p->layout->compact || p->layout->tiny) {
        return;
    }
    char text[JW_WORDS];
    const double times = p->layout->lens.px_up / p->layout->lens.px_m;
    if (jw_lens_pen_works(p->model)) {
        snprintf(text, sizeof text, "Click adds a point, double click takes it away");
    } else {
        snprintf(text, sizeof text, "%.0f of %.0f mm, height %.0f\xC3\x97",
                 1e3 * (p->layout->lens_end_m - p->layout->lens_start_m),
                 1e3 * p->model->hero.open_m, times);
    }
    const double right = first ? first->at.x - 12.0 : jw_rect_right(at) - 12.0;
    const double w = fmin(jw_text_width(p->canvas, JW_TYPE_SMALL, text), right - at.x - 16.0);
    jw_paint_round_alpha(p, jw_rect(right - w - 4.0, at.y + 16.0, w + 8.0, 16.0), 2.0, JW_INK_LENS,
                         0.85);
    jw_paint_text(p, jw_rect(right - w, at.y + 16.0, w, 16.0), JW_TYPE_SMALL, JW_RIGHT,
                  JW_INK_TEXT_2, text);
}

static void draw_lens(JwPainter *p, const JwElement *e) {
    JwCanvas *c = p->canvas;
    const JwWindowModel *m = p->model;
    const JwRect at = e->at;
    c->save(c);
    c->begin(c);
    c->rectangle(c, at.x, at.y, at.w, at.h);
    c->clip(c);
    // The hero's tab has drawn the first pixel of this surface
    jw_paint_rect(p, jw_rect(at.x, at.y + 1.0, at.w, at.h - 1.0), JW_INK_LENS);
    if (m->bridge.n > 0) {
        (m->bridge.posts ? draw_posts : draw_solid)(p, at);
        if (m->bridge.changed && !m->bridge.posts) {
            draw_built(p, at);
        }
    }
    jw_curve_draw(p, &p->layout->lens, p->layout->lens_start_m, p->layout->lens_end_m, at);
    draw_forces(p, at);
    if (jw_lens_pen_works(m)) {
        draw_pen_line(p);
    }
    c->restore(c);
    if (m->sounds && !p->layout->compact && !p->layout->tiny) {
        draw_newtons(p, at);
    }
    draw_caption(p, at);
    if (m->bridge.along && m->bridge.n > 0 && !p->layout->compact && !p->layout->tiny) {
        draw_place(p, at);
    }
}

void jw_lens_draw(JwPainter *p, const JwElement *e) {
    switch (e->kind) {
    case JW_E_LENS:
        draw_lens(p, e);
        break;
    case JW_E_HANDLE:
        draw_handle(p, e);
        break;
    case JW_E_PEN_POINT:
        draw_pen_point(p, e);
        break;
    case JW_E_PEN_BUTTON:
        draw_pen_button(p, e);
        break;
    default:
        break;
    }
}
