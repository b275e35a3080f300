// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Messages of Open Sound Control: the specification's example, round trips, and bytes
// of all kinds, which must never be read past their end (run it under a sanitizer).

#include "app/osc.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

// OSC 1.0 specification, examples: /foo with 1000, -1, "hello", 1.234f, 5.678f.
static const uint8_t example[] = {0x2f, 0x66, 0x6f, 0x6f, 0,    0,    0,    0,    0x2c, 0x69,
                                  0x69, 0x73, 0x66, 0x66, 0,    0,    0,    0,    0x03, 0xe8,
                                  0xff, 0xff, 0xff, 0xff, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0,
                                  0,    0,    0x3f, 0x9d, 0xf3, 0xb6, 0x40, 0xb5, 0xb2, 0x2d};

static void test_example(void) {
    JwOscMessage m;
    check(jw_osc_parse(&m, example, sizeof(example)), "the specification's example");
    check(!strcmp(m.address, "/foo") && m.n == 5, "address and count");
    check(jw_osc_string(&m, 2) && !strcmp(jw_osc_string(&m, 2), "hello"), "its string");
    check(!jw_osc_string(&m, 0) && !jw_osc_string(&m, 5), "the others are none");
    static const char *const words[] = {"1000", "-1", "hello", "1.234", "5.678"};
    for (int i = 0; i < m.n; ++i) {
        char text[32];
        const char *word = jw_osc_word(&m, i, text, sizeof(text));
        check(word && !strcmp(word, words[i]), "as a word: %s", words[i]);
    }
    uint8_t bytes[64];
    const size_t n = jw_osc_write(bytes, sizeof(bytes), "/foo", "iis", 1000, -1, "hello");
    check(n == 32 && !memcmp(bytes + 16, example + 16, 16), "written as the specification has it");
    for (size_t room = 0; room < n; ++room) {
        check(jw_osc_write(bytes, room, "/foo", "iis", 1000, -1, "hello") == 0, "no room: %zu",
              room);
    }
}

static void test_cut(void) {
    int n_taken = 0;
    for (size_t n = 0; n < sizeof(example); ++n) {
        // A copy of just that size, so that a sanitizer sees a read past it.
        uint8_t *copy = malloc(n + !n);
        JwOscMessage m;
        memcpy(copy, example, n);
        n_taken += jw_osc_parse(&m, copy, n);
        free(copy);
    }
    check(n_taken == 0, "cut short anywhere: %d taken", n_taken);
}

static void test_random(void) {
    uint32_t random = 1;
    int n_taken = 0;
    for (int i = 0; i < 200000; ++i) {
        const size_t size = 4 * (size_t)(random >> 8 & 15);
        uint8_t *bytes = malloc(size + !size);
        memcpy(bytes, example, size < sizeof(example) ? size : sizeof(example));
        for (size_t j = 0; j < size; ++j) {
            random = random * 1664525u + 1013904223u;
            const bool change = j >= sizeof(example) || random >> 28 == 0;
            bytes[j] = change ? (uint8_t)(random >> 16) : bytes[j];
        }
        JwOscMessage m;
        if (jw_osc_parse(&m, bytes, size)) {
            ++n_taken;
            for (int j = 0; j < m.n; ++j) {
                const char *text = jw_osc_string(&m, j);
                check(!text || strlen(text) < size, "a string inside the message");
                char word[32];
                text = jw_osc_word(&m, j, word, sizeof(word));
                check(!text || strlen(text) < sizeof(word) + size, "a word of it");
            }
        }
        free(bytes);
        random = random * 1664525u + 1013904223u;
    }
    check_between(n_taken, 10, 100000, "of 200000 random messages taken");
}

int main(void) {
    test_example();
    test_cut();
    test_random();
    return check_result();
}
