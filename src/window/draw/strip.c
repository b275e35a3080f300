// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strip of the player's window: companion and clock.

#include "window/draw/strip.h"

#include "base/talas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double track_h = 24.0;
static const double least_db = -40.0, most_db = 12.0; ///< Ends of the level's slider
static const double most_cents = 50.0;
static const double vibhag_gap_px = 8.0;

/********* Presets *********/

bool jw_strip_plays_alone(const JwWindowPreset *preset) {
    for (int i = 0; i < preset->n_changes; ++i) {
        if (preset->change[i].id == JW_P_DRONE && preset->change[i].value > 0.5) {
            return true;
        }
    }
    return false;
}

int jw_strip_n_presets(const JwWindowModel *m) {
    int n = 0;
    for (int i = 0; i < m->n_presets; ++i) {
        n += jw_strip_plays_alone(&m->presets[i]);
    }
    return n;
}

int jw_strip_preset(const JwWindowModel *m, int line) {
    for (int i = 0; i < m->n_presets; ++i) {
        if (jw_strip_plays_alone(&m->presets[i]) && line-- == 0) {
            return i;
        }
    }
    return -1;
}

/********* Values *********/

bool jw_strip_slides(const JwElement *e) {
    return e->kind == JW_E_WITH_LEVEL || e->kind == JW_E_WITH_CENTS;
}

double jw_strip_value(const JwWindowModel *m, JwElementKind kind) {
    return kind == JW_E_WITH_LEVEL ? m->with.level_db : m->with.cents;
}

double jw_strip_after(JwElementKind kind, double from, double px) {
    return kind == JW_E_WITH_LEVEL ? fmin(fmax(from + 0.25 * px, least_db), most_db)
                                   : fmin(fmax(from + px, -most_cents), most_cents);
}

JwWindowActionKind jw_strip_action(JwElementKind kind) {
    return kind == JW_E_WITH_LEVEL ? JW_DO_WITH_LEVEL : JW_DO_WITH_CENTS;
}

/********* Places *********/

static void place_with(JwLayout *l, int n_with, JwRect at) {
    const double right = jw_rect_right(at) - 12.0, second = at.y + 40.0;
    const double which = n_with > 1 ? 56.0 : 0.0;
    jw_layout_add_still(l, JW_E_WITH, 0, at);
    const struct {
        JwElementKind kind;
        int index;
        double x, y, w;
    } parts[] = {{JW_E_WITH_PLAY, 0, 12.0, 8.0, 24.0},
                 {JW_E_WITH_NAME, 0, 44.0, 8.0, at.w - 196.0 - which},
                 {JW_E_WITH_LESS, 0, 188.0, 40.0, 24.0},
                 {JW_E_WITH_MORE, 0, 214.0, 40.0, 24.0},
                 {JW_E_WITH_LEVEL, 0, 252.0, 40.0, fmin(at.w - 360.0, 160.0)}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        jw_layout_add(l, parts[i].kind, parts[i].index,
                      jw_rect(at.x + parts[i].x, at.y + parts[i].y, parts[i].w, track_h));
    }
    for (int i = 0; i < n_with && which > 0.0; ++i) {
        jw_layout_add(l, JW_E_WITH_SHOWN, i,
                      jw_rect(right - 192.0 + 24.0 * i, at.y + 8.0, 24.0, track_h));
    }
    for (int i = 0; i < 3; ++i) {
        jw_layout_add(l, JW_E_WITH_FIRST, i + 1,
                      jw_rect(right - 132.0 + 44.0 * i, at.y + 8.0, 44.0, track_h));
    }
    jw_layout_add(l, JW_E_WITH_CENTS, 0, jw_rect(right - 88.0, second, 88.0, track_h));
    jw_layout_add_still(l, JW_E_WITH_ROUND, 0, jw_rect(at.x + 12.0, second, 96.0, track_h));
    jw_layout_add_still(l, JW_E_WITH_TEMPO, 0, jw_rect(at.x + 120.0, second, 64.0, track_h));
}

static void place_clock(JwLayout *l, JwRect at) {
    static const struct {
        JwElementKind kind;
        double x, w;
    } parts[] = {{JW_E_CLOCK_PLAY, 12.0, 24.0},
                 {JW_E_CLOCK_TALA, 44.0, 108.0},
                 {JW_E_CLOCK_LESS, 340.0, 24.0},
                 {JW_E_CLOCK_MORE, 366.0, 24.0},
                 {JW_E_CLOCK_TAP, 400.0, 44.0}};
    jw_layout_add_still(l, JW_E_CLOCK, 0, at);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        const double x = parts[i].x + (parts[i].x > 200.0 ? at.w - 456.0 : 0.0);
        jw_layout_add(l, parts[i].kind, 0, jw_rect(at.x + x, at.y + 8.0, parts[i].w, track_h));
    }
    const double number = at.x + 160.0, tempo = jw_rect_right(at) - 192.0;
    jw_layout_add_still(l, JW_E_CLOCK_BEAT, 0,
                        jw_rect(number, at.y + 6.0, tempo - number - 4.0, 28.0));
    jw_layout_add_still(l, JW_E_CLOCK_TEMPO, 0, jw_rect(tempo, at.y + 8.0, 72.0, track_h));
    jw_layout_add_still(l, JW_E_CLOCK_CYCLE, 0,
                        jw_rect(at.x + 12.0, at.y + 38.0, at.w - 24.0, at.h - 42.0));
}

bool jw_strip_fits(const JwLayout *l, const JwWindowModel *m) {
    return !(m->lacks & JW_LACKS_WITH) && !l->narrow && l->height >= 560.0;
}

void jw_strip_place(JwLayout *l, const JwWindowModel *m, JwRect at) {
    const double w = floor(0.5 * (at.w - 16.0));
    place_with(l, m->n_with, jw_rect(at.x, at.y, w, at.h));
    place_clock(l, jw_rect(at.x + w + 16.0, at.y, w, at.h));
}

void jw_strip_place_buttons(JwLayout *l, JwRect at) {
    const double y = jw_rect_bottom(at) - 32.0;
    JwElement *with = jw_layout_add(l, JW_E_WITH_BUTTON, 0, jw_rect(at.x + 8.0, y, 76.0, track_h));
    JwElement *clock =
        jw_layout_add(l, JW_E_CLOCK_BUTTON, 0, jw_rect(at.x + 92.0, y, 56.0, track_h));
    if (with && clock) {
        with->floats = clock->floats = true;
    }
}

/********* Parts *********/

/// Start or stop: two bars while it plays, three dots while it gets ready.
static void draw_start(JwPainter *p, const JwElement *e, bool on, bool ready, JwInk ink) {
    JwCanvas *c = p->canvas;
    const JwElementState s = jw_paint_state(p, e);
    const double x = e->at.x + 0.5 * e->at.w, y = e->at.y + 0.5 * e->at.h;
    if (on && ready) {
        jw_paint_round(p, e->at, 4.0, ink);
        jw_paint_rect(p, jw_rect(x - 5.0, y - 5.5, 3.5, 11.0), JW_INK_ON_ROLE);
        jw_paint_rect(p, jw_rect(x + 1.5, y - 5.5, 3.5, 11.0), JW_INK_ON_ROLE);
        return;
    }
    jw_paint_outline(p, e->at, 4.0,
                     on                     ? ink
                     : s.hover || s.pressed ? JW_INK_TEXT
                                            : JW_INK_EDGE,
                     on ? 1.5 : 1.0);
    if (on) {
        for (int i = -1; i <= 1; ++i) {
            jw_paint_disc(p, x + 5.0 * i, y, 1.5, JW_INK_TEXT);
        }
        return;
    }
    c->begin(c);
    c->move(c, x - 3.5, y - 5.5);
    c->line(c, x + 6.0, y);
    c->line(c, x - 3.5, y + 5.5);
    c->close(c);
    jw_paint_ink(p, JW_INK_TEXT, 1.0);
    c->fill(c);
}

static void draw_sign(JwPainter *p, const JwElement *e, bool more) {
    const double x = e->at.x + 0.5 * e->at.w, y = e->at.y + 0.5 * e->at.h;
    jw_paint_button(p, e, JW_TYPE_BODY, "");
    const JwInk ink = jw_paint_state(p, e).pressed ? JW_INK_ON_ROLE : JW_INK_TEXT;
    jw_paint_rect(p, jw_rect(x - 4.0, y - 0.5, 8.0, 1.0), ink);
    if (more) {
        jw_paint_rect(p, jw_rect(x - 0.5, y - 4.0, 1.0, 8.0), ink);
    }
}

static void draw_tempo(JwPainter *p, JwRect at, double bpm) {
    char text[JW_WORDS];
    jw_words_number(bpm, bpm == round(bpm) ? 0 : 1, false, text);
    const double used = jw_paint_text(p, at, JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_2, "Tempo") + 6.0;
    jw_paint_text(p, jw_rect(at.x + used, at.y, at.w - used, at.h), JW_TYPE_BODY_BOLD, JW_LEFT,
                  JW_INK_TEXT, text);
}

/// Name in bold, details, and the arrow of a menu.
static void draw_name(JwPainter *p, const JwElement *e, const char *name, const char *more) {
    const JwElementState s = jw_paint_state(p, e);
    const bool open = p->model->hand.menu.kind == (int)e->kind;
    if (s.hover || s.pressed || open) {
        jw_paint_round(p, jw_rect(e->at.x - 4.0, e->at.y, e->at.w + 4.0, e->at.h), 4.0,
                       JW_INK_RAISED);
    }
    const double room = e->at.w - 20.0;
    double x = jw_paint_text(p, jw_rect(e->at.x, e->at.y, room, e->at.h), JW_TYPE_BODY_BOLD,
                             JW_LEFT, JW_INK_TEXT, name);
    if (*more) {
        x += 8.0;
        x += jw_paint_text(p, jw_rect(e->at.x + x, e->at.y, room - x, e->at.h), JW_TYPE_BODY,
                           JW_LEFT, JW_INK_TEXT_2, more);
    }
    jw_paint_chevron(p, e->at.x + x + 12.0, e->at.y + 0.5 * e->at.h, 2,
                     s.hover || open ? JW_INK_TEXT : JW_INK_TEXT_2);
}

/********* Companion *********/

/// Number of a companion, with a dot if it is switched on.
static void draw_shown(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    const bool shown = p->model->with_shown == e->index;
    const char text[] = {(char)('1' + e->index), 0};
    if (shown) {
        jw_paint_outline(p, jw_rect_inset(e->at, 1.0), 4.0, JW_INK_TEXT, 1.5);
    } else if (s.hover || s.pressed) {
        jw_paint_round(p, jw_rect_inset(e->at, 2.0), 3.0, JW_INK_RAISED);
    }
    jw_paint_text(p, e->at, shown ? JW_TYPE_BODY_BOLD : JW_TYPE_BODY, JW_CENTRE,
                  shown || s.hover ? JW_INK_TEXT : JW_INK_TEXT_2, text);
    if (p->model->with_on[e->index]) {
        jw_paint_disc(p, jw_rect_right(e->at) - 4.5, e->at.y + 4.5, 2.5, JW_INK_DRONE);
    }
}

static bool plays_now(const JwWindowModel *m) {
    return m->with.on && m->with.ready;
}

static void draw_first(JwPainter *p, const JwElement *e) {
    static const char *const name[] = {"", "Pa", "Ma", "Ni"};
    const JwElementState s = jw_paint_state(p, e);
    const bool chosen = p->model->with.first == e->index;
    const JwRect all = jw_rect(e->at.x - 44.0 * (e->index - 1), e->at.y, 132.0, e->at.h);
    if (e->index == 1) {
        jw_paint_outline(p, all, 4.0, JW_INK_EDGE, 1.0);
    }
    if (chosen) {
        jw_paint_outline(p, jw_rect_inset(e->at, 1.0), 4.0, JW_INK_TEXT, 1.5);
    } else if (s.hover || s.pressed) {
        jw_paint_round(p, jw_rect_inset(e->at, 2.0), 3.0, JW_INK_RAISED);
    }
    jw_paint_text(p, e->at, chosen ? JW_TYPE_BODY_BOLD : JW_TYPE_BODY, JW_CENTRE,
                  chosen || s.hover ? JW_INK_TEXT : JW_INK_TEXT_2, name[e->index]);
}

/// The round: a disc for each stroke, full once it has sounded; the bar is the hand.
static void draw_round(JwPainter *p, const JwElement *e) {
    const JwWindowRound *round = &p->model->with.round;
    const double x0 = e->at.x + 6.0, wide = e->at.w - 12.0, y = e->at.y + 0.5 * e->at.h;
    const double now = plays_now(p->model) ? round->now : 0.0;
    jw_paint_rect(p, e->at, JW_INK_PANE);
    jw_paint_level(p, jw_rect(x0, y - 1.0, wide, 2.0), now, JW_INK_DRONE);
    for (int i = 0; i < round->n_strokes; ++i) {
        const JwWindowStroke *stroke = &round->stroke[i];
        const double x = x0 + stroke->at * wide;
        const double radius = i + 1 == round->n_strokes ? 6.0 : 5.0;
        if (plays_now(p->model) && stroke->at <= now) {
            jw_paint_disc(p, x, y, radius, JW_INK_DRONE);
        } else {
            jw_paint_ring(p, x, y, radius, 1.5, JW_INK_DRONE, JW_INK_PANE);
        }
    }
}

static void draw_level(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    const bool level = e->kind == JW_E_WITH_LEVEL;
    const double value = jw_strip_value(p->model, e->kind);
    const double low = level ? least_db : -most_cents, high = level ? most_db : most_cents;
    const double place = fmin(fmax((value - low) / (high - low), 0.0), 1.0);
    const double name = jw_paint_text(p, jw_rect(e->at.x, e->at.y, 34.0, e->at.h), JW_TYPE_SMALL,
                                      JW_LEFT, JW_INK_TEXT_2, level ? "Level" : "Fine");
    char text[JW_WORDS];
    const double number = level ? 0.0 : 24.0;
    const JwRect track =
        jw_rect(e->at.x + name + 8.0, e->at.y, fmax(e->at.w - name - 8.0 - number, 1.0), e->at.h);
    jw_paint_slider(p, track, level ? 0.0 : 0.5, place, level ? -low / (high - low) : 0.5,
                    s.hover || s.pressed ? 6.0 : 5.0, JW_INK_TEXT);
    if (!level) {
        jw_paint_text(p, jw_rect(jw_rect_right(e->at) - 22.0, e->at.y, 22.0, e->at.h),
                      JW_TYPE_SMALL_BOLD, JW_RIGHT, JW_INK_TEXT,
                      jw_words_number(value, 0, true, text));
    }
}

/********* Clock *********/

static void draw_beat(JwPainter *p, const JwElement *e) {
    const JwWindowClock *clock = &p->model->clock;
    const JwTala *tala = jw_tala_info(clock->tala);
    char number[JW_WORDS], text[JW_WORDS];
    double x = e->at.x;
    jw_paint_rect(p, e->at, JW_INK_PANE);
    if (!clock->on || clock->beat <= 0) {
        snprintf(text, sizeof text, "%d matras", tala ? tala->matras : 0);
        jw_paint_text(p, e->at, JW_TYPE_BODY, JW_LEFT, JW_INK_TEXT_2, tala ? text : "");
        return;
    }
    snprintf(number, sizeof number, "%d", clock->beat);
    x +=
        fmax(jw_paint_text(p, e->at, JW_TYPE_LARGE_BOLD, JW_LEFT, JW_INK_TEXT, number), 12.0) + 6.0;
    if (!tala) {
        return;
    }
    snprintf(text, sizeof text, "of %d", tala->matras);
    x += jw_paint_text(p, jw_rect(x, e->at.y, jw_rect_right(e->at) - x, e->at.h), JW_TYPE_BODY,
                       JW_LEFT, JW_INK_TEXT_2, text) +
         8.0;
    const unsigned bits = jw_tala_beat(clock->tala, clock->beat);
    jw_paint_text(p, jw_rect(x, e->at.y, jw_rect_right(e->at) - x, e->at.h),
                  bits & JW_BEAT_SAM ? JW_TYPE_BODY_BOLD : JW_TYPE_BODY, JW_LEFT,
                  bits & JW_BEAT_SAM ? JW_INK_TEXT : JW_INK_TEXT_2,
                  bits & JW_BEAT_SAM     ? "sam"
                  : bits & JW_BEAT_KHALI ? "khali"
                  : bits & JW_BEAT_TALI  ? "tali"
                                         : "");
}

/// Sign of a part of a tala, from its marks ("X 2 0 3").
static const char *mark_of(const JwTala *tala, int part, char text[JW_WORDS]) {
    const char *at = tala->marks;
    for (int i = 0; i < part && *at; ++i) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    const size_t n = strcspn(at, " ");
    snprintf(text, JW_WORDS, "%.*s", n < 8 ? (int)n : 8, at);
    return strcmp(text, "X") != 0 ? text : "\xC3\x97";
}

/// Row of the matras: parts of the tala apart, signs over them; done, now and to come.
static void draw_cycle(JwPainter *p, const JwElement *e) {
    const JwWindowClock *clock = &p->model->clock;
    const JwTala *tala = jw_tala_info(clock->tala);
    jw_paint_rect(p, e->at, JW_INK_PANE);
    if (!tala) {
        jw_paint_text(p, e->at, JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_3, "Beats without a cycle");
        return;
    }
    int n_parts = 0;
    for (int i = 1; i <= tala->matras; ++i) {
        n_parts += (jw_tala_beat(clock->tala, i) & JW_BEAT_VIBHAG) || i == 1;
    }
    const double step = (e->at.w - vibhag_gap_px * (n_parts - 1)) / tala->matras;
    double x = e->at.x;
    int part = -1;
    for (int i = 1; i <= tala->matras; ++i, x += step) {
        const bool first = (jw_tala_beat(clock->tala, i) & JW_BEAT_VIBHAG) || i == 1;
        const bool now = clock->on && clock->beat == i, done = clock->on && i < clock->beat;
        const double high = now && i == 1 ? 8.0 : 4.0;
        char text[JW_WORDS];
        if (first) {
            x += ++part > 0 ? vibhag_gap_px : 0.0;
        }
        jw_paint_round(p, jw_rect(x, e->at.y + 22.0 - high, fmax(step - 3.0, 2.0), high), 2.0,
                       now    ? JW_INK_TEXT
                       : done ? JW_INK_TEXT_2
                              : JW_INK_TRACK);
        if (first) {
            jw_paint_text(p, jw_rect(x, e->at.y, fmax(step - 3.0, 14.0), 14.0),
                          now ? JW_TYPE_SMALL_BOLD : JW_TYPE_SMALL, JW_CENTRE, JW_INK_TEXT,
                          mark_of(tala, part, text));
        } else if (step >= 10.0) {
            jw_paint_disc(p, x + 0.5 * (step - 3.0), e->at.y + 7.0, 1.0, JW_INK_TEXT_2);
        }
        char bol[JW_TALA_BOL];
        if (step >= 30.0 && e->at.h >= 40.0 && jw_tala_bol(clock->tala, i, bol)) {
            jw_paint_text(p, jw_rect(x - 2.0, e->at.y + 25.0, step + 1.0, 14.0),
                          now ? JW_TYPE_SMALL_BOLD : JW_TYPE_SMALL, JW_CENTRE,
                          now ? JW_INK_TEXT : JW_INK_TEXT_2, bol);
        }
    }
}

/// Button of a closed strip, filled while it plays.
static void draw_button(JwPainter *p, const JwElement *e) {
    const bool with = e->kind == JW_E_WITH_BUTTON;
    const bool on = with ? plays_now(p->model) : p->model->clock.on;
    const char *name = with ? "Tanpura" : "Clock";
    if (!on) {
        jw_paint_round(p, e->at, 4.0, JW_INK_PANE);
        jw_paint_button(p, e, JW_TYPE_BODY, name);
        return;
    }
    jw_paint_round(p, e->at, 4.0, with ? JW_INK_DRONE : JW_INK_TEXT);
    jw_paint_text(p, e->at, JW_TYPE_BODY_BOLD, JW_CENTRE, JW_INK_ON_ROLE, name);
}

/********* The whole *********/

static void draw_with(JwPainter *p, const JwElement *e) {
    const JwWindowWith *with = &p->model->with;
    switch (e->kind) {
    case JW_E_WITH_PLAY:
        draw_start(p, e, with->on, with->ready, JW_INK_DRONE);
        break;
    case JW_E_WITH_NAME:
        draw_name(p, e, with->name, with->on && !with->ready ? "gets ready" : "");
        break;
    case JW_E_WITH_SHOWN:
        draw_shown(p, e);
        break;
    case JW_E_WITH_FIRST:
        draw_first(p, e);
        break;
    case JW_E_WITH_ROUND:
        draw_round(p, e);
        break;
    case JW_E_WITH_TEMPO:
        draw_tempo(p, e->at, with->tempo);
        break;
    case JW_E_WITH_LESS:
    case JW_E_WITH_MORE:
        draw_sign(p, e, e->kind == JW_E_WITH_MORE);
        break;
    case JW_E_WITH_LEVEL:
    case JW_E_WITH_CENTS:
        draw_level(p, e);
        break;
    default:
        break;
    }
}

void jw_strip_draw(JwPainter *p, const JwElement *e) {
    const JwWindowClock *clock = &p->model->clock;
    const JwTala *tala = jw_tala_info(clock->tala);
    switch (e->kind) {
    case JW_E_WITH:
    case JW_E_CLOCK:
        jw_paint_round(p, e->at, 2.0, JW_INK_PANE);
        break;
    case JW_E_CLOCK_PLAY:
        draw_start(p, e, clock->on, true, JW_INK_TEXT);
        break;
    case JW_E_CLOCK_TALA:
        draw_name(p, e, tala ? tala->name : "Clock", "");
        break;
    case JW_E_CLOCK_BEAT:
        draw_beat(p, e);
        break;
    case JW_E_CLOCK_TEMPO:
        draw_tempo(p, e->at, clock->bpm);
        break;
    case JW_E_CLOCK_LESS:
    case JW_E_CLOCK_MORE:
        draw_sign(p, e, e->kind == JW_E_CLOCK_MORE);
        break;
    case JW_E_CLOCK_TAP:
        jw_paint_button(p, e, JW_TYPE_BODY, "Tap");
        break;
    case JW_E_CLOCK_CYCLE:
        draw_cycle(p, e);
        break;
    case JW_E_WITH_BUTTON:
    case JW_E_CLOCK_BUTTON:
        draw_button(p, e);
        break;
    default:
        draw_with(p, e);
        break;
    }
}
