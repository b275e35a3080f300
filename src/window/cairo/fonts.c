// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/cairo/fonts.h"

#include "base/utf8.h"
#include "window/cairo/shaping.h"
#include "window/draw/cluster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    N_KNOWN = 0x180, ///< Characters whose glyphs are cached for good: Latin
    N_LATE = 128,    ///< Cache slots for other characters, by their low bits
    N_WEIGHTS = 2,
    MOST_TOGETHER = 64, ///< Largest number of glyphs per cairo call
};

typedef struct {
    unsigned long glyph;
    double advance; ///< Relative to the type's size
    int face;
} Glyph;

typedef struct {
    JwFaces faces;
    bool has_known[N_KNOWN];
    Glyph known[N_KNOWN];
    uint32_t late_of[N_LATE]; ///< Character in each slot; 0: none
    Glyph late[N_LATE];
    double cell; ///< Advance of the zero, used for all digits
} Weight;

struct JwFonts {
    Weight weight[N_WEIGHTS];
    JwShaping *shaping;
    cairo_font_options_t *options;
};

/********* Glyphs of single characters *********/

static Glyph look_up(JwFonts *fonts, int weight, uint32_t c) {
    JwFaces *faces = &fonts->weight[weight].faces;
    Glyph result = {.face = jw_faces_for(faces, c)};
    const JwFace *face = &faces->face[result.face];
    char text[JW_UTF8_SIZE];
    const int n_bytes = (int)jw_utf8_encode(c, text);
    cairo_glyph_t place[4];
    cairo_glyph_t *glyphs = place;
    int n = 4;
    if (cairo_scaled_font_text_to_glyphs(face->font, 0.0, 0.0, text, n_bytes, &glyphs, &n, NULL,
                                         NULL, NULL) == CAIRO_STATUS_SUCCESS &&
        n > 0) {
        cairo_text_extents_t extents;
        cairo_scaled_font_glyph_extents(face->font, glyphs, 1, &extents);
        result.glyph = glyphs[0].index;
        result.advance = extents.x_advance / JW_FACE_PX;
    }
    if (glyphs != place) {
        cairo_glyph_free(glyphs);
    }
    return result;
}

static bool is_digit(uint32_t c) {
    return c >= '0' && c <= '9';
}

static Glyph glyph_of(JwFonts *fonts, int weight, uint32_t c) {
    Weight *w = &fonts->weight[weight];
    if (c >= N_KNOWN) {
        const uint32_t place = c % N_LATE;
        if (w->late_of[place] != c) {
            w->late[place] = look_up(fonts, weight, c);
            w->late_of[place] = c;
        }
        return w->late[place];
    }
    if (!w->has_known[c]) {
        w->known[c] = look_up(fonts, weight, c);
        w->has_known[c] = true;
    }
    return w->known[c];
}

/// Advance of a character, relative to the type's size.
static double advance_of(JwFonts *fonts, int weight, uint32_t c) {
    return is_digit(c) ? fonts->weight[weight].cell : glyph_of(fonts, weight, c).advance;
}

/********* Parts of a text *********/

/// True for characters whose glyph does not depend on the neighbours: Latin letters, signs.
static bool stands_alone(uint32_t c) {
    return c < 0x300 || (c >= 0x1E00 && c < 0x1F00) || (c >= 0x2010 && c < 0x2028) ||
           (c >= 0x2030 && c < 0x205F) || (c >= 0x20A0 && c < 0x20D0) ||
           (c >= 0x2100 && c < 0x2C00) || c == 0xFFFD;
}

/// True if a cluster is a single such character.
static bool is_plain(const char *text, size_t from, size_t to) {
    const char *at = text + from;
    return stands_alone(jw_cluster_decode(&at, text + to)) && at == text + to;
}

/// End of the plain clusters that start at `at`.
static size_t plain_end(const char *text, size_t n, size_t at) {
    while (at < n) {
        size_t end = at + 1;
        const bool ascii = (text[at] & 0x80) == 0 && (end == n || (text[end] & 0x80) == 0);
        if (!ascii) {
            end = jw_cluster_end(text, n, at);
            if (!is_plain(text, at, end)) {
                break;
            }
        }
        at = end;
    }
    return at;
}

/// True for blanks and signs that take the font of the surrounding words. Brackets do not, so that
/// both brackets of a pair get the same font.
static bool is_neutral(char c) {
    return c > 0 && strchr(" !\"'*+,-./:;=?", c);
}

/// End of the clusters that are shaped together: those that are not plain, and the blanks and signs
/// between them.
static size_t shaped_end(const char *text, size_t n, size_t at) {
    size_t end = at;
    while (at < n) {
        const size_t next = jw_cluster_end(text, n, at);
        const bool plain = is_plain(text, at, next);
        if (plain && !is_neutral(text[at])) {
            break;
        }
        end = plain ? end : next;
        at = next;
    }
    return end;
}

/********* Widths *********/

static int weight_of(JwType type) {
    return type & JW_TYPE_BOLD ? 1 : 0;
}

/// Shapes part of a text; NULL if memory is short.
static const JwShaped *shape(JwFonts *fonts, int weight, const char *text, size_t n) {
    return jw_shaping_do(fonts->shaping, &fonts->weight[weight].faces, weight, text, n);
}

double jw_fonts_width(JwFonts *fonts, JwType type, const char *text, size_t n) {
    const int weight = weight_of(type);
    double em = 0.0;
    for (size_t at = 0; at < n;) {
        const size_t plain = plain_end(text, n, at);
        const char *next = text + at;
        while (next < text + plain) {
            em += advance_of(fonts, weight, jw_cluster_decode(&next, text + plain));
        }
        at = shaped_end(text, n, plain);
        if (at > plain) {
            const JwShaped *shaped = shape(fonts, weight, text + plain, at - plain);
            em += shaped ? shaped->width : 0.0;
        }
    }
    return em * jw_type_px(type);
}

/********* Placing and drawing *********/

/// Receives placed glyphs; `face` is one of the weight's faces.
typedef struct Taker Taker;
struct Taker {
    void (*take)(Taker *taker, int face, unsigned long glyph, double x, double y);
};

static double place_plain(JwFonts *fonts, int weight, double px, double x, double base,
                          const char *text, const char *end, Taker *taker) {
    while (text < end) {
        const uint32_t c = jw_cluster_decode(&text, end);
        const double advance = px * advance_of(fonts, weight, c);
        const Glyph g = glyph_of(fonts, weight, c);
        const double inset = is_digit(c) ? 0.5 * (advance - px * g.advance) : 0.0;
        taker->take(taker, g.face, g.glyph, x + inset, base);
        x += advance;
    }
    return x;
}

static double place_shaped(const JwShaped *shaped, double px, double x, double base, Taker *taker) {
    for (int i = 0; i < shaped->n; ++i) {
        const JwShapedGlyph *g = &shaped->glyph[i];
        taker->take(taker, g->face, g->glyph, x + px * g->x, base + px * g->y);
    }
    return x + px * shaped->width;
}

static void place(JwFonts *fonts, JwType type, double x, double base, const char *text, size_t n,
                  Taker *taker) {
    const int weight = weight_of(type);
    const double px = jw_type_px(type);
    for (size_t at = 0; at < n;) {
        const size_t plain = plain_end(text, n, at);
        x = place_plain(fonts, weight, px, x, base, text + at, text + plain, taker);
        at = shaped_end(text, n, plain);
        const JwShaped *shaped = at > plain ? shape(fonts, weight, text + plain, at - plain) : NULL;
        if (shaped) {
            x = place_shaped(shaped, px, x, base, taker);
        }
    }
}

/// Glyphs of one face, collected for one call.
typedef struct {
    Taker taker;
    cairo_t *cr;
    const JwFaces *faces;
    double px;
    cairo_glyph_t glyph[MOST_TOGETHER];
    int n;
    int face;
} Run;

static void show_run(Run *run) {
    if (run->n > 0) {
        cairo_set_font_face(run->cr, run->faces->face[run->face].face);
        cairo_set_font_size(run->cr, run->px);
        cairo_show_glyphs(run->cr, run->glyph, run->n);
    }
    run->n = 0;
}

static void add_to_run(Taker *taker, int face, unsigned long glyph, double x, double y) {
    Run *run = (Run *)(void *)taker;
    if (run->n == MOST_TOGETHER || run->face != face) {
        show_run(run);
        run->face = face;
    }
    run->glyph[run->n++] = (cairo_glyph_t){glyph, x, y};
}

void jw_fonts_draw(JwFonts *fonts, cairo_t *cr, JwType type, double x, double base,
                   const char *text, size_t n) {
    Run run;
    run.taker.take = add_to_run;
    run.cr = cr;
    run.faces = &fonts->weight[weight_of(type)].faces;
    run.px = jw_type_px(type);
    run.n = run.face = 0;
    cairo_set_font_options(cr, fonts->options);
    place(fonts, type, x, base, text, n, &run.taker);
    show_run(&run);
}

/********* For tests *********/

typedef struct {
    Taker taker;
    const JwFaces *faces;
    JwPlacedGlyph *to;
    int n, most;
} List;

static void add_to_list(Taker *taker, int face, unsigned long glyph, double x, double y) {
    List *list = (List *)(void *)taker;
    if (list->n < list->most) {
        FcChar8 *file = NULL;
        FcPatternGetString(list->faces->face[face].pattern, FC_FILE, 0, &file);
        list->to[list->n] = (JwPlacedGlyph){
            .file = (const char *)file, .face = face, .glyph = (uint32_t)glyph, .x = x, .y = y};
    }
    ++list->n;
}

int jw_fonts_place(JwFonts *fonts, JwType type, const char *text, size_t n, JwPlacedGlyph *to,
                   int most) {
    List list = {.taker = {add_to_list},
                 .faces = &fonts->weight[weight_of(type)].faces,
                 .to = to,
                 .most = most};
    place(fonts, type, 0.0, 0.0, text, n, &list.taker);
    return list.n;
}

static void find_lack(Taker *taker, int face, unsigned long glyph, double x, double y) {
    List *list = (List *)(void *)taker;
    (void)face;
    (void)x;
    (void)y;
    list->n += glyph == 0;
}

bool jw_fonts_has(JwFonts *fonts, const char *text) {
    List list = {.taker = {find_lack}};
    place(fonts, JW_TYPE_BODY, 0.0, 0.0, text, strlen(text), &list.taker);
    return list.n == 0;
}

/********* Made and freed *********/

JwFonts *jw_fonts_new(const char *family) {
    // Regular is too thin for 11 px of light text on dark
    static const int weights[N_WEIGHTS] = {FC_WEIGHT_MEDIUM, FC_WEIGHT_DEMIBOLD};
    JwFonts *fonts = calloc(1, sizeof *fonts);
    if (!fonts) {
        return NULL;
    }
    fonts->options = cairo_font_options_create();
    cairo_font_options_set_antialias(fonts->options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(fonts->options, CAIRO_HINT_STYLE_SLIGHT);
    cairo_font_options_set_hint_metrics(fonts->options, CAIRO_HINT_METRICS_OFF);
    fonts->shaping = jw_shaping_new();
    for (int i = 0; i < N_WEIGHTS; ++i) {
        Weight *w = &fonts->weight[i];
        if (!fonts->shaping ||
            !jw_faces_open(&w->faces, family ? family : "Inter", weights[i], fonts->options)) {
            jw_fonts_free(fonts);
            return NULL;
        }
        w->cell = glyph_of(fonts, i, '0').advance;
    }
    return fonts;
}

void jw_fonts_free(JwFonts *fonts) {
    if (!fonts) {
        return;
    }
    for (int i = 0; i < N_WEIGHTS; ++i) {
        jw_faces_close(&fonts->weight[i].faces);
    }
    jw_shaping_free(fonts->shaping);
    cairo_font_options_destroy(fonts->options);
    free(fonts);
}
