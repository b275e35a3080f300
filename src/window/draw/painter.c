// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/painter.h"

#include "base/pi.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Height of Inter's capitals, and of a line above and below the base line, relative to the size.
static const double capital_em = 0.727;
static const double above_em = 0.80;
static const double below_em = 0.22;

JwElementState jw_paint_state(const JwPainter *p, const JwElement *element) {
    const JwWindowHand *hand = &p->model->hand;
    const int kind = (int)element->kind;
    return (JwElementState){
        .hover = hand->hover.kind == kind && hand->hover.index == element->index,
        .pressed = hand->pressed.kind == kind && hand->pressed.index == element->index,
        .focus =
            hand->focus_seen && hand->focus.kind == kind && hand->focus.index == element->index,
        .disabled = element->disabled,
    };
}

void jw_paint_ink(JwPainter *p, JwInk ink, double alpha) {
    const JwColour c = p->theme->ink[ink];
    p->canvas->ink(p->canvas, c.r, c.g, c.b, alpha);
}

double jw_paint_snap(const JwPainter *p, double place) {
    return round(place * p->scale) / p->scale;
}

static JwRect snapped(const JwPainter *p, JwRect r) {
    const double x = jw_paint_snap(p, r.x);
    const double y = jw_paint_snap(p, r.y);
    return jw_rect(x, y, jw_paint_snap(p, r.x + r.w) - x, jw_paint_snap(p, r.y + r.h) - y);
}

void jw_paint_rect(JwPainter *p, JwRect r, JwInk ink) {
    JwCanvas *c = p->canvas;
    r = snapped(p, r);
    jw_paint_ink(p, ink, 1.0);
    c->begin(c);
    c->rectangle(c, r.x, r.y, r.w, r.h);
    c->fill(c);
}

static void round_path(JwCanvas *c, JwRect r, double radius) {
    radius = fmax(fmin(radius, 0.5 * fmin(r.w, r.h)), 0.0);
    const double right = r.x + r.w;
    const double bottom = r.y + r.h;
    c->begin(c);
    c->arc(c, right - radius, r.y + radius, radius, -0.5 * JW_PI, 0.0, false);
    c->arc(c, right - radius, bottom - radius, radius, 0.0, 0.5 * JW_PI, false);
    c->arc(c, r.x + radius, bottom - radius, radius, 0.5 * JW_PI, JW_PI, false);
    c->arc(c, r.x + radius, r.y + radius, radius, JW_PI, 1.5 * JW_PI, false);
    c->close(c);
}

void jw_paint_round_alpha(JwPainter *p, JwRect r, double radius, JwInk ink, double alpha) {
    if (r.w <= 0.0 || r.h <= 0.0) {
        return;
    }
    round_path(p->canvas, snapped(p, r), radius);
    jw_paint_ink(p, ink, alpha);
    p->canvas->fill(p->canvas);
}

void jw_paint_round(JwPainter *p, JwRect r, double radius, JwInk ink) {
    jw_paint_round_alpha(p, r, radius, ink, 1.0);
}

void jw_paint_outline(JwPainter *p, JwRect r, double radius, JwInk ink, double width) {
    JwCanvas *c = p->canvas;
    const double w = fmax(round(width * p->scale), 1.0) / p->scale;
    const JwRect in = jw_rect_inset(snapped(p, r), 0.5 * w);
    if (in.w <= 0.0 || in.h <= 0.0) {
        return;
    }
    round_path(p->canvas, in, radius - 0.5 * w);
    jw_paint_ink(p, ink, 1.0);
    c->width(c, w);
    c->stroke(c);
}

void jw_paint_across(JwPainter *p, double x0, double x1, double y, JwInk ink) {
    jw_paint_rect(p, jw_rect(x0, jw_paint_snap(p, y), x1 - x0, 1.0 / p->scale), ink);
}

void jw_paint_down(JwPainter *p, double x, double y0, double y1, JwInk ink) {
    jw_paint_rect(p, jw_rect(jw_paint_snap(p, x), y0, 1.0 / p->scale, y1 - y0), ink);
}

/********* Texts *********/

static void record(JwPainter *p, JwRect box, JwRect at, JwType type, JwInk ink, const char *text,
                   bool elided) {
    if (p->log && p->log->n < JW_TEXT_RECORDS) {
        JwTextRecord *r = &p->log->record[p->log->n++];
        *r = (JwTextRecord){.box = box, .at = at, .ink = ink, .type = type, .elided = elided};
        snprintf(r->text, sizeof r->text, "%s", text);
    }
}

double jw_paint_text(JwPainter *p, JwRect box, JwType type, JwAlign align, JwInk ink,
                     const char *text) {
    if (!text[0]) {
        return 0.0;
    }
    double width;
    // Do not shorten a text that only rounding makes wider than its own measure
    const size_t n = jw_text_fit(p->canvas, type, text, box.w + 1e-6, &width);
    const bool elided = text[n] != 0;
    if (width <= 0.0) { // No room even for "..."
        record(p, box, jw_rect(box.x, box.y, 0.0, 0.0), type, ink, text, true);
        return 0.0;
    }
    const double px = jw_type_px(type);
    const double room = box.w - width;
    const double x = box.x + (align == JW_LEFT ? 0.0 : align == JW_RIGHT ? room : 0.5 * room);
    const double base = jw_paint_snap(p, box.y + 0.5 * (box.h + capital_em * px));
    record(p, box, jw_rect(x, base - above_em * px, width, (above_em + below_em) * px), type, ink,
           text, elided);
    if (!p->mute) {
        jw_paint_ink(p, ink, 1.0);
        jw_text_draw(p->canvas, type, jw_paint_snap(p, x), base, text, n, elided);
    }
    return width;
}

int jw_paint_paragraph(JwPainter *p, JwRect box, JwType type, JwInk ink, const char *text) {
    const double line_px = 16.0;
    const int n_lines = (int)(box.h / line_px);
    int line = 0;
    for (; line < n_lines && *text; ++line) {
        const JwRect at = jw_rect(box.x, box.y + line_px * line, box.w, line_px);
        char part[JW_WINDOW_TEXT];
        size_t n = strlen(text);
        size_t best = 0;
        for (size_t i = 1; i <= n && i < sizeof part; ++i) {
            if (text[i] == ' ' || text[i] == 0) {
                memcpy(part, text, i);
                part[i] = 0;
                if (jw_text_width(p->canvas, type, part) > box.w) {
                    break;
                }
                best = i;
            }
        }
        if (best == 0 || line + 1 == n_lines) { // The rest, shortened if necessary
            jw_paint_text(p, at, type, JW_LEFT, ink, text);
            return line + 1;
        }
        memcpy(part, text, best);
        part[best] = 0;
        jw_paint_text(p, at, type, JW_LEFT, ink, part);
        text += best + (text[best] == ' ');
    }
    return line;
}

/********* Marks *********/

void jw_paint_disc(JwPainter *p, double x, double y, double radius, JwInk ink) {
    JwCanvas *c = p->canvas;
    c->begin(c);
    c->arc(c, x, y, radius, 0.0, 2.0 * JW_PI, false);
    jw_paint_ink(p, ink, 1.0);
    c->fill(c);
}

void jw_paint_ring(JwPainter *p, double x, double y, double radius, double width, JwInk ink,
                   JwInk ground) {
    JwCanvas *c = p->canvas;
    jw_paint_disc(p, x, y, radius, ground);
    c->begin(c);
    c->arc(c, x, y, radius - 0.5 * width, 0.0, 2.0 * JW_PI, false);
    jw_paint_ink(p, ink, 1.0);
    c->width(c, width);
    c->stroke(c);
}

void jw_paint_mark(JwPainter *p, JwWindowRole role, double x, double y, double size) {
    JwCanvas *c = p->canvas;
    const double half = 0.5 * size;
    jw_paint_ink(p, jw_theme_role(role), 1.0);
    c->begin(c);
    if (role == JW_WINDOW_MELODY) {
        c->arc(c, x, y, half, 0.0, 2.0 * JW_PI, false);
    } else if (role == JW_WINDOW_DRONE) {
        const double side = 0.86 * size;
        const double left = jw_paint_snap(p, x - 0.5 * side);
        const double top = jw_paint_snap(p, y - 0.5 * side);
        c->rectangle(c, left, top, side, side);
    } else {
        c->move(c, x, y - half);
        c->line(c, x + 1.05 * half, y + 0.95 * half);
        c->line(c, x - 1.05 * half, y + 0.95 * half);
        c->close(c);
    }
    c->fill(c);
}

void jw_paint_chevron(JwPainter *p, double x, double y, int to, JwInk ink) {
    JwCanvas *c = p->canvas;
    const double wide = 4.0;
    const double deep = 2.0;
    jw_paint_ink(p, ink, 1.0);
    c->begin(c);
    if (to == 2) {
        c->move(c, x - wide, y - deep);
        c->line(c, x, y + deep);
        c->line(c, x + wide, y - deep);
    } else {
        c->move(c, x - to * deep, y - wide);
        c->line(c, x + to * deep, y);
        c->line(c, x - to * deep, y + wide);
    }
    c->width(c, 1.5);
    c->cap(c, true);
    c->join(c, true);
    c->stroke(c);
}

/********* Widgets *********/

void jw_paint_level(JwPainter *p, JwRect r, double level, JwInk ink) {
    jw_paint_round(p, r, 0.5 * r.h, JW_INK_TRACK);
    if (level > 0.0) {
        const double w = fmax(fmin(level, 1.0) * r.w, r.h);
        jw_paint_round(p, jw_rect(r.x, r.y, fmin(w, r.w), r.h), 0.5 * r.h, ink);
    }
}

void jw_paint_slider(JwPainter *p, JwRect r, double origin, double place, double tick, double knob,
                     JwInk ink) {
    const double y = jw_paint_snap(p, r.y + 0.5 * r.h) + 0.5 / p->scale;
    const double thick = knob > 4.0 ? 3.0 : 2.0;
    const double from = r.x + origin * r.w;
    const double to = r.x + place * r.w;
    jw_paint_round(p, jw_rect(r.x, y - 0.5 * thick, r.w, thick), 0.5 * thick, JW_INK_TRACK);
    jw_paint_round(p, jw_rect(fmin(from, to), y - 0.5 * thick, fabs(to - from), thick), 0.5 * thick,
                   ink);
    if (tick >= 0.0) {
        jw_paint_down(p, r.x + tick * r.w, y - 4.0, y + 5.0, JW_INK_EDGE);
    }
    jw_paint_disc(p, to, y, knob, ink);
}

void jw_paint_toggle(JwPainter *p, JwRect r, bool on, JwElementState state) {
    const JwInk edge = state.disabled ? JW_INK_TEXT_3 : state.hover ? JW_INK_TEXT : JW_INK_EDGE;
    const double y = r.y + 0.5 * r.h;
    if (on) {
        jw_paint_round(p, r, 0.5 * r.h, JW_INK_TEXT);
        jw_paint_disc(p, jw_rect_right(r) - 0.5 * r.h, y, 0.5 * r.h - 2.5, JW_INK_ON_ROLE);
    } else {
        jw_paint_outline(p, r, 0.5 * r.h, edge, 1.0);
        jw_paint_disc(p, r.x + 0.5 * r.h, y, 0.5 * r.h - 2.5, edge);
    }
}

void jw_paint_button(JwPainter *p, const JwElement *element, JwType type, const char *label) {
    const JwElementState s = jw_paint_state(p, element);
    if (s.pressed || s.hover) {
        jw_paint_round(p, element->at, 4.0, s.pressed ? JW_INK_TEXT : JW_INK_RAISED);
    }
    if (!s.pressed) {
        jw_paint_outline(p, element->at, 4.0,
                         s.disabled ? JW_INK_HAIR
                         : s.hover  ? JW_INK_TEXT
                                    : JW_INK_EDGE,
                         1.0);
    }
    const JwInk ink = s.disabled ? JW_INK_TEXT_3 : s.pressed ? JW_INK_ON_ROLE : JW_INK_TEXT;
    JwRect in = element->at;
    in.x += 4.0;
    in.w -= 8.0;
    jw_paint_text(p, in, type, JW_CENTRE, ink, label);
}

void jw_paint_row(JwPainter *p, JwRect r, bool chosen, JwElementState state) {
    if (chosen || state.pressed) {
        jw_paint_round(p, r, 4.0, JW_INK_RAISED);
    }
    if (state.hover || state.pressed) {
        jw_paint_outline(p, r, 4.0, state.pressed ? JW_INK_EDGE : JW_INK_HAIR, 1.0);
    }
}

/// True for rows: their neighbours leave no room for an outer ring.
static bool is_row(const JwElement *e) {
    return e->kind == JW_E_PARAM || e->kind == JW_E_STRING || e->kind == JW_E_TUNE_ROW ||
           e->kind == JW_E_DRONE_STRING || e->kind == JW_E_FAMILY || e->kind == JW_E_PRESET;
}

void jw_paint_focus(JwPainter *p, const JwElement *element) {
    if (!jw_paint_state(p, element).focus) {
        return;
    }
    if (is_row(element)) {
        jw_paint_outline(p, element->hit, 4.0, JW_INK_TEXT, 2.0);
    } else {
        jw_paint_outline(p, jw_rect_inset(element->at, -4.0), 6.0, JW_INK_TEXT, 2.0);
    }
}
