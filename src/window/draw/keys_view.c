// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/pages.h"

#include "base/ragas.h"

#include <math.h>
#include <stdio.h>

static const double named_px = 152.0, named_gap_px = 4.0; ///< Width of the pads beside the keys
static const double sargam_px = 29.0; ///< Smallest width of a key with the whole name of its svara
static const double cap_px = 64.0;    ///< Smallest height of a white key with its letter

/********* Places *********/

static bool is_black(int key) {
    return 0x54A >> ((key % 12 + 12) % 12) & 1;
}

/// The same in a layout.
static bool is_between(const JwKeyLayout *keys, int key) {
    return keys->sargam ? !(keys->notes >> ((key - keys->first) % 12 + 12) % 12 & 1u)
                        : is_black(key);
}

static int keys_an_octave(const JwKeyLayout *keys) {
    int n = 0;
    for (int d = 0; d < 12; ++d) {
        n += (int)(keys->notes >> d & 1u);
    }
    return n;
}

/// First white key: the lowest note's, or one that shows the range of the chosen string if not all
/// keys fit.
static int first_key(const JwWindowModel *m, int n_whites) {
    int key = m->low_key < JW_WINDOW_KEYS ? m->low_key : 48;
    const int shown = n_whites * 12 / 7;
    if (m->high_key - key >= shown) {
        const JwWindowString *s = jw_window_chosen(m);
        const int centre = s ? s->key + 3 : (m->low_key + m->high_key) / 2;
        key = centre - shown / 3;
        key = key < m->low_key ? m->low_key : key;
        key = key > m->high_key - shown ? m->high_key - shown + 1 : key;
    }
    while (key > 0 && (is_black(key) ||
                       (m->high_key - m->low_key < shown && key % 12 != 0 && key % 12 != 5))) {
        --key;
    }
    return key < 0 ? 0 : key;
}

/// Number of white keys. A key is 29 px wide, or wider if more keys would exceed the instrument's
/// range.
static int count_whites(const JwWindowModel *m, double width) {
    const int n = (int)fmax(round(width / sargam_px), 1.0);
    if (width < 1000.0) {
        return n;
    }
    int played = 0;
    for (int key = first_key(m, n); key <= m->high_key; ++key) {
        played += !is_black(key);
    }
    const int least = (int)ceil(width / 52.0);
    return played >= n ? n : played > least ? played : least;
}

static void place_keys(JwLayout *l, const JwWindowModel *m, JwRect at) {
    const int n = count_whites(m, at.w);
    const double w = at.w / n;
    l->n_whites = n;
    l->first_key = first_key(m, n);
    int key = l->first_key;
    for (int i = 0; i < n && key < JW_WINDOW_KEYS; ++i, ++key) {
        key += is_black(key);
        if (key < JW_WINDOW_KEYS) {
            jw_layout_add(l, JW_E_KEY, key, jw_rect(at.x + w * i, at.y, w, at.h));
        }
    }
    key = l->first_key;
    for (int i = 0; i < n && key < JW_WINDOW_KEYS; ++i) {
        if (i > 0 && is_black(key)) {
            JwElement *e =
                jw_layout_add(l, JW_E_KEY, key,
                              jw_rect(at.x + w * i - 10.0, at.y, 20.0, round(at.h * 4.0 / 7.0)));
            if (e) {
                e->floats = true;
            }
            ++key;
        }
        ++key;
    }
}

static void place_pads(JwLayout *l, const JwWindowModel *m, JwRect at) {
    const int n = m->n_strings;
    const int n_shown = n < 1 ? 0 : (int)fmin(n, fmax(floor((at.w + 8.0) / 48.0), 1.0));
    const double w = (at.w + 8.0) / fmax(n_shown, 1) - 8.0;
    for (int i = 0; i < n_shown; ++i) {
        jw_layout_add(l, JW_E_PAD, i, jw_rect(at.x + (w + 8.0) * i, at.y, w, at.h));
    }
}

/// Places the raga's notes as white keys, the notes between them as black ones.
static void place_sargam(JwLayout *l, const JwWindowModel *m, const JwKeyLayout *keys, JwRect at) {
    const int octave = keys_an_octave(keys);
    const int played = (m->high_key - m->low_key) * octave / 12 + 2;
    const int most = (int)fmax(round(at.w / 30.0), 1.0), least = (int)ceil(at.w / 52.0);
    const int n = played < most ? (played > least ? played : least) : most;
    int first = 0;
    while (jw_key_layout_white(keys, first - 1) >= (m->low_key < m->high_key ? m->low_key : 0)) {
        --first;
    }
    const int last = first + played - n;
    // Where not all fit, as many below Sa of the middle octave as an octave has
    first = first < -octave && last > first ? (last < -octave ? last : -octave) : first;
    const double w = at.w / n;
    l->n_whites = n;
    l->first_key = jw_key_layout_white(keys, first);
    for (int i = 0; i < n; ++i) {
        const int key = jw_key_layout_white(keys, first + i);
        if (key >= 0) {
            jw_layout_add(l, JW_E_KEY, key, jw_rect(at.x + w * i, at.y, w, at.h));
        }
    }
    for (int i = 0; i + 1 < n; ++i) {
        const int key = jw_key_layout_white(keys, first + i);
        const int between = jw_key_layout_white(keys, first + i + 1) - key - 1;
        const double wide = between > 1 ? fmin(28.0, w) / between : 20.0;
        for (int b = 0; b < between && key >= 0; ++b) {
            const double x = at.x + w * (i + 1) + (b - 0.5 * between) * wide;
            JwElement *e = jw_layout_add(l, JW_E_KEY, key + 1 + b,
                                         jw_rect(x, at.y, wide, round(at.h * 4.0 / 7.0)));
            if (e) {
                e->floats = true;
            }
        }
    }
}

/// Places the chikari and the keys that strike them or strum on the left, with what room there is;
/// returns the rest.
static JwRect place_named(JwLayout *l, const JwWindowModel *m, JwRect at) {
    const double half = 0.5 * (at.h - named_gap_px);
    const int named[] = {m->chikari_key, m->strum_key};
    const int n_named = (m->chikari_key > 0) + (m->strum_key > 0);
    int n_chikari = 0;
    for (int i = 0; i < m->n_strings; ++i) {
        n_chikari += m->string[i].role == JW_WINDOW_DRONE;
    }
    if (at.w < 700.0 || at.h < 64.0 || n_named + n_chikari == 0 || n_chikari > 3) {
        return at;
    }
    const double high = n_named > 0 && n_chikari > 0 ? half : at.h;
    double w = (named_px + named_gap_px) / fmax(n_chikari, 1) - named_gap_px;
    double x = at.x;
    for (int i = 0; i < m->n_strings; ++i) {
        if (m->string[i].role == JW_WINDOW_DRONE) {
            jw_layout_add(l, JW_E_CHIKARI, i, jw_rect(x, at.y, w, high));
            x += w + named_gap_px;
        }
    }
    w = (named_px + named_gap_px) / fmax(n_named, 1) - named_gap_px;
    x = at.x;
    for (int i = 0; i < 2; ++i) {
        if (named[i] > 0) {
            jw_layout_add(l, JW_E_NAMED, named[i], jw_rect(x, jw_rect_bottom(at) - high, w, high));
            x += w + named_gap_px;
        }
    }
    return jw_rect(at.x + named_px + 16.0, at.y, at.w - named_px - 16.0, at.h);
}

void jw_keys_place(JwLayout *l, const JwWindowModel *m, JwRect at) {
    if (jw_window_has_keys(m)) {
        at = place_named(l, m, at);
    }
    if (!jw_window_has_keys(m)) {
        place_pads(l, m, at);
    } else if (m->hand.frets_open && m->hero.n_frets > 1) {
        jw_layout_add_still(l, JW_E_FRETBOARD, 0, at);
        jw_layout_add(l, JW_E_NECK, m->hero.string, jw_rect_inset(at, 4.0));
    } else {
        const JwKeyLayout keys = jw_window_keys(m);
        if (keys.sargam) {
            place_sargam(l, m, &keys, at);
        } else {
            place_keys(l, m, at);
        }
    }
}

/// Notes, as bits of semitones above Sa, of a raga's way up or down.
static unsigned notes_of_way(const char *way) {
    unsigned notes = 0;
    for (; *way; ++way) {
        const int semitone = jw_svara_semitone(*way);
        notes |= semitone >= 0 ? 1u << semitone : 0;
    }
    return notes;
}

/// 1 if the raga has a key's note only on the way up, -1 if only on the way down; 0: both, neither,
/// or no raga.
static int way_of(const JwWindowModel *m, int key) {
    const JwRaga *raga = jw_raga_info((int)m->param[JW_P_RAGA]);
    const int d = ((key - m->sa_key) % 12 + 12) % 12;
    const int up = raga ? (int)(notes_of_way(raga->aroha) >> d & 1u) : 0;
    const int down = raga ? (int)(notes_of_way(raga->avaroha) >> d & 1u) : 0;
    return up - down;
}

void jw_keys_place_marks(JwLayout *l, const JwWindowModel *m, JwRect at) {
    if (m->param[JW_P_RAGA] > 0.5) {
        jw_layout_add_still(l, JW_E_MARKS, 0, at);
    }
}

/********* Keys *********/

/// Outlined letter of the computer's key that plays it.
static void draw_cap(JwPainter *p, char letter, bool second, JwRect at, JwInk ink) {
    const char text[2] = {letter, 0};
    const double w = second ? 20.0 : 13.0;
    if (!letter || at.w < w + 1.0) {
        return;
    }
    const JwRect cap = jw_rect(at.x + 0.5 * (at.w - w), jw_rect_bottom(at) - 14.5, w, 12.5);
    jw_paint_outline(p, cap, 2.0, ink, 1.0);
    jw_paint_text(p, jw_rect(cap.x, cap.y - 1.5, cap.w, 15.0), JW_TYPE_SMALL, JW_CENTRE, ink, text);
}

/// Dots of the octave, as in notation: below a lower one, above a higher one.
static void draw_dots(JwPainter *p, int key, double x, double above, double below, JwInk ink) {
    const JwWindowModel *m = p->model;
    const int octave = (int)floor((key - m->madhya_key) / 12.0);
    const int n = octave < 0 ? -octave : octave;
    for (int i = 0; i < n && n <= 3; ++i) {
        jw_paint_disc(p, x + 4.0 * (i - 0.5 * (n - 1)), octave < 0 ? below : above, 1.1, ink);
    }
}

/// Name of a key: its svara, or its letter where that does not fit; "C3" on a western instrument.
static const char *name_key(const JwWindowModel *m, int key, double w, char text[JW_WORDS]) {
    if (!jw_window_has_svaras(m)) {
        return w < 24.0 ? jw_words_tone(key, text) : jw_words_note(key, text);
    }
    return w < sargam_px ? jw_words_letter(key, m->sa_key) : jw_words_sargam(key, m->sa_key);
}

/// True if a key has its name: of the raga; Sa, or C, where there is none; and one that sounds.
static bool is_named(const JwWindowModel *m, int key, const JwKeyLayout *keys) {
    const bool svaras = jw_window_has_svaras(m);
    return m->lit[key] || (svaras && keys->sargam) ||
           (m->raga_keys ? jw_words_in_raga(m, key)
            : svaras     ? (key - m->sa_key) % 12 == 0
                         : key % 12 == 0);
}

/// Name and letter of a key.
static void draw_name(JwPainter *p, const JwElement *e, const JwKeyLayout *keys, JwInk ink) {
    const JwWindowModel *m = p->model;
    const int key = e->index;
    const bool black = is_between(keys, key);
    const bool caps = e->at.h >= (black ? 36.0 : cap_px);
    const double bottom = jw_rect_bottom(e->at), x = e->at.x + 0.5 * e->at.w;
    char text[JW_WORDS];
    bool second = false;
    JwKeyLayout moved = *keys;
    moved.first += m->hand.letter_shift;
    const char letter = jw_key_layout_letter(&moved, key, &second);
    if (caps) {
        draw_cap(p, second ? 0 : letter, second, e->at, ink);
    }
    // Black keys are named where a letter reaches them: among seven notes there are five to an
    // octave
    if (!is_named(m, key, keys) || (black && e->at.w < 13.0)) {
        return;
    }
    const double y = bottom - (caps ? 31.5 : 20.0) - (black && caps ? 1.0 : 0.0);
    const bool sa = (key - m->sa_key) % 12 == 0;
    jw_paint_text(p, jw_rect(e->at.x, y, e->at.w, 16.0),
                  m->lit[key] || (sa && jw_window_has_svaras(m)) ? JW_TYPE_SMALL_BOLD
                                                                 : JW_TYPE_SMALL,
                  JW_CENTRE, ink, name_key(m, key, e->at.w, text));
    if (jw_window_has_svaras(m) && !black) {
        draw_dots(p, key, x, y + 0.5, y + 15.0, ink);
    }
}

static void draw_key(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const int key = e->index;
    const JwKeyLayout keys = jw_window_keys(m);
    const bool black = is_between(&keys, key);
    const bool plays = key >= m->low_key && key <= m->high_key;
    const JwElementState s = jw_paint_state(p, e);
    JwRect at = jw_rect(e->at.x + 0.5, e->at.y, e->at.w - 1.0, e->at.h);
    JwInk letter = black ? JW_INK_ON_BLACK : JW_INK_ON_WHITE;
    if (m->lit[key]) {
        jw_paint_round(p, at, 2.0, jw_theme_role((JwWindowRole)(m->lit[key] - 1)));
        letter = JW_INK_ON_ROLE;
    } else if (s.pressed) {
        jw_paint_round(p, at, 2.0, JW_INK_TEXT);
        letter = JW_INK_ON_ROLE;
    } else if (!plays) {
        jw_paint_round(p, at, 2.0, JW_INK_GROUND);
        jw_paint_outline(p, at, 2.0, JW_INK_HAIR, 1.0);
    } else {
        jw_paint_round(p, at, 2.0, black ? JW_INK_KEY_BLACK : JW_INK_KEY_WHITE);
        jw_paint_outline(p, at, 2.0,
                         s.hover ? JW_INK_EDGE
                         : black ? JW_INK_KEY_EDGE
                                 : JW_INK_HAIR,
                         1.0);
    }
    // Where a bent string sounds
    if (m->hero.pulled && m->sounds && key == m->hero.near_key && !m->lit[key]) {
        jw_paint_outline(p, at, 2.0, jw_theme_role(jw_window_role(m)), 2.0);
    }
    if (plays) {
        draw_name(p, e, &keys, letter);
    }
}

/********* Beside the keys *********/

/// Pad with a name, and the key of the computer that plays it.
static void draw_named_pad(JwPainter *p, const JwElement *e, bool lit, JwWindowRole role,
                           const char *name, char letter) {
    const JwElementState s = jw_paint_state(p, e);
    const JwRect at = e->at;
    lit = lit || s.pressed;
    if (lit) {
        jw_paint_round(p, at, 2.0, jw_theme_role(role));
    } else {
        jw_paint_round(p, at, 2.0, JW_INK_KEY_WHITE);
        jw_paint_outline(p, at, 2.0, s.hover ? JW_INK_EDGE : JW_INK_HAIR, 1.0);
    }
    const JwInk ink = lit ? JW_INK_ON_ROLE : JW_INK_TEXT;
    const JwRect cap = jw_rect(jw_rect_right(at) - 18.0, at.y + 0.5 * (at.h - 12.5), 13.0, 12.5);
    const char text[2] = {letter, 0};
    jw_paint_outline(p, cap, 2.0, lit ? ink : JW_INK_ON_WHITE, 1.0);
    jw_paint_text(p, jw_rect(cap.x, cap.y - 1.5, cap.w, 15.0), JW_TYPE_SMALL, JW_CENTRE,
                  lit ? ink : JW_INK_ON_WHITE, text);
    const bool marked = e->kind == JW_E_CHIKARI;
    if (marked && !lit) {
        jw_paint_mark(p, role, at.x + 7.0, at.y + 0.5 * at.h, 6.0);
    }
    const double x = at.x + (marked ? 13.0 : 8.0);
    jw_paint_text(p, jw_rect(x, at.y, cap.x - 2.0 - x, at.h), JW_TYPE_SMALL, JW_LEFT, ink, name);
    if (marked && jw_window_has_svaras(p->model)) {
        const double half = 0.5 * jw_text_width(p->canvas, JW_TYPE_SMALL, name);
        draw_dots(p, p->model->string[e->index].key, x + half, at.y + 0.5 * at.h - 8.5,
                  at.y + 0.5 * at.h + 8.5, ink);
    }
}

/// Digit that plucks an open string.
static char digit_of(const JwWindowModel *m, int string) {
    int number = 0;
    for (int i = 0; i <= string; ++i) {
        number += m->string[i].role != JW_WINDOW_TARAF;
    }
    return (char)(number < 10 ? '0' + number : number == 10 ? '0' : ' ');
}

static void draw_chikari(JwPainter *p, const JwElement *e) {
    const JwWindowString *s = &p->model->string[e->index];
    draw_named_pad(p, e, s->lit, s->role, jw_words_sargam(s->key, p->model->sa_key),
                   digit_of(p->model, e->index));
}

static void draw_named(JwPainter *p, const JwElement *e) {
    const bool chikari = e->index == p->model->chikari_key;
    draw_named_pad(p, e, false, JW_WINDOW_DRONE, chikari ? "Chikari" : "Strum",
                   chikari ? 'n' : 'm');
}

/// Triangles over the keys whose notes the raga has only on the way up, or down.
static void draw_marks(JwPainter *p, const JwElement *e) {
    JwCanvas *c = p->canvas;
    const JwWindowModel *m = p->model;
    for (int i = 0; i < p->layout->n; ++i) {
        const JwElement *k = &p->layout->element[i];
        const double x = k->at.x + 0.5 * k->at.w;
        const double up = k->kind == JW_E_KEY ? way_of(m, k->index) : 0;
        if (up != 0.0 && x >= e->at.x + 6.0 && k->index >= m->low_key && k->index <= m->high_key) {
            const double y = e->at.y + 8.0;
            c->begin(c);
            c->move(c, x - 4.0, y + 3.0 * up);
            c->line(c, x + 4.0, y + 3.0 * up);
            c->line(c, x, y - 3.0 * up);
            c->close(c);
            jw_paint_ink(p, JW_INK_TEXT_2, 1.0);
            c->fill(c);
        }
    }
}

/********* Letters *********/

static const char *letters_text(const JwWindowModel *m) {
    return jw_window_keys(m).sargam ? "Letters: sargam" : "Letters: piano";
}

double jw_letters_width(const JwWindowModel *m, JwCanvas *canvas) {
    return ceil(jw_text_width(canvas, JW_TYPE_SMALL, letters_text(m))) + 18.0;
}

static void draw_letters(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    const bool open = p->model->hand.menu.kind == JW_E_LETTERS;
    const JwInk ink = s.hover || s.pressed || open ? JW_INK_TEXT : JW_INK_TEXT_2;
    jw_paint_text(p, jw_rect(e->at.x, e->at.y, e->at.w - 16.0, e->at.h), JW_TYPE_SMALL, JW_LEFT,
                  ink, letters_text(p->model));
    jw_paint_chevron(p, jw_rect_right(e->at) - 6.0, e->at.y + 0.5 * e->at.h, 2, ink);
}

/********* Pads *********/

static void draw_pad(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const JwWindowString *s = &m->string[e->index];
    const JwElementState state = jw_paint_state(p, e);
    const bool lit = s->lit || state.pressed;
    const JwRect at = e->at;
    char note[JW_WORDS], number[JW_WORDS];
    if (lit) {
        jw_paint_round(p, at, 4.0, jw_theme_role(s->role));
    } else {
        jw_paint_round(p, at, 4.0, JW_INK_KEY_WHITE);
        jw_paint_outline(p, at, 4.0, state.hover ? JW_INK_EDGE : JW_INK_HAIR, 1.0);
    }
    const JwInk loud = lit ? JW_INK_ON_ROLE : JW_INK_TEXT;
    const JwInk ink = lit ? JW_INK_ON_ROLE : JW_INK_ON_WHITE;
    const char *sargam = jw_words_sargam(s->key, m->sa_key);
    if (at.w < 120.0) {
        jw_paint_text(p, jw_rect(at.x + 2.0, at.y, at.w - 4.0, at.h), JW_TYPE_BODY_BOLD, JW_CENTRE,
                      loud, sargam);
        return;
    }
    const double wide = jw_paint_text(p, jw_rect(at.x + 16.0, at.y + 1.0, 48.0, at.h - 4.0),
                                      JW_TYPE_LARGE_BOLD, JW_LEFT, loud, sargam);
    const double x = at.x + 16.0 + fmax(wide + 16.0, 40.0);
    const double right = jw_rect_right(at) - 16.0;
    snprintf(number, sizeof number, "%d", e->index + 1);
    const double n = jw_paint_text(p, jw_rect(right - 24.0, at.y, 24.0, at.h), JW_TYPE_BODY,
                                   JW_RIGHT, ink, number);
    const double room = right - n - 8.0 - x;
    jw_paint_text(p, jw_rect(x, at.y + 0.5 * at.h - 16.0, room, 16.0), JW_TYPE_SMALL, JW_LEFT, ink,
                  s->name);
    jw_paint_text(p, jw_rect(x, at.y + 0.5 * at.h - 1.0, room, 16.0), JW_TYPE_SMALL, JW_LEFT, ink,
                  jw_words_note(s->key, note));
}

/********* Fret board *********/

/// The nut is on the right, as in the hero above.
static double neck_x(const JwWindowModel *m, JwRect at, double x_m) {
    const JwWindowHero *hero = &m->hero;
    const double low_m = 0.94 * hero->fret_m[hero->n_frets - 1];
    return at.x + (x_m - low_m) / (hero->fret_m[0] - low_m) * (at.w - 24.0);
}

int jw_neck_fret(const JwWindowModel *m, JwRect at, double x) {
    const JwWindowHero *hero = &m->hero;
    int fret = hero->n_frets - 1;
    // A finger between two frets stops the string at the one nearer to the bridge
    while (fret > 0 && x > neck_x(m, at, hero->fret_m[fret])) {
        --fret;
    }
    return fret;
}

static void draw_neck(JwPainter *p, const JwElement *e) {
    JwCanvas *c = p->canvas;
    const JwWindowModel *m = p->model;
    const JwWindowHero *hero = &m->hero;
    const JwRect at = e->at;
    const JwElementState s = jw_paint_state(p, e);
    const double y = at.y + 0.38 * at.h;
    const double right = neck_x(m, at, hero->fret_m[0]);
    const int under = s.hover || s.pressed ? jw_neck_fret(m, at, m->hand.last_x) : -1;
    double last = HUGE_VAL;
    for (int i = 0; i < hero->n_frets; ++i) {
        const double x = neck_x(m, at, hero->fret_m[i]);
        const bool strong = i == under || (m->sounds && i == hero->fret);
        jw_paint_rect(p, jw_rect(x - (i == 0 ? 1.0 : 0.5), at.y, i == 0 ? 2.0 : 1.0, at.h - 16.0),
                      strong ? JW_INK_TEXT : JW_INK_EDGE);
        if (strong || (last - x >= 14.0 && jw_words_in_raga(m, hero->fret_key[i]))) {
            const bool sa = (hero->fret_key[i] - m->sa_key) % 12 == 0;
            const JwType type = sa || strong ? JW_TYPE_SMALL_BOLD : JW_TYPE_SMALL;
            if (last - x >= 14.0) {
                jw_paint_text(p, jw_rect(x - 7.0, jw_rect_bottom(at) - 14.0, 14.0, 14.0), type,
                              JW_CENTRE, sa || strong ? JW_INK_TEXT : JW_INK_TEXT_2,
                              jw_words_letter(hero->fret_key[i], m->sa_key));
                last = x;
            }
        }
    }
    // The string, bent where the finger holds it
    const double pull = s.pressed ? fmin(fmax(m->hand.last_y - m->hand.press_y, -14.0), 22.0) : 0.0;
    c->begin(c);
    c->move(c, at.x, y);
    if (under >= 0 && s.pressed) {
        c->line(c, fmin(fmax(m->hand.press_x, at.x), right), y + pull);
    }
    c->line(c, right, y);
    jw_paint_ink(p, jw_theme_role(jw_window_role(m)), 1.0);
    c->width(c, 1.75);
    c->stroke(c);
    if (under >= 0 && s.pressed) {
        jw_paint_disc(p, fmin(fmax(m->hand.press_x, at.x), right), y + pull, 5.0,
                      jw_theme_role(jw_window_role(m)));
    }
}

void jw_keys_draw(JwPainter *p, const JwElement *e) {
    switch (e->kind) {
    case JW_E_KEY:
        draw_key(p, e);
        break;
    case JW_E_PAD:
        draw_pad(p, e);
        break;
    case JW_E_CHIKARI:
        draw_chikari(p, e);
        break;
    case JW_E_NAMED:
        draw_named(p, e);
        break;
    case JW_E_MARKS:
        draw_marks(p, e);
        break;
    case JW_E_LETTERS:
        draw_letters(p, e);
        break;
    case JW_E_FRETBOARD:
        jw_paint_round(p, e->at, 4.0, JW_INK_PANE);
        break;
    case JW_E_NECK:
        draw_neck(p, e);
        break;
    default:
        break;
    }
}
