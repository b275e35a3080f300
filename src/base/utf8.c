// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/utf8.h"

#include <string.h>

size_t jw_utf8_decode(const char *text, size_t size, uint32_t *code) {
    const unsigned char *p = (const unsigned char *)text;
    if (p[0] < 0x80) {
        *code = p[0];
        return 1;
    }
    const size_t n = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4 || n > size) {
        return 0;
    }
    uint32_t c = p[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; ++i) {
        if (!jw_utf8_continues(text[i])) {
            return 0;
        }
        c = (c << 6) | (p[i] & 0x3fu);
    }
    const uint32_t least = n == 4 ? 0x10000 : n == 3 ? 0x800 : 0x80;
    if (c < least || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) {
        return 0;
    }
    *code = c;
    return n;
}

size_t jw_utf8_encode(uint32_t code, char out[JW_UTF8_SIZE]) {
    static const uint32_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    const size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    out[0] = (char)(lead[n] | code >> 6 * (n - 1));
    for (size_t i = 1; i < n; ++i) {
        out[i] = (char)(0x80 | (code >> 6 * (n - 1 - i) & 0x3f));
    }
    out[n] = '\0';
    return n;
}

size_t jw_utf8_cut(const char *text, size_t at) {
    while (at > 0 && jw_utf8_continues(text[at])) {
        --at;
    }
    return at;
}

size_t jw_utf8_before(const char *text, size_t n) {
    return n > 0 ? jw_utf8_cut(text, n - 1) : 0;
}

/// True for ends of lines and paragraphs, and for marks that turn the direction of the text around
/// them.
static bool is_mark(uint32_t code) {
    return code == 0x061c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

void jw_utf8_tidy(char *text, bool ascii) {
    char *to = text;
    size_t n;
    for (size_t left = strlen(text); left > 0; left -= n, text += n) {
        uint32_t code = 0;
        const size_t good = jw_utf8_decode(text, left, &code);
        n = good ? good : 1;
        if (jw_utf8_is_control(code) || is_mark(code) || (ascii && good > 1)) {
            *to++ = '?';
        } else {
            memmove(to, text, good);
            to += good;
        }
    }
    *to = '\0';
}
