// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/draw/fonts.h"

#include <cairo-ft.h>
#include <fontconfig/fontconfig.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHARP = 0x266F,
    FLAT = 0x266D,
    ELLIPSIS = 0x2026,
    MINUS = 0x2212,
    N_KNOWN = 0x180, ///< Characters whose glyphs are looked up once: Latin
    N_LATE = 128,    ///< Places for others that were looked up, by their last bits
    MAX_FACES = 12,  ///< Fonts of a weight, the first one and those for what it lacks
    N_WEIGHTS = 2,
    UNIT_PX = 64, ///< Size at which advances are measured
};

static const double size_px[JW_N_TYPE_SIZES] = {11.0, 13.0, 20.0};

/// Width of a drawn accidental and the gap after it, in parts of the type's size.
static const double accidental_em = 0.49;

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

/// Reads a character of UTF-8; bytes that are none are U+FFFD.
static uint32_t decode(const char **text, const char *end) {
    const unsigned char *s = (const unsigned char *)*text;
    const int n = s[0] < 0x80   ? 1
                  : s[0] < 0xC2 ? 0
                  : s[0] < 0xE0 ? 2
                  : s[0] < 0xF0 ? 3
                  : s[0] < 0xF5 ? 4
                                : 0;
    if (n == 0 || end - *text < n) {
        ++*text;
        return 0xFFFD;
    }
    uint32_t c = n == 1 ? s[0] : s[0] & (0x7Fu >> n);
    for (int i = 1; i < n; ++i) {
        if ((s[i] & 0xC0) != 0x80) {
            ++*text;
            return 0xFFFD;
        }
        c = c << 6 | (s[i] & 0x3Fu);
    }
    const uint32_t least = n == 4 ? 0x10000 : n == 3 ? 0x800 : 0;
    if (c < least || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) {
        ++*text;
        return 0xFFFD;
    }
    *text += n;
    return c;
}

static int encode(uint32_t c, char out[5]) {
    int n = 0;
    if (c < 0x80) {
        out[n++] = (char)c;
    } else {
        static const unsigned first[] = {0, 0xC0, 0xE0, 0xF0};
        const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        out[n++] = (char)(first[more] | c >> 6 * more);
        for (int i = more - 1; i >= 0; --i) {
            out[n++] = (char)(0x80u | (c >> 6 * i & 0x3Fu));
        }
    }
    out[n] = 0;
    return n;
}

static Glyph look_up(JwFonts *fonts, int weight, uint32_t c) {
    Glyph result = {.face = face_for(fonts, weight, c)};
    const Face *face = &fonts->weight[weight].face[result.face];
    char text[5];
    const int n_bytes = encode(c, text);
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
    return is_digit(c)                 ? fonts->weight[weight].cell
           : (c == SHARP || c == FLAT) ? accidental_em
                                       : glyph_of(fonts, weight, c).advance;
}

/********* Accidentals *********/

/// Strokes of a sharp or flat, one em high, from x on; y grows downward, 0 is the base line.
static void draw_accidental(cairo_t *cr, uint32_t c, double x, double base, double px, bool bold) {
    const double thin = (bold ? 0.075 : 0.055) * px;
    const double thick = (bold ? 0.115 : 0.085) * px;
    cairo_save(cr);
    cairo_translate(cr, x, base);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
    cairo_new_path(cr);
    if (c == SHARP) {
        cairo_move_to(cr, 0.15 * px, -0.78 * px);
        cairo_line_to(cr, 0.15 * px, 0.09 * px);
        cairo_move_to(cr, 0.31 * px, -0.84 * px);
        cairo_line_to(cr, 0.31 * px, 0.03 * px);
        cairo_set_line_width(cr, thin);
        cairo_stroke(cr);
        cairo_move_to(cr, 0.03 * px, -0.44 * px);
        cairo_line_to(cr, 0.43 * px, -0.56 * px);
        cairo_move_to(cr, 0.03 * px, -0.18 * px);
        cairo_line_to(cr, 0.43 * px, -0.30 * px);
    } else {
        cairo_move_to(cr, 0.09 * px, -0.84 * px);
        cairo_line_to(cr, 0.09 * px, 0.02 * px);
        cairo_curve_to(cr, 0.31 * px, -0.16 * px, 0.40 * px, -0.28 * px, 0.35 * px, -0.39 * px);
        cairo_curve_to(cr, 0.30 * px, -0.48 * px, 0.16 * px, -0.44 * px, 0.09 * px, -0.32 * px);
    }
    cairo_set_line_width(cr, c == SHARP ? thick : thin);
    cairo_stroke(cr);
    cairo_restore(cr);
}

/********* Texts *********/

double jw_type_px(JwType type) {
    return size_px[type & JW_TYPE_SIZE];
}

static int weight_of(JwType type) {
    return type & JW_TYPE_BOLD ? 1 : 0;
}

static double width_of(JwFonts *fonts, JwType type, const char *text, size_t n) {
    const char *end = text + n;
    double em = 0.0;
    while (text < end) {
        em += advance_of(fonts, weight_of(type), decode(&text, end));
    }
    return em * jw_type_px(type);
}

double jw_fonts_width(JwFonts *fonts, JwType type, const char *text) {
    return width_of(fonts, type, text, strlen(text));
}

size_t jw_fonts_fit(JwFonts *fonts, JwType type, const char *text, double most, double *width) {
    const size_t n = strlen(text);
    *width = width_of(fonts, type, text, n);
    if (*width <= most) {
        return n;
    }
    const double px = jw_type_px(type);
    const double dots = px * advance_of(fonts, weight_of(type), ELLIPSIS);
    const char *at = text;
    const char *end = text + n;
    double wide = dots;
    size_t fits = 0;
    *width = dots <= most ? dots : 0.0;
    while (at < end) {
        const uint32_t c = decode(&at, end);
        wide += px * advance_of(fonts, weight_of(type), c);
        if (wide > most) {
            break;
        }
        if (c != ' ') { // No blank before the dots
            fits = (size_t)(at - text);
            *width = wide;
        }
    }
    return fits;
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
    if (c == SHARP || c == FLAT) {
        draw_accidental(cr, c, x, base, px, weight == 1);
        return x + advance;
    }
    const Glyph g = glyph_of(fonts, weight, c);
    if (run->n == 64 || run->face != g.face) {
        show_run(&fonts->weight[weight], cr, px, run);
        run->face = g.face;
    }
    const double inset = is_digit(c) ? 0.5 * (advance - px * g.advance) : 0.0;
    run->glyph[run->n++] = (cairo_glyph_t){g.glyph, x + inset, base};
    return x + advance;
}

double jw_fonts_draw(JwFonts *fonts, cairo_t *cr, JwType type, double x, double base,
                     const char *text, size_t n, bool more) {
    Run run = {.n = 0, .face = 0};
    const char *end = text + n;
    cairo_set_font_options(cr, fonts->options);
    while (text < end) {
        x = draw_character(fonts, cr, type, x, base, decode(&text, end), &run);
    }
    if (more) {
        x = draw_character(fonts, cr, type, x, base, ELLIPSIS, &run);
    }
    show_run(&fonts->weight[weight_of(type)], cr, jw_type_px(type), &run);
    return x;
}

bool jw_fonts_has(JwFonts *fonts, const char *text) {
    const char *end = text + strlen(text);
    while (text < end) {
        const uint32_t c = decode(&text, end);
        if (c != SHARP && c != FLAT && glyph_of(fonts, 0, c).glyph == 0) {
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
