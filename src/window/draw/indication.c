// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/indication.h"

#include "base/pi.h"
#include "window/draw/gesture_parts.h"

#include <stdio.h>

/// Half of a mark's size, the distance between two marks, and that from a control [px].
static const double half_px = 3.0, apart_px = 9.0, beside_px = 7.0;

/// Least contrast with the ground, as that of edges of controls.
static const double least_contrast = 3.0;

bool jw_indication_any(const JwWindowIndication *indication) {
    return indication->mapped || indication->automation != JW_AUTOMATION_NONE;
}

/// Parameter whose marks stand at an element; -1: none. One of several elements of a parameter has
/// them.
static int param_of(const JwElement *e) {
    switch (e->kind) {
    case JW_E_TEMPO_LESS:
    case JW_E_TEMPO_MORE:
    case JW_E_CHOICE:
        return -1;
    case JW_E_CHOICE_NAME: // Beside the values, or beside a slider
        return jw_param_info((JwParamId)e->index)->scale == JW_SCALE_ENUM ? e->index : -1;
    default:
        return jw_slide_param(e);
    }
}

static double colour_part(JwHostColour colour, int shift) {
    return (colour >> shift & 255) / 255.0;
}

/// Sets the host's colour, nearer to that of text where it would not be seen.
static void set_colour(JwPainter *p, JwHostColour colour) {
    const JwColour text = p->theme->ink[JW_INK_TEXT], ground = p->theme->ink[JW_INK_GROUND];
    JwColour c = colour >> 24 == 0 ? text
                                   : (JwColour){colour_part(colour, 16), colour_part(colour, 8),
                                                colour_part(colour, 0)};
    for (int i = 1; i <= 8 && jw_colour_contrast(c, ground) < least_contrast; ++i) {
        c.r += (text.r - c.r) * i / 8.0;
        c.g += (text.g - c.g) * i / 8.0;
        c.b += (text.b - c.b) * i / 8.0;
    }
    p->canvas->ink(p->canvas, c.r, c.g, c.b, 1.0);
}

static void path_square(JwCanvas *c, double x, double y) {
    c->begin(c);
    c->rectangle(c, x - half_px + 0.5, y - half_px + 0.5, 2.0 * half_px - 1.0, 2.0 * half_px - 1.0);
}

static void path_disc(JwCanvas *c, double x, double y, double radius) {
    c->begin(c);
    c->arc(c, x, y, radius, 0.0, 2.0 * JW_PI, false);
}

static void path_triangle(JwCanvas *c, double x, double y) {
    c->begin(c);
    c->move(c, x - 0.7 * half_px, y - half_px);
    c->line(c, x + half_px, y);
    c->line(c, x - 0.7 * half_px, y + half_px);
    c->close(c);
}

static void draw_automation(JwPainter *p, const JwWindowIndication *indication, double x,
                            double y) {
    JwCanvas *c = p->canvas;
    set_colour(p, indication->automation_colour);
    c->width(c, 1.0);
    switch (indication->automation) {
    case JW_AUTOMATION_PRESENT:
        path_disc(c, x, y, half_px - 0.5);
        c->stroke(c);
        break;
    case JW_AUTOMATION_PLAYING:
        path_triangle(c, x, y);
        c->fill(c);
        break;
    case JW_AUTOMATION_RECORDING:
        path_disc(c, x, y, half_px);
        c->fill(c);
        break;
    case JW_AUTOMATION_OVERRIDING:
        path_triangle(c, x, y);
        c->stroke(c);
        break;
    case JW_AUTOMATION_NONE:
        break;
    }
}

/// Place of an element's marks from left to right: where nothing else is drawn.
static double marks_x(const JwElement *e) {
    switch (e->kind) {
    case JW_E_HANDLE:
    case JW_E_PLUCK_HANDLE:
        return e->at.x - beside_px;
    case JW_E_FACT:
    case JW_E_CHOICE_NAME:
    case JW_E_TEMPO:
        return jw_rect_right(e->at) - half_px;
    default:
        return jw_rect_right(e->at) + beside_px;
    }
}

void jw_indication_draw(JwPainter *p, const JwElement *e) {
    const int id = param_of(e);
    if (id < 0 || !jw_indication_any(&p->model->indication[id])) {
        return;
    }
    const JwWindowIndication *indication = &p->model->indication[id];
    const bool both = indication->mapped && indication->automation != JW_AUTOMATION_NONE;
    const double y = e->at.y + 0.5 * e->at.h, dy = both ? 0.5 * apart_px : 0.0;
    const double x = marks_x(e);
    if (indication->mapped) {
        set_colour(p, indication->mapped_colour);
        path_square(p->canvas, x, y - dy);
        p->canvas->fill(p->canvas);
    }
    draw_automation(p, indication, x, y + dy);
}

void jw_indication_words(const JwWindowIndication *indication, char line[JW_WINDOW_TEXT]) {
    static const char *const automation[] = {
        [JW_AUTOMATION_NONE] = "",
        [JW_AUTOMATION_PRESENT] = "has automation",
        [JW_AUTOMATION_PLAYING] = "automation plays",
        [JW_AUTOMATION_RECORDING] = "automation is recorded",
        [JW_AUTOMATION_OVERRIDING] = "overrides automation",
    };
    const char *mapped = !indication->mapped ? "" : *indication->text ? indication->text : "mapped";
    const char *moves = automation[indication->automation];
    snprintf(line, JW_WINDOW_TEXT, "%.*s%s%s", JW_WINDOW_NAME, mapped,
             *mapped && *moves ? ", " : "", moves);
}
