// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a terminal is given: every character of Unicode, every byte, every pair of bytes and random
// ones, against a reader of UTF-8 of the test's own.

#include "files/line.h"

#include "support/check.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Writes a code as UTF-8; returns its bytes. Unlike a proper one, also what is no character.
static int write_code(uint32_t code, char *text) {
    static const int bits[] = {0, 7, 11, 16, 21};
    int n = 1;
    while (code >> bits[n]) {
        ++n;
    }
    for (int i = n - 1; i > 0; --i) {
        text[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    text[0] = (char)(n == 1 ? code : ((0xf00u >> n) & 0xff) | code);
    text[n] = '\0';
    return n;
}

static bool in(uint32_t code, uint32_t first, uint32_t last) {
    return code >= first && code <= last;
}

/// What may stand in a line, by the Unicode standard's categories: no Cc, Cs, Zl, Zp, and none of
/// the characters with the property Bidi_Control.
static bool is_harmless(uint32_t code) {
    return !in(code, 0, 0x1f) && !in(code, 0x7f, 0x9f) && !in(code, 0xd800, 0xdfff) &&
           !in(code, 0x2028, 0x2029) && code != 0x061c && !in(code, 0x200e, 0x200f) &&
           !in(code, 0x202a, 0x202e) && !in(code, 0x2066, 0x2069) && code <= 0x10ffff;
}

static void test_codes(void) {
    int n_wrong = 0;
    int n_kept = 0;
    for (uint32_t code = 1; code < 0x1fffff; ++code) {
        char text[16] = "a", wanted[16] = "a";
        const int n = write_code(code, text + 1);
        strcpy(text + 1 + n, "z");
        // What is encoded as no character is so many bytes that are none.
        const bool is_code = code <= 0x10ffff && !in(code, 0xd800, 0xdfff);
        memset(wanted + 1, '?', is_code ? 1 : (size_t)n);
        if (is_harmless(code)) {
            memcpy(wanted + 1, text + 1, (size_t)n);
            strcpy(wanted + 1 + n, "z");
            ++n_kept;
        } else {
            strcpy(wanted + 1 + (is_code ? 1 : n), "z");
        }
        jw_line_tidy(text);
        n_wrong += strcmp(text, wanted) != 0;
    }
    check_between(n_wrong, 0, 0, "codes of 21 bits that come out wrong");
    // 0x110000 less 2,048 surrogates, 65 controls, 2 ends and 12 marks
    check_between(n_kept, 1114112 - 2048 - 65 - 2 - 12, 1114112 - 2048 - 65 - 2 - 12, "characters");
}

/// One harmless line by a reader that knows nothing of the one that made it.
static bool is_line(const char *text) {
    const unsigned char *p = (const unsigned char *)text;
    while (*p) {
        const int n = *p < 0x80   ? 1
                      : *p < 0xc2 ? 0
                      : *p < 0xe0 ? 2
                      : *p < 0xf0 ? 3
                      : *p < 0xf5 ? 4
                                  : 0;
        uint32_t code = n == 1 ? *p : n > 1 ? *p & (0x7fu >> n) : 0;
        for (int i = 1; i < n; ++i) {
            if ((p[i] & 0xc0) != 0x80) {
                return false;
            }
            code = code << 6 | (p[i] & 0x3f);
        }
        static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
        if (n == 0 || code < least[n] || !is_harmless(code)) {
            return false;
        }
        p += n;
    }
    return true;
}

static void test_bytes(void) {
    int n_bad = 0;
    for (int a = 1; a < 256; ++a) {
        for (int b = 1; b < 256; ++b) {
            char text[] = {'x', (char)a, (char)b, 'y', 'y', '\0'};
            jw_line_tidy(text);
            n_bad += !is_line(text) || text[0] != 'x' || text[strlen(text) - 1] != 'y';
        }
    }
    uint32_t random = 1;
    for (int i = 0; i < 1000000; ++i) {
        // The bytes that matter are those with the highest bit.
        char text[12] = "";
        for (size_t k = 0; k + 1 < sizeof(text); ++k) {
            random = random * 1664525u + 1013904223u;
            text[k] = (char)((random >> 16) | (random >> 31) << 7 | 1u);
        }
        jw_line_tidy(text);
        n_bad += !is_line(text);
    }
    check_between(n_bad, 0, 0, "lines of 1,065,025 that are none");
}

static void test_print(void) {
    static const char name[] = "\033[31m\n\tn\xc3\xb3mine\x9b\xc2\x9b\xe2\x80\xae";
    char *text = NULL;
    size_t n = 0;
    FILE *stream = open_memstream(&text, &n);
    jw_line_print(stream, "%s: %d", name, 5);
    jw_line_print(stream, "%s", "");
    fclose(stream);
    check(!strcmp(text, "?[31m??n\xc3\xb3mine???: 5\n\n"), "printed: %s", text);
    free(text);

    char *longer = malloc(20000);
    memset(longer, 'x', 19999);
    longer[19999] = '\0';
    stream = open_memstream(&text, &n);
    jw_line_print(stream, "%s", longer);
    fclose(stream);
    check(n > 8000 && n < 8200 && text[n - 1] == '\n', "a long line is cut: %zu", n);
    free(text);
    free(longer);
}

int main(void) {
    test_codes();
    test_bytes();
    test_print();
    return check_result();
}
