// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// UTF-8 (RFC 3629). Texts of unknown origin go through jw_utf8_decode(), which refuses whatever is
// malformed. The other functions never read beyond the text they are given, whatever it holds.

#ifndef JW_UTF8_H
#define JW_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JW_UTF8_SIZE = 5 }; ///< Bytes of the longest character and the zero behind it

/// Decodes the character at the start of a text of `size` bytes, at least one. Returns its number
/// of bytes, 1 to 4, and its code point in *code; 0 if it is malformed: overlong, a surrogate,
/// above U+10FFFF, or cut short. [any]
size_t jw_utf8_decode(const char *text, size_t size, uint32_t *code);

/// Encodes a code point up to U+10FFFF, followed by a zero; returns the number of bytes without it.
/// [any]
size_t jw_utf8_encode(uint32_t code, char out[JW_UTF8_SIZE]);

/// True for a byte that continues a character. [any]
static inline bool jw_utf8_continues(char byte) {
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/// Largest place up to `at` at which no character is cut in two. text[at] can be read. [any]
size_t jw_utf8_cut(const char *text, size_t at);

/// Start of the character that ends before text[n]; 0 for n = 0. [any]
size_t jw_utf8_before(const char *text, size_t n);

/// True for control characters: C0, delete, C1. [any]
static inline bool jw_utf8_is_control(uint32_t code) {
    return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

#endif // JW_UTF8_H
