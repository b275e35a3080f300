// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Shaped texts: order, number and places of glyphs in Devanagari, Bengali, Tamil, and in Latin with
// combining marks. Glyphs are identified by the font's own character table. A script for which no
// font is installed is left out, with a message.
//
//     test_shaping               checks
//     test_shaping print TEXT... prints each text's width in parts of the em, and for each glyph
//                                font, number and place, for test_shaping.py

#include "sample.h"
#include "support/check.h"

#include <hb.h>
#include <math.h>
#include <string.h>

enum { MOST = 256 };

static JwCanvas *canvas;
static JwPlacedGlyph glyph[MOST];
static int n_scripts;

static int place(const char *text) {
    return jw_fonts_place(jw_cairo_canvas_fonts(canvas), JW_TYPE_LARGE, text, strlen(text), glyph,
                          MOST);
}

static double em(const char *text) {
    return jw_text_width(canvas, JW_TYPE_LARGE, text) / jw_type_px(JW_TYPE_LARGE);
}

/// Glyph that a font has for a character alone.
static uint32_t nominal(const char *file, uint32_t c) {
    hb_blob_t *blob = hb_blob_create_from_file(file);
    hb_face_t *face = hb_face_create(blob, 0);
    hb_font_t *font = hb_font_create(face);
    hb_codepoint_t found = 0;
    hb_font_get_nominal_glyph(font, c, &found);
    hb_font_destroy(font);
    hb_face_destroy(face);
    hb_blob_destroy(blob);
    return found;
}

/// Extent of the ink of a placed glyph [px], measured as its place; and the advance that the font
/// gives the glyph [em].
typedef struct {
    double left, right, top, bottom;
    double advance;
} Ink;

static Ink ink_of(const JwPlacedGlyph *g) {
    hb_blob_t *blob = hb_blob_create_from_file(g->file);
    hb_face_t *face = hb_face_create(blob, 0);
    hb_font_t *font = hb_font_create(face);
    hb_glyph_extents_t e = {0, 0, 0, 0};
    hb_font_get_glyph_extents(font, g->glyph, &e);
    const double em = 1.0 / hb_face_get_upem(face);
    const double advance = em * hb_font_get_glyph_h_advance(font, g->glyph);
    const double px = em * jw_type_px(JW_TYPE_LARGE);
    hb_font_destroy(font);
    hb_face_destroy(face);
    hb_blob_destroy(blob);
    return (Ink){g->x + px * e.x_bearing, g->x + px * (e.x_bearing + e.width),
                 g->y - px * e.y_bearing, g->y - px * (e.y_bearing + e.height), advance};
}

static bool has_script(const char *text, const char *script) {
    if (!jw_fonts_has(jw_cairo_canvas_fonts(canvas), text)) {
        printf("no font has %s: left out\n", script);
        return false;
    }
    ++n_scripts;
    return true;
}

/// True if glyph `at` is the one of a character.
static bool is(int at, uint32_t c) {
    return glyph[at].glyph != 0 && glyph[at].glyph == nominal(glyph[at].file, c);
}

static bool any_is(int n, uint32_t c) {
    for (int i = 0; i < n; ++i) {
        if (is(i, c)) {
            return true;
        }
    }
    return false;
}

static bool all_of_one_face(int n) {
    for (int i = 1; i < n; ++i) {
        if (glyph[i].face != glyph[0].face) {
            return false;
        }
    }
    return true;
}

/********* Scripts *********/

static void test_devanagari(void) {
    if (!has_script("\u0938\u093F\u0924\u093E\u0930", "Devanagari")) {
        return;
    }
    // Sitar: the sign of i stands before sa, though it is spoken after it
    int n = place("\u0938\u093F\u0924\u093E\u0930");
    check(n == 5 && !is(0, 0x0938) && is(1, 0x0938) && is(2, 0x0924) && is(3, 0x093E) &&
              is(4, 0x0930),
          "sitar: i sa ta aa ra (%d glyphs)", n);
    check(all_of_one_face(n) && glyph[1].x > glyph[0].x + 2.0, "sa stands after it: %.2f px",
          glyph[1].x);
    // Kirtan: ra and virama are a hook over ta
    n = place("\u0915\u0940\u0930\u094D\u0924\u0928");
    check(n == 5 && is(0, 0x0915) && is(2, 0x0924) && is(4, 0x0928) && !any_is(n, 0x094D) &&
              !any_is(n, 0x0930),
          "kirtan: ka ii ta reph na, no virama (%d glyphs)", n);
    check_below(fabs(em("\u0915\u0940\u0930\u094D\u0924\u0928") - em("\u0915\u0940\u0924\u0928")),
                0.02, "the hook takes no room [em]");
    // Ksha is one letter
    n = place("\u0915\u094D\u0937");
    check(n == 1 && !is(0, 0x0915), "ksha: one glyph (%d)", n);
    // Blanks and signs between words are of the words' font, brackets are not
    n = place("\u0938\u093F\u0924\u093E\u0930 - \u0915\u0940\u0930\u094D\u0924\u0928");
    check(n == 5 + 3 + 5 && all_of_one_face(n), "two words are one run: %d glyphs", n);
    n = place("(\u0938) (\u0938)");
    check(n == 7 && glyph[0].face == 0 && glyph[2].face == 0 && glyph[4].face == 0 &&
              glyph[6].face == 0 && glyph[1].face > 0 && glyph[1].face == glyph[5].face,
          "brackets are of the window's font: %d glyphs", n);
}

static void test_bengali(void) {
    if (!has_script("\u09AC\u09BE\u0982\u09B2\u09BE", "Bengali")) {
        return;
    }
    int n = place("\u09AC\u09BE\u0982\u09B2\u09BE");
    check(n == 5 && is(0, 0x09AC) && is(1, 0x09BE) && is(2, 0x0982) && is(3, 0x09B2) &&
              is(4, 0x09BE),
          "bangla: ba aa m la aa (%d glyphs)", n);
    n = place("\u0995\u09C0\u09B0\u09CD\u09A4\u09A8");
    check(n == 5 && is(0, 0x0995) && is(4, 0x09A8) && !any_is(n, 0x09CD) && !any_is(n, 0x09B0),
          "kirtan: ka ii ta reph na, no virama (%d glyphs)", n);
    // The sign of o has a part before ka and one after it
    n = place("\u0995\u09CB");
    check(n == 3 && is(1, 0x0995) && is(2, 0x09BE), "ko: e ka aa (%d glyphs)", n);
}

static void test_tamil(void) {
    if (!has_script("\u0BB5\u0BC0\u0BA3\u0BC8", "Tamil")) {
        return;
    }
    int n = place("\u0BA4\u0BAE\u0BBF\u0BB4\u0BCD");
    check(n >= 3 && is(0, 0x0BA4), "tamil: ta mi zh (%d glyphs)", n);
    n = place("\u0BA3\u0BC8");
    check(n == 2 && !is(0, 0x0BA3) && is(1, 0x0BA3), "nnai: ai nna (%d glyphs)", n);
    n = place("\u0B95\u0BCA");
    check(n == 3 && is(0, 0x0BC6) && is(1, 0x0B95) && is(2, 0x0BBE), "ko: e ka aa (%d glyphs)", n);
}

static void test_latin(void) {
    ++n_scripts;
    // A letter and its accent are the letter that has both
    int n = place("a\u0304");
    const uint32_t one = n == 1 ? glyph[0].glyph : 0;
    check(n == 1 && place("\u0101") == 1 && glyph[0].glyph == one, "a and macron are one glyph");
    check_below(fabs(em("a\u0304") - em("\u0101")), 1e-3, "and as wide [em]");
    // A mark that no letter has is put under or over its letter, in the same font, without width
    n = place("xr\u0325s");
    const Ink r = ink_of(&glyph[1]), ring = ink_of(&glyph[2]);
    check(n == 4 && ring.left > glyph[1].x && ring.right < glyph[3].x,
          "a ring under r: from %.2f to %.2f px, r and s are at %.2f and %.2f px", ring.left,
          ring.right, glyph[1].x, glyph[3].x);
    check(glyph[0].x == 0.0 && glyph[1].face == glyph[2].face, "it is of its letter's font");
    check_below(fabs(em("r\u0325") - r.advance), 1e-3, "and takes no room [em]");
    check_below(fabs(em("Sr\u0325 S") - em("S S") - r.advance), 1e-3, "nor within a text [em]");
    // Marks are in the middle of their letters, and touch neither them nor each other
    static const struct {
        const char *text;
        bool below;
    } marked[] = {{"l\u0325", true},        {"r\u0325", true},  {"R\u0325", true},
                  {"a\u0304\u0303", false}, {"m\u0310", false}, {"M\u0310", false}};
    for (size_t i = 0; i < sizeof marked / sizeof marked[0]; ++i) {
        n = place(marked[i].text);
        const Ink letter = ink_of(&glyph[0]), mark = ink_of(&glyph[1]);
        const double off = 0.5 * (mark.left + mark.right - letter.left - letter.right);
        const double gap = marked[i].below ? mark.top - letter.bottom : letter.top - mark.bottom;
        check(n == 2 && fabs(off) < 2.0 && gap > 0.0 && gap < 4.0,
              "%s: %.2f px from the middle, %.2f px apart", marked[i].text, off, gap);
    }
    // Letters alone are as before, digits have cells
    check_below(fabs(em("AVA") - 2.0 * em("A") - em("V")), 1e-9, "no kerning [em]");
    check_below(fabs(em("r\u03251111") - em("r\u03250808")), 1e-9, "digits have cells [em]");
}

static void test_many(void) {
    // All scripts in one text; one that is too large for what is kept; bytes that are none
    static const char part[] = "\u0938\u093F \u0995\u09CB 7\u0B95\u0BCA r\u0325 \xE0\xA4 ";
    char text[20 * sizeof part] = "";
    for (int i = 0; i < 20; ++i) {
        memcpy(text + strlen(text), part, sizeof part);
    }
    const double once = em(part);
    check_below(fabs(em(text) / (20.0 * once) - 1.0), 1e-6, "twenty times as wide as once");
    // More texts than are kept, twice
    double sum[2] = {0.0, 0.0};
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 2000; ++i) {
            const int a = 0x15 + i % 36, b = 0x15 + i / 36 % 36;
            const char made[] = {(char)0xE0,       (char)0xA4, (char)(0x80 + a), (char)0xE0,
                                 (char)0xA5,       (char)0x8D, (char)0xE0,       (char)0xA4,
                                 (char)(0x80 + b), 0};
            sum[round] += em(made);
        }
    }
    check(sum[0] > 0.0 && sum[0] == sum[1], "texts that come back are as wide: %g em", sum[0]);
}

/// Glyphs are drawn where they are placed: the picture of "si" contains that of "sa", moved.
static void test_drawn(void) {
    if (!has_script("\u0938\u093F", "Devanagari")) {
        return;
    }
    enum { W = 64, H = 40 };
    static const char *const text[2] = {"\u0938\u093F", "\u0938"};
    const double x_sa = place(text[0]) == 2 ? glyph[1].x : 0.0;
    unsigned char pixel[2][H * W];
    for (int i = 0; i < 2; ++i) {
        cairo_surface_t *image = cairo_image_surface_create_for_data(
            memset(pixel[i], 0, sizeof pixel[i]), CAIRO_FORMAT_A8, W, H, W);
        cairo_t *cr = cairo_create(image);
        jw_cairo_canvas_aim(canvas, cr);
        jw_text_draw(canvas, JW_TYPE_LARGE, 4.0 + (i == 1 ? x_sa : 0.0), 28.0, text[i],
                     strlen(text[i]), false);
        cairo_destroy(cr);
        cairo_surface_destroy(image);
    }
    int n_missing = 0, n_sa = 0, n_more = 0;
    for (int i = 0; i < H * W; ++i) {
        n_sa += pixel[1][i] > 64;
        n_missing += pixel[1][i] > pixel[0][i];
        n_more += pixel[0][i] > 64 && pixel[1][i] <= 64;
    }
    check(n_sa > 20 && n_missing == 0 && n_more > 10, "si is sa and a sign: %d, %d, %d pixels",
          n_sa, n_missing, n_more);
}

static int print(int n, char **text) {
    for (int k = 0; k < n; ++k) {
        const double px = jw_type_px(JW_TYPE_LARGE);
        printf("%.5f", em(text[k]));
        const int n_glyphs = place(text[k]);
        for (int i = 0; i < n_glyphs && i < MOST; ++i) {
            printf("\t%s|%u|%.5f|%.5f", glyph[i].file, glyph[i].glyph, glyph[i].x / px,
                   glyph[i].y / px);
        }
        printf("\n");
    }
    return 0;
}

int main(int argc, char **argv) {
    canvas = jw_cairo_canvas_new(NULL);
    if (!check(canvas != NULL, "fonts")) {
        return check_result();
    }
    if (argc > 2 && !strcmp(argv[1], "print")) {
        return print(argc - 2, argv + 2);
    }
    test_devanagari();
    test_bengali();
    test_tamil();
    test_latin();
    test_many();
    test_drawn();
    printf("%d parts were tested\n", n_scripts);
    jw_cairo_canvas_free(canvas);
    return check_result();
}
