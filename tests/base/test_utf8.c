// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// UTF-8: each code point and each sequence of up to three bytes, compared with the conversion of
// the C library (iconv), and four bytes at the ends of the ranges.

#include "base/utf8.h"

#include <iconv.h>
#include <stdio.h>
#include <string.h>

static int n_checks, n_wrong;

static void check(bool ok, const char *what, unsigned long value) {
    ++n_checks;
    if (!ok && ++n_wrong < 20) {
        printf("FAILED: %s, %#lx\n", what, value);
    }
}

/// Decodes the first character of a text with iconv; returns its bytes, 0 if it is malformed.
static size_t other_decode(iconv_t converter, const char *text, size_t size, uint32_t *code) {
    for (size_t n = 1; n <= size && n <= 4; ++n) {
        char in_bytes[4], *in = in_bytes, *out = (char *)code;
        size_t in_left = n, out_left = sizeof(*code);
        memcpy(in_bytes, text, n);
        iconv(converter, NULL, NULL, NULL, NULL);
        if (iconv(converter, &in, &in_left, &out, &out_left) != (size_t)-1 && out_left == 0) {
            return n;
        }
    }
    return 0;
}

static void compare(iconv_t converter, const char *text, size_t size) {
    uint32_t ours = 0, other = 0;
    const size_t n = jw_utf8_decode(text, size, &ours);
    const size_t m = other_decode(converter, text, size, &other);
    unsigned long value = 0;
    for (size_t i = 0; i < size; ++i) {
        value = value << 8 | (unsigned char)text[i];
    }
    check(n == m && (n == 0 || ours == other), "decoded otherwise than by iconv", value);
}

static void compare_sequences(iconv_t converter) {
    static const unsigned char ends[] = {0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f,
                                         0xa0, 0xbf, 0xc0, 0xc2, 0xe0, 0xff};
    for (int a = 0; a < 256; ++a) {
        char text[4] = {(char)a};
        compare(converter, text, 1);
        for (int b = 0; b < 256; ++b) {
            text[1] = (char)b;
            compare(converter, text, 2);
            for (size_t c = 0; c < sizeof(ends); ++c) {
                text[2] = (char)ends[c];
                compare(converter, text, 3);
                for (size_t d = 0; d < sizeof(ends); ++d) {
                    text[3] = (char)ends[d];
                    compare(converter, text, 4);
                }
            }
        }
    }
}

static void check_round_trips(void) {
    for (uint32_t code = 0; code <= 0x10ffff; ++code) {
        const bool surrogate = code >= 0xd800 && code <= 0xdfff;
        char text[JW_UTF8_SIZE];
        uint32_t back = ~code;
        const size_t n = jw_utf8_encode(code, text);
        const size_t m = jw_utf8_decode(text, n, &back);
        check(text[n] == 0 && (surrogate ? m == 0 : m == n && back == code), "round trip", code);
        check(m == 0 || n == 1 || jw_utf8_decode(text, n - 1, &back) == 0, "cut short", code);
    }
}

static void check_places(void) {
    static const char text[] = "a\xc3\xa9\xe0\xa4\xb8\xf0\x9f\x8e\xb8z"; // a, é, स, a guitar, z
    static const size_t start[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11};
    for (size_t i = 0; i < sizeof(start) / sizeof(start[0]); ++i) {
        check(jw_utf8_cut(text, i) == start[i], "cut at", i);
    }
    static const size_t ends[] = {0, 1, 3, 6, 10, 11};
    for (size_t i = 1; i < sizeof(ends) / sizeof(ends[0]); ++i) {
        check(jw_utf8_before(text, ends[i]) == ends[i - 1], "character before", i);
    }
    check(jw_utf8_before("", 0) == 0 && jw_utf8_before("\x80\x80", 2) == 0, "before nothing", 0);
    for (uint32_t code = 0; code < 0x200; ++code) {
        const bool control = code < 32 || (code > 126 && code < 160);
        check(jw_utf8_is_control(code) == control, "control character", code);
    }
}

int main(void) {
    iconv_t converter = iconv_open("UTF-32LE", "UTF-8");
    if (converter == (iconv_t)-1) {
        printf("iconv knows no UTF-32\n");
        return 1;
    }
    compare_sequences(converter);
    iconv_close(converter);
    check_round_trips();
    check_places();
    printf("%d checks, %d wrong\n", n_checks, n_wrong);
    return n_wrong ? 1 : 0;
}
