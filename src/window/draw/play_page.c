// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/effect_page.h"
#include "window/draw/pages.h"
#include "window/draw/strip.h"

#include <math.h>

/// Heights that hardly grow, and the gaps between them.
typedef struct {
    double jawari, sound, keys;
    double after_lens, after_jawari, after_sound;
} Fixed;

static const double drawn_px = 320.0;  ///< Design height of string and bridge
static const double strip_px = 72.0;   ///< Height of companion and clock
static const double letters_px = 16.0; ///< Height of the line above the keys

/// Gives spectrogram and keys a part of the room beyond the design.
static void grow(Fixed *f, double more) {
    if (f->sound > 0.0 && more > 0.0) {
        f->sound += round(fmin(0.25 * more, 88.0));
        f->keys += round(fmin(0.1 * more, 24.0));
    }
}

static double room_of(const Fixed *f, double height) {
    return height - f->jawari - f->sound - f->keys - f->after_lens - f->after_jawari -
           f->after_sound;
}

static Fixed fixed_of(const JwLayout *l) {
    if (l->compact) {
        return (Fixed){24.0, 0.0, 48.0, 8.0, 8.0, 0.0};
    }
    if (l->height < 560.0) {
        return (Fixed){32.0, 0.0, 56.0, 12.0, 8.0, 0.0};
    }
    return (Fixed){32.0, 72.0, 72.0, 8.0, 8.0, 16.0};
}

/// Line above the keys.
static void place_letters(JwLayout *l, const JwWindowModel *model, JwCanvas *canvas, double y) {
    const double wide = jw_letters_width(model, canvas);
    const JwRect page = l->page;
    jw_layout_add(l, JW_E_LETTERS, 0, jw_rect(page.x, y - letters_px, wide, letters_px));
    jw_keys_place_marks(l, model,
                        jw_rect(page.x + wide, y - letters_px, page.w - wide, letters_px));
}

/// On an instrument without jawari the control is hardly audible.
static bool has_jawari(const JwWindowModel *model) {
    return model->bridge.khula_m != 0.0 || model->bridge.band_m != 0.0;
}

static void place_jawari(JwLayout *l, const JwWindowModel *model, JwRect at) {
    JwElement *jawari = jw_layout_add(l, JW_E_JAWARI, 0, at);
    if (jawari) {
        jawari->disabled = model->bridge.n == 0 || !model->bridge.movable;
    }
}

/// Places the list of strings in a column, and the spectrogram under it if that has no other place.
static void place_column(JwLayout *l, const JwWindowModel *model, JwRect at, bool sound) {
    // Not if the strings would have to scroll for it
    const double left = at.h - 96.0;
    const double needs = jw_list_needs(model, left);
    const bool crowds = needs > left && jw_list_needs(model, at.h) <= at.h;
    if (sound && at.h >= 320.0 && !crowds) {
        const double sound_px = fmin(at.h - 8.0 - fmin(needs, left), at.w - 16.0);
        jw_layout_add(l, JW_E_SOUND, 0,
                      jw_rect(at.x + 8.0, jw_rect_bottom(at) - sound_px, at.w - 16.0, sound_px));
        at.h -= sound_px + 8.0;
    }
    jw_list_place(l, model, at);
}

void jw_play_page_place(JwLayout *l, const JwWindowModel *model, JwCanvas *canvas) {
    if (jw_effect_page_fits(l, model)) {
        jw_effect_page_place(l, model);
        return;
    }
    const JwRect page = l->page;
    Fixed f = fixed_of(l);
    if (!has_jawari(model)) {
        f.jawari = 0.0;
        f.after_lens = 0.0;
    }
    grow(&f, room_of(&f, page.h) - drawn_px);
    const bool strip = jw_strip_fits(l, model);
    // Where there is more room, the strip comes besides the spectrogram, not in its place
    const bool both = strip && room_of(&f, page.h) - strip_px - 16.0 >= drawn_px;
    const double strip_h = strip ? strip_px : 0.0;
    if (both) {
        f.after_sound += strip_px + 16.0;
    } else if (strip) {
        f.sound = strip_px;
    }
    const double list_w = l->narrow ? 0.0 : 232.0;
    const double w = page.w - (l->narrow ? 0.0 : list_w + 8.0);
    const double room = room_of(&f, page.h);
    // Of the room beyond the design, two thirds go to the bridge and one third to the string
    const double hero_h = round(room <= drawn_px ? (l->compact ? 0.452 : 0.425) * room
                                                 : 136.0 + (room - drawn_px) / 3.0);
    const JwRect hero = jw_rect(page.x, page.y, w, hero_h);
    const JwRect lens = jw_rect(page.x, page.y + hero_h, w, room - hero_h);
    jw_hero_place(l, model, canvas, hero);
    jw_lens_place(l, model, lens);
    double y = jw_rect_bottom(lens) + f.after_lens;
    if (f.jawari > 0.0) {
        place_jawari(l, model, jw_rect(page.x, y, w, f.jawari));
    }
    y += f.jawari + f.after_jawari;
    const double keys_y = jw_rect_bottom(page) - f.keys;
    const JwRect sound = jw_rect(page.x, y, w, f.sound);
    if (f.sound > 0.0 && (!strip || both)) {
        jw_layout_add(l, JW_E_SOUND, 0, sound);
    }
    if (strip) {
        jw_strip_place(l, model, jw_rect(page.x, keys_y - letters_px - strip_h, page.w, strip_h));
    } else if (f.sound > 0.0 && !(model->lacks & JW_LACKS_WITH)) {
        jw_strip_place_buttons(l, sound);
    }
    if (list_w > 0.0) {
        const double bottom = strip           ? keys_y - letters_px - strip_h - 8.0
                              : f.sound > 0.0 ? jw_rect_bottom(sound)
                                              : keys_y - f.after_jawari;
        place_column(l, model, jw_rect(jw_rect_right(hero) + 16.0, page.y, list_w, bottom - page.y),
                     strip && !both);
    }
    jw_keys_place(l, model, jw_rect(page.x, keys_y, page.w, f.keys));
    if (f.after_sound >= letters_px && jw_window_has_keys(model)) {
        place_letters(l, model, canvas, keys_y);
    }
}

void jw_play_page_place_tiny(JwLayout *l, const JwWindowModel *model) {
    const double hero_h = round(0.452 * l->page.h);
    jw_hero_place(l, model, NULL, jw_rect(l->page.x, l->page.y, l->page.w, hero_h));
    jw_lens_place(l, model, jw_rect(l->page.x, l->page.y + hero_h, l->page.w, l->page.h - hero_h));
}

/********* Jawari *********/

JwRect jw_jawari_track(JwRect at) {
    return jw_rect(at.x + 72.0, at.y, fmax(at.w - 128.0, 1.0), fmin(at.h, 24.0) - 8.0);
}

/// True if the string buzzes on a sawari: frets, or a place at the nut.
static bool has_sawari(const JwWindowModel *m) {
    return m->bridge.along || m->has_bachi;
}

static void draw_stops(JwPainter *p, const JwElement *e, JwRect track, double place) {
    static const char *const jawari[] = {"khula", "gol", "band"}, *const sawari[] = {"open", "none",
                                                                                     ""};
    const char *const *name = has_sawari(p->model) ? sawari : jawari;
    for (int i = 0; i < 3; ++i) {
        const bool near = fabs(place - 0.5 * i) < 0.02;
        const double x = track.x + 0.5 * i * track.w;
        const double left = i == 0 ? x - 6.0 : i == 2 ? x - 66.0 : x - 36.0;
        jw_paint_text(p, jw_rect(left, e->at.y + 17.0, 72.0, 15.0), JW_TYPE_SMALL,
                      i == 0   ? JW_LEFT
                      : i == 1 ? JW_CENTRE
                               : JW_RIGHT,
                      near && !e->disabled ? JW_INK_TEXT : JW_INK_TEXT_3, name[i]);
    }
}

void jw_jawari_draw(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    const JwInk ink = s.disabled ? JW_INK_TEXT_3 : JW_INK_TEXT;
    const double percent = jw_words_jawari(p->model->param);
    const double place = fmin(fmax(percent / 100.0, 0.0), 1.0);
    const JwRect track = jw_jawari_track(e->at);
    char text[JW_WORDS];
    jw_paint_rect(p, jw_rect(e->at.x, e->at.y - 4.0, e->at.w, e->at.h + 4.0), JW_INK_GROUND);
    const JwRect line = jw_rect(e->at.x, track.y, e->at.w, track.h);
    jw_paint_text(p, jw_rect(line.x, line.y, 56.0, line.h), JW_TYPE_BODY_BOLD, JW_LEFT, JW_INK_TEXT,
                  has_sawari(p->model) ? "Sawari" : "Jawari");
    jw_paint_slider(p, track, 0.5, place, 0.5, !s.disabled && (s.hover || s.pressed) ? 7.0 : 5.0,
                    s.disabled ? JW_INK_TRACK : JW_INK_TEXT);
    jw_paint_text(p, jw_rect(jw_rect_right(line) - 52.0, line.y, 52.0, line.h), JW_TYPE_BODY_BOLD,
                  JW_RIGHT, ink, jw_words_value(JW_P_JAWARI, percent, text));
    if (e->at.h >= 32.0) {
        draw_stops(p, e, track, place);
    }
}
