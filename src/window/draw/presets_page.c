// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/pages.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double row_px = 48.0;
static const double heading_px = 32.0;
static const double least_family_px = 16.0;

/********* What is shown *********/

/// True if a text contains another, ignoring the case of ASCII letters.
static bool contains(const char *text, const char *part) {
    for (; *text; ++text) {
        size_t i = 0;
        while (part[i] && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i])) {
            ++i;
        }
        if (!part[i]) {
            return true;
        }
    }
    return !part[0];
}

bool jw_preset_shown(const JwWindowModel *m, int i) {
    const JwWindowPreset *preset = &m->presets[i];
    const bool searched =
        m->hand.described == -1 && m->hand.typed[0] && m->hand.page == JW_WINDOW_PRESETS_PAGE;
    if (searched) {
        return contains(preset->name, m->hand.typed) || contains(preset->text, m->hand.typed) ||
               contains(preset->instrument, m->hand.typed);
    }
    return m->hand.family < 0 || preset->family == m->hand.family;
}

static int shown_of_family(const JwWindowModel *m, int family) {
    int n = 0;
    for (int i = 0; i < m->n_presets; ++i) {
        n += family < 0 || m->presets[i].family == family;
    }
    return n;
}

/// Preset whose details are shown.
static int detailed(const JwWindowModel *m) {
    const JwWindowHand *hand = &m->hand;
    return hand->audition >= 0 && hand->audition < m->n_presets ? hand->audition : m->preset;
}

static bool new_heading(const JwWindowModel *m, int i, int before) {
    return before < 0 || strcmp(m->presets[i].instrument, m->presets[before].instrument) != 0;
}

/********* Places *********/

static void place_families(JwLayout *l, const JwWindowModel *m, JwRect at) {
    const int n_buttons = !(m->lacks & JW_LACKS_FILES) + (m->lacks & JW_LACKS_WITH ? 0 : 2);
    const int n_rows = m->n_families + 1;
    double y = at.y + 48.0;
    // Lower buttons where the families have little room
    const bool low = jw_rect_bottom(at) - 40.0 * n_buttons - 8.0 - y < least_family_px * n_rows;
    const double button = low ? 24.0 : 32.0;
    double bottom = jw_rect_bottom(at) + 8.0;
    jw_layout_add(l, JW_E_SEARCH, 0, jw_rect(at.x, at.y, at.w, 32.0));
    for (int i = 0; i < n_buttons; ++i) {
        const bool from_file = i == 0 && !(m->lacks & JW_LACKS_FILES);
        bottom -= button + 8.0;
        jw_layout_add(l, from_file ? JW_E_FROM_FILE : JW_E_SAVE, from_file ? 0 : n_buttons - 1 - i,
                      jw_rect(at.x, bottom, at.w, button));
    }
    bottom -= n_buttons == 0 ? 48.0 : low ? 8.0 : 16.0;
    const double step = fmin(fmax((bottom - y) / n_rows, least_family_px), 32.0);
    for (int i = -1; i < m->n_families && y + step <= bottom + 0.5; ++i, y += step) {
        jw_layout_add(l, JW_E_FAMILY, i, jw_rect(at.x, y, at.w, step));
    }
}

static double list_height(const JwWindowModel *m) {
    double h = 0.0;
    int before = -1;
    for (int i = 0; i < m->n_presets; ++i) {
        if (jw_preset_shown(m, i)) {
            h += row_px + (new_heading(m, i, before) ? heading_px : 0.0);
            before = i;
        }
    }
    return h;
}

static void place_list(JwLayout *l, const JwWindowModel *m, JwRect at) {
    const double whole = list_height(m);
    l->scroll_most = fmax(ceil((whole - at.h) / 16.0) * 16.0, 0.0);
    const double scroll =
        round(fmin(fmax(m->hand.scroll[JW_WINDOW_PRESETS_PAGE], 0.0), l->scroll_most) / 16.0) *
        16.0;
    double y = at.y - scroll;
    int before = -1;
    if (whole <= 0.0) {
        jw_layout_add_still(l, JW_E_PRESET_NONE, 0, jw_rect(at.x, at.y, at.w, row_px));
    }
    for (int i = 0; i < m->n_presets; ++i) {
        if (!jw_preset_shown(m, i)) {
            continue;
        }
        if (new_heading(m, i, before)) {
            if (y >= at.y - 0.5 && y + heading_px <= jw_rect_bottom(at) + 0.5) {
                jw_layout_add_still(l, JW_E_PRESET_HEADING, i, jw_rect(at.x, y, at.w, heading_px));
            }
            y += heading_px;
        }
        if (y >= at.y - 0.5 && y + row_px <= jw_rect_bottom(at) + 0.5) {
            jw_layout_add(l, JW_E_PRESET, i, jw_rect(at.x, y, at.w, row_px));
        }
        y += row_px;
        before = i;
    }
    jw_layout_add_bar(l, jw_rect(at.x, at.y, at.w + 10.0, at.h), whole, scroll,
                      JW_WINDOW_PRESETS_PAGE);
}

static void place_details(JwLayout *l, const JwWindowModel *m, JwRect at) {
    jw_layout_add_still(l, JW_E_DETAILS, 0, at);
    if (m->hand.audition < 0) { // There is nothing to keep, or to go back from
        return;
    }
    const double w = 0.5 * (at.w - 40.0);
    const double y = jw_rect_bottom(at) - 48.0;
    JwElement *back = jw_layout_add(l, JW_E_BACK, 0, jw_rect(at.x + 16.0, y, w, 32.0));
    JwElement *keep = jw_layout_add(l, JW_E_KEEP, 0, jw_rect(at.x + 24.0 + w, y, w, 32.0));
    if (back && keep) {
        back->floats = keep->floats = true;
    }
}

void jw_presets_page_place(JwLayout *l, const JwWindowModel *m) {
    const JwRect page = jw_rect(l->page.x, l->page.y + 8.0, l->page.w, l->page.h - 8.0);
    const bool families = page.w >= 560.0;
    const bool details = page.w >= 848.0 && page.h >= 280.0;
    double x = page.x;
    if (families) {
        place_families(l, m, jw_rect(x, page.y, 192.0, page.h));
        x += 208.0;
    } else {
        jw_layout_add(l, JW_E_SEARCH, 0, jw_rect(x, page.y, page.w, 32.0));
    }
    const double right = jw_rect_right(page) - (details ? 256.0 + 24.0 : 0.0);
    const double top = families ? page.y : page.y + 40.0;
    const double foot = details ? 0.0 : 40.0;
    place_list(l, m, jw_rect(x, top, right - x, jw_rect_bottom(page) - top - foot));
    if (details) {
        place_details(l, m, jw_rect(right + 24.0, page.y, 256.0, page.h));
    } else if (m->hand.audition >= 0) {
        const double w = fmin(112.0, 0.5 * (right - x - 8.0));
        const double y = jw_rect_bottom(page) - 32.0;
        jw_layout_add(l, JW_E_BACK, 0, jw_rect(right - 2.0 * w - 8.0, y, w, 32.0));
        jw_layout_add(l, JW_E_KEEP, 0, jw_rect(right - w, y, w, 32.0));
    }
}

/********* Families *********/

void jw_search_draw(JwPainter *p, const JwElement *e, const char *typed, bool typing,
                    const char *none) {
    JwCanvas *c = p->canvas;
    const JwElementState s = jw_paint_state(p, e);
    const double x = e->at.x + 16.0;
    const double y = e->at.y + 0.5 * e->at.h;
    char text[JW_WORDS];
    jw_paint_outline(p, e->at, 4.0, s.hover || typing ? JW_INK_TEXT : JW_INK_EDGE, 1.0);
    c->begin(c);
    c->arc(c, x, y - 1.0, 4.5, 0.0, 6.2831853, false);
    c->move(c, x + 3.5, y + 2.5);
    c->line(c, x + 7.0, y + 6.0);
    jw_paint_ink(p, JW_INK_TEXT_2, 1.0);
    c->width(c, 1.5);
    c->stroke(c);
    snprintf(text, sizeof text, "%.63s%s", *typed || typing ? typed : none, typing ? "|" : "");
    jw_paint_text(p, jw_rect(e->at.x + 32.0, e->at.y, e->at.w - 40.0, e->at.h), JW_TYPE_BODY,
                  JW_LEFT, typing || *typed ? JW_INK_TEXT : JW_INK_TEXT_2, text);
}

static void draw_search(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const bool searches = m->hand.described == -1;
    char none[JW_WORDS];
    char count_text[JW_WORDS];
    snprintf(none, sizeof none, "Search %.40s",
             jw_words_count(m->n_presets, "preset", "presets", count_text));
    jw_search_draw(p, e, searches ? m->hand.typed : "", searches && m->hand.typing, none);
}

static void draw_family(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const bool chosen = m->hand.family == e->index;
    char text[JW_WORDS];
    jw_paint_row(p, e->at, chosen, jw_paint_state(p, e));
    if (chosen) {
        jw_paint_rect(p, jw_rect(e->at.x, e->at.y + 8.0, 2.0, e->at.h - 16.0), JW_INK_TEXT);
    }
    const JwType type = chosen ? JW_TYPE_BODY_BOLD : JW_TYPE_BODY;
    const JwInk ink = chosen ? JW_INK_TEXT : JW_INK_TEXT_2;
    snprintf(text, sizeof text, "%d", shown_of_family(m, e->index));
    const JwRect in = jw_rect(e->at.x + 12.0, e->at.y, e->at.w - 24.0, e->at.h);
    const double w = jw_paint_text(p, in, JW_TYPE_BODY, JW_RIGHT, ink, text);
    jw_paint_text(p, jw_rect(in.x, in.y, in.w - w - 8.0, in.h), type, JW_LEFT, ink,
                  e->index < 0 ? "All" : m->family[e->index]);
}

/********* The list *********/

/// Small picture of a preset's bridge; all have the same scale.
static void draw_little_bridge(JwPainter *p, const JwWindowPreset *preset, double x, double y,
                               JwInk ink) {
    JwCanvas *c = p->canvas;
    const double wide = 38.0;
    const double px_m = 18.0 / 0.6e-3; // Drop of an open sitar's bridge: 18 px
    if (preset->n_curve < 2) {
        return;
    }
    c->save(c);
    c->begin(c);
    c->rectangle(c, x, y - 10.0, wide, 34.0);
    c->clip(c);
    c->begin(c);
    for (int i = 0; i < preset->n_curve; ++i) {
        const double down = -px_m * (double)preset->curve_m[i];
        c->line(c, x + wide * i / (preset->n_curve - 1), y + fmin(down, 100.0));
    }
    jw_paint_ink(p, ink, 1.0);
    c->width(c, 1.5);
    c->stroke(c);
    c->restore(c);
}

static void draw_preset(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const JwWindowPreset *preset = &m->presets[e->index];
    const bool chosen = detailed(m) == e->index;
    const JwRect at = e->at;
    jw_paint_row(p, at, chosen, jw_paint_state(p, e));
    draw_little_bridge(p, preset, at.x + 11.0, at.y + 14.0, chosen ? JW_INK_TEXT : JW_INK_TEXT_2);
    const double x = at.x + 64.0;
    const double w = at.w - 72.0;
    jw_paint_text(p, jw_rect(x, at.y + 5.0, w, 20.0), chosen ? JW_TYPE_BODY_BOLD : JW_TYPE_BODY,
                  JW_LEFT, JW_INK_TEXT, preset->name);
    jw_paint_text(p, jw_rect(x, at.y + 24.0, w, 18.0), JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_2,
                  preset->text);
}

/********* Details *********/

/// Bridge of a preset and of its instrument, scaled to fit.
static void draw_big_bridge(JwPainter *p, const JwWindowPreset *preset, JwRect at) {
    JwCanvas *c = p->canvas;
    if (preset->n_curve < 2) {
        return;
    }
    double low = -1e-6;
    double high = 0.0;
    for (int i = 0; i < preset->n_curve; ++i) {
        low = fmin(low, (double)preset->built_m[i]);
        high = fmax(high, fmax((double)preset->built_m[i], (double)preset->curve_m[i]));
    }
    const double px_m = (at.h - 8.0) / fmax(high - low, 1e-6);
    const double top = at.y + 4.0;
    const double step = at.w / (preset->n_curve - 1);
    c->save(c);
    c->begin(c);
    c->rectangle(c, at.x, at.y, at.w, at.h);
    c->clip(c);
    for (int pass = 0; pass < 3; ++pass) {
        const float *curve = pass == 2 ? preset->built_m : preset->curve_m;
        const double dash[] = {4.0, 3.0};
        c->begin(c);
        for (int i = 0; i < preset->n_curve; ++i) {
            c->line(c, at.x + step * i, top + px_m * (high - (double)curve[i]));
        }
        if (pass == 0) {
            c->line(c, jw_rect_right(at), jw_rect_bottom(at));
            c->line(c, at.x, jw_rect_bottom(at));
            jw_paint_ink(p, JW_INK_SOLID, 1.0);
            c->fill(c);
        } else {
            c->dash(c, dash, pass == 2 ? 2 : 0);
            jw_paint_ink(p, JW_INK_SOLID_EDGE, 1.0);
            c->width(c, pass == 2 ? 1.0 : 1.5);
            c->stroke(c);
        }
    }
    c->restore(c);
}

static void draw_changes(JwPainter *p, const JwWindowPreset *preset, JwRect at) {
    jw_paint_text(p, jw_rect(at.x, at.y, at.w, 20.0), JW_TYPE_SMALL_BOLD, JW_LEFT, JW_INK_TEXT_2,
                  preset->n_changes > 0   ? "What it changes"
                  : preset->is_instrument ? "The instrument as it is built"
                                          : "It changes nothing");
    jw_paint_across(p, at.x, jw_rect_right(at), at.y + 22.0, JW_INK_HAIR);
    double y = at.y + 26.0;
    for (int i = 0; i < preset->n_changes && y + 24.0 <= jw_rect_bottom(at); ++i, y += 24.0) {
        const JwWindowChange *change = &preset->change[i];
        const bool last = y + 48.0 > jw_rect_bottom(at) && i + 1 < preset->n_changes;
        char value[JW_WORDS], built[JW_WORDS], text[JW_WORDS];
        if (last) {
            snprintf(text, sizeof text, "and %d more", preset->n_changes - i);
            jw_paint_text(p, jw_rect(at.x, y, at.w, 24.0), JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_2,
                          text);
            return;
        }
        const JwParamInfo *info = jw_param_info(change->id);
        jw_words_value(change->id, change->value, value);
        const bool named = info->scale == JW_SCALE_ENUM || info->scale == JW_SCALE_TOGGLE;
        const double w = jw_paint_text(p, jw_rect(at.x + 0.4 * at.w, y, 0.6 * at.w, 24.0),
                                       JW_TYPE_BODY_BOLD, JW_RIGHT, JW_INK_TEXT, value);
        double right = jw_rect_right(at) - fmax(w, 56.0) - 8.0;
        const double name_w = jw_text_width(p->canvas, JW_TYPE_BODY, info->name);
        jw_words_plain(change->id, change->built, built);
        if (!named && right - at.x - name_w >= 44.0) {
            jw_paint_text(p, jw_rect(right - 40.0, y, 40.0, 24.0), JW_TYPE_BODY, JW_RIGHT,
                          JW_INK_TEXT_2, built);
            right -= 48.0;
        } else {
            right = jw_rect_right(at) - w - 8.0;
        }
        jw_paint_text(p, jw_rect(at.x, y, right - at.x, 24.0), JW_TYPE_BODY, JW_LEFT, JW_INK_TEXT,
                      info->name);
    }
}

static void draw_details(JwPainter *p, const JwElement *e) {
    const JwWindowModel *m = p->model;
    const int i = detailed(m);
    jw_paint_round(p, e->at, 2.0, JW_INK_PANE);
    if (i < 0) {
        return;
    }
    const JwWindowPreset *preset = &m->presets[i];
    const double foot = m->hand.audition >= 0 ? 56.0 : 16.0;
    const JwRect in = jw_rect(e->at.x + 16.0, e->at.y, e->at.w - 32.0, e->at.h - foot);
    const double bridge = in.h >= 400.0 ? 96.0 : 0.0;
    double y = in.y + 10.0;
    const bool fits = jw_text_width(p->canvas, JW_TYPE_LARGE_BOLD, preset->name) <= in.w;
    jw_paint_text(p, jw_rect(in.x, y, in.w, 30.0), fits ? JW_TYPE_LARGE_BOLD : JW_TYPE_BODY_BOLD,
                  JW_LEFT, JW_INK_TEXT, preset->name);
    jw_paint_text(p, jw_rect(in.x, y + 30.0, in.w, 16.0), JW_TYPE_SMALL, JW_LEFT, JW_INK_TEXT_2,
                  preset->facts);
    y += 68.0;
    if (bridge > 0.0) {
        draw_big_bridge(p, preset, jw_rect(in.x, y, in.w, bridge));
        y += bridge + 16.0;
    }
    const double lines = fmin(fmax(floor((jw_rect_bottom(in) - y - 80.0) / 16.0), 1.0), 12.0);
    y += 16.0 * jw_paint_paragraph(p, jw_rect(in.x, y, in.w, 16.0 * lines), JW_TYPE_BODY,
                                   JW_INK_TEXT_2, preset->text);
    y += 8.0;
    draw_changes(p, preset, jw_rect(in.x, y, in.w, jw_rect_bottom(in) - y));
}

/// The filled button: the suggested choice.
static void draw_keep(JwPainter *p, const JwElement *e) {
    const JwElementState s = jw_paint_state(p, e);
    jw_paint_round(p, e->at, 4.0, s.hover ? JW_INK_TEXT_2 : JW_INK_TEXT);
    jw_paint_text(p, e->at, JW_TYPE_BODY_BOLD, JW_CENTRE, JW_INK_ON_ROLE, "Keep");
}

/// A button, in which the name is typed after it was pressed.
static void draw_save(JwPainter *p, const JwElement *e) {
    const JwWindowHand *hand = &p->model->hand;
    const bool names =
        hand->typing && hand->described == (e->index ? JW_NAMES_SET : JW_NAMES_PRESET);
    char text[JW_WORDS];
    if (!names) {
        jw_paint_button(p, e, JW_TYPE_BODY,
                        e->index ? "Save as a practice set\xE2\x80\xA6"
                                 : "Save as a preset\xE2\x80\xA6");
        return;
    }
    snprintf(text, sizeof text, "%.63s|", *hand->typed ? hand->typed : "Name: ");
    jw_paint_outline(p, e->at, 4.0, JW_INK_TEXT, 1.0);
    jw_paint_text(p, jw_rect(e->at.x + 12.0, e->at.y, e->at.w - 24.0, e->at.h), JW_TYPE_BODY,
                  JW_LEFT, *hand->typed ? JW_INK_TEXT : JW_INK_TEXT_2, text);
}

void jw_presets_page_draw(JwPainter *p, const JwElement *e) {
    char text[2 * JW_WORDS];
    switch (e->kind) {
    case JW_E_SEARCH:
        draw_search(p, e);
        break;
    case JW_E_FAMILY:
        draw_family(p, e);
        break;
    case JW_E_SAVE:
        draw_save(p, e);
        break;
    case JW_E_FROM_FILE:
        jw_paint_button(p, e, JW_TYPE_BODY, "Instrument from a file\xE2\x80\xA6");
        break;
    case JW_E_PRESET_HEADING:
        jw_paint_text(p, jw_rect(e->at.x + 8.0, e->at.y, e->at.w - 16.0, e->at.h),
                      JW_TYPE_SMALL_BOLD, JW_LEFT, JW_INK_TEXT_2,
                      p->model->presets[e->index].instrument);
        break;
    case JW_E_PRESET:
        draw_preset(p, e);
        break;
    case JW_E_PRESET_NONE:
        snprintf(text, sizeof text, "Nothing has \"%.60s\" in name, instrument or description.",
                 p->model->hand.typed);
        jw_paint_paragraph(p, jw_rect(e->at.x + 8.0, e->at.y + 8.0, e->at.w - 16.0, 32.0),
                           JW_TYPE_BODY, JW_INK_TEXT_2, text);
        break;
    case JW_E_DETAILS:
        draw_details(p, e);
        break;
    case JW_E_BACK:
        jw_paint_button(p, e, JW_TYPE_BODY, "Back");
        break;
    case JW_E_KEEP:
        draw_keep(p, e);
        break;
    default:
        break;
    }
}
