// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Texts: digits in cells, drawn accidentals, what does not fit, figures. Texts in scripts of India
// are in test_shaping.c.

#include "sample.h"
#include "support/check.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

static double width(JwCanvas *canvas, const char *text) {
    return jw_text_width(canvas, JW_TYPE_BODY, text);
}

static bool has(JwCanvas *canvas, const char *text) {
    return jw_fonts_has(jw_cairo_canvas_fonts(canvas), text);
}

static void test_widths(JwCanvas *canvas) {
    check_below(fabs(width(canvas, "1111") - width(canvas, "0808")), 1e-9,
                "digits have cells [px]");
    check_below(fabs(width(canvas, "C\u266F3") - width(canvas, "C\u266D3")), 1e-9,
                "sharp and flat are as wide [px]");
    check_between(width(canvas, "\u266F"), 5.0, 10.0, "a sharp is narrow [px]");
    check_between(jw_text_width(canvas, JW_TYPE_LARGE, "Sa") /
                      jw_text_width(canvas, JW_TYPE_SMALL, "Sa"),
                  20.0 / 11.0 - 1e-6, 20.0 / 11.0 + 1e-6, "width grows with the size");
    check(width(canvas, "") == 0.0, "no text has no width");
    check_between(width(canvas, "\xFF\xC3"), 1.0, 60.0, "bytes that are no UTF-8 are shown [px]");
}

/// A surrogate, a character that is written too long, one beyond the last: each is no UTF-8, and
/// what follows is read as ever.
static void test_broken(void) {
    static const char *const broken[] = {"\xED\xA0\x80", "\xE0\x80\x80", "\xC0\x80",
                                         "\xF4\x90\x80\x80", "\xF0\x80\x80\x80"};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; ++i) {
        JwCanvas *canvas = jw_cairo_canvas_new(NULL);
        check_between(canvas ? width(canvas, broken[i]) : 0.0, 1.0, 80.0, "no UTF-8 is shown [px]");
        check(canvas && has(canvas, "Sa \u0160 \u2212"), "and letters after it, %zu", i);
        jw_cairo_canvas_free(canvas);
    }
}

/// A character that no font has is looked for once, not with each picture: 0.1 ms each time.
static void test_missing(JwCanvas *canvas) {
    const clock_t before = clock();
    for (int i = 0; i < 20000; ++i) {
        width(canvas, "\U000F0001");
    }
    check_below((double)(clock() - before) / CLOCKS_PER_SEC, 0.5, "20000 times [s]");
}

static void test_fit(JwCanvas *canvas) {
    const char *text = "sa-second string";
    const double all = width(canvas, text);
    double used;
    check(jw_text_fit(canvas, JW_TYPE_BODY, text, all + 0.01, &used) == strlen(text) && used == all,
          "what fits is whole");
    for (double room = 0.0; room < all; room += 3.7) {
        const size_t n = jw_text_fit(canvas, JW_TYPE_BODY, text, room, &used);
        check(n < strlen(text) && used <= room, "%.1f px: %zu bytes, %.1f px", room, n, used);
    }
    const char *deva = "\u0938\u093F\u0924\u093E\u0930";
    for (double room = 0.0; room < 60.0; room += 2.3) {
        const size_t n = jw_text_fit(canvas, JW_TYPE_BODY, deva, room, &used);
        const bool whole = width(canvas, deva) <= room;
        check(whole ? n == 15 : n == 0 || n == 6 || n == 12,
              "a letter keeps its vowel sign: %zu bytes in %.1f px", n, room);
    }
}

/// Number of pixels that a text colours.
static int ink_of(JwCanvas *canvas, const char *text) {
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_A8, 200, 32);
    cairo_t *cr = cairo_create(image);
    jw_cairo_canvas_aim(canvas, cr);
    jw_text_draw(canvas, JW_TYPE_LARGE, 4.0, 24.0, text, strlen(text), false);
    cairo_destroy(cr);
    cairo_surface_flush(image);
    const uint8_t *pixel = cairo_image_surface_get_data(image);
    const int stride = cairo_image_surface_get_stride(image);
    int n = 0;
    for (int y = 0; y < 32; ++y) {
        for (int x = 0; x < 200; ++x) {
            n += pixel[y * stride + x] > 64;
        }
    }
    cairo_surface_destroy(image);
    return n;
}

static void test_own(JwCanvas *canvas) {
    check(has(canvas, "F3 \u22123.2 cent \u00D7 \u00B1 \u2026"), "what the window writes");
    check(!has(canvas, "\U000F0000"), "a character that no font has");
    check_between(ink_of(canvas, "\u266F"), 20.0, 300.0, "ink of a sharp [px]");
    check_between(ink_of(canvas, "\u266D"), 15.0, 300.0, "ink of a flat [px]");
}

#define CHECK_TEXT(text, expected) check(!strcmp(text, expected), "%s, not %s", text, expected)

static void test_words(void) {
    char a[JW_WORDS];
    CHECK_TEXT(jw_words_note(54, a), "F\u266F3");
    CHECK_TEXT(jw_words_note(0, a), "C-1");
    CHECK_TEXT(jw_words_tone(61, a), "C\u266F");
    CHECK_TEXT(jw_words_sargam(54, 49), "ma");
    CHECK_TEXT(jw_words_letter(37, 49), "S");
    CHECK_TEXT(jw_words_letter(48, 49), "N");
    CHECK_TEXT(jw_words_number(-3.2, 1, true, a), "\u22123.2");
    CHECK_TEXT(jw_words_number(-0.04, 1, true, a), "0.0");
    CHECK_TEXT(jw_words_number(0.4, 1, true, a), "+0.4");
    CHECK_TEXT(jw_words_number(NAN, 1, true, a), "\u2013");
    CHECK_TEXT(jw_words_value(JW_P_GAIN, -5.0, a), "\u22125.0 dB");
    CHECK_TEXT(jw_words_value(JW_P_BRIDGE_CURVATURE, 0.25, a), "0.25 \u00D7");
    CHECK_TEXT(jw_words_value(JW_P_QUALITY, 2.0, a), "modes to 40 kHz");
    CHECK_TEXT(jw_words_value(JW_P_POLYPHONY, 0.0, a), "Mono");
    CHECK_TEXT(jw_words_value(JW_P_SA, 2.0, a), "C\u266F");
    CHECK_TEXT(jw_words_value(JW_P_SA, 0.0, a), "Its own");
    double value = 7.0;
    check(jw_words_parse(JW_P_GAIN, "-12.5", &value) && value == -12.5, "a number is read: %g",
          value);
    check(jw_words_parse(JW_P_GAIN, "1000", &value) && value == 24.0, "and held in range: %g",
          value);
    check(!jw_words_parse(JW_P_GAIN, "1.5.2", &value) && !jw_words_parse(JW_P_GAIN, "", &value) &&
              !jw_words_parse(JW_P_GAIN, "-", &value) && !jw_words_parse(JW_P_GAIN, "3 dB", &value),
          "what is no number is none");
}

int main(void) {
    JwCanvas *canvas = jw_cairo_canvas_new(NULL);
    if (!check(canvas != NULL, "fonts")) {
        return check_result();
    }
    test_widths(canvas);
    test_broken();
    test_missing(canvas);
    test_fit(canvas);
    test_own(canvas);
    test_words();
    jw_cairo_canvas_free(canvas);
    JwCanvas *other = jw_cairo_canvas_new("No Such Family");
    check(other && has(other, "Sa"), "a family that is not there is the system's sans");
    jw_cairo_canvas_free(other);
    jw_cairo_canvas_free(NULL);
    return check_result();
}
