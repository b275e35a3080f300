// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the harnesses share. Each defines libFuzzer's entry point; with clang (-Dfuzz=true) it is
// linked with libFuzzer, else with replay.c, which plays the corpus and mutants of it.

#ifndef JW_FUZZ_H
#define JW_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// One input. Returns 0.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Ends the program if a promise does not hold.
static inline void demand(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "broken promise: %s\n", what);
        abort();
    }
}

/// Bytes of the input, taken one after the other; zeros when it is used up.
typedef struct {
    const uint8_t *at;
    size_t left;
} FuzzBytes;

static inline uint8_t fuzz_byte(FuzzBytes *bytes) {
    if (bytes->left == 0) {
        return 0;
    }
    --bytes->left;
    return *bytes->at++;
}

static inline uint32_t fuzz_word(FuzzBytes *bytes) {
    const uint32_t high = fuzz_byte(bytes);
    return high << 8 | fuzz_byte(bytes);
}

/// The next n bytes, fewer at the end, copied: a reader that goes past them is caught. Never NULL.
static inline uint8_t *fuzz_copy(FuzzBytes *bytes, size_t n, size_t *size) {
    *size = n < bytes->left ? n : bytes->left;
    uint8_t *copy = malloc(*size > 0 ? *size : 1);
    demand(copy != NULL, "memory for the input");
    memcpy(copy, bytes->at, *size);
    bytes->at += *size;
    bytes->left -= *size;
    return copy;
}

/// A message of a reader that refused: said, and one line.
static inline void demand_message(const char *text) {
    demand(text[0] != '\0', "a refusal says why");
    demand(!strchr(text, '\n'), "in one line");
}

#endif // JW_FUZZ_H
