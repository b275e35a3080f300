// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Random damage to a text that is to be read, the same for the same seed.

#ifndef JW_DAMAGE_H
#define JW_DAMAGE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t damage_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/// At 1 to `most` places one of `bytes` takes the place of none to three of the text's own, which
/// has room for `most` more. Returns its size then.
static inline size_t damage(char *text, size_t size, const char *bytes, uint32_t most,
                            uint32_t *state) {
    for (uint32_t k = 1 + damage_random(state) % most; k > 0; --k) {
        const size_t at = damage_random(state) % size;
        const size_t gone = damage_random(state) % 4 % (size - at);
        memmove(text + at + 1, text + at + gone, size - at - gone);
        text[at] = bytes[damage_random(state) % strlen(bytes)];
        size = size - gone + 1;
    }
    return size;
}

#endif // JW_DAMAGE_H
