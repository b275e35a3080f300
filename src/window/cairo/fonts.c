// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/cairo/fonts.h"

#include "base/utf8.h"
#include "window/draw/cluster.h"

#include <cairo-ft.h>
#include <fontconfig/fontconfig.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    N_KNOWN = 0x180, ///< Characters whose glyphs are looked up once: Latin
    N_LATE = 128,    ///< Places for others that were looked up, by their last bits
    MAX_FACES = 12,  ///< Fonts of a weight, the first one and those for what it lacks
    N_WEIGHTS = 2,
    UNIT_PX = 64, ///< Size at which advances are measured
};

typedef struct {
    FcPattern *pattern;
    FcCharSet *characters; ///< Owned by the pattern
    cairo_font_face_t *face;
    cairo_scaled_font_t *font; ///< At UNIT_PX
} Face;

typedef struct {
    unsigned long glyph;
    double advance; ///< In parts of the type's size
    int face;
} Glyph;

typedef struct {
    int n;
    Face face[MAX_FACES];
    bool has_known[N_KNOWN];
    Glyph known[N_KNOWN];
    uint32_t late_of[N_LATE]; ///< Character of each place; 0: none
    Glyph late[N_LATE];
    double cell; ///< Advance of the zero, which all digits have
} Weight;

struct JwFonts {
    Weight weight[N_WEIGHTS];
    cairo_font_options_t *options;
};

/********* Faces *********/

static void face_free(Face *face) {
    if (face->font) {
        cairo_scaled_font_destroy(face->font);
    }
    if (face->face) {
        cairo_font_face_destroy(face->face);
    }
    if (face->pattern) {
        FcPatternDestroy(face->pattern);
    }
}

/// Opens what fontconfig matches; takes the pattern.
static bool face_open(Face *face, FcPattern *wanted, const cairo_font_options_t *options) {
    memset(face, 0, sizeof *face);
    FcResult result = FcResultMatch;
    FcConfigSubstitute(NULL, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    face->pattern = FcFontMatch(NULL, wanted, &result);
    FcPatternDestroy(wanted);
    if (!face->pattern ||
        FcPatternGetCharSet(face->pattern, FC_CHARSET, 0, &face->characters) != FcResultMatch) {
        face_free(face);
        return false;
    }
    cairo_matrix_t size, identity;
    cairo_matrix_init_scale(&size, UNIT_PX, UNIT_PX);
    cairo_matrix_init_identity(&identity);
    face->face = cairo_ft_font_face_create_for_pattern(face->pattern);
    face->font = cairo_scaled_font_create(face->face, &size, &identity, options);
    if (cairo_scaled_font_status(face->font) != CAIRO_STATUS_SUCCESS) {
        face_free(face);
        return false;
    }
    return true;
}

static FcPattern *pattern_of(const char *family, int weight) {
    FcPattern *pattern = FcPatternCreate();
    if (pattern) {
        if (family) {
            FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)family);
        }
        FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)"sans-serif");
        FcPatternAddInteger(pattern, FC_WEIGHT, weight);
        FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN);
        FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
        FcPatternAddBool(pattern, FC_COLOR, FcFalse);
    }
    return pattern;
}

static int weight_number(int i) {
    // Regular is too thin for 11 px of light text on a dark ground
    return i == 0 ? FC_WEIGHT_MEDIUM : FC_WEIGHT_DEMIBOLD;
}

/// Face that has a character; 0, the first one, if none has it.
static int face_for(JwFonts *fonts, int weight, uint32_t c) {
    Weight *w = &fonts->weight[weight];
    for (int i = 0; i < w->n; ++i) {
        if (FcCharSetHasChar(w->face[i].characters, c)) {
            return i;
        }
    }
    FcCharSet *wanted = FcCharSetCreate();
    FcPattern *pattern = w->n < MAX_FACES ? pattern_of(NULL, weight_number(weight)) : NULL;
    int found = 0;
    if (wanted && pattern) {
        FcCharSetAddChar(wanted, c);
        FcPatternAddCharSet(pattern, FC_CHARSET, wanted);
        Face *face = &w->face[w->n];
        if (face_open(face, pattern, fonts->options)) {
            if (FcCharSetHasChar(face->characters, c)) {
                found = w->n++;
            } else {
                face_free(face);
            }
        }
    } else if (pattern) {
        FcPatternDestroy(pattern);
    }
    if (wanted) {
        FcCharSetDestroy(wanted);
    }
    return found;
}

/********* Glyphs *********/

static Glyph look_up(JwFonts *fonts, int weight, uint32_t c) {
    Glyph result = {.face = face_for(fonts, weight, c)};
    const Face *face = &fonts->weight[weight].face[result.face];
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
        result.advance = extents.x_advance / UNIT_PX;
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

/// Advance of a character, in parts of the type's size.
static double advance_of(JwFonts *fonts, int weight, uint32_t c) {
    return is_digit(c) ? fonts->weight[weight].cell : glyph_of(fonts, weight, c).advance;
}

/********* Texts *********/

static int weight_of(JwType type) {
    return type & JW_TYPE_BOLD ? 1 : 0;
}

double jw_fonts_width(JwFonts *fonts, JwType type, const char *text, size_t n) {
    const char *end = text + n;
    double em = 0.0;
    while (text < end) {
        em += advance_of(fonts, weight_of(type), jw_cluster_decode(&text, end));
    }
    return em * jw_type_px(type);
}

/// Glyphs of one face that wait to be shown.
typedef struct {
    cairo_glyph_t glyph[64];
    int n;
    int face;
} Run;

static void show_run(const Weight *w, cairo_t *cr, double px, Run *run) {
    if (run->n > 0) {
        cairo_set_font_face(cr, w->face[run->face].face);
        cairo_set_font_size(cr, px);
        cairo_show_glyphs(cr, run->glyph, run->n);
    }
    run->n = 0;
}

static double draw_character(JwFonts *fonts, cairo_t *cr, JwType type, double x, double base,
                             uint32_t c, Run *run) {
    const int weight = weight_of(type);
    const double px = jw_type_px(type);
    const double advance = px * advance_of(fonts, weight, c);
    const Glyph g = glyph_of(fonts, weight, c);
    if (run->n == 64 || run->face != g.face) {
        show_run(&fonts->weight[weight], cr, px, run);
        run->face = g.face;
    }
    const double inset = is_digit(c) ? 0.5 * (advance - px * g.advance) : 0.0;
    run->glyph[run->n++] = (cairo_glyph_t){g.glyph, x + inset, base};
    return x + advance;
}

void jw_fonts_draw(JwFonts *fonts, cairo_t *cr, JwType type, double x, double base,
                   const char *text, size_t n) {
    Run run = {.n = 0, .face = 0};
    const char *end = text + n;
    cairo_set_font_options(cr, fonts->options);
    while (text < end) {
        x = draw_character(fonts, cr, type, x, base, jw_cluster_decode(&text, end), &run);
    }
    show_run(&fonts->weight[weight_of(type)], cr, jw_type_px(type), &run);
}

bool jw_fonts_has(JwFonts *fonts, const char *text) {
    const char *end = text + strlen(text);
    while (text < end) {
        const uint32_t c = jw_cluster_decode(&text, end);
        if (glyph_of(fonts, 0, c).glyph == 0) {
            return false;
        }
    }
    return true;
}

/********* Made and freed *********/

JwFonts *jw_fonts_new(const char *family) {
    JwFonts *fonts = calloc(1, sizeof *fonts);
    if (!fonts) {
        return NULL;
    }
    fonts->options = cairo_font_options_create();
    cairo_font_options_set_antialias(fonts->options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(fonts->options, CAIRO_HINT_STYLE_SLIGHT);
    cairo_font_options_set_hint_metrics(fonts->options, CAIRO_HINT_METRICS_OFF);
    for (int i = 0; i < N_WEIGHTS; ++i) {
        Weight *w = &fonts->weight[i];
        FcPattern *pattern = pattern_of(family ? family : "Inter", weight_number(i));
        if (!pattern || !face_open(&w->face[0], pattern, fonts->options)) {
            jw_fonts_free(fonts);
            return NULL;
        }
        w->n = 1;
        w->cell = glyph_of(fonts, i, '0').advance;
    }
    return fonts;
}

void jw_fonts_free(JwFonts *fonts) {
    if (!fonts) {
        return;
    }
    for (int i = 0; i < N_WEIGHTS; ++i) {
        for (int k = 0; k < fonts->weight[i].n; ++k) {
            face_free(&fonts->weight[i].face[k]);
        }
    }
    cairo_font_options_destroy(fonts->options);
    free(fonts);
}
