// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Numbers, notes and words as text; strtod() is the oracle of the values.

#include "files/number.h"
#include "support/check.h"

#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

// 15 digits and an exponent within 22 in all: equal to the last bit.
static void check_exact(void) {
    uint64_t state = 88172645463325252u;
    int n_different = 0;
    for (int i = 0; i < 100000; ++i) {
        char text[64];
        const long long digits = (long long)(next_random(&state) % 1000000000000000u);
        const int exponent = (int)(next_random(&state) % 31) - 22;
        const int point = (int)(next_random(&state) % 7);
        if (i % 2) {
            snprintf(text, sizeof(text), "%s%llde%d", i % 4 == 1 ? "-" : "", digits, exponent);
        } else {
            snprintf(text, sizeof(text), "%lld.%0*lld", digits / 10000000, point + 1,
                     digits % 1000000 % 10);
        }
        double value = -1.0;
        const bool ok = jw_number_parse(text, &value);
        n_different += !ok || value != strtod(text, NULL);
    }
    printf("numbers of 15 digits: %d of 100000 differ from strtod()\n", n_different);
    check(n_different == 0, "exact");
}

static void check_close(void) {
    static const char *const texts[] = {"1e300",
                                        "1e-300",
                                        "4.9e-324",
                                        "0.1234567890123456789012345",
                                        "123456789012345678901234567890",
                                        "9999999999999999999999e-40",
                                        "00000000000000000000000000000012.5",
                                        "0.00000000000000000000000000000000001",
                                        "+7.",
                                        ".5",
                                        "0e9999",
                                        "-0",
                                        "1e-9999"};
    double worst = 0.0;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i) {
        double value = -1.0;
        const double want = strtod(texts[i], NULL);
        check(jw_number_parse(texts[i], &value), "a number (%s)", texts[i]);
        if (want != 0.0 && fabs(want) > 1e-307) {
            worst = fmax(worst, fabs(value / want - 1.0));
        } else {
            check(fabs(value - want) <= 1e-307, "a small number (%s)", texts[i]);
        }
    }
    printf("other numbers: %.2g off at most\n", worst);
    check(worst <= 1e-15, "close");
}

static void check_refused(void) {
    static const char *const bad[] = {
        "",     " ",  ".",     "-",     "+",       "e5",       "1e",      "1e+",  "--1",
        "+-1",  "1 ", " 1",    "1,5",   "0x1",     "inf",      "nan",     "-inf", "1.2.3",
        "1e5.", "1f", "1e1e1", "1e301", "1e99999", "1234e300", "\xd9\xa1"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        double value = 42.0;
        check(!jw_number_parse(bad[i], &value) && value == 42.0, "no number (%s)", bad[i]);
    }
    char *many = malloc(100001);
    if (many) {
        double value = 42.0;
        memset(many, '1', 100000);
        many[100000] = '\0';
        check(!jw_number_parse(many, &value) && value == 42.0, "absurdly many digits");
    }
    free(many);
}

static void check_taken(void) {
    static const struct {
        const char *text;
        double value;
        const char *rest;
    } cases[] = {{"3 mm", 3.0, " mm"}, {"-6dB", -6.0, "dB"}, {"1.5e2x", 150.0, "x"},
                 {"2end", 2.0, "end"}, {"2e", 2.0, "e"},     {"2e+", 2.0, "e+"},
                 {"1.2.3", 1.2, ".3"}, {"0x10", 0.0, "x10"}, {"+.5%", 0.5, "%"},
                 {"7", 7.0, ""}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        const char *text = cases[i].text;
        double value = 42.0;
        check(jw_number_take(&text, &value) && value == cases[i].value &&
                  !strcmp(text, cases[i].rest),
              "%s: %g, then \"%s\"", cases[i].text, value, text);
    }
    const char *none = "mm";
    double value = 42.0;
    check(!jw_number_take(&none, &value) && value == 42.0 && !strcmp(none, "mm"), "no number");
}

static void check_alike(void) {
    check(jw_names_alike("sitar-gandhar", "Sitar Gandhar"), "case and blanks");
    check(jw_names_alike("pluck_width", "PLUCK-WIDTH"), "low lines and hyphens");
    check(jw_names_alike("", ""), "nothing");
    check(!jw_names_alike("sitar", "sita") && !jw_names_alike("sita", "sitar"), "a longer name");
    check(!jw_names_alike("sitar1", "sitar2") && !jw_names_alike("a-b", "ab"), "another name");
}

static void check_integers(void) {
    int value = 42;
    check(jw_integer_parse("-3", -5, 5, &value) && value == -3, "-3");
    check(jw_integer_parse("5", -5, 5, &value) && value == 5, "5");
    check(!jw_integer_parse("6", -5, 5, &value) && value == 5, "6");
    check(!jw_integer_parse("2.5", -5, 5, &value) && value == 5, "2.5");
    check(!jw_integer_parse("1e30", -5, 5, &value) && value == 5, "1e30");
}

static void check_notes(void) {
    static const char *const names[] = {"C",  "C#", "D",  "D#", "E",  "F",
                                        "F#", "G",  "G#", "A",  "A#", "B"};
    int n = 0;
    for (int key = 0; key < 128; ++key) {
        char text[16];
        int found = -1;
        snprintf(text, sizeof(text), "%s%d", names[key % 12], key / 12 - 1);
        n += jw_note_parse(text, &found) && found == key;
    }
    printf("notes: %d of 128\n", n);
    check(n == 128, "every key");
    int key = -1;
    check(jw_note_parse("Bb2", &key) && key == 46, "Bb2");
    check(jw_note_parse("Cb4", &key) && key == 59, "Cb4");
    check(jw_note_parse("c#3", &key) && key == 49, "c#3");
    check(jw_note_parse("bb2", &key) && key == 46, "bb2");
    check(jw_note_parse("B#3", &key) && key == 60, "B#3");
    check(jw_note_parse("C-1", &key) && key == 0, "C-1");
    static const char *const bad[] = {"",    "C",   "H4",  "C##4", "C#",   "Cb-1", "G#9", "C10",
                                      "C-2", "C4 ", " C4", "C+4",  "C4.0", "C4e0", "C--1"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        key = 42;
        check(!jw_note_parse(bad[i], &key) && key == 42, "no note (%s)", bad[i]);
    }
}

static void check_words(void) {
    const char *text = "  ab\tc  ";
    char word[3];
    check(jw_word_next(&text, word, sizeof(word)) && !strcmp(word, "ab"), "first word (%s)", word);
    check(jw_word_next(&text, word, sizeof(word)) && !strcmp(word, "c"), "second word (%s)", word);
    check(!jw_word_next(&text, word, sizeof(word)), "no third word (%s)", word);
    text = "abc";
    check(!jw_word_next(&text, word, sizeof(word)), "a word too long (%s)", word);
}

int main(void) {
    check_exact();
    check_close();
    check_refused();
    check_taken();
    check_alike();
    check_integers();
    check_notes();
    check_words();
    // A host may have set any locale; some of these are there on most machines.
    static const char *const commas[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    for (size_t i = 0; i < sizeof(commas) / sizeof(commas[0]); ++i) {
        if (setlocale(LC_ALL, commas[i])) {
            double value = 0.0;
            printf("locale %s\n", commas[i]);
            check(jw_number_parse("1.5", &value) && value == 1.5, "a point (%s)", commas[i]);
            check(!jw_number_parse("1,5", &value), "no comma (%s)", commas[i]);
        }
    }
    return check_result();
}
