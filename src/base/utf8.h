// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// UTF-8 (RFC 3629). Text of unknown origin goes through jw_utf8_decode(), which rejects malformed
// characters. The other functions never read beyond the text, whatever it holds.

#ifndef JW_UTF8_H
#define JW_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JW_UTF8_SIZE = 5 }; ///< Bytes of the longest character and its terminating zero

/// Decodes the character at the start of a text of `size` bytes, size >= 1. Sets *code to its code
/// point and returns its number of bytes, 1 to 4. Returns 0 if it is malformed: overlong, a
/// surrogate, above U+10FFFF, or truncated. [any]
size_t jw_utf8_decode(const char *text, size_t size, uint32_t *code);

/// Encodes a code point up to U+10FFFF, followed by a zero; returns the number of bytes without it.
/// [any]
size_t jw_utf8_encode(uint32_t code, char out[JW_UTF8_SIZE]);

/// True for a byte that continues a character. [any]
static inline bool jw_utf8_continues(char byte) {
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/// Largest offset up to `at` that splits no character; text[at] must be readable. [any]
size_t jw_utf8_cut(const char *text, size_t at);

/// Offset of the character that ends before text[n]; 0 for n = 0. [any]
size_t jw_utf8_before(const char *text, size_t n);

/// True for control characters: C0, delete, C1. [any]
static inline bool jw_utf8_is_control(uint32_t code) {
    return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

/// Makes one harmless line of a text: a question mark stands for each control character (C0,
/// delete, C1), each byte that is not UTF-8, each end of a line or paragraph and each mark of
/// direction, and with `ascii` for each character that is not ASCII. [any]
void jw_utf8_tidy(char *text, bool ascii);

#endif // JW_UTF8_H
