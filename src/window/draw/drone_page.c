// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/pages.h"

#include "base/pi.h"
#include "window/draw/menu.h"

#include <math.h>
#include <stdio.h>

/********* Places *********/

/// A row with its name on the left and a choice of named values.
static void place_choice(JwLayout *l, JwParamId id, JwRect row, double name_w) {
    jw_layout_add_still(l, JW_E_CHOICE_NAME, (int)id, jw_rect(row.x, row.y, name_w - 8.0, row.h));
    const int n = jw_param_n_points(id);
    const double w = (row.w - name_w) / n;
    for (int i = 0; i < n; ++i) {
        jw_layout_add(l, JW_E_CHOICE, (int)id * 64 + i,
                      jw_rect(row.x + name_w + w * i, row.y, w, row.h));
    }
}

static double place_head(JwLayout *l, JwRect at) {
    const double play_w = fmin(128.0, 0.34 * at.w);
    jw_layout_add(l, JW_E_PLAYING, 0, jw_rect(at.x, at.y, play_w, 40.0));
    double x = at.x + play_w + 24.0;
    const double y = at.y + 12.0;
    jw_layout_add(l, JW_E_TEMPO, JW_P_DRONE_TEMPO, jw_rect(x, at.y, 72.0, 40.0));
    x += 80.0;
    jw_layout_add(l, JW_E_TEMPO_LESS, 0, jw_rect(x, y, 24.0, 24.0));
    jw_layout_add(l, JW_E_TEMPO_MORE, 0, jw_rect(x + 32.0, y, 24.0, 24.0));
    x += 64.0;
    if (x + 56.0 <= jw_rect_right(at)) {
        jw_layout_add(l, JW_E_TAP, 0, jw_rect(x, y, 56.0, 24.0));
        x += 76.0;
    }
    if (x + 100.0 <= jw_rect_right(at)) {
        jw_layout_add(l, JW_E_HOST_TEMPO, JW_P_DRONE_SYNC, jw_rect(x, y, 108.0, 24.0));
        return at.y + 64.0;
    }
    jw_layout_add(l, JW_E_HOST_TEMPO, JW_P_DRONE_SYNC, jw_rect(at.x, at.y + 48.0, 108.0, 24.0));
    return at.y + 84.0;
}

/// Strings in the round, each once.
static int round_strings(const JwWindowModel *m, int string[JW_WINDOW_STROKES]) {
    int n = 0;
    for (int i = 0; i < m->round.n_strokes; ++i) {
        int k = 0;
        while (k < n && string[k] != m->round.stroke[i].string) {
            ++k;
        }
        if (k == n && m->round.stroke[i].string >= 0 && m->round.stroke[i].string < m->n_strings) {
            string[n++] = m->round.stroke[i].string;
        }
    }
    return n;
}

static void place_controls(JwLayout *l, const JwWindowModel *m, JwRect at) {
    const double bottom = jw_rect_bottom(at);
    double y = place_head(l, at);
    const double name_w = at.w >= 400.0 ? 128.0 : 84.0;
    const double step = fmin(fmax((bottom - y) / 5.0, 28.0), 40.0);
    const JwParamId choice[] = {JW_P_DRONE_FIRST, JW_P_DRONE_PATTERN};
    const JwParamId slider[] = {JW_P_DRONE_STRENGTH, JW_P_DRONE_HUMAN};
    for (int i = 0; i < 2 && y + 24.0 <= bottom; ++i, y += step) {
        place_choice(l, choice[i], jw_rect(at.x, y, at.w, 24.0), name_w);
    }
    for (int i = 0; i < 2 && y + 24.0 <= bottom; ++i, y += step) {
        jw_layout_add_still(l, JW_E_CHOICE_NAME, (int)slider[i],
                            jw_rect(at.x, y, name_w - 8.0, 24.0));
        jw_layout_add(l, JW_E_WIDE_SLIDER, (int)slider[i],
                      jw_rect(at.x + name_w, y, at.w - name_w, 24.0));
    }
    if (y + 24.0 <= bottom) {
        jw_layout_add_still(l, JW_E_CHOICE_NAME, JW_P_DRONE_SEED,
                            jw_rect(at.x, y, name_w - 8.0, 24.0));
        jw_layout_add(l, JW_E_SEED, JW_P_DRONE_SEED, jw_rect(at.x + name_w, y, 96.0, 24.0));
        y += step;
    }
    int string[JW_WINDOW_STROKES];
    const int n = round_strings(m, string);
    if (n > 0 && y + 28.0 + 24.0 <= bottom) {
        jw_layout_add_still(l, JW_E_DRONE_HEADING, 0, jw_rect(at.x, y, at.w, 28.0));
        y += 28.0;
        for (int i = 0; i < n && y + 24.0 <= bottom; ++i, y += 24.0) {
            jw_layout_add(l, JW_E_DRONE_STRING, string[i],
                          jw_rect(at.x - 8.0, y, at.w + 16.0, 24.0));
        }
    }
}

void jw_drone_page_place(JwLayout *l, const JwWindowModel *m, JwCanvas *canvas) {
    (void)canvas;
    const JwRect page = l->page;
    const double sound_h = l->height >= 560.0 ? 112.0 + fmax(l->height - 600.0, 0.0) / 4.0 : 0.0;
    const double h = page.h - (sound_h > 0.0 ? sound_h + 16.0 : 0.0);
    const bool two = page.w >= 720.0;
    if (two) {
        const double w = round(0.448 * page.w);
        jw_layout_add_still(l, JW_E_RING, 0, jw_rect(page.x, page.y, w, h));
        place_controls(l, m, jw_rect(page.x + w + 32.0, page.y, page.w - w - 32.0, h));
    } else {
        place_controls(l, m,
                       page.h >= 560.0 ? jw_rect(page.x, page.y, page.w, 300.0)
                                       : jw_rect(page.x, page.y, page.w, h));
        if (page.h >= 560.0) {
            jw_layout_add_still(l, JW_E_RING, 0,
                                jw_rect(page.x, page.y + 308.0, page.w, h - 308.0));
        }
    }
    if (sound_h > 0.0) {
        jw_layout_add(l, JW_E_SOUND, 0,
                      jw_rect(page.x, jw_rect_bottom(page) - sound_h, page.w, sound_h));
    }
}

/********* Ring *********/

typedef struct {
    double x, y, radius;
} Ring;

static Ring ring_of(JwRect at) {
    const double radius = fmax(fmin(0.5 * at.h - 80.0, 0.5 * at.w - 72.0), 16.0);
    return (Ring){at.x + 0.5 * at.w, at.y + 0.49 * at.h, fmin(radius, 0.4 * at.w)};
}

/// Angle of a position in the round: 0 is at the top, then clockwise.
static double angle_of(double part) {
    return 2.0 * JW_PI * part - 0.5 * JW_PI;
}

static void draw_ticks(JwPainter *p, Ring r, const JwWindowStroke *stroke, double disc) {
    JwCanvas *c = p->canvas;
    for (int i = 0; i < stroke->n_late; ++i) {
        const double angle = angle_of(stroke->at + stroke->late[i]);
        const double from = r.radius + disc + 5.0;
        c->begin(c);
        c->move(c, r.x + from * cos(angle), r.y + from * sin(angle));
        c->line(c, r.x + (from + 8.0) * cos(angle), r.y + (from + 8.0) * sin(angle));
        jw_paint_ink(p, JW_INK_DRONE, 1.0 - 0.13 * i);
        c->width(c, 1.0);
        c->stroke(c);
    }
}

static void draw_stroke(JwPainter *p, Ring r, const JwWindowStroke *stroke) {
    const JwWindowModel *m = p->model;
    const double angle = angle_of(stroke->at);
    const double x = r.x + r.radius * cos(angle);
    const double y = r.y + r.radius * sin(angle);
    const double disc = 6.0 + 9.0 * stroke->strength;
    if (stroke->at <= m->round.now) {
        jw_paint_disc(p, x, y, disc, JW_INK_DRONE);
    } else {
        jw_paint_ring(p, x, y, disc, 1.5, JW_INK_DRONE, JW_INK_PANE);
    }
    draw_ticks(p, r, stroke, disc);
    if (stroke->string < 0 || stroke->string >= m->n_strings || r.radius < 60.0) {
        return;
    }
    char note[JW_WORDS];
    const JwWindowString *s = &m->string[stroke->string];
    const double out = r.radius + disc + 32.0;
    const double tx = r.x + out * cos(angle) * 1.04;
    const double ty = r.y + out * sin(angle);
    jw_paint_text(p, jw_rect(tx - 24.0, ty - 16.0, 48.0, 16.0), JW_TYPE_BODY_BOLD, JW_CENTRE,
                  JW_INK_TEXT, jw_words_sargam(s->key, m->sa_key));
    jw_paint_text(p, jw_rect(tx - 24.0, ty + 1.0, 48.0, 15.0), JW_TYPE_SMALL, JW_CENTRE,
                  JW_INK_TEXT_2, jw_words_note(s->key, note));
}

/// True if the times of the last rounds' strokes are known.
static bool has_late(const JwWindowRound *round) {
    int n = 0;
    for (int i = 0; i < round->n_strokes; ++i) {
        n += round->stroke[i].n_late;
    }
    return n > 0;
}

static void draw_ring(JwPainter *p, const JwElement *e) {
    JwCanvas *c = p->canvas;
    const JwWindowModel *m = p->model;
    const JwWindowRound *round = &m->round;
    const Ring r = ring_of(e->at);
    char text[JW_WORDS];
    jw_paint_round(p, e->at, 2.0, JW_INK_PANE);
    if (e->at.h < 100.0) {
        return;
    }
    c->begin(c);
    c->arc(c, r.x, r.y, r.radius, 0.0, 2.0 * JW_PI, false);
    jw_paint_ink(p, JW_INK_TRACK, 1.0);
    c->width(c, 1.5);
    c->stroke(c);
    const bool plays = m->param[JW_P_DRONE] > 0.5;
    const double now = angle_of(round->now);
    if (plays) {
        c->begin(c);
        c->arc(c, r.x, r.y, r.radius, angle_of(0.0), now, false);
        jw_paint_ink(p, JW_INK_DRONE, 1.0);
        c->width(c, 3.0);
        c->stroke(c);
        c->begin(c);
        c->move(c, r.x + 0.46 * r.radius * cos(now), r.y + 0.46 * r.radius * sin(now));
        c->line(c, r.x + 0.92 * r.radius * cos(now), r.y + 0.92 * r.radius * sin(now));
        jw_paint_ink(p, JW_INK_TEXT, 1.0);
        c->width(c, 1.5);
        c->stroke(c);
    }
    for (int i = 0; i < round->n_strokes; ++i) {
        draw_stroke(p, r, &round->stroke[i]);
    }
    if (round->n_strokes > 0 && r.radius >= 60.0) {
        const int next = round->next >= 0 && round->next < round->n_strokes ? round->next : 0;
        const int s = round->stroke[next].string;
        if (s >= 0 && s < m->n_strings) {
            jw_paint_text(p, jw_rect(r.x - 48.0, r.y - 20.0, 96.0, 28.0), JW_TYPE_LARGE_BOLD,
                          JW_CENTRE, JW_INK_TEXT, jw_words_sargam(m->string[s].key, m->sa_key));
        }
        snprintf(text, sizeof text, "round %d", round->round);
        jw_paint_text(p, jw_rect(r.x - 48.0, r.y + 8.0, 96.0, 16.0), JW_TYPE_SMALL, JW_CENTRE,
                      JW_INK_TEXT_2, text);
    }
    jw_paint_text(p, jw_rect(e->at.x + 16.0, jw_rect_bottom(e->at) - 28.0, e->at.w - 32.0, 16.0),
                  JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_3,
                  has_late(round) ? "Disc: strength. Ticks: when the last rounds struck."
                                  : "Disc: strength");
}

/********* Controls *********/

static void draw_playing(JwPainter *p, const JwElement *e) {
    JwCanvas *c = p->canvas;
    const JwElementState s = jw_paint_state(p, e);
    const bool on = p->model->param[JW_P_DRONE] > 0.5;
    const JwRect at = e->at;
    if (on || s.pressed) {
        jw_paint_round(p, at, 4.0, JW_INK_DRONE);
        if (s.hover) {
            jw_paint_outline(p, jw_rect_inset(at, 2.0), 3.0, JW_INK_ON_ROLE, 1.0);
        }
    } else {
        jw_paint_round(p, at, 4.0, s.hover ? JW_INK_RAISED : JW_INK_GROUND);
        jw_paint_outline(p, at, 4.0, s.hover ? JW_INK_TEXT : JW_INK_EDGE, 1.0);
    }
    const JwInk ink = on || s.pressed ? JW_INK_ON_ROLE : JW_INK_TEXT;
    const double y = at.y + 0.5 * at.h;
    const double x = at.x + 20.0;
    if (on) {
        jw_paint_rect(p, jw_rect(x, y - 7.0, 4.0, 14.0), ink);
        jw_paint_rect(p, jw_rect(x + 8.0, y - 7.0, 4.0, 14.0), ink);
    } else {
        c->begin(c);
        c->move(c, x, y - 7.0);
        c->line(c, x + 12.0, y);
        c->line(c, x, y + 7.0);
        c->close(c);
        jw_paint_ink(p, ink, 1.0);
        c->fill(c);
    }
    jw_paint_text(p, jw_rect(at.x + 44.0, at.y, at.w - 52.0, at.h), JW_TYPE_BODY_BOLD, JW_LEFT, ink,
                  on ? "Playing" : "Play");
}

static void draw_tempo(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    char text[JW_WORDS];
    if (s.hover || s.pressed) {
        jw_paint_round(p, jw_rect(e->at.x - 6.0, e->at.y, e->at.w + 8.0, e->at.h), 4.0,
                       JW_INK_RAISED);
    }
    jw_paint_text(p, jw_rect(e->at.x, e->at.y + 2.0, e->at.w, 15.0), JW_TYPE_SMALL, JW_LEFT,
                  JW_INK_TEXT_2, "Tempo");
    const double w = jw_paint_text(
        p, jw_rect(e->at.x, e->at.y + 16.0, 48.0, 24.0), JW_TYPE_LARGE_BOLD, JW_LEFT, JW_INK_TEXT,
        jw_words_plain(JW_P_DRONE_TEMPO, p->model->param[JW_P_DRONE_TEMPO], text));
    jw_paint_text(p, jw_rect(e->at.x + w + 4.0, e->at.y + 18.0, e->at.w - w - 4.0, 24.0),
                  JW_TYPE_BODY, JW_LEFT, JW_INK_TEXT_2, "bpm");
}

static void draw_host_tempo(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    jw_paint_toggle(p, jw_rect(e->at.x, e->at.y + 6.0, 24.0, 12.0),
                    p->model->param[JW_P_DRONE_SYNC] > 0.5, s);
    jw_paint_text(p, jw_rect(e->at.x + 32.0, e->at.y, e->at.w - 32.0, e->at.h), JW_TYPE_BODY,
                  JW_LEFT, s.hover ? JW_INK_TEXT : JW_INK_TEXT_2, "Host tempo");
}

static const char *choice_name(int id) {
    switch (id) {
    case JW_P_DRONE_FIRST:
        return "First string";
    case JW_P_DRONE_PATTERN:
        return "Pattern";
    case JW_P_DRONE_STRENGTH:
        return "Strength";
    case JW_P_DRONE_HUMAN:
        return "Looseness";
    default:
        return "Seed";
    }
}

static void draw_choice(JwPainter *p, const JwElement *e) {
    const JwParamId id = (JwParamId)(e->index / 64);
    const int i = e->index % 64;
    const int n = jw_param_n_points(id);
    const double value = jw_menu_point(id, i);
    const bool chosen = p->model->param[id] == value;
    const JwElementState s = jw_paint_state(p, e);
    char text[JW_WORDS];
    // The first one also draws the common frame
    if (i == 0) {
        jw_paint_outline(p, jw_rect(e->at.x, e->at.y, e->at.w * n, e->at.h), 4.0, JW_INK_EDGE, 1.0);
    }
    if (s.hover || s.pressed || chosen) {
        jw_paint_round(p, jw_rect_inset(e->at, 1.0), 3.0, JW_INK_RAISED);
    }
    if (chosen) {
        jw_paint_outline(p, jw_rect_inset(e->at, 1.0), 3.0, JW_INK_TEXT, 1.5);
    }
    jw_paint_text(p, jw_rect_inset(e->at, 3.0), chosen ? JW_TYPE_BODY_BOLD : JW_TYPE_BODY,
                  JW_CENTRE, chosen || s.hover ? JW_INK_TEXT : JW_INK_TEXT_2,
                  jw_words_point(id, value, text));
}

static void draw_wide_slider(JwPainter *p, const JwElement *e) {
    const JwParamId id = (JwParamId)e->index;
    const JwElementState s = jw_paint_state(p, e);
    char text[JW_WORDS];
    jw_paint_slider(p, jw_wide_track(e->at), 0.0, jw_words_place(id, p->model->param[id]), -1.0,
                    s.hover || s.pressed ? 7.0 : 5.0, JW_INK_TEXT);
    jw_paint_text(p, jw_rect(jw_rect_right(e->at) - 76.0, e->at.y, 76.0, e->at.h), JW_TYPE_BODY,
                  JW_RIGHT, JW_INK_TEXT, jw_words_value(id, p->model->param[id], text));
}

static void draw_seed(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    const bool typing = p->model->hand.typing && p->model->hand.described == JW_P_DRONE_SEED;
    char text[JW_WORDS];
    if (typing) {
        snprintf(text, sizeof text, "%.63s|", p->model->hand.typed);
    } else {
        jw_words_plain(JW_P_DRONE_SEED, p->model->param[JW_P_DRONE_SEED], text);
    }
    jw_paint_outline(p, e->at, 4.0, s.hover || typing ? JW_INK_TEXT : JW_INK_EDGE, 1.0);
    jw_paint_text(p, jw_rect(e->at.x + 12.0, e->at.y, e->at.w - 24.0, e->at.h), JW_TYPE_BODY,
                  JW_LEFT, JW_INK_TEXT, text);
    const JwElement *any = jw_layout_find(p->layout, JW_E_WIDE_SLIDER, JW_P_DRONE_STRENGTH);
    const double x = jw_rect_right(e->at) + 16.0;
    const double right = any ? jw_rect_right(any->at) : x;
    jw_paint_text(p, jw_rect(x, e->at.y, right - x, e->at.h), JW_TYPE_BODY, JW_LEFT, JW_INK_TEXT_2,
                  "Another number is another hand");
}

static void draw_string(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const JwWindowString *s = &m->string[e->index];
    const bool chosen = m->hero.string == e->index;
    const JwRect at = jw_rect(e->at.x + 8.0, e->at.y, e->at.w - 16.0, e->at.h);
    char text[JW_WORDS], line[JW_WORDS];
    jw_paint_rect(p, e->at, JW_INK_GROUND);
    jw_paint_row(p, e->at, chosen, jw_paint_state(p, e));
    jw_paint_mark(p, s->role, at.x + 4.0, at.y + 0.5 * at.h, 7.0);
    const double name_w = at.w >= 400.0 ? 104.0 : 72.0;
    jw_paint_text(p, jw_rect(at.x + 16.0, at.y, name_w, at.h),
                  chosen ? JW_TYPE_BODY_BOLD : JW_TYPE_BODY, JW_LEFT, JW_INK_TEXT, s->name);
    double x = at.x + 24.0 + name_w;
    jw_paint_text(p, jw_rect(x, at.y, 32.0, at.h), JW_TYPE_BODY, JW_LEFT, JW_INK_TEXT_2,
                  jw_words_note(s->key, text));
    jw_paint_text(p, jw_rect(x + 40.0, at.y, 32.0, at.h), JW_TYPE_BODY, JW_LEFT, JW_INK_TEXT,
                  jw_words_sargam(s->key, m->sa_key));
    x += 72.0;
    if (jw_rect_right(at) - x >= 140.0) {
        snprintf(line, sizeof line, "%.40s Hz", jw_words_number(s->meant_hz, 1, false, text));
        jw_paint_text(p, jw_rect(x, at.y, 64.0, at.h), JW_TYPE_BODY, JW_RIGHT, JW_INK_TEXT_2, line);
        x += 64.0 + 24.0;
    }
    jw_paint_level(p, jw_rect(x, at.y + 0.5 * at.h - 2.0, fmax(jw_rect_right(at) - x, 4.0), 4.0),
                   m->sounds ? s->level : 0.0, jw_theme_role(s->role));
}

static void draw_plus(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    const double x = e->at.x + 0.5 * e->at.w;
    const double y = e->at.y + 0.5 * e->at.h;
    const JwInk ink = s.pressed ? JW_INK_ON_ROLE : JW_INK_TEXT;
    jw_paint_button(p, e, JW_TYPE_BODY, "");
    jw_paint_rect(p, jw_rect(x - 5.0, y - 0.75, 10.0, 1.5), ink);
    if (e->kind == JW_E_TEMPO_MORE) {
        jw_paint_rect(p, jw_rect(x - 0.75, y - 5.0, 1.5, 10.0), ink);
    }
}

void jw_drone_page_draw(JwPainter *p, const JwElement *e) {
    switch (e->kind) {
    case JW_E_RING:
        draw_ring(p, e);
        break;
    case JW_E_PLAYING:
        draw_playing(p, e);
        break;
    case JW_E_TEMPO:
        draw_tempo(p, e);
        break;
    case JW_E_TEMPO_LESS:
    case JW_E_TEMPO_MORE:
        draw_plus(p, e);
        break;
    case JW_E_TAP:
        jw_paint_button(p, e, JW_TYPE_BODY, "Tap");
        break;
    case JW_E_HOST_TEMPO:
        draw_host_tempo(p, e);
        break;
    case JW_E_CHOICE_NAME:
        jw_paint_text(p, e->at, JW_TYPE_BODY, JW_LEFT, JW_INK_TEXT_2, choice_name(e->index));
        break;
    case JW_E_CHOICE:
        draw_choice(p, e);
        break;
    case JW_E_WIDE_SLIDER:
        draw_wide_slider(p, e);
        break;
    case JW_E_SEED:
        draw_seed(p, e);
        break;
    case JW_E_DRONE_HEADING:
        jw_paint_text(p, jw_rect(e->at.x, e->at.y, e->at.w, 22.0), JW_TYPE_BODY_BOLD, JW_LEFT,
                      JW_INK_TEXT, "Strings");
        jw_paint_across(p, e->at.x, jw_rect_right(e->at), e->at.y + 24.0, JW_INK_HAIR);
        break;
    case JW_E_DRONE_STRING:
        draw_string(p, e);
        break;
    default:
        break;
    }
}
