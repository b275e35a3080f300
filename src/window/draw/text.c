// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/text.h"

#include "window/draw/cluster.h"

#include <string.h>

#define ELLIPSIS "\xE2\x80\xA6"

enum { SHARP = 0x266F, FLAT = 0x266D };

/// Width of a drawn accidental and its gap, relative to the type's size.
static const double accidental_em = 0.49;

double jw_type_px(JwType type) {
    static const double size_px[JW_N_TYPE_SIZES] = {11.0, 13.0, 20.0};
    return size_px[type & JW_TYPE_SIZE];
}

/********* Accidentals *********/

/// Finds the first accidental from a position; false if there is none. Both begin with the bytes E2
/// 99.
static bool find_accidental(const char *text, const char *end, const char **at, uint32_t *c) {
    while ((text = memchr(text, 0xE2, (size_t)(end - text)))) {
        const char *next = text;
        *c = jw_cluster_decode(&next, end);
        *at = text;
        if (*c == SHARP || *c == FLAT) {
            return true;
        }
        text = next;
    }
    *at = end;
    return false;
}

static void draw_sharp(JwCanvas *c, double px, double thin, double thick) {
    c->begin(c);
    c->move(c, 0.15 * px, -0.78 * px);
    c->line(c, 0.15 * px, 0.09 * px);
    c->move(c, 0.31 * px, -0.84 * px);
    c->line(c, 0.31 * px, 0.03 * px);
    c->width(c, thin);
    c->stroke(c);
    c->begin(c);
    c->move(c, 0.03 * px, -0.44 * px);
    c->line(c, 0.43 * px, -0.56 * px);
    c->move(c, 0.03 * px, -0.18 * px);
    c->line(c, 0.43 * px, -0.30 * px);
    c->width(c, thick);
    c->stroke(c);
}

static void draw_flat(JwCanvas *c, double px, double thin) {
    c->begin(c);
    c->move(c, 0.09 * px, -0.84 * px);
    c->line(c, 0.09 * px, 0.02 * px);
    c->curve(c, 0.31 * px, -0.16 * px, 0.40 * px, -0.28 * px, 0.35 * px, -0.39 * px);
    c->curve(c, 0.30 * px, -0.48 * px, 0.16 * px, -0.44 * px, 0.09 * px, -0.32 * px);
    c->width(c, thin);
    c->stroke(c);
}

/// Strokes of a sharp or flat, one em high, starting at x.
static void draw_accidental(JwCanvas *c, uint32_t character, double x, double base, JwType type) {
    const double px = jw_type_px(type);
    const bool bold = type & JW_TYPE_BOLD;
    const double thin = (bold ? 0.075 : 0.055) * px;
    c->save(c);
    c->translate(c, x, base);
    c->cap(c, false);
    if (character == SHARP) {
        draw_sharp(c, px, thin, (bold ? 0.115 : 0.085) * px);
    } else {
        draw_flat(c, px, thin);
    }
    c->restore(c);
}

/********* Texts *********/

static double width_of(JwCanvas *canvas, JwType type, const char *text, size_t n) {
    const char *end = text + n;
    double width = 0.0;
    while (text < end) {
        const char *at;
        uint32_t c;
        const bool found = find_accidental(text, end, &at, &c);
        if (at > text) {
            width += canvas->text_width(canvas, type, text, (size_t)(at - text));
        }
        if (found) {
            width += accidental_em * jw_type_px(type);
            jw_cluster_decode(&at, end);
        }
        text = at;
    }
    return width;
}

double jw_text_width(JwCanvas *canvas, JwType type, const char *text) {
    return width_of(canvas, type, text, strlen(text));
}

/// Bytes up to the last cluster that ends at or before `most`, without trailing blanks.
static size_t cut_before(const char *text, size_t n, size_t most) {
    size_t fits = 0;
    for (size_t at = 0; at < n;) {
        const size_t next = jw_cluster_end(text, n, at);
        if (next > most) {
            break;
        }
        fits = text[at] == ' ' ? fits : next;
        at = next;
    }
    return fits;
}

/// Bytes up to the end of the first nonblank cluster after `least`.
static size_t cut_after(const char *text, size_t n, size_t least) {
    size_t at = least;
    bool blank = true;
    while (at < n && blank) {
        blank = text[at] == ' ';
        at = jw_cluster_end(text, n, at);
    }
    return at;
}

size_t jw_text_fit(JwCanvas *canvas, JwType type, const char *text, double most, double *width) {
    const size_t n = strlen(text);
    *width = width_of(canvas, type, text, n);
    if (*width <= most) {
        return n;
    }
    const double dots = canvas->text_width(canvas, type, ELLIPSIS, sizeof ELLIPSIS - 1);
    size_t fits = 0, too_many = n;
    *width = dots <= most ? dots : 0.0;
    while (dots <= most) { // Bisection
        size_t at = cut_before(text, n, fits + (too_many - fits) / 2);
        at = at > fits ? at : cut_after(text, n, fits);
        if (at >= too_many) {
            break;
        }
        const double wide = dots + width_of(canvas, type, text, at);
        if (wide <= most) {
            fits = at;
            *width = wide;
        } else {
            too_many = at;
        }
    }
    return fits;
}

/// Draws a part without accidentals, with "..." after it if `more`: in one call, because cairo
/// blends overlaps between calls.
static void draw_part(JwCanvas *canvas, JwType type, double x, double base, const char *text,
                      size_t n, bool more) {
    char with_dots[512];
    if (more && n + sizeof ELLIPSIS <= sizeof with_dots) {
        memcpy(with_dots, text, n);
        memcpy(with_dots + n, ELLIPSIS, sizeof ELLIPSIS);
        canvas->text(canvas, type, x, base, with_dots, n + sizeof ELLIPSIS - 1);
        return;
    }
    if (n > 0) {
        canvas->text(canvas, type, x, base, text, n);
    }
    if (more) {
        x += canvas->text_width(canvas, type, text, n);
        canvas->text(canvas, type, x, base, ELLIPSIS, sizeof ELLIPSIS - 1);
    }
}

/// Draws the accidentals of a text; returns false if it has none.
static bool draw_accidentals(JwCanvas *canvas, JwType type, double x, double base, const char *text,
                             size_t n) {
    const char *end = text + n;
    bool any = false;
    const char *at;
    uint32_t c;
    while (find_accidental(text, end, &at, &c)) {
        x += at > text ? canvas->text_width(canvas, type, text, (size_t)(at - text)) : 0.0;
        draw_accidental(canvas, c, x, base, type);
        x += accidental_em * jw_type_px(type);
        jw_cluster_decode(&at, end);
        text = at;
        any = true;
    }
    return any;
}

void jw_text_draw(JwCanvas *canvas, JwType type, double x, double base, const char *text, size_t n,
                  bool more) {
    if (!draw_accidentals(canvas, type, x, base, text, n)) {
        draw_part(canvas, type, x, base, text, n, more);
        return;
    }
    const char *end = text + n;
    bool found = true;
    while (found) {
        const char *at;
        uint32_t c;
        found = find_accidental(text, end, &at, &c);
        const size_t part = (size_t)(at - text);
        draw_part(canvas, type, x, base, text, part, more && !found);
        x += found ? canvas->text_width(canvas, type, text, part) + accidental_em * jw_type_px(type)
                   : 0.0;
        if (found) {
            jw_cluster_decode(&at, end);
        }
        text = at;
    }
}
