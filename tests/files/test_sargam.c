// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Names of notes: sargam over any Sa and in any raga, Western names, numbers, and what is neither.

#include "files/sargam.h"
#include "playing/tuning.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *text;
    int key; ///< Over a Sa of 61, without a raga; -1: out of reach
} Note;

static const Note notes[] = {
    {"Sa", 61},         {"Re", 63},          {"Ri", 63},       {"Ga", 65},
    {"Ma", 66},         {"Pa", 68},          {"Dha", 70},      {"Ni", 72},
    {"sa", 61},         {"DHA", 70},         {"Reb", 62},      {"Gab", 64},
    {"Ma#", 67},        {"Dhab", 69},        {"Nib", 71},      {"komal-Re", 62},
    {"komal Ga", 64},   {"komalDha", 69},    {"Komal-Ni", 71}, {"tivra-Ma", 67},
    {"shuddha-Ga", 65}, {"shuddha-Sa", 61},  {"Sa'", 73},      {"Sa,", 49},
    {"Ni,", 60},        {"Re''", 87},        {"Reb'", 74},     {"komal-Re,,", 38},
    {"Ma#'", 79},       {"Pa',", 68},        {"Sa,,,,,", 1},   {".Pa", 56},
    {"Pa.", 56},        {"..komal-Re.", 26}, {"Sa'''''", 121}, {"Pa'''''", -1},
    {"Sa,,,,,,", -1},
};

static void check_sargam(void) {
    const JwTonality tonality = {.sa_key = 61};
    const JwTonality nowhere = {.sa_key = -1};
    for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); ++i) {
        int key = -1;
        const bool ok = jw_key_parse(notes[i].text, &tonality, &key);
        check(jw_sargam_is(notes[i].text), "%s is sargam", notes[i].text);
        check(ok == (notes[i].key >= 0) && key == notes[i].key, "%s: %d, not %d", notes[i].text,
              key, notes[i].key);
        check(!jw_key_parse(notes[i].text, &nowhere, &key), "%s without Sa", notes[i].text);
    }
}

/// A note is the raga's own, unless it says which it is.
static void check_ragas(void) {
    // Bhairavi: all komal. Todi: Re Ga Dha komal, Ma tivra. Yaman: Ma tivra.
    static const struct {
        const char *raga, *note;
        int semitone;
    } cases[] = {{"Bhairavi", "Re", 1},  {"Bhairavi", "Ga", 3},     {"Bhairavi", "Ma", 5},
                 {"Bhairavi", "Dha", 8}, {"Bhairavi", "Ni", 10},    {"Bhairavi", "shuddha-Re", 2},
                 {"Todi", "Ma", 6},      {"Todi", "shuddha-Ma", 5}, {"Todi", "Ni'", 23},
                 {"Yaman", "Ma", 6},     {"Yaman", "Re", 2},        {"Yaman", "komal-Re", 1},
                 {"Bilawal", "Ma#", 6},  {"Marwa", "Re,", -11}};
    int n = 0;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        for (int raga = 1; raga < JW_N_RAGAS; ++raga) {
            const JwTonality tonality = {.sa_key = 50, .raga = raga};
            int key = -1;
            if (!strcmp(jw_raga_name(raga), cases[i].raga)) {
                check(jw_key_parse(cases[i].note, &tonality, &key) && key == 50 + cases[i].semitone,
                      "%s of %s: %d", cases[i].note, cases[i].raga, key - 50);
                ++n;
            }
        }
    }
    check(n == (int)(sizeof(cases) / sizeof(cases[0])), "%d notes of ragas", n);
}

static void check_others(void) {
    static const char *const no_sargam[] = {
        "",         "S",    "Sa1", "Sax", "Sab",       "Sa#", "Pab", "Pa#",      "Mab",
        "Re#",      "Ga#",  "Sa ", " Sa", "komal",     "Da",  "R'",  "komal-Sa", "tivra-Re",
        "komal-Ma", "Rebb", "'Sa", "..",  "komal-Reb", "C#3", "60"};
    const JwTonality tonality = {.sa_key = 60};
    int key = -1;
    for (size_t i = 0; i < sizeof(no_sargam) / sizeof(no_sargam[0]); ++i) {
        check(!jw_sargam_is(no_sargam[i]), "\"%s\" is no sargam", no_sargam[i]);
    }
    check(jw_key_parse("C#3", &tonality, &key) && key == 49, "C#3");
    check(jw_key_parse("127", &tonality, &key) && key == 127, "127");
    check(!jw_key_parse("128", &tonality, &key) && key == 127, "128");
    check(!jw_key_parse("Sab", &tonality, &key) && key == 127, "Sab");
}

static void check_names(void) {
    char text[64];
    int n = 0;
    for (int i = 0; i < JW_KEYS; ++i) {
        const JwTonality tonality = {.sa_key = -1};
        int key = -1;
        n += jw_key_parse(jw_key_name(i, text), &tonality, &key) && key == i;
    }
    check(n == JW_KEYS, "%d keys by their names", n);
    check(!strcmp(jw_sargam_raga(0, text, sizeof(text)),
                  "Sa Reb Re Gab Ga Ma Ma# Pa Dhab Dha Nib Ni"),
          "no raga: %s", text);
    for (int raga = 1; raga < JW_N_RAGAS; ++raga) {
        const JwTonality tonality = {.sa_key = 60, .raga = raga};
        const size_t n_letters = strlen(jw_raga_info(raga)->notes); // With blanks between them
        jw_sargam_raga(raga, text, sizeof(text));
        printf("%-10s %s\n", jw_raga_name(raga), text);
        int n_notes = 0;
        for (char *note = strtok(text, " "); note; note = strtok(NULL, " ")) {
            int key = -1;
            const bool ok = jw_key_parse(note, &tonality, &key);
            check(ok && jw_raga_notes(raga) >> (key - 60) & 1u, "%s: %s", jw_raga_name(raga), note);
            ++n_notes;
        }
        check(n_notes == ((int)n_letters + 1) / 2, "%s: %d notes", jw_raga_name(raga), n_notes);
    }
    check(!strcmp(jw_sargam_raga(6, text, sizeof(text)), "Sa Reb Gab Ma Pa Dhab Nib"), "%s: %s",
          jw_raga_name(6), text);
}

int main(void) {
    check_sargam();
    check_ragas();
    check_others();
    check_names();
    return check_result();
}
