// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/pages.h"

#include "base/pi.h"
#include "window/draw/curve.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

static const double least_reach_m = 1e-5, least_path_m = 2e-6;
static const double shown_drop_m = 4e-3; ///< Obstacles farther from the string are not in view

/********* Places *********/

/// Parts of the heading, from right to left: western note, or Hz while it is pulled; svara, or note
/// with cents while it is pulled; name of the string.
typedef struct {
    char name[JW_WORDS], note[JW_WORDS], sargam[JW_WORDS];
} Heading;

/// Name of a note: its svara, or its western name.
static const char *name_note(const JwWindowModel *m, int key, char text[JW_WORDS]) {
    if (!jw_window_has_svaras(m)) {
        return jw_words_note(key, text);
    }
    snprintf(text, JW_WORDS, "%s", jw_words_sargam(key, m->sa_key));
    return text;
}

/// "Pa +3" and "416.5 Hz".
static void write_pulled(const JwWindowModel *m, Heading *h) {
    char note[JW_WORDS], cents[JW_WORDS], hz[JW_WORDS];
    const double off = round(m->hero.near_cents);
    snprintf(h->sargam, sizeof h->sargam, "%.20s %.20s", name_note(m, m->hero.near_key, note),
             jw_words_number(off, 0, true, cents));
    snprintf(h->note, sizeof h->note, "%.20s Hz", jw_words_number(m->hero.hz, 1, false, hz));
}

static Heading heading_of(const JwWindowModel *m) {
    Heading h = {"", "", ""};
    const JwWindowString *s = jw_window_chosen(m);
    if (s) {
        const JwWindowHero *hero = &m->hero;
        if (hero->n_frets < 2) {
            snprintf(h.name, sizeof h.name, "%.63s", s->name);
        } else if (hero->fret == 0) {
            snprintf(h.name, sizeof h.name, "%.63s, open", s->name);
        } else {
            snprintf(h.name, sizeof h.name, "%.63s, fret %d", s->name, hero->fret);
        }
        jw_words_note(hero->key, h.note);
        if (hero->pulled && m->sounds) {
            write_pulled(m, &h);
        } else if (jw_window_has_svaras(m)) {
            name_note(m, hero->key, h.sargam);
        }
    }
    return h;
}

static void place_heading(JwLayout *l, const JwWindowModel *m, JwCanvas *canvas, JwRect at) {
    const Heading h = heading_of(m);
    const double big = jw_text_width(canvas, JW_TYPE_LARGE_BOLD, h.note) +
                       jw_text_width(canvas, JW_TYPE_LARGE_BOLD, h.sargam) + 10.0;
    const double name = jw_text_width(canvas, JW_TYPE_BODY, h.name);
    const double room = 0.55 * at.w;
    const double w = ceil(fmin(big + 12.0 + name + (l->narrow ? 24.0 : 0.0), room));
    const JwRect box = jw_rect(jw_rect_right(at) - 12.0 - w, at.y + 6.0, w, 26.0);
    jw_layout_add(l, JW_E_HERO_NAME, 0, box);
}

static double x_of(const JwStringMap *map, double x_m) {
    return map->x0 + x_m * map->px_m;
}

/// Height of the line above the fret names.
static double fret_line(const JwLayout *l, JwRect at) {
    return l->hero.y0 + 0.318 * at.h;
}

static void place_frets(JwLayout *l, const JwWindowModel *m, JwRect at) {
    const JwWindowHero *hero = &m->hero;
    const double top = fret_line(l, at) - 8.0;
    for (int i = 0; i < hero->n_frets && hero->n_frets > 1; ++i) {
        const double x = x_of(&l->hero, hero->fret_m[i]);
        const double before = i > 0 ? x_of(&l->hero, hero->fret_m[i - 1]) : x + 20.0;
        const double after = i + 1 < hero->n_frets ? x_of(&l->hero, hero->fret_m[i + 1]) : x - 20.0;
        const double left = 0.5 * (x + after);
        const double right = fmin(0.5 * (x + before), jw_rect_right(at));
        JwElement *fret = jw_layout_add(
            l, JW_E_FRET, i, jw_rect(left, top, right - left, jw_rect_bottom(at) - 2.0 - top));
        if (fret) {
            fret->floats = true;
        }
    }
}

/// Distance of an obstacle along the string from it, limited to the view; 0: there is none.
static double drop_m(const JwWindowModel *m) {
    const JwWindowBridge *b = &m->bridge;
    double most = 0.0;
    for (int i = 0; i < b->n && b->along; ++i) {
        const bool free = b->x_m[i] <= m->hero.length_m;
        most = free && b->now_m[i] > -shown_drop_m ? fmax(most, -b->now_m[i]) : most;
    }
    return most;
}

void jw_hero_place(JwLayout *l, const JwWindowModel *m, JwCanvas *canvas, JwRect at) {
    const JwWindowHero *hero = &m->hero;
    const double inset = fmin(12.0, 0.05 * at.w);
    const double open_m = hero->open_m > 0.0 ? hero->open_m : 1.0;
    l->hero = (JwStringMap){
        .x0 = at.x + inset,
        .px_m = (at.w - 2.0 * inset) / open_m,
        .y0 = round(at.y + 0.489 * at.h) + 0.5,
        .px_up = 0.268 * at.h / fmax(hero->reach_m, least_reach_m),
    };
    l->hero.px_up = fmin(l->hero.px_up, 0.3 * at.h / fmax(drop_m(m), least_reach_m));
    jw_layout_add(l, JW_E_HERO, 0, at);
    if (l->tiny) {
        return;
    }
    place_heading(l, m, canvas, at);
    place_frets(l, m, at);
    const double x = x_of(&l->hero, m->param[JW_P_PLUCK_POSITION] *
                                        (hero->length_m > 0.0 ? hero->length_m : open_m));
    // Below the heading where they would overlap
    const JwElement *name = jw_layout_find(l, JW_E_HERO_NAME, 0);
    const double y = name && x + 8.0 > name->at.x ? jw_rect_bottom(name->at) + 2.0 : at.y + 12.0;
    JwElement *pluck = jw_layout_add(l, JW_E_PLUCK_HANDLE, 0, jw_rect(x - 6.0, y, 12.0, 10.0));
    if (pluck) {
        pluck->hit = jw_rect(x - 12.0, y - 8.0, 24.0, 24.0);
        pluck->floats = true;
    }
}

/********* Drawing *********/

/// Surface of the lens, which encloses the part of the string that it magnifies: at the left end of
/// the pane, or a tab anywhere.
static void draw_tab(JwPainter *p, JwRect at) {
    const JwLayout *l = p->layout;
    const bool along = l->lens_start_m > 0.0;
    const double left = along ? fmax(x_of(&l->hero, l->lens_start_m), at.x) : at.x;
    const double right =
        fmin(x_of(&l->hero, l->lens_end_m), jw_rect_right(at) - (along ? 0.0 : 24.0));
    const double top = jw_paint_snap(p, l->hero.y0 - 0.18 * at.h) + 0.5 / p->scale;
    const double bottom = jw_rect_bottom(at);
    const double r = fmin(fmin(8.0, 0.1 * at.h), 0.4 * (right - left));
    if (l->lens_end_m <= 0.0 || right - left < 4.0) {
        return;
    }
    JwCanvas *c = p->canvas;
    const double half = 0.5 / p->scale;
    for (int pass = 0; pass < 2; ++pass) {
        c->begin(c);
        if (along) {
            c->move(c, at.x, bottom + half);
            c->line(c, left - r, bottom + half);
            c->arc(c, left - r, bottom - r + half, r, 0.5 * JW_PI, 0.0, true);
            c->line(c, left, top + r);
            c->arc(c, left + r, top + r, r, JW_PI, 1.5 * JW_PI, false);
        } else {
            c->move(c, at.x, top);
        }
        c->line(c, right - r, top);
        c->arc(c, right - r, top + r, r, -0.5 * JW_PI, 0.0, false);
        c->line(c, right, bottom - r);
        c->arc(c, right + r, bottom - r + half, r, JW_PI, 0.5 * JW_PI, true);
        c->line(c, jw_rect_right(at), bottom + half);
        if (pass == 0) {
            c->line(c, jw_rect_right(at), bottom + 1.0);
            c->line(c, at.x, bottom + 1.0);
            jw_paint_ink(p, JW_INK_LENS, 1.0);
            c->fill(c);
        } else {
            jw_paint_ink(p, JW_INK_TRACK, 1.0);
            c->width(c, 1.0 / p->scale);
            c->stroke(c);
        }
    }
}

/// The obstacle along the string, on the string's scale: posts, or a profile.
static void draw_obstacle(JwPainter *p, JwRect at) {
    JwCanvas *c = p->canvas;
    const JwWindowBridge *b = &p->model->bridge;
    const JwStringMap *map = &p->layout->hero;
    const double foot = fret_line(p->layout, at);
    if (!b->along || b->n < 1) {
        return;
    }
    if (!b->posts) {
        c->begin(c);
        c->move(c, x_of(map, b->x_m[0]), foot);
        for (int i = 0; i < b->n; ++i) {
            c->line(c, x_of(map, b->x_m[i]), fmin(map->y0 - map->px_up * b->now_m[i], foot));
        }
        c->line(c, x_of(map, b->x_m[b->n - 1]), foot);
        c->close(c);
        jw_paint_ink(p, JW_INK_SOLID, 1.0);
        c->fill(c);
        return;
    }
    for (int i = 0; i < b->n; ++i) {
        const double x = x_of(map, b->x_m[i]), y = map->y0 - map->px_up * b->now_m[i];
        const bool free = b->x_m[i] <= p->model->hero.length_m;
        if (free && y < foot - 1.0) {
            jw_paint_rect(p, jw_rect(x - 1.0, y, 2.0, foot - y), JW_INK_EDGE);
        }
    }
    jw_paint_across(p, map->x0, jw_rect_right(at) - 12.0, foot, JW_INK_TRACK);
}

/// True if a name fits: it is in the raga, and at least `gap` px from the previous one.
static bool has_name(const JwWindowModel *m, int key, double x, double last_x, double gap) {
    return jw_words_in_raga(m, key) && fabs(x - last_x) >= gap;
}

/// A disc where the string is stopped, and a triangle where a bent string sounds: a way along the
/// neck.
static void draw_way(JwPainter *p, double y) {
    JwCanvas *c = p->canvas;
    const JwWindowHero *hero = &p->model->hero;
    if (!hero->pulled || !p->model->sounds) {
        return;
    }
    const double stop = x_of(&p->layout->hero, hero->fret_m[hero->fret]);
    const double at =
        x_of(&p->layout->hero, hero->fret_m[hero->fret] * exp2(-hero->bend_semitones / 12.0));
    const JwInk ink = jw_theme_role(jw_window_role(p->model));
    jw_paint_rect(p, jw_rect(fmin(at, stop), y - 1.0, fabs(stop - at), 2.0), ink);
    jw_paint_disc(p, stop, y, 3.0, ink);
    c->begin(c);
    c->move(c, at - 4.5, y - 8.0);
    c->line(c, at + 4.5, y - 8.0);
    c->line(c, at, y - 1.0);
    c->close(c);
    jw_paint_ink(p, ink, 1.0);
    c->fill(c);
}

/// Name of a fret on its ruler: the letter of its svara, or its number.
static const char *name_fret(const JwWindowModel *m, int fret, char text[JW_WORDS]) {
    if (jw_window_has_svaras(m)) {
        return jw_words_letter(m->hero.fret_key[fret], m->sa_key);
    }
    snprintf(text, JW_WORDS, "%d", fret);
    return text;
}

static void draw_frets(JwPainter *p, JwRect at) {
    const JwWindowModel *m = p->model;
    const JwWindowHero *hero = &m->hero;
    if (hero->n_frets < 2) {
        return;
    }
    const double y = fret_line(p->layout, at);
    const double left = x_of(&p->layout->hero, hero->fret_m[hero->n_frets - 1]);
    const double right = x_of(&p->layout->hero, hero->fret_m[0]);
    jw_paint_across(p, left, right, y, JW_INK_TRACK);
    const double tab = x_of(&p->layout->hero, p->layout->lens_end_m);
    const bool svaras = jw_window_has_svaras(m);
    const double gap = svaras ? 12.0 : 18.0;
    double last_x = HUGE_VAL;
    for (int i = svaras ? 0 : 1; i < hero->n_frets; ++i) {
        const double x = x_of(&p->layout->hero, hero->fret_m[i]);
        const bool is_on = i == hero->fret;
        const JwElementState s = jw_paint_state(p, &(JwElement){.kind = JW_E_FRET, .index = i});
        const bool strong = is_on || s.hover || s.pressed;
        jw_paint_down(p, x, y, y + (p->layout->compact ? 4.0 : 6.0),
                      strong ? JW_INK_TEXT : JW_INK_TEXT_3);
        const int key = hero->fret_key[i];
        // Of the edge of the lens's surface
        const bool clear = p->layout->lens_start_m > 0.0 || x > tab + 8.0;
        if (!p->layout->compact && clear && (is_on || has_name(m, key, x, last_x, gap))) {
            const bool sa = svaras && (key - m->sa_key) % 12 == 0;
            char text[JW_WORDS];
            jw_paint_text(p, jw_rect(x - 0.5 * gap, y + 4.0, gap, 16.0),
                          sa || is_on ? JW_TYPE_SMALL_BOLD : JW_TYPE_SMALL, JW_CENTRE,
                          sa || strong ? JW_INK_TEXT : JW_INK_TEXT_3, name_fret(m, i, text));
            last_x = x;
        }
    }
    draw_way(p, y);
}

static double pluck_m(const JwPainter *p) {
    const JwWindowHero *hero = &p->model->hero;
    return p->model->param[JW_P_PLUCK_POSITION] *
           (hero->length_m > 0.0 ? hero->length_m : hero->open_m);
}

static void draw_pluck(JwPainter *p) {
    JwCanvas *c = p->canvas;
    const JwStringMap *map = &p->layout->hero;
    const double x = x_of(map, pluck_m(p));
    const double y = map->y0 - map->px_up * jw_curve_height_m(p->model, 0, pluck_m(p));
    const JwElement *handle = jw_layout_find(p->layout, JW_E_PLUCK_HANDLE, 0);
    if (!handle) {
        return;
    }
    const JwElementState s = jw_paint_state(p, handle);
    const double half = s.hover || s.pressed ? 8.0 : 6.0;
    const double top = handle->at.y;
    jw_paint_down(p, x, top + 8.0, fmax(y, top + 8.0), JW_INK_TEXT_2);
    jw_paint_disc(p, x, y, 2.5, JW_INK_TEXT);
    c->begin(c);
    c->move(c, x - half, top);
    c->line(c, x + half, top);
    c->line(c, x, top + 1.7 * half);
    c->close(c);
    jw_paint_ink(p, JW_INK_TEXT, 1.0);
    c->fill(c);
}

/// "0.12  mizrab, 3 mm" next to the handle, if the heading leaves room.
static void draw_pluck_text(JwPainter *p, JwRect at) {
    const double x = x_of(&p->layout->hero, pluck_m(p));
    const JwElement *name = jw_layout_find(p->layout, JW_E_HERO_NAME, 0);
    char text[JW_WORDS], stroke[JW_WORDS], width[JW_WORDS], line[2 * JW_WORDS + 8];
    const double *param = p->model->param;
    jw_words_number(param[JW_P_PLUCK_POSITION], 2, false, text);
    jw_words_stroke(p->model, param[JW_P_PLUCK_STROKE], stroke);
    stroke[0] = (char)tolower((unsigned char)stroke[0]);
    jw_words_number(param[JW_P_PLUCK_WIDTH], param[JW_P_PLUCK_WIDTH] < 2.95 ? 1 : 0, false, width);
    snprintf(line, sizeof line, "%s, %s mm", stroke, width);
    const double wide = 34.0 + jw_text_width(p->canvas, JW_TYPE_SMALL, line);
    const double right = name ? name->at.x - 8.0 : jw_rect_right(at);
    if (x + 14.0 + 30.0 > right) { // Left of the handle, below the heading
        const double left = fmax(x - 14.0 - wide, at.x + 8.0);
        jw_paint_round_alpha(p, jw_rect(left - 3.0, at.y + 52.0, x - 8.0 - left, 16.0), 2.0,
                             JW_INK_PANE, 0.9);
        jw_paint_text(p, jw_rect(left, at.y + 52.0, 30.0, 16.0), JW_TYPE_SMALL_BOLD, JW_LEFT,
                      JW_INK_TEXT, text);
        jw_paint_text(p, jw_rect(left + 31.0, at.y + 52.0, x - 14.0 - left - 31.0, 16.0),
                      JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_2, line);
        return;
    }
    const double used = jw_paint_text(p, jw_rect(x + 14.0, at.y + 9.0, 30.0, 16.0),
                                      JW_TYPE_SMALL_BOLD, JW_LEFT, JW_INK_TEXT, text);
    jw_paint_text(p, jw_rect(x + 20.0 + used, at.y + 9.0, right - x - 20.0 - used, 16.0),
                  JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_2, line);
}

static void draw_heading(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const Heading h = heading_of(m);
    const JwElementState s = jw_paint_state(p, e);
    const JwRect at = e->at;
    const bool open = m->hand.menu.kind == JW_E_HERO_NAME;
    if (s.hover || s.pressed || open) {
        jw_paint_round(p, jw_rect(at.x - 8.0, at.y, at.w + 16.0, at.h), 4.0, JW_INK_RAISED);
    }
    const JwInk loud = m->sounds ? JW_INK_TEXT : JW_INK_TEXT_2;
    const double note = jw_paint_text(p, at, JW_TYPE_LARGE_BOLD, JW_RIGHT, loud, h.note);
    const JwRect left = jw_rect(at.x, at.y, at.w - note - 10.0, at.h);
    const double sargam =
        jw_paint_text(p, left, JW_TYPE_LARGE_BOLD, JW_RIGHT,
                      m->sounds ? jw_theme_role(jw_window_role(m)) : JW_INK_TEXT_2, h.sargam);
    double name_x = at.x;
    const double name_w = left.w - sargam - 12.0;
    if (p->layout->narrow) {
        jw_paint_chevron(p, at.x + 8.0, at.y + 0.5 * at.h + 1.0, 2, JW_INK_TEXT_2);
        name_x += 22.0;
    }
    jw_paint_text(p, jw_rect(name_x, at.y + 2.0, name_w - (name_x - at.x), at.h), JW_TYPE_BODY,
                  JW_RIGHT, JW_INK_TEXT_2, h.name);
}

/// "185.0 Hz   ±2.5 mm", or the bend; and the pedal.
static void draw_figures(JwPainter *p, JwRect at) {
    const JwWindowHero *hero = &p->model->hero;
    char hz[JW_WORDS], reach[JW_WORDS], pull[JW_WORDS], note[JW_WORDS], line[4 * JW_WORDS];
    jw_words_number(hero->hz, 1, false, hz);
    const double reach_mm = 1e3 * hero->reach_m;
    jw_words_number(reach_mm, reach_mm < 0.1 ? 2 : 1, false, reach);
    const char *pedal = p->model->hand.pedal ? "pedal   " : "";
    if (!p->model->sounds) {
        snprintf(line, sizeof line, "%s", pedal);
    } else if (hero->pulled) {
        snprintf(line, sizeof line, "%s%s from %.20s by %.20s semitones", pedal,
                 hero->bend_semitones > 0.0 ? "pulled" : "let down",
                 name_note(p->model, hero->key, note),
                 jw_words_number(fabs(hero->bend_semitones), 1, false, pull));
    } else {
        snprintf(line, sizeof line, "%s%s Hz   \xC2\xB1%s mm", pedal, hz, reach);
    }
    jw_paint_text(p, jw_rect(jw_rect_right(at) - 292.0, at.y + 32.0, 280.0, 16.0), JW_TYPE_SMALL,
                  JW_RIGHT, JW_INK_TEXT_2, line);
}

/// The string seen along its axis: motion towards the bridge (up and down) and across it.
static void draw_path(JwPainter *p, JwRect at) {
    JwCanvas *c = p->canvas;
    const JwWindowHero *hero = &p->model->hero;
    const double side = fmin(48.0, 0.34 * at.h);
    if (hero->n_path < 2 || side < 32.0) {
        return;
    }
    const double tab = x_of(&p->layout->hero, p->layout->lens_end_m);
    const double x =
        (p->layout->lens_start_m > 0.0 ? at.x : fmin(tab, at.x + 0.3 * at.w)) + 16.0 + 0.5 * side;
    const double y = jw_rect_bottom(at) - 8.0 - 0.5 * side;
    double reach_m = least_path_m;
    for (int i = 0; i < hero->n_path; ++i) { // Scaled by itself: only the shape matters
        reach_m = fmax(reach_m, hypot((double)hero->path_across[i], (double)hero->path_towards[i]));
    }
    const double px_m = 0.5 * side / reach_m;
    jw_paint_across(p, x - 0.5 * side, x + 0.5 * side, y, JW_INK_TRACK);
    jw_paint_down(p, x, y - 0.5 * side, y + 0.5 * side, JW_INK_TRACK);
    const JwInk ink = jw_theme_role(jw_window_role(p->model));
    const int n = hero->n_path;
    c->width(c, 1.25);
    c->cap(c, true);
    for (int quarter = 0; quarter < 4; ++quarter) { // Older parts are fainter
        const int first = quarter * (n - 1) / 4;
        const int last = (quarter + 1) * (n - 1) / 4;
        c->begin(c);
        for (int i = first; i <= last; ++i) {
            c->line(c, x + px_m * (double)hero->path_across[i],
                    y - px_m * (double)hero->path_towards[i]);
        }
        jw_paint_ink(p, ink, 0.25 + 0.25 * quarter);
        c->stroke(c);
    }
    jw_paint_disc(p, x + px_m * (double)hero->path_across[n - 1],
                  y - px_m * (double)hero->path_towards[n - 1], 2.5, JW_INK_TEXT);
}

static void draw_hero(JwPainter *p, const JwElement *e) {
    JwCanvas *c = p->canvas;
    const JwWindowModel *m = p->model;
    const JwStringMap *map = &p->layout->hero;
    jw_paint_rect(p, e->at, JW_INK_PANE);
    c->save(c);
    c->begin(c);
    c->rectangle(c, e->at.x, e->at.y, e->at.w, e->at.h + 1.0);
    c->clip(c);
    draw_tab(p, e->at);
    draw_obstacle(p, e->at);
    if (!p->layout->tiny) {
        draw_frets(p, e->at);
        if (!p->layout->compact) {
            draw_path(p, e->at);
        }
    }
    const double open_m = m->hero.open_m > 0.0 ? m->hero.open_m : 1.0;
    jw_curve_draw(p, map, 0.0, open_m, e->at);
    const double stop_m = m->hero.length_m > 0.0 ? m->hero.length_m : open_m;
    jw_paint_disc(p, map->x0, map->y0, 2.5, JW_INK_TEXT_2);
    jw_paint_disc(p, x_of(map, stop_m), map->y0, 2.5, JW_INK_TEXT_2);
    if (!p->layout->tiny) {
        draw_pluck(p);
    }
    c->restore(c);
    if (p->layout->tiny) {
        return;
    }
    if (!p->layout->compact) {
        draw_pluck_text(p, e->at);
        if (m->sounds || m->hand.pedal) {
            draw_figures(p, e->at);
        }
    }
    if (!m->sounds && !p->layout->narrow) {
        jw_paint_text(p, jw_rect(e->at.x, map->y0 - 30.0, e->at.w, 20.0), JW_TYPE_BODY, JW_CENTRE,
                      JW_INK_TEXT_2,
                      jw_window_has_keys(m) ? "Click the string to pluck it, or play a key"
                                            : "Click the string to pluck it, or a pad");
    }
}

void jw_hero_draw(JwPainter *p, const JwElement *e) {
    if (e->kind == JW_E_HERO) {
        draw_hero(p, e);
    } else if (e->kind == JW_E_HERO_NAME) {
        draw_heading(p, e);
    }
}
