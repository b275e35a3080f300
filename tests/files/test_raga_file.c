// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files of the user's own ragas: what is read, what is refused with its line, and what a raga of
// them does to taraf and pitches.

#include "base/params.h"
#include "files/raga_file.h"
#include "playing/tuning.h"
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SA = 60, TEXT_SIZE = 2048 };

static const char whole[] = "# Of a test\n"
                            "[raga Guru Kauns]\n"
                            "others = Gurukos; Kauns of my teacher\n" // 3
                            "notes = S g m d N\n"
                            "aroha = S g m d N S'\n" // 5
                            "avaroha = S' N d m, g S\n"
                            "vadi = m\n" // 7
                            "time = 21-24\n"
                            "parent = Bhairavi\n" // 9
                            "first = m\n"
                            "taraf = S N, S g g m m m d N S' S' m'\n" // 11
                            "intonation = g 32/27, d 800.5\n"
                            "[raga Plain]\n" // 13
                            "notes = G S P N R\n"
                            "aroha = S R G P N S'\n" // 15
                            "avaroha = S' N P G R S\n"
                            "[end]\n";

static JwOwnRagas out, untouched;
static JwError error;

static bool parse(const char *text, size_t size) {
    memset(&out, 0x5a, sizeof(out));
    memset(error.text, '#', sizeof(error.text));
    return !jw_raga_file_parse(text, size, "f.ini", &out, &error);
}

static void check_whole(void) {
    check(parse(whole, sizeof(whole) - 1), "the whole file (%s)", error.text);
    const JwOwnRaga *r = &out.raga[0];
    check(out.n == 2 && r->line == 2 && out.raga[1].line == 13, "two ragas");
    check(!strcmp(r->name, "Guru Kauns") && !strcmp(r->others, "Gurukos; Kauns of my teacher") &&
              !strcmp(r->notes, "S g m d N") && !strcmp(r->avaroha, "S' N d m, g S") &&
              !strcmp(r->vadi, "m") && !*r->samvadi && !strcmp(r->time, "21-24") &&
              !strcmp(r->parent, "Bhairavi") && r->first == 'm' && !r->carnatic,
          "its texts");
    check(fabs(r->cents[3] - 1200.0 * log2(32.0 / 27.0)) < 1e-9 && r->cents[8] == 800.5 &&
              r->cents[5] < 0.0,
          "its intonation: %g and %g", r->cents[3], r->cents[8]);
    check(!strcmp(out.raga[1].notes, "S R G P N") && out.raga[1].first == 'P' &&
              !*out.raga[1].taraf,
          "notes from Sa up; the usual first string");
}

typedef struct {
    const char *find; ///< In `whole`; the first place
    const char *put;
    int line; ///< 0: it is read
    const char *word;
} Edit;

static const Edit edits[] = {
    {"[raga Guru Kauns]", "[string x]", 2, "[raga NAME]"},
    {"[raga Guru Kauns]", "[raga ]", 2, "name"},
    {"[raga Guru Kauns]", "[raga 17]", 2, "name"},
    {"[raga Guru Kauns]", "[raga none]", 2, "name"},
    {"[raga Guru Kauns]", "[raga a:b]", 2, "name"},
    {"[raga Guru Kauns]", "[raga \xE0\xA4\xAF\xE0\xA4\xAE\xE0\xA4\xA8]", 0, NULL},
    {"[raga Plain]", "[raga guru-kauns]", 13, "line 2"},
    {"others =", "other =", 3, "'other'"},
    {"notes = S g m d N", "notes = S g m d H", 4, "\"H\""},
    {"notes = S g m d N", "notes = S g m d NN", 4, "\"NN\""},
    {"notes = S g m d N", "notes = S g m d N g", 4, "twice"},
    {"notes = S g m d N", "notes = g m d N", 4, "S and"},
    {"notes = S g m d N", "notes = S g", 4, "two others"},
    {"notes = S g m d N", "notes = S g m d N'", 4, "N'"},
    {"notes = S g m d N\n", "", 4, "before notes"},
    {"aroha = S g m d N S'\n", "", 2, "needs aroha"},
    {"aroha = S R G P N S'\n", "", 13, "needs aroha"},
    {"aroha = S g m d N S'", "aroha = S g m P N S'", 5, "P is not"},
    {"aroha = S g m d N S'", "aroha =", 5, NULL},
    {"aroha = S g m d N S'", "notes = S g m d N", 5, "line 4"},
    {"vadi = m", "vadi = P", 7, "P is not"},
    {"vadi = m", "vadi = m d", 7, "vadi"},
    {"vadi = m", "samvadi = d", 0, NULL},
    {"time = 21-24", "system = Carnatic", 0, NULL},
    {"time = 21-24", "system = Persian", 8, "Hindustani"},
    {"first = m", "first = S", 10, "P, m and N"},
    {"first = m", "first = Pa", 10, "P, m and N"},
    {"S' S' m'\n", "S' S'\n", 11, "not 12"},
    {"S' S' m'\n", "S' S' m' S\n", 11, "not 14"},
    {"S' S' m'\n", "S' S' S\n", 11, "note 13"},
    {"S' S' m'\n", "S' S' x\n", 11, "\"x\""},
    {"g 32/27", "g 32:27", 12, "cents"},
    {"g 32/27", "g 3/27", 12, "cents"},
    {"g 32/27", "g 5/4", 0, NULL},
    {"g 32/27", "g 9/8/", 12, NULL},
    {"g 32/27", "g 4/3", 12, "semitone"},
    {"g 32/27", "g 1e400/1", 12, NULL},
    {"g 32/27", "g 1/0", 12, "ratio"},
    {"g 32/27", "P 3/2", 12, "not one of the notes"},
    {"g 32/27", "S 2/1", 12, "not 0"},
    {"g 32/27", "S 1/1", 0, NULL},
    {"g 32/27", "d 8/5", 12, "twice"},
    {"g 32/27,", "g 32/27", 12, "commas"},
    {"[end]\n", "", 16, "[end]"},
    {"# Of a test", "# Of a \xff test", 1, "UTF-8"},
};

static void check_edits(void) {
    for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]); ++i) {
        const Edit *e = &edits[i];
        char text[TEXT_SIZE], begins[32];
        const char *at = strstr(whole, e->find);
        const int n = at ? snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - whole), whole,
                                    e->put, at + strlen(e->find))
                         : -1;
        if (!check(n > 0, "\"%s\" is there", e->find)) {
            continue;
        }
        const bool ok = parse(text, (size_t)n);
        snprintf(begins, sizeof(begins), "f.ini:%d:", e->line);
        if (e->line == 0) {
            check(ok, "%s is read (%s)", e->put, error.text);
        } else {
            check(!ok && !strncmp(error.text, begins, strlen(begins)) &&
                      (!e->word || strstr(error.text, e->word)),
                  "%s: line %d, %s (%s)", e->put, e->line, e->word ? e->word : "", error.text);
            check(!memcmp(&out, &untouched, sizeof(out)), "%s: nothing is changed", e->put);
        }
    }
}

/// Every beginning of the file, and every one with a byte of another kind.
static void check_parts(void) {
    int n_read = 0;
    for (size_t size = 0; size < sizeof(whole) - 1; ++size) {
        n_read += parse(whole, size);
    }
    check(n_read <= 1, "no part of it is taken for the whole (%d)", n_read);
}

static void check_many(void) {
    static char text[128 * JW_RAGAS_IN_FILE];
    for (int more = 0; more < 2; ++more) {
        size_t n = 0;
        for (int i = 0; i < JW_RAGAS_IN_FILE + more; ++i) {
            n += (size_t)snprintf(text + n, sizeof(text) - n,
                                  "[raga R%d]\nnotes = S R G\naroha = S R\navaroha = G\n", i);
        }
        n += (size_t)snprintf(text + n, sizeof(text) - n, "[end]\n");
        check(parse(text, n) == !more, "%d ragas (%s)", JW_RAGAS_IN_FILE + more, error.text);
    }
}

/********* What they do *********/

static double cents_of(int raga, bool own, int semitone) {
    const JwTonic tonic = {.a4_hz = 440.0, .sa_key = SA, .raga = raga, .just = true, .own = own};
    double hz[JW_KEYS];
    jw_tonic_keys(&tonic, hz);
    return 1200.0 * log2(hz[SA + semitone] / hz[SA]);
}

static void check_added(void) {
    static JwOwnRagas kept;
    check(parse(whole, sizeof(whole) - 1), "the whole file");
    kept = out;
    check(jw_raga_count() == JW_N_RAGAS && jw_param_clamp(JW_P_RAGA, 1e6, 0.0) == JW_N_RAGAS - 1 &&
              !jw_raga_info(JW_N_RAGAS),
          "none of one's own");
    for (int i = 0; i < kept.n; ++i) {
        const JwRaga row = jw_raga_row(&kept.raga[i]);
        check(jw_raga_add(&row), "added");
    }
    const int raga = JW_N_RAGAS, plain = JW_N_RAGAS + 1;
    check(jw_raga_count() == JW_N_RAGAS + 2 && jw_param_clamp(JW_P_RAGA, 1e6, 0.0) == plain &&
              jw_param_valid(JW_P_RAGA, plain) && !jw_param_valid(JW_P_RAGA, plain + 1) &&
              jw_param_next_point(JW_P_RAGA, raga, 1) == plain &&
              jw_param_next_point(JW_P_RAGA, plain, 1) == plain &&
              jw_param_n_points(JW_P_RAGA) == JW_N_RAGAS + 2,
          "numbers behind those of the table");
    check(!strcmp(jw_param_label(JW_P_RAGA, raga), "Guru Kauns") &&
              !jw_param_label(JW_P_RAGA, plain + 1),
          "their labels");
    static const char *const names[] = {"Guru Kauns", "guru-kauns", "Raga Guru Kauns", "gurukos",
                                        "kauns of my teacher"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
        check(jw_raga_find(names[i]) == raga, "found by %s: %d", names[i], jw_raga_find(names[i]));
    }
    check(jw_raga_matches(raga, "that:Bhairavi hour:22 -P g") && !jw_raga_matches(raga, "P"),
          "found by notes, that and time");
    check(jw_raga_notes(raga) == 0x929 && jw_raga_first(raga) == 5 && jw_raga_first(plain) == 7,
          "notes 0x%x, first string", jw_raga_notes(raga));
    check(fabs(cents_of(raga, true, 3) - 294.135) < 0.001 &&
              fabs(cents_of(raga, true, 8) - 800.5) < 1e-9,
          "its own intonation: %g, %g", cents_of(raga, true, 3), cents_of(raga, true, 8));
    check(fabs(cents_of(raga, false, 3) - 315.641) < 0.001, "without it just intonation");
    check(fabs(cents_of(raga, true, 5) - 498.045) < 0.001, "a note that it does not name, too");
}

/// The taraf that the file names: S N, S g g m m m d N S' S' m'.
static void check_taraf(void) {
    static const int made_for[] = {0, -1, 0, 2, 4, 5, 7, 7, 9, 11, 12, 14, 16};
    static const int wanted[] = {0, -1, 0, 3, 3, 5, 5, 5, 8, 11, 12, 12, 17};
    int before[7] = {0};
    for (int i = 0; i < JW_TARAF_NOTES; ++i) {
        const int key = SA + made_for[i];
        const int tuned = jw_raga_taraf_key(JW_N_RAGAS, SA, key, before[jw_svara(SA, key)]++);
        check(tuned - SA == wanted[i], "taraf string %d: %d, not %d", i + 1, tuned - SA, wanted[i]);
    }
    check(jw_raga_taraf_key(JW_N_RAGAS, SA, SA + 3, 0) == SA + 3,
          "a string made for the other form");
    check(jw_raga_taraf_key(JW_N_RAGAS + 1, SA, SA + 5, 0) == SA + 4,
          "without such a line by rule");
}

int main(void) {
    memset(&untouched, 0x5a, sizeof(untouched));
    check_whole();
    check_edits();
    check_parts();
    check_many();
    check_added();
    check_taraf();
    return check_result();
}
