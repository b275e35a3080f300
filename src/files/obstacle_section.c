// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/obstacle_section.h"

#include "files/number.h"

#include <stdio.h>
#include <string.h>

enum {
    BRIDGE = 1 << JW_OBSTACLE_BRIDGE,
    PLATE = 1 << JW_OBSTACLE_PLATE,
    FRETS = 1 << JW_OBSTACLE_FRETS,
    TABLE = 1 << JW_OBSTACLE_TABLE,
    STRETCH = BRIDGE | PLATE | TABLE,
    NODES = FRETS | TABLE,
    ANY = STRETCH | NODES,
};

static const char *const kinds[] = {"bridge", "plate", "frets", "table", NULL};
static const char *const no_yes[] = {"no", "yes", NULL};

/// Reads a node, `X H`: two numbers in millimetres, X larger than that of the node before.
static bool set_node(void *section, const JwIniItem *item, JwError *error) {
    JwObstacle *o = &((JwObstacleSection *)section)->obstacle;
    char word[3][JW_INI_LINE_MAX + 1];
    const char *text = item->value;
    double x = 0.0;
    double h = 0.0;
    if (!jw_word_next(&text, word[0], sizeof(word[0])) ||
        !jw_word_next(&text, word[1], sizeof(word[1])) ||
        jw_word_next(&text, word[2], sizeof(word[2])) || !jw_number_parse(word[0], &x) ||
        !jw_number_parse(word[1], &h)) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "node_mm: '%s' is not a position and a height", item->value);
    }
    if (x < 0.0 || x > 10000.0 || h < -99.0 || h > 99.0) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "node_mm: '%s' is outside 0 .. 10000 or -99 .. 99", item->value);
    }
    if (o->n_nodes >= JW_OBSTACLE_NODES) {
        return jw_error_set(jw_error_at(error, item->line, 0), "more than %d nodes",
                            JW_OBSTACLE_NODES);
    }
    o->x_m[o->n_nodes] = (float)(x / 1000.0);
    o->h_m[o->n_nodes] = (float)(h / 1000.0);
    if (o->n_nodes > 0 && o->x_m[o->n_nodes] <= o->x_m[o->n_nodes - 1]) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "node_mm: %s mm is not after the node before", word[0]);
    }
    ++o->n_nodes;
    return true;
}

#define AT(member) offsetof(JwObstacleSection, member)

static const JwField fields[] = {
    {"kind", JW_FIELD_WORD, AT(kind), 1, 0, 0, ANY, ANY, kinds, NULL},
    {"restitution", JW_FIELD_NUMBER, AT(obstacle.restitution), 1, 0, 1, 0, ANY, NULL, NULL},
    {"start_mm", JW_FIELD_NUMBER, AT(obstacle.start_m), 1e3, 0, 1e4, STRETCH, STRETCH, NULL, NULL},
    {"end_mm", JW_FIELD_NUMBER, AT(obstacle.end_m), 1e3, 0, 1e4, STRETCH, STRETCH, NULL, NULL},
    {"points", JW_FIELD_WHOLE, AT(obstacle.n_points), 1, 1, JW_CONTACT_POINTS, STRETCH, STRETCH,
     NULL, NULL},
    {"grading", JW_FIELD_NUMBER, AT(obstacle.grading), 1, 0.25, 4, 0, STRETCH, NULL, NULL},
    {"radius_mm", JW_FIELD_NUMBER, AT(obstacle.radius_m), 1e3, 1, 1e9, BRIDGE, BRIDGE, NULL, NULL},
    {"apex_mm", JW_FIELD_NUMBER, AT(obstacle.apex_m), 1e3, -1e4, 1e4, BRIDGE, BRIDGE, NULL, NULL},
    {"height_mm", JW_FIELD_NUMBER, AT(obstacle.height_m), 1e3, -100, 100, PLATE, ANY, NULL, NULL},
    {"grid", JW_FIELD_WORD, AT(grid), 1, 0, 0, 0, STRETCH, no_yes, NULL},
    {"movable", JW_FIELD_WORD, AT(movable), 1, 0, 0, 0, ANY, no_yes, NULL},
    {"on_bridge", JW_FIELD_WORD, AT(on_bridge), 1, 0, 0, 0, PLATE | TABLE, no_yes, NULL},
    {"node_mm", JW_FIELD_LIST, 0, 1, 0, 0, NODES, NODES, NULL, set_node},
};

void jw_obstacle_section_begin(JwObstacleSection *section, JwFieldReader *reader) {
    memset(section, 0, sizeof(*section));
    section->obstacle.restitution = -1.0;
    section->movable = section->grid = -1;
    reader->fields = fields;
    reader->n_fields = (int)(sizeof(fields) / sizeof(fields[0]));
    reader->section = section;
}

static bool stretch_ok(const JwObstacle *o, const JwFieldReader *reader, JwError *error) {
    const int line = jw_field_line(reader, "end_mm");
    if (o->n_points == 1 && o->start_m != o->end_m) {
        return jw_error_set(jw_error_at(error, line, 0), "with 1 point end_mm is start_mm");
    }
    if (o->n_points > 1 && o->start_m >= o->end_m) {
        return jw_error_set(jw_error_at(error, line, 0), "end_mm is not after start_mm");
    }
    return true;
}

bool jw_obstacle_section_end(JwObstacleSection *section, const JwFieldReader *reader,
                             JwError *error) {
    JwObstacle *o = &section->obstacle;
    if (jw_field_line(reader, "kind") == 0) {
        return jw_error_set(jw_error_at(error, reader->header_line, 0), "[%s] needs kind",
                            reader->title);
    }
    o->kind = (JwObstacleKind)section->kind;
    if (!jw_fields_complete(reader, 1u << section->kind, kinds[section->kind], error)) {
        return false;
    }
    o->movable = section->movable < 0 ? o->kind == JW_OBSTACLE_BRIDGE : section->movable > 0;
    o->grid = section->grid > 0;
    o->on_bridge = section->on_bridge > 0;
    if (o->kind != JW_OBSTACLE_FRETS && !stretch_ok(o, reader, error)) {
        return false;
    }
    if (o->kind == JW_OBSTACLE_TABLE && o->n_nodes < 2) {
        return jw_error_set(jw_error_at(error, jw_field_line(reader, "node_mm"), 0),
                            "a table of one node");
    }
    if (jw_obstacle_check(o) != JW_SUCCESS) {
        return jw_error_set(jw_error_at(error, reader->header_line, 0),
                            "[%s] reaches beyond its nodes", reader->title);
    }
    return true;
}

/********* Writing *********/

enum {
    NUMBER_SIZE = 32, ///< Bytes of a number as it is written
    LEAST_DIGITS = 5, ///< With which positions up to 10 m need no exponent
};

/// Writes `value` in units of which it has per_unit: the shortest text that is read back as value.
static void print_number(char *text, double value, double per_unit) {
    double back = 0.0;
    for (int digits = LEAST_DIGITS; digits <= 17; ++digits) {
        jw_number_print(text, NUMBER_SIZE, value * per_unit, digits);
        if (jw_number_parse(text, &back) && back / per_unit == value) {
            return;
        }
    }
}

/// Writes the value of a field that is not a list; false if it has the value of a key that is not
/// given.
static bool print_field(const JwField *f, const JwObstacleSection *section, char *text) {
    const unsigned kind = 1U << section->kind;
    const char *place = (const char *)section + f->offset;
    double number = 0.0;
    int whole = 0;
    if (f->type == JW_FIELD_NUMBER) {
        memcpy(&number, place, sizeof(number));
        print_number(text, number, f->per_unit);
        const double given = number * f->per_unit;
        return given >= f->min && given <= f->max && (given != 0.0 || f->needs & kind);
    }
    memcpy(&whole, place, sizeof(whole));
    if (f->type == JW_FIELD_WORD) {
        snprintf(text, NUMBER_SIZE, "%s", f->words[whole]);
        return whole > 0 || f->words != no_yes || f->offset == AT(movable);
    }
    snprintf(text, NUMBER_SIZE, "%d", whole);
    return true;
}

/// Appends a line to the text of `size` bytes; *n counts on where it does not fit.
static void add_line(char *text, size_t size, size_t *n, const char *format, const char *a,
                     const char *b) {
    const bool fits = *n < size;
    const int bytes = snprintf(fits ? text + *n : NULL, fits ? size - *n : 0, format, a, b);
    *n += bytes > 0 ? (size_t)bytes : 0;
}

void jw_node_print_mm(char *text, float value_m) {
    double back = 0.0;
    for (int digits = LEAST_DIGITS; digits <= 9; ++digits) {
        jw_number_print(text, JW_NODE_TEXT, 1e3 * (double)value_m, digits);
        if (jw_number_parse(text, &back) && (float)(back / 1e3) == value_m) {
            return;
        }
    }
}

size_t jw_obstacle_section_print(const JwObstacle *o, const char *name, char *text, size_t size) {
    const JwObstacleSection section = {.obstacle = *o,
                                       .kind = (int)o->kind,
                                       .movable = o->movable,
                                       .grid = o->grid,
                                       .on_bridge = o->on_bridge};
    char a[NUMBER_SIZE], b[NUMBER_SIZE];
    size_t n = 0;
    add_line(text, size, &n, "[obstacle %s]\n%s", name, "");
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); ++i) {
        const bool allowed = fields[i].allows & 1U << o->kind;
        if (allowed && fields[i].type != JW_FIELD_LIST && print_field(&fields[i], &section, a)) {
            add_line(text, size, &n, "%s = %s\n", fields[i].key, a);
        }
    }
    const bool nodes = NODES & 1U << o->kind;
    for (int i = 0; nodes && i < o->n_nodes; ++i) {
        jw_node_print_mm(a, o->x_m[i]);
        jw_node_print_mm(b, o->h_m[i]);
        add_line(text, size, &n, "node_mm = %s %s\n", a, b);
    }
    return n < size ? n : 0;
}
