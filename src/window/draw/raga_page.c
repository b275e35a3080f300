// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Page of the ragas: a search with filters, a list, and a card of the chosen raga.

#include "window/draw/raga_page.h"

#include "base/ragas.h"
#include "window/draw/cluster.h"
#include "window/draw/pages.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double row_px = 48.0, heading_px = 32.0;
static const double filters_px = 192.0, card_px = 256.0;
static const double keys_px = 72.0, marks_px = 16.0;

static const char *const thats[] = {"Bilawal", "Kalyan", "Khamaj",  "Bhairav",  "Purvi",
                                    "Marwa",   "Kafi",   "Asavari", "Bhairavi", "Todi"};

enum { N_THATS = sizeof thats / sizeof thats[0], N_TIMES = 8, MOST_NEAR = 4, FEW = 3 };

/********* List *********/

static int n_bits(unsigned bits) {
    int n = 0;
    for (; bits; bits &= bits - 1) {
        ++n;
    }
    return n;
}

static bool is_listed(const JwRagaList *list, int raga) {
    for (int i = 0; i < list->n; ++i) {
        if (list->raga[i] == raga) {
            return true;
        }
    }
    return false;
}

/// Adds ragas with nearly the notes of the first one: one note more, less or other.
static void add_near(JwRagaList *list) {
    const unsigned notes = jw_raga_notes(list->raga[0]);
    for (int far = 0; far <= 2; ++far) {
        for (int raga = 1; raga < jw_raga_count(); ++raga) {
            if (jw_raga_is_listed(raga) && n_bits(notes ^ jw_raga_notes(raga)) == far &&
                !is_listed(list, raga) && list->n < list->n_found + MOST_NEAR) {
                list->raga[list->n++] = (short)raga;
            }
        }
    }
}

void jw_ragas_list(const char *filter, JwRagaList *list) {
    const bool all = !filter[strspn(filter, " ")];
    const int named = all ? 0 : jw_raga_find(filter);
    list->n = 0;
    if (all || named > 0) { // A whole name comes first
        list->raga[list->n++] = (short)named;
    }
    for (int raga = 1; raga < jw_raga_count(); ++raga) {
        if (raga != named && jw_raga_matches(raga, filter)) {
            list->raga[list->n++] = (short)raga;
        }
    }
    list->n_found = list->n;
    if (!all && list->n > 0 && list->n <= FEW) {
        add_near(list);
    }
}

/********* Filters *********/

/// Place of a whole word in a text; NULL if it has none.
static char *find_word(char *text, const char *word) {
    const size_t n = strlen(word);
    for (char *at = text; (at = strstr(at, word)); ++at) {
        if ((at == text || at[-1] == ' ') && (at[n] == ' ' || at[n] == 0)) {
            return at;
        }
    }
    return NULL;
}

/// Removes a word; returns false if the text has none.
static bool remove_word(char *text, const char *word) {
    char *at = find_word(text, word);
    if (!at) {
        return false;
    }
    const char *rest = at + strlen(word);
    rest += *rest == ' ';
    memmove(at, rest, strlen(rest) + 1);
    const size_t n = strlen(text);
    if (n > 0 && text[n - 1] == ' ') {
        text[n - 1] = 0;
    }
    return true;
}

static void add_word(char text[JW_WINDOW_NAME], const char *word) {
    const size_t n = strlen(text);
    if (n + strlen(word) + 2 < JW_WINDOW_NAME) {
        snprintf(text + n, JW_WINDOW_NAME - n, "%s%s", n > 0 ? " " : "", word);
    }
}

/// Word of the search that a filter stands for; `without`: that a note is lacking.
static const char *word_of(JwElementKind kind, int index, bool without, char word[JW_WORDS]) {
    if (kind == JW_E_RAGA_THAT) {
        snprintf(word, JW_WORDS, "that:%s", thats[index]);
    } else if (kind == JW_E_RAGA_TIME) {
        snprintf(word, JW_WORDS, "hour:%d", (6 + 3 * index) % 24);
    } else {
        snprintf(word, JW_WORDS, "%s%c", without ? "-" : "", jw_svara_letter(index));
    }
    return word;
}

/// 1 if the search has a filter's word, -1 for a note that is to lack, otherwise 0.
static int state_of(const JwWindowModel *m, JwElementKind kind, int index) {
    char typed[JW_WINDOW_NAME], word[JW_WORDS];
    memcpy(typed, m->hand.typed, sizeof typed);
    return find_word(typed, word_of(kind, index, false, word))                            ? 1
           : kind == JW_E_RAGA_NOTE && find_word(typed, word_of(kind, index, true, word)) ? -1
                                                                                          : 0;
}

void jw_raga_filter(JwWindowHand *hand, JwElementKind kind, int index) {
    char word[JW_WORDS], other[JW_WORDS];
    const int n = kind == JW_E_RAGA_THAT ? N_THATS : kind == JW_E_RAGA_TIME ? N_TIMES : 0;
    const bool had = remove_word(hand->typed, word_of(kind, index, false, word));
    for (int i = 0; i < n; ++i) { // One that, one time
        remove_word(hand->typed, word_of(kind, i, false, other));
    }
    if (kind != JW_E_RAGA_NOTE && !had) {
        add_word(hand->typed, word);
    } else if (kind == JW_E_RAGA_NOTE && had) {
        add_word(hand->typed, word_of(kind, index, true, word));
    } else if (kind == JW_E_RAGA_NOTE &&
               !remove_word(hand->typed, word_of(kind, index, true, other))) {
        add_word(hand->typed, word);
    }
    jw_raga_search(hand);
}

void jw_raga_search(JwWindowHand *hand) {
    jw_ragas_list(hand->typed, &hand->ragas);
    hand->scroll[JW_WINDOW_RAGA_PAGE] = 0.0;
}

int jw_raga_step(const JwWindowModel *m, int by) {
    const JwRagaList *list = &m->hand.ragas;
    const int now = (int)m->param[JW_P_RAGA];
    for (int i = 0; i < list->n; ++i) {
        if (list->raga[i] == now) {
            return i + by >= 0 && i + by < list->n ? list->raga[i + by] : now;
        }
    }
    return list->n > 0 ? list->raga[by > 0 ? 0 : list->n - 1] : now;
}

/// Height of the rows and headings above a row.
static double top_of(const JwRagaList *list, int row) {
    const bool near = list->n > list->n_found && row >= list->n_found;
    return row_px * row + (near ? heading_px : 0.0);
}

void jw_raga_show(JwWindowHand *hand, int raga, double view_px) {
    double *scroll = &hand->scroll[JW_WINDOW_RAGA_PAGE];
    for (int i = 0; i < hand->ragas.n; ++i) {
        if (hand->ragas.raga[i] == raga) {
            const double top = top_of(&hand->ragas, i);
            *scroll = fmin(fmax(*scroll, top + row_px - view_px), top);
        }
    }
}

/********* Places *********/

bool jw_raga_page_fits(const JwLayout *l) {
    return !l->tiny && l->width >= 560.0 && l->height >= 480.0;
}

/// A grid of filters; returns the y below it.
static double place_grid(JwLayout *l, JwElementKind kind, int n, int columns, JwRect at,
                         double most_y) {
    const double w = (at.w + 4.0) / columns;
    for (int i = 0; i < n; ++i) {
        const double y = at.y + (at.h + 2.0) * floor((double)i / columns);
        if (y + at.h <= most_y) {
            jw_layout_add(l, kind, i, jw_rect(at.x + w * (i % columns), y, w - 4.0, at.h));
        }
    }
    return at.y + (at.h + 2.0) * ceil((double)n / columns);
}

static void place_filters(JwLayout *l, const JwWindowModel *m, JwRect at) {
    const double bottom = jw_rect_bottom(at);
    double y = at.y + 40.0;
    static const struct {
        JwElementKind kind;
        int n, columns;
        double high;
    } grids[] = {{JW_E_RAGA_THAT, N_THATS, 2, 20.0},
                 {JW_E_RAGA_TIME, N_TIMES, 4, 24.0},
                 {JW_E_RAGA_NOTE, 12, 6, 24.0}};
    jw_layout_add(l, JW_E_RAGA_SEARCH, 0, jw_rect(at.x, at.y, at.w, 32.0));
    for (int i = 0; i < 3; ++i) {
        if (y + 18.0 + grids[i].high <= bottom) {
            jw_layout_add_still(l, JW_E_RAGA_TITLE, i, jw_rect(at.x, y, at.w, 18.0));
        }
        y = place_grid(l, grids[i].kind, grids[i].n, grids[i].columns,
                       jw_rect(at.x, y + 18.0, at.w, grids[i].high), bottom) +
            6.0;
    }
    if (y + 18.0 <= bottom) {
        jw_layout_add_still(l, JW_E_RAGA_TITLE, 3, jw_rect(at.x, y, at.w, 18.0));
    }
    if (m->hand.typed[0] && y + 52.0 <= bottom) {
        jw_layout_add(l, JW_E_RAGA_CLEAR, 0, jw_rect(at.x, bottom - 32.0, at.w, 32.0));
    }
}

static void place_list(JwLayout *l, const JwWindowModel *m, JwRect at) {
    const JwRagaList *list = &m->hand.ragas;
    const double whole = top_of(list, list->n);
    if (list->n == 0) {
        jw_layout_add_still(l, JW_E_RAGA_NONE, 0, jw_rect(at.x, at.y, at.w, row_px));
        return;
    }
    l->scroll_most = fmax(ceil((whole - at.h) / 16.0) * 16.0, 0.0);
    const double scroll =
        round(fmin(fmax(m->hand.scroll[JW_WINDOW_RAGA_PAGE], 0.0), l->scroll_most) / 16.0) * 16.0;
    for (int i = 0; i < list->n; ++i) {
        const double y = at.y + top_of(list, i) - scroll;
        if (i == list->n_found && y - heading_px >= at.y - 0.5 && y <= jw_rect_bottom(at)) {
            jw_layout_add_still(l, JW_E_RAGA_HEADING, 0,
                                jw_rect(at.x, y - heading_px, at.w, heading_px));
        }
        if (y >= at.y - 0.5 && y + row_px <= jw_rect_bottom(at) + 0.5) {
            jw_layout_add(l, JW_E_RAGA, list->raga[i], jw_rect(at.x, y, at.w, row_px));
        }
    }
    jw_layout_add_bar(l, jw_rect(at.x, at.y, at.w + 10.0, at.h), whole, scroll,
                      JW_WINDOW_RAGA_PAGE);
}

void jw_raga_page_place(JwLayout *l, const JwWindowModel *m, JwCanvas *canvas) {
    JwRect page = jw_rect(l->page.x, l->page.y + 8.0, l->page.w, l->page.h - 8.0);
    if (l->page.h >= 420.0) {
        const double y = jw_rect_bottom(page) - keys_px;
        const double wide = jw_window_has_keys(m) ? jw_letters_width(m, canvas) : 0.0;
        jw_keys_place(l, m, jw_rect(page.x, y, page.w, keys_px));
        if (wide > 0.0) {
            jw_layout_add(l, JW_E_LETTERS, 0, jw_rect(page.x, y - marks_px, wide, marks_px));
            jw_keys_place_marks(l, m,
                                jw_rect(page.x + wide, y - marks_px, page.w - wide, marks_px));
        }
        page.h -= keys_px + marks_px + 4.0;
    }
    const bool filters = page.w >= 560.0, card = page.w >= 848.0 && page.h >= 280.0;
    double x = page.x, top = page.y;
    const double right = jw_rect_right(page) - (card ? card_px + 24.0 : 0.0);
    if (filters) {
        place_filters(l, m, jw_rect(x, page.y, filters_px, page.h));
        x += filters_px + 16.0;
    } else {
        jw_layout_add(l, JW_E_RAGA_SEARCH, 0, jw_rect(x, page.y, page.w, 32.0));
        top += 40.0;
    }
    const double foot = card ? 0.0 : 40.0;
    place_list(l, m, jw_rect(x, top, right - x, jw_rect_bottom(page) - top - foot));
    const double w = card ? 0.5 * (card_px - 40.0) : fmin(112.0, 0.5 * (right - x - 8.0));
    const double back_x = card ? right + 24.0 + 16.0 : right - 2.0 * w - 8.0;
    const double y = jw_rect_bottom(page) - (card ? 40.0 : 32.0);
    if (card) {
        jw_layout_add_still(l, JW_E_RAGA_CARD, 0, jw_rect(right + 24.0, page.y, card_px, page.h));
    }
    for (int i = 0; i < 2; ++i) {
        JwElement *e = jw_layout_add(l, i == 0 ? JW_E_BACK : JW_E_KEEP, 0,
                                     jw_rect(back_x + (w + 8.0) * i, y, w, 32.0));
        if (e) {
            e->floats = true;
        }
    }
}

/********* Drawing: filters *********/

static void draw_search(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    char none[JW_WORDS];
    snprintf(none, sizeof none, "Search %d ragas", jw_raga_count() - 1);
    jw_search_draw(p, e, m->hand.typed, m->hand.typing, none);
}

static void draw_title(JwPainter *p, const JwElement *e) {
    static const char *const title[] = {"That", "Time", "Notes"};
    const JwRagaList *list = &p->model->hand.ragas;
    char text[JW_WORDS];
    if (e->index < 3) {
        jw_paint_text(p, e->at, JW_TYPE_SMALL_BOLD, JW_LEFT, JW_INK_TEXT_2, title[e->index]);
        jw_paint_text(p, jw_rect(e->at.x + 60.0, e->at.y, e->at.w - 60.0, e->at.h), JW_TYPE_SMALL,
                      JW_RIGHT, JW_INK_TEXT_3, e->index == 2 ? "with, again: without" : "");
        return;
    }
    const int near = list->n - list->n_found;
    const int found = list->n_found - (list->n > 0 && list->raga[0] == 0);
    if (near > 0) {
        snprintf(text, sizeof text, "%d, and %d near", found, near);
    } else {
        snprintf(text, sizeof text, found == 1 ? "%d raga" : "%d ragas", found);
    }
    jw_paint_text(p, e->at, JW_TYPE_SMALL, JW_RIGHT, JW_INK_TEXT_2, text);
}

static void draw_filter(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    const int state = state_of(p->model, e->kind, e->index);
    char text[JW_WORDS];
    if (e->kind == JW_E_RAGA_THAT) {
        snprintf(text, sizeof text, "%s", thats[e->index]);
    } else if (e->kind == JW_E_RAGA_TIME) {
        const int from = (6 + 3 * e->index) % 24;
        snprintf(text, sizeof text, "%d\xE2\x80\x93%d", from, from + 3);
    } else {
        snprintf(text, sizeof text, "%c", jw_svara_letter(e->index));
    }
    if (state > 0) {
        jw_paint_round(p, e->at, 4.0, JW_INK_TEXT);
    } else {
        jw_paint_outline(p, e->at, 4.0, s.hover || state < 0 ? JW_INK_TEXT : JW_INK_EDGE, 1.0);
    }
    const JwInk ink = state > 0 ? JW_INK_ON_ROLE : s.hover ? JW_INK_TEXT : JW_INK_TEXT_2;
    jw_paint_text(p, e->at, JW_TYPE_SMALL, JW_CENTRE, ink, text);
    if (state < 0) { // Struck through
        jw_paint_across(p, e->at.x + 5.0, jw_rect_right(e->at) - 5.0, e->at.y + 0.5 * e->at.h,
                        JW_INK_TEXT);
    }
}

/********* Drawing: list *********/

/// "Bhairavi that, 21-24 h".
static const char *describe(const JwRaga *raga, char text[JW_WORDS]) {
    const bool none = !strcmp(raga->parent, "none");
    const char *const parent = none ? "no that" : raga->parent;
    const bool plain = none || strchr(parent, '('); // "Bilawal (mixed)"
    const size_t n = strcspn(raga->time, "~");
    const bool hours = n > 0 && raga->time[n - 1] >= '0' && raga->time[n - 1] <= '9';
    const char *const kind = raga->carnatic ? " mela" : " that";
    char whole[4 * JW_WORDS];
    snprintf(whole, sizeof whole, "%s%s%s%.*s%s", parent, plain ? "" : kind, n > 0 ? ", " : "",
             (int)n, raga->time, hours ? " h" : "");
    jw_cluster_copy(text, JW_WORDS, whole);
    return text;
}

/// An octave of twelve cells: bars for the notes.
static void draw_octave(JwPainter *p, unsigned notes, double x, double y, JwInk ink) {
    for (int d = 0; d < 12; ++d) {
        const bool has = notes >> d & 1u;
        jw_paint_rect(
            p, has ? jw_rect(x + 8.0 * d, y, 6.0, 24.0) : jw_rect(x + 8.0 * d, y + 11.0, 6.0, 2.0),
            has ? ink : JW_INK_TRACK);
    }
}

/// "also Malkosh, Malkaus", as many as have room.
static void write_others(const JwRaga *raga, char text[JW_WORDS]) {
    char others[4 * JW_WORDS];
    size_t to = (size_t)snprintf(others, sizeof others, "%s", *raga->others ? "also " : "");
    for (const char *c = raga->others; *c && to + 3 < sizeof others; ++c) {
        others[to++] = *c == ';' ? ',' : *c;
        if (*c == ';') {
            others[to++] = ' ';
        }
    }
    others[to] = 0;
    jw_cluster_copy(text, JW_WORDS, others);
}

static void draw_raga(JwPainter *p, const JwElement *e) {
    const JwRaga *raga = jw_raga_info(e->index);
    const bool chosen = (int)p->model->param[JW_P_RAGA] == e->index;
    const JwRect at = e->at;
    const double x = at.x + 124.0, right = jw_rect_right(at) - 12.0;
    char text[JW_WORDS], others[JW_WORDS];
    jw_paint_row(p, at, chosen, jw_paint_state(p, e));
    draw_octave(p, raga ? jw_raga_notes(e->index) : 0xfff, at.x + 12.0, at.y + 12.0,
                chosen ? JW_INK_TEXT : JW_INK_TEXT_2);
    const double notes = jw_paint_text(
        p, jw_rect(x + 0.4 * (right - x), at.y + 5.0, 0.6 * (right - x), 20.0), JW_TYPE_BODY,
        JW_RIGHT, chosen ? JW_INK_TEXT : JW_INK_TEXT_2, raga ? raga->notes : "");
    jw_paint_text(p, jw_rect(x, at.y + 5.0, right - x - notes - 8.0, 20.0),
                  chosen ? JW_TYPE_BODY_BOLD : JW_TYPE_BODY, JW_LEFT, JW_INK_TEXT,
                  raga ? raga->name : "No raga: all notes");
    if (!raga) {
        return;
    }
    const double used = jw_paint_text(p, jw_rect(x, at.y + 24.0, right - x, 18.0), JW_TYPE_SMALL,
                                      JW_LEFT, JW_INK_TEXT_2, describe(raga, text));
    write_others(raga, others);
    jw_paint_text(p, jw_rect(x + used + 12.0, at.y + 24.0, right - x - used - 12.0, 18.0),
                  JW_TYPE_SMALL, JW_RIGHT, JW_INK_TEXT_2, others);
}

/********* Drawing: card *********/

enum { MOST_STEPS = 48 };

/// Notes of a way up or down as semitones above Sa of the middle octave; returns their number.
static int read_way(const char *way, int note[MOST_STEPS]) {
    int n = 0;
    for (; *way; ++way) {
        const int semitone = jw_svara_semitone(*way);
        if (semitone >= 0 && n < MOST_STEPS) {
            note[n++] = semitone;
        } else if (n > 0 && (*way == ',' || *way == '\'')) {
            note[n - 1] += *way == ',' ? -12 : 12;
        }
    }
    return n;
}

static bool is_note(const char *name, int semitone) {
    return name[0] && jw_svara_semitone(name[0]) == ((semitone % 12) + 12) % 12;
}

/// The ways up (solid) and down (dashed); height is pitch, the vadi is ringed.
static void draw_ways(JwPainter *p, const JwRaga *raga, JwRect at) {
    JwCanvas *c = p->canvas;
    int note[2 * MOST_STEPS];
    const int n_up = read_way(raga->aroha, note);
    const int n = n_up + read_way(raga->avaroha, note + n_up);
    int low = 0, high = 12;
    for (int i = 0; i < n; ++i) {
        low = note[i] < low ? note[i] : low;
        high = note[i] > high ? note[i] : high;
    }
    if (n < 2) {
        return;
    }
    const double step = at.w / (n - 1), px = (at.h - 32.0) / (high - low);
    const double base = jw_rect_bottom(at) - 16.0 + px * low;
    jw_paint_across(p, at.x, jw_rect_right(at), base, JW_INK_HAIR);
    jw_paint_across(p, at.x, jw_rect_right(at), base - 12.0 * px, JW_INK_HAIR);
    for (int way = 0; way < 2; ++way) {
        const double dash[] = {3.0, 3.0};
        // The way down begins where the way up ends
        const int first = way == 0 ? 0 : n_up - 1, last = way == 0 ? n_up : n;
        c->save(c);
        c->begin(c);
        for (int i = first < 0 ? 0 : first; i < last; ++i) {
            c->line(c, at.x + step * i, base - px * note[i]);
        }
        c->dash(c, dash, way == 1 ? 2 : 0);
        jw_paint_ink(p, way == 0 ? JW_INK_TEXT : JW_INK_TEXT_2, 1.0);
        c->width(c, 1.5);
        c->stroke(c);
        c->restore(c);
    }
    for (int i = 0; i < n; ++i) {
        const double x = at.x + step * i, y = base - px * note[i];
        const bool up = i < n_up;
        const char letter[2] = {jw_svara_letter(((note[i] % 12) + 12) % 12), 0};
        jw_paint_disc(p, x, y, 3.0, up ? JW_INK_TEXT : JW_INK_TEXT_2);
        if (is_note(raga->vadi, note[i])) {
            c->begin(c);
            c->arc(c, x, y, 5.5, 0.0, 6.2831853, false);
            jw_paint_ink(p, JW_INK_TEXT, 1.0);
            c->width(c, 1.25);
            c->stroke(c);
        }
        jw_paint_text(p, jw_rect(x - 8.0, y + (up ? -21.0 : 6.0), 16.0, 14.0), JW_TYPE_SMALL,
                      JW_CENTRE, up ? JW_INK_TEXT : JW_INK_TEXT_2, letter);
    }
}

/// Number of words that differ between two texts of as many.
static int n_changed(const char *a, const char *b) {
    int n = 0;
    while (*a && *b) {
        const size_t na = strcspn(a, " "), nb = strcspn(b, " ");
        n += na != nb || strncmp(a, b, na) != 0;
        a += na + (a[na] == ' ');
        b += nb + (b[nb] == ' ');
    }
    return n;
}

static double draw_fact(JwPainter *p, JwRect in, double y, const char *name, const char *value) {
    const double used = jw_paint_text(p, jw_rect(in.x + 64.0, y, in.w - 64.0, 22.0),
                                      JW_TYPE_SMALL_BOLD, JW_RIGHT, JW_INK_TEXT, value);
    jw_paint_text(p, jw_rect(in.x, y, in.w - used - 8.0, 22.0), JW_TYPE_SMALL, JW_LEFT,
                  JW_INK_TEXT_2, name);
    return y + 22.0;
}

/// "g +16 d +14 n +18": cents of its notes above equal temperament, as tuned now.
static const char *write_cents(const JwWindowModel *m, char text[JW_WORDS]) {
    size_t n = 0;
    text[0] = 0;
    for (int d = 0; d < 12; ++d) {
        const double cents = m->raga_cents[d] - 100.0 * d;
        char number[JW_WORDS];
        if (m->raga_keys >> d & 1u && fabs(cents) >= 0.5 && n + 16 < JW_WORDS) {
            n += (size_t)snprintf(text + n, JW_WORDS - n, "%s%c %.9s", n > 0 ? "  " : "",
                                  jw_svara_letter(d), jw_words_number(cents, 0, true, number));
        }
    }
    return text;
}

static void draw_sets(JwPainter *p, const JwRaga *raga, JwRect in, double y) {
    const JwWindowModel *m = p->model;
    const JwRaga *before = jw_raga_info(m->hand.raga_before);
    int n_taraf = 0;
    char text[JW_WORDS];
    for (int i = 0; i < m->n_strings; ++i) {
        n_taraf += m->string[i].role == JW_WINDOW_TARAF;
    }
    jw_paint_text(p, jw_rect(in.x, y, in.w, 20.0), JW_TYPE_SMALL_BOLD, JW_LEFT, JW_INK_TEXT_2,
                  "What it sets");
    jw_paint_across(p, in.x, jw_rect_right(in), y + 21.0, JW_INK_HAIR);
    y = draw_fact(p, in, y + 24.0, "Tanpura\xE2\x80\x99s first string",
                  raga->first == 'm'   ? "Ma"
                  : raga->first == 'N' ? "Ni"
                                       : "Pa");
    snprintf(text, sizeof text, "%d", n_bits(jw_raga_notes((int)m->param[JW_P_RAGA])));
    y = draw_fact(p, in, y, "White keys an octave", text);
    if (n_taraf == 13 && before && before != raga) {
        snprintf(text, sizeof text, "%d of 13", n_changed(before->taraf, raga->taraf));
        y = draw_fact(p, in, y, "Taraf retuned", text);
    }
    if (*write_cents(m, text) && y + 38.0 <= jw_rect_bottom(in)) {
        jw_paint_text(p, jw_rect(in.x, y, in.w, 22.0), JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_2,
                      "Cents from equal temperament");
        jw_paint_text(p, jw_rect(in.x, y + 18.0, in.w, 20.0), JW_TYPE_SMALL_BOLD, JW_LEFT,
                      JW_INK_TEXT, text);
    }
}

static void draw_card(JwPainter *p, const JwElement *e) {
    const JwRaga *raga = jw_raga_info((int)p->model->param[JW_P_RAGA]);
    const JwRect in = jw_rect(e->at.x + 16.0, e->at.y, e->at.w - 32.0, e->at.h - 48.0);
    char text[JW_WORDS];
    jw_paint_round(p, e->at, 2.0, JW_INK_PANE);
    jw_paint_text(p, jw_rect(in.x, in.y + 8.0, in.w, 30.0), JW_TYPE_LARGE_BOLD, JW_LEFT,
                  JW_INK_TEXT, raga ? raga->name : "No raga");
    if (!raga) {
        jw_paint_paragraph(p, jw_rect(in.x, in.y + 44.0, in.w, 64.0), JW_TYPE_BODY, JW_INK_TEXT_2,
                           "Up and Down try a raga, Enter keeps it, Escape goes back.");
        return;
    }
    jw_paint_text(p, jw_rect(in.x, in.y + 36.0, in.w, 16.0), JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_2,
                  describe(raga, text));
    const double sets_px = 130.0, ways = fmin(in.h - 64.0 - 20.0 - sets_px, 140.0);
    double y = in.y + 60.0;
    if (ways >= 72.0) {
        draw_ways(p, raga, jw_rect(in.x + 4.0, y, in.w - 8.0, ways));
        y += ways;
    }
    if (*raga->vadi && *raga->samvadi) {
        snprintf(text, sizeof text, "vadi %.8s (ringed), samvadi %.8s", raga->vadi, raga->samvadi);
        jw_paint_text(p, jw_rect(in.x, y, in.w, 18.0), JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_2, text);
    }
    draw_sets(p, raga, in, y + 20.0);
}

void jw_raga_page_draw(JwPainter *p, const JwElement *e) {
    switch (e->kind) {
    case JW_E_RAGA_SEARCH:
        draw_search(p, e);
        break;
    case JW_E_RAGA_TITLE:
        draw_title(p, e);
        break;
    case JW_E_RAGA_THAT:
    case JW_E_RAGA_TIME:
    case JW_E_RAGA_NOTE:
        draw_filter(p, e);
        break;
    case JW_E_RAGA_CLEAR:
        jw_paint_button(p, e, JW_TYPE_BODY, "Clear all");
        break;
    case JW_E_RAGA_HEADING:
        jw_paint_text(p, jw_rect(e->at.x + 12.0, e->at.y, e->at.w - 24.0, e->at.h),
                      JW_TYPE_SMALL_BOLD, JW_LEFT, JW_INK_TEXT_2, "Nearly the same notes");
        break;
    case JW_E_RAGA:
        draw_raga(p, e);
        break;
    case JW_E_RAGA_NONE:
        jw_paint_text(p, jw_rect(e->at.x + 12.0, e->at.y, e->at.w - 24.0, e->at.h), JW_TYPE_BODY,
                      JW_LEFT, JW_INK_TEXT_2, "No raga has all of this.");
        break;
    case JW_E_RAGA_CARD:
        draw_card(p, e);
        break;
    default:
        break;
    }
}
