// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/profile_file.h"

#include "files/number.h"
#include "files/obstacle_section.h"
#include "files/text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Bytes of the largest section, with the comment before it and [end].
enum { SECTION_SIZE = 96 * JW_OBSTACLE_NODES };

/********* Points *********/

static bool add_point(JwProfile *p, double x_m, double h_m, int line, JwError *error) {
    if (p->n == JW_PROFILE_POINTS) {
        return jw_error_set(jw_error_at(error, line, 0), "more than %d points", JW_PROFILE_POINTS);
    }
    p->x_m[p->n] = (float)x_m;
    p->h_m[p->n] = (float)h_m;
    ++p->n;
    return jw_profile_ok(p) ||
           jw_error_set(jw_error_at(error, line, 0),
                        "%g %g mm: not beyond the previous point, or out of range", 1e3 * x_m,
                        1e3 * h_m);
}

/********* Rows *********/

static const char *skip(const char *text, const char *what) {
    return text + strspn(text, what);
}

/// Takes two numbers off *text that one or more characters of `between` separate.
static bool take_pair(const char **text, const char *between, double *x, double *h) {
    const char *at = *text;
    if (!jw_number_take(&at, x)) {
        return false;
    }
    *text = skip(at, between);
    return *text > at && jw_number_take(text, h);
}

/// Reads a row of n bytes.
static bool read_row(JwProfile *p, const char *row, int n, int line, JwError *error) {
    const char *at = skip(row, " \t\r");
    double x = 0.0, h = 0.0;
    if (at >= row + n || *at == '#' || *at == ';') {
        return true;
    }
    const bool ok = take_pair(&at, " \t,;", &x, &h) && skip(at, " \t\r") == row + n;
    return ok ? add_point(p, x / 1e3, h / 1e3, line, error)
              : jw_error_set(jw_error_at(error, line, 0), "'%.*s' is not a position and a height",
                             n < 60 ? n : 60, row);
}

static bool read_rows(JwProfile *p, const char *text, JwError *error) {
    text += jw_text_mark(text, strlen(text));
    for (int line = 1; *text; ++line) {
        const size_t n = strcspn(text, "\n");
        if (!read_row(p, text, (int)n, line, error)) {
            return false;
        }
        text += n + (text[n] == '\n');
    }
    return p->n > 0 || jw_error_set(jw_error_at(error, 0, 0), "no points");
}

/********* Table *********/

typedef struct {
    JwObstacleSection section;
    JwFieldReader reader;
    bool begun;
} Table;

static bool take_item(void *user, const JwIniItem *item, JwError *error) {
    Table *table = user;
    if (item->key) {
        return jw_field_read(&table->reader, item, error);
    }
    if (table->begun || strncmp(item->section, "obstacle ", 9) != 0) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "[%s]: a profile is one [obstacle NAME]", item->section);
    }
    table->begun = true;
    jw_obstacle_section_begin(&table->section, &table->reader);
    table->reader.header_line = item->line;
    snprintf(table->reader.title, sizeof(table->reader.title), "%s", item->section);
    return true;
}

static bool take_nodes(JwProfile *p, const Table *table, JwError *error) {
    const JwObstacle *o = &table->section.obstacle;
    const int line = table->reader.header_line;
    if (o->kind != JW_OBSTACLE_TABLE) {
        return jw_error_set(jw_error_at(error, line, 0), "[%s] is no table", table->reader.title);
    }
    for (int i = 0; i < o->n_nodes; ++i) {
        if (!add_point(p, (double)o->x_m[i], o->height_m + (double)o->h_m[i], line, error)) {
            return false;
        }
    }
    return true;
}

static bool read_table(JwProfile *p, const char *text, size_t size, JwError *error) {
    Table *table = calloc(1, sizeof(*table));
    if (!table) {
        return jw_error_set(jw_error_at(error, 0, 0), "out of memory");
    }
    const bool ok = jw_ini_read(text, size, take_item, table, error) &&
                    jw_obstacle_section_end(&table->section, &table->reader, error) &&
                    take_nodes(p, table, error);
    free(table);
    return ok;
}

/********* Files *********/

/// True if the first line that is no comment is a header.
static bool is_table(const char *text) {
    text += jw_text_mark(text, strlen(text));
    for (text = skip(text, " \t\r\n"); *text == '#' || *text == ';';) {
        text = skip(text + strcspn(text, "\n"), " \t\r\n");
    }
    return *text == '[';
}

static JwStatus parse(const char *text, size_t size, void *out, JwError *error) {
    JwProfile profile = {.n = 0};
    const bool whole =
        jw_text_check(text, size, error) &&
        (strlen(text) == size || jw_error_set(jw_error_at(error, 0, 0), "a zero byte"));
    if (!whole || !(is_table(text) ? read_table(&profile, text, size, error)
                                   : read_rows(&profile, text, error))) {
        return JW_ERR_BAD_ARG;
    }
    memcpy(out, &profile, sizeof(profile));
    return JW_SUCCESS;
}

JwStatus jw_profile_file_load(const char *path, JwProfile *out, JwError *error) {
    return jw_text_load(path, parse, out, error);
}

JwStatus jw_profile_file_parse(const char *text, size_t size, const char *name, JwProfile *out,
                               JwError *error) {
    return jw_text_parse(text, size, name, parse, out, error);
}

char *jw_profile_file_text(const JwProfile *profile, const JwObstacle *bridge) {
    static const char head[] =
        "; A bridge profile: positions from the bridge end of the string and\n"
        "; heights over the string's line, in millimetres.\n";
    static const char end[] = "[end]\n";
    JwObstacle *drawn = malloc(sizeof(*drawn));
    char *text = malloc(SECTION_SIZE);
    if (drawn && text) {
        *drawn = *bridge;
        jw_profile_lay(profile, drawn);
        const size_t n = sizeof(head) - 1;
        memcpy(text, head, n);
        const size_t section =
            jw_obstacle_section_print(drawn, "bridge", text + n, SECTION_SIZE - n - sizeof(end));
        memcpy(text + n + section, end, sizeof(end));
    } else {
        free(text);
        text = NULL;
    }
    free(drawn);
    return text;
}

/********* Texts *********/

bool jw_profile_parse(const char *text, JwProfile *out) {
    JwProfile profile = {.n = 0};
    JwError unread = {0};
    double x = 0.0, h = 0.0;
    text = skip(text, " \t,");
    while (*text) {
        if (!take_pair(&text, " \t,", &x, &h) || (*text && !strchr(" \t,", *text)) ||
            !add_point(&profile, x / 1e3, h / 1e3, 0, &unread)) {
            return false;
        }
        text = skip(text, " \t,");
    }
    *out = profile;
    return true;
}

bool jw_profile_print(const JwProfile *p, char *text, size_t size) {
    char x[JW_NODE_TEXT], h[JW_NODE_TEXT];
    size_t n = 0;
    text[0] = '\0';
    for (int i = 0; i < p->n; ++i) {
        jw_node_print_mm(x, p->x_m[i]);
        jw_node_print_mm(h, p->h_m[i]);
        const int more = snprintf(text + n, size - n, "%s%s %s", i > 0 ? ", " : "", x, h);
        if (more < 0 || (size_t)more >= size - n) {
            return false;
        }
        n += (size_t)more;
    }
    return true;
}
