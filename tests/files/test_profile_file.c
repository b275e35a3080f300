// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Bridge profiles are read back to the last bit from the text of a property and from the table of
// an instrument file, in any locale; what is no profile is refused with its line. Argument: an
// instrument with a bridge.

#include "files/profile_file.h"

#include "files/instrument_file.h"
#include "files/number.h"
#include "support/check.h"
#include "support/fixtures.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

static JwInstrument instrument;

static JwProfile random_profile(uint64_t *dice, int n) {
    JwProfile p = {.n = n};
    double x = fixture_uniform(dice, 0.0, 0.002);
    for (int i = 0; i < n; ++i) {
        p.x_m[i] = (float)x;
        p.h_m[i] = (float)fixture_uniform(dice, -0.002, 0.0003);
        x += fixture_uniform(dice, 1e-5, 0.06 / n);
    }
    return p;
}

static void check_texts(void) {
    uint64_t dice = 11;
    int n_wrong = 0;
    for (int i = 0; i < 2000; ++i) {
        const JwProfile p = random_profile(&dice, (int)(fixture_random(&dice) % 257));
        char text[32 * JW_PROFILE_POINTS];
        JwProfile back = {.n = 1};
        n_wrong += !jw_profile_print(&p, text, sizeof(text)) || !jw_profile_parse(text, &back) ||
                   !jw_profile_same(&p, &back);
    }
    check_below(n_wrong, 0, "profiles that a text changes, of 2000");
}

static void check_one_text(void) {
    const JwProfile p = {.n = 2, .x_m = {0.0015F, 0.025F}, .h_m = {7e-7F, -0.0016F}};
    JwProfile back = {.n = 3};
    char text[64];
    check(jw_profile_print(&p, text, sizeof(text)) && !strcmp(text, "1.5 0.0007, 25 -1.6"),
          "written as short as it can be: %s", text);
    check(!jw_profile_print(&p, text, 19), "too long for its room");
    check(jw_profile_parse("  1.5,0.0007 25,-1.6 , ", &back) && jw_profile_same(&p, &back),
          "commas and blanks are alike");
    check(jw_profile_parse("", &back) && back.n == 0, "nothing is no profile");
    static const char *const wrong[] = {
        "1",      "1 2 3",         "x 1",      "1 nan",   "1 2; 3 4", "1 0, 1 0", "2 0, 1 0",
        "-1 0.1", "1 0 2 -99.1e9", "10001 -1", "1 5.001", "1 -101",   "1-1",      "1 0.1mm"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
        back.n = 7;
        check(!jw_profile_parse(wrong[i], &back) && back.n == 7, "refused: %s", wrong[i]);
    }
}

/// The obstacle with the profile over it, as it is and as a file has it.
static void check_table(const JwProfile *p, const JwObstacle *bridge) {
    static JwObstacle drawn, back;
    JwProfile read = {.n = 0}, laid = {.n = 0};
    JwError error = {0};
    char *text = jw_profile_file_text(p, bridge);
    check(text && !jw_profile_file_parse(text, strlen(text), "text", &read, &error),
          "the table is read: %s", error.text);
    drawn = back = *bridge;
    jw_profile_lay(p, &drawn);
    jw_profile_lay(&read, &back);
    laid.n = drawn.n_nodes;
    memcpy(laid.x_m, drawn.x_m, sizeof(laid.x_m[0]) * (size_t)laid.n);
    memcpy(laid.h_m, drawn.h_m, sizeof(laid.h_m[0]) * (size_t)laid.n);
    check(jw_profile_same(&laid, &read), "its nodes are those that were laid");
    check(!memcmp(&drawn, &back, sizeof(drawn)), "and make the same obstacle");
    free(text);
}

/// An instrument whose bridge's section is replaced by the table has what the profile makes of it.
static void check_in_file(const JwProfile *p, const char *path) {
    static char file[1 << 18], other[1 << 19];
    static JwInstrument drawn;
    JwError error = {0};
    const JwObstacle *bridge = jw_profile_bridge(p, &instrument);
    char *table = jw_profile_file_text(p, bridge);
    FILE *stream = fopen(path, "r");
    const size_t n = stream ? fread(file, 1, sizeof(file) - 1, stream) : 0;
    if (stream) {
        fclose(stream);
    }
    char *from = strstr(file, "[obstacle bridge]"), *to = from ? strstr(from + 1, "\n[") : NULL;
    if (!check(n > 0 && from && to && table, "%s has its bridge", path)) {
        return;
    }
    *strstr(table, "[end]") = '\0';
    snprintf(other, sizeof(other), "%.*s%s%s", (int)(from - file), file, table, to);
    check(!jw_instrument_file_parse(other, strlen(other), "drawn", &drawn, &error),
          "an instrument file takes the table: %s", error.text);
    static JwObstacle laid;
    laid = *bridge;
    jw_profile_lay(p, &laid);
    check(!memcmp(&laid, jw_profile_bridge(p, &drawn), sizeof(laid)), "to the last bit");
    free(table);
}

typedef struct {
    const char *text, *message;
} Wrong;

static void check_faults(void) {
    static const Wrong wrong[] = {
        {"", "t: no points"},
        {"# nothing\n", "t: no points"},
        {"1 0\n2\n", "t:2: '2' is not a position and a height"},
        {"1 0\n0.5 0\n", "t:2: 0.5 0 mm: not beyond the previous point, or out of range"},
        {"1 6\n", "t:1: 1 6 mm: not beyond the previous point, or out of range"},
        {"[obstacle b]\nkind = plate\nstart_mm = 1\nend_mm = 2\npoints = 2\nheight_mm = 0\n[end]\n",
         "t:1: [obstacle b] is no table"},
        {"[string b]\nkind = table\n[end]\n", "t:1: [string b]: a profile is one [obstacle NAME]"},
        {"[obstacle b]\nkind = table\nstart_mm = 1\nend_mm = 2\npoints = 2\nnode_mm = 1 0\n[end]\n",
         "t:6: a table of one node"},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
        JwProfile out = {.n = 7};
        JwError error = {0};
        check(jw_profile_file_parse(wrong[i].text, strlen(wrong[i].text), "t", &out, &error) &&
                  out.n == 7 && !strcmp(error.text, wrong[i].message),
              "%s, not %s", wrong[i].message, error.text);
    }
    char rows[8 * 300] = "";
    for (int i = 0; i < 257; ++i) {
        snprintf(rows + strlen(rows), 8, "%d 0\n", i);
    }
    JwProfile out = {.n = 7};
    JwError error = {0};
    check(jw_profile_file_parse(rows, strlen(rows), "t", &out, &error) &&
              !strcmp(error.text, "t:257: more than 256 points"),
          "%s", error.text);
}

static void check_rows(void) {
    static const char text[] = "\n# x, h\n1.5, 0.0007\r\n; more\n 25;-1.6  \n";
    const JwProfile p = {.n = 2, .x_m = {0.0015F, 0.025F}, .h_m = {7e-7F, -0.0016F}};
    JwProfile back = {.n = 0};
    JwError error = {0};
    check(!jw_profile_file_parse(text, sizeof(text) - 1, "t", &back, &error) &&
              jw_profile_same(&p, &back),
          "rows: %s", error.text);
}

/// A locale with a comma, if there is one on this machine.
static void check_comma(void) {
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    bool found = false;
    for (int i = 0; i < 4 && !found; ++i) {
        found = setlocale(LC_NUMERIC, names[i]) != NULL;
    }
    printf("a locale with a comma: %s\n", found ? "yes" : "none here");
    check_one_text();
    setlocale(LC_NUMERIC, "C");
}

int main(int n, char **argument) {
    JwError error = {0};
    uint64_t dice = 5;
    if (n < 2 ||
        !check(!jw_instrument_file_load(argument[1], &instrument, &error), "%s", error.text)) {
        return 1;
    }
    check_texts();
    check_one_text();
    check_comma();
    check_rows();
    check_faults();
    for (int i = 0; i < 20; ++i) {
        const JwProfile p = random_profile(&dice, 9 + i * 13);
        check_table(&p, jw_profile_bridge(&p, &instrument));
        check_in_file(&p, argument[1]);
    }
    return check_result();
}
