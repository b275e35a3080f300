// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// doc/instrument-format.md against the reader: every key that a section can have is described
// there, with the reader's range, words and needs, and nothing else is; its examples are read.
// Argument: it.

#include "files/body_section.h"
#include "files/drone_section.h"
#include "files/head_section.h"
#include "files/instrument_file.h"
#include "files/map_section.h"
#include "files/obstacle_section.h"
#include "files/string_section.h"
#include "files/stroke_section.h"
#include "files/text_file.h"
#include "files/tuned_file.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS = 8, CELL_SIZE = 256, EXAMPLE_SIZE = 8192 };

/// One row of a Markdown table.
typedef struct {
    int n;
    char cell[CELLS][CELL_SIZE];
} Row;

typedef struct {
    const char *heading; ///< "" ends the list
    JwFieldReader reader;
    unsigned variants[4]; ///< Columns of needs, obstacles only
    int n_variants;
    bool seen[JW_FIELDS_MAX];
    int n_rows;
} Section;

static JwInstrument instrument;
static JwHeadSection head;
static JwObstacleSection obstacle;
static JwStringSection string;
static JwBodySection body;
static JwMapSection map;
static JwDroneSection drone;
static JwStrokeSection stroke;

static JwTunedHead tuned;
static JwTunedString tuned_string;

enum { N_SECTIONS = 9 };

static void list_sections(Section *s) {
    memset(s, 0, N_SECTIONS * sizeof(*s));
    s[0].heading = "### [instrument]";
    jw_head_section_begin(&head, &s[0].reader, &instrument);
    s[1].heading = "### [obstacle NAME]";
    jw_obstacle_section_begin(&obstacle, &s[1].reader);
    s[1].n_variants = 4;
    for (unsigned kind = JW_OBSTACLE_BRIDGE; kind <= JW_OBSTACLE_TABLE; ++kind) {
        s[1].variants[kind] = 1u << kind;
    }
    s[2].heading = "### [string NAME]";
    jw_string_section_begin(&string, &s[2].reader, 60);
    s[3].heading = "### [body NAME]";
    jw_body_section_begin(&body, &s[3].reader);
    s[4].heading = "### [map]";
    jw_map_section_begin(&map, &s[4].reader, &instrument);
    s[5].heading = "### [drone]";
    jw_drone_section_begin(&drone, &s[5].reader, &instrument);
    s[6].heading = "### [stroke NAME]";
    jw_stroke_section_begin(&stroke, &s[6].reader, &instrument);
    s[7].heading = "### [tuned]";
    jw_tuned_head_begin(&tuned, &s[7].reader);
    s[8].heading = "### [string NAME] of a tuned file";
    jw_tuned_string_begin(&tuned_string, &s[8].reader);
}

/// Cells of "| a | b |"; false if the line is no row.
static bool read_row(const char *line, size_t size, Row *row) {
    memset(row, 0, sizeof(*row));
    if (size < 2 || line[0] != '|') {
        return false;
    }
    size_t n = 0;
    for (size_t i = 1; i < size; ++i) {
        if (line[i] == '|') {
            ++row->n;
            n = 0;
        } else if (row->n < CELLS && n + 1 < CELL_SIZE) {
            row->cell[row->n][n++] = line[i];
        }
    }
    return row->n > 0 && row->n <= CELLS;
}

/// The key of a row "| `key` | ...".
static bool key_of(const Row *row, char *key) {
    return sscanf(row->cell[0], " `%63[a-z0-9_]` ", key) == 1;
}

static int find(const Section *s, const char *key) {
    for (int i = 0; i < s->reader.n_fields; ++i) {
        if (!strcmp(s->reader.fields[i].key, key)) {
            return i;
        }
    }
    return -1;
}

/// The first "a .. b" of a text.
static bool range_of(const char *text, double *min, double *max) {
    const char *dots = strstr(text, " .. ");
    const char *from = dots;
    while (from && from > text && strchr("+-.0123456789e", from[-1])) {
        --from;
    }
    // `-1 (left) .. 1 (right)`
    if (dots && from == dots && sscanf(text, " %lf (left)", min) == 1) {
        *max = strtod(dots + 4, NULL);
        return true;
    }
    if (!dots || from == dots) {
        return false;
    }
    *min = strtod(from, NULL);
    *max = strtod(dots + 4, NULL);
    return true;
}

static void check_range(const Section *s, const JwField *f, const char *text) {
    double min = 0.0, max = 0.0;
    if (f->type != JW_FIELD_NUMBER && f->type != JW_FIELD_WHOLE) {
        return;
    }
    if (f->min == f->max) {
        char only[32];
        snprintf(only, sizeof(only), "`%g`", f->min);
        check(strstr(text, only), "%s %s: %s", s->heading, f->key, text);
        return;
    }
    check(range_of(text, &min, &max) && min == f->min && max == f->max,
          "%s %s: the reader's range is %g .. %g, not %g .. %g", s->heading, f->key, f->min, f->max,
          min, max);
}

static void check_words(const Section *s, const JwField *f, const char *text) {
    for (int i = 0; f->type == JW_FIELD_WORD && f->words[i]; ++i) {
        char word[80];
        snprintf(word, sizeof(word), "`%s`", f->words[i]);
        check(strstr(text, word), "%s %s: no word %s", s->heading, f->key, word);
    }
    char size[32];
    snprintf(size, sizeof(size), "up to %g bytes", f->max - 1.0);
    check(f->type != JW_FIELD_TEXT || strstr(text, size), "%s %s: %s", s->heading, f->key, size);
    check(f->type != JW_FIELD_LIST || strstr(text, "list"), "%s %s: is a list", s->heading, f->key);
}

static void check_needs(const Section *s, const JwField *f, const Row *row) {
    for (int v = 0; v < s->n_variants; ++v) {
        const char *cell = row->cell[2 + v];
        const bool needed = strstr(cell, "needed") != NULL;
        const bool empty = cell[strspn(cell, " ")] == '\0';
        check(needed == ((f->needs & s->variants[v]) != 0), "%s %s: needed, column %d", s->heading,
              f->key, v + 1);
        check(f->allows & s->variants[v] || empty, "%s %s: allowed, column %d", s->heading, f->key,
              v + 1);
    }
    if (s->n_variants == 0 && f->needs != 0 && f->needs == f->allows &&
        strncmp(f->key, "sigma", 5) != 0 && strcmp(f->key, "viscoelastic") != 0 &&
        strcmp(f->key, "inverse_q") != 0) {
        check(strstr(row->cell[2], "needed"), "%s %s: is needed", s->heading, f->key);
    }
    if (s->n_variants == 0 && f->needs == 0) {
        check(!strstr(row->cell[2], "needed;") && strcmp(row->cell[2], " needed "),
              "%s %s: is not needed", s->heading, f->key);
    }
}

static void check_row(Section *s, const Row *row) {
    char key[64];
    if (!key_of(row, key)) {
        return;
    }
    ++s->n_rows;
    // What a string is like is no field of it.
    if (!strcmp(key, "like") && !strcmp(s->heading, "### [string NAME]")) {
        return;
    }
    const int i = find(s, key);
    if (!check(i >= 0 && !s->seen[i], "%s %s: unknown to the reader, or twice", s->heading, key)) {
        return;
    }
    const JwField *f = &s->reader.fields[i];
    s->seen[i] = true;
    check_range(s, f, row->cell[1]);
    check_words(s, f, row->cell[1]);
    check_needs(s, f, row);
}

static Section *section_at(Section *sections, const char *line, size_t size) {
    for (int i = 0; i < N_SECTIONS; ++i) {
        if (strlen(sections[i].heading) == size && !strncmp(sections[i].heading, line, size)) {
            return &sections[i];
        }
    }
    return NULL;
}

static void check_tables(const char *text) {
    static Section sections[N_SECTIONS];
    Section *now = NULL;
    Row row;
    list_sections(sections);
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const size_t size = strcspn(line, "\n");
        if (line[0] == '#') {
            now = section_at(sections, line, size);
        } else if (now && read_row(line, size, &row)) {
            check_row(now, &row);
        }
    }
    for (int i = 0; i < N_SECTIONS; ++i) {
        const JwFieldReader *r = &sections[i].reader;
        for (int f = 0; f < r->n_fields; ++f) {
            check(sections[i].seen[f], "%s %s: not described", sections[i].heading,
                  r->fields[f].key);
        }
        printf("%s: %d keys described, %d read\n", sections[i].heading + 4, sections[i].n_rows,
               r->n_fields);
    }
}

/// Whole instruments among the examples; returns how many there are.
static int check_examples(const char *text) {
    static const char fence[] = "```ini\n";
    int n = 0;
    for (const char *at = text; (at = strstr(at, fence));) {
        at += strlen(fence);
        const char *end = strstr(at, "```");
        const char *last = end;
        JwError error = {0};
        // The fence is indented as its example is.
        while (last && last[-1] == ' ') {
            --last;
        }
        if (!check(end, "an example that ends")) {
            return n;
        }
        const char *first = at + strspn(at, " ");
        const bool whole = !strncmp(first, "[instrument]", 12);
        n += whole;
        check(!whole || !jw_instrument_file_parse(at, (size_t)(last - at), "example", &instrument,
                                                  &error),
              "%s", error.text);
        at = end;
    }
    return n;
}

int main(int argc, char **argv) {
    JwError error = {0};
    char *text = NULL;
    size_t size = 0;
    if (argc != 2) {
        fprintf(stderr, "usage: test_schema DOCUMENT\n");
        return 2;
    }
    jw_instrument_init(&instrument);
    if (check(jw_text_read(argv[1], &text, &size, &error), "%s", error.text)) {
        check_tables(text);
        check_between(check_examples(text), 2.0, 100.0, "instruments among the examples");
    }
    free(text);
    return check_result();
}
