// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/instrument_file.h"

#include "base/error.h"
#include "base/params.h"
#include "files/body_section.h"
#include "files/drone_section.h"
#include "files/fields.h"
#include "files/head_section.h"
#include "files/ini_text.h"
#include "files/map_section.h"
#include "files/number.h"
#include "files/obstacle_section.h"
#include "files/string_section.h"
#include "files/stroke_section.h"
#include "files/text_file.h"
#include "files/tuned_file.h"
#include "playing/preparation.h"
#include "playing/stability.h"

#include <stdlib.h>
#include <string.h>

/// Lowest sample rate at which the file's body must bear its strings: engines at a lower rate check
/// it anew.
static const double least_rate_hz = 44100.0;

typedef enum {
    NO_SECTION,
    INSTRUMENT,
    DEFAULTS,
    SET,
    OBSTACLE,
    STRING,
    BODY,
    STROKE,
    MAP,
    DRONE
} SectionKind;

/// String as it was given: other strings may be like it, and its obstacles may come after it.
typedef struct {
    JwStringSection section;
    JwFieldReader reader;
} GivenString;

typedef struct {
    JwInstrument instrument;
    SectionKind kind;
    JwFieldReader reader;    ///< Reader of the section that is being read
    char name[JW_NAME_SIZE]; ///< NAME of [obstacle NAME], [string NAME] and the like
    bool fresh;              ///< True until a key of this section was read
    JwHeadSection head;
    JwObstacleSection obstacle;
    JwStringSection string;
    JwBodySection body;
    JwStrokeSection stroke;
    JwMapSection map;
    JwDroneSection drone;
    int map_line, drone_line; ///< Lines of their headers, 0 before those are read
    bool has_defaults, has_set;
    int default_line[JW_N_PARAMS];
    int set_line[JW_N_PARAMS];
    double set[JW_N_PARAMS]; ///< Values of [set], where set_line is not 0
    char obstacle_name[JW_MAX_OBSTACLES][JW_NAME_SIZE];
    GivenString given[JW_MAX_STRINGS];
    char body_name[JW_BODY_MODES][JW_NAME_SIZE];
    int body_line[JW_BODY_MODES];
    char stroke_name[JW_MAX_STROKES][JW_NAME_SIZE];
    JwContactPoints points; ///< Contact points of the string that is being checked
} Parser;

/********* [instrument] *********/

static bool begin_head(Parser *p, JwError *error) {
    if (p->head.format != 0) {
        return jw_error_set(jw_error_at(error, p->reader.header_line, 0), "a second [instrument]");
    }
    jw_head_section_begin(&p->head, &p->reader, &p->instrument);
    return true;
}

static bool end_head(Parser *p, JwError *error) {
    return jw_head_section_end(&p->head, &p->reader, &p->instrument, error);
}

/********* [defaults] and [set] *********/

static bool begin_values(const Parser *p, bool *has, JwError *error) {
    if (*has) {
        return jw_error_set(jw_error_at(error, p->reader.header_line, 0), "a second [%s]",
                            p->reader.title);
    }
    *has = true;
    return true;
}

/// Reads the value of a parameter; line: the line that gave each one, 0 before.
static bool read_value(double *param, int *line, const JwIniItem *item, JwError *error) {
    const int id = jw_param_find(item->key);
    double value = 0.0;
    if (id < 0) {
        return jw_error_set(jw_error_at(error, item->line, 0), "there is no parameter '%s'",
                            item->key);
    }
    if (line[id] > 0) {
        return jw_error_set(jw_error_at(error, item->line, 0), "%s is already given in line %d",
                            item->key, line[id]);
    }
    if (!jw_number_parse(item->value, &value)) {
        return jw_error_set(jw_error_at(error, item->line, 0), "%s: '%s' is not a number",
                            item->key, item->value);
    }
    if (!jw_param_valid((JwParamId)id, value)) {
        const JwParamInfo *info = jw_param_info((JwParamId)id);
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "%s: %s is not a value from %g to %g", item->key, item->value,
                            info->min, info->max);
    }
    param[id] = value;
    line[id] = item->line;
    return true;
}

static bool read_default(Parser *p, const JwIniItem *item, JwError *error) {
    return read_value(p->instrument.param, p->default_line, item, error);
}

static bool read_set(Parser *p, const JwIniItem *item, JwError *error) {
    return read_value(p->set, p->set_line, item, error);
}

/// Lays the values of [set] over the others, which strokes and tuning have been read by.
static void lay_over(Parser *p) {
    memcpy(p->instrument.own, p->instrument.param, sizeof(p->instrument.own));
    for (int id = 0; id < JW_N_PARAMS; ++id) {
        p->instrument.param[id] = p->set_line[id] > 0 ? p->set[id] : p->instrument.param[id];
    }
}

/********* [obstacle NAME] *********/

static int find_obstacle(const Parser *p, const char *name) {
    for (int i = 0; i < p->instrument.n_obstacles; ++i) {
        if (!strcmp(p->obstacle_name[i], name)) {
            return i;
        }
    }
    return -1;
}

static bool begin_obstacle(Parser *p, JwError *error) {
    if (p->instrument.n_obstacles >= JW_MAX_OBSTACLES) {
        return jw_error_set(jw_error_at(error, p->reader.header_line, 0), "more than %d obstacles",
                            JW_MAX_OBSTACLES);
    }
    if (find_obstacle(p, p->name) >= 0) {
        return jw_error_set(jw_error_at(error, p->reader.header_line, 0), "a second [obstacle %s]",
                            p->name);
    }
    jw_obstacle_section_begin(&p->obstacle, &p->reader);
    return true;
}

static bool end_obstacle(Parser *p, JwError *error) {
    if (!jw_obstacle_section_end(&p->obstacle, &p->reader, error)) {
        return false;
    }
    const int i = p->instrument.n_obstacles++;
    p->instrument.obstacle[i] = p->obstacle.obstacle;
    memcpy(p->obstacle_name[i], p->name, sizeof(p->name));
    return true;
}

/********* [string NAME] *********/

static int string_named(const Parser *p, const char *name) {
    for (int i = 0; i < p->instrument.n_strings; ++i) {
        if (!strcmp(p->instrument.string[i].name, name)) {
            return i;
        }
    }
    return -1;
}

static bool begin_string(Parser *p, JwError *error) {
    if (p->instrument.n_strings >= JW_MAX_STRINGS) {
        return jw_error_set(jw_error_at(error, p->reader.header_line, 0), "more than %d strings",
                            JW_MAX_STRINGS);
    }
    if (string_named(p, p->name) >= 0) {
        return jw_error_set(jw_error_at(error, p->reader.header_line, 0), "a second [string %s]",
                            p->name);
    }
    jw_string_section_begin(&p->string, &p->reader, p->instrument.sa_key);
    return true;
}

static bool make_alike(Parser *p, const JwIniItem *item, JwError *error) {
    const int i = string_named(p, item->value);
    if (!p->fresh) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "like: it comes first in its section");
    }
    if (i < 0) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "like: there is no [string %s] above", item->value);
    }
    jw_string_section_take(&p->string, &p->reader, &p->given[i].section, &p->given[i].reader);
    return true;
}

static bool read_string(Parser *p, const JwIniItem *item, JwError *error) {
    return strcmp(item->key, "like") ? jw_field_read(&p->reader, item, error)
                                     : make_alike(p, item, error);
}

static bool end_string(Parser *p, JwError *error) {
    GivenString *given = &p->given[p->instrument.n_strings];
    given->section = p->string;
    if (!jw_string_section_end(&p->string, &p->reader, p->head.a4_hz, error)) {
        return false;
    }
    const int i = p->instrument.n_strings++;
    p->instrument.string[i] = p->string.string;
    memcpy(p->instrument.string[i].name, p->name, sizeof(p->name));
    given->reader = p->reader;
    return true;
}

/********* [body NAME] *********/

static bool begin_body(Parser *p, JwError *error) {
    if (p->instrument.n_body >= JW_BODY_MODES) {
        return jw_error_set(jw_error_at(error, p->reader.header_line, 0),
                            "more than %d modes of the body", JW_BODY_MODES);
    }
    for (int i = 0; i < p->instrument.n_body; ++i) {
        if (!strcmp(p->body_name[i], p->name)) {
            return jw_error_set(jw_error_at(error, p->reader.header_line, 0), "a second [body %s]",
                                p->name);
        }
    }
    jw_body_section_begin(&p->body, &p->reader);
    return true;
}

static bool end_body(Parser *p, JwError *error) {
    if (!jw_body_section_end(&p->body, &p->reader, error)) {
        return false;
    }
    const int i = p->instrument.n_body++;
    p->instrument.body[i] = p->body.mode;
    memcpy(p->body_name[i], p->name, sizeof(p->name));
    p->body_line[i] = p->reader.header_line;
    return true;
}

/********* [stroke NAME] *********/

static bool begin_stroke(Parser *p, JwError *error) {
    if (p->instrument.n_strokes >= JW_MAX_STROKES) {
        return jw_error_set(jw_error_at(error, p->reader.header_line, 0), "more than %d strokes",
                            JW_MAX_STROKES);
    }
    for (int i = 0; i < p->instrument.n_strokes; ++i) {
        if (!strcmp(p->stroke_name[i], p->name)) {
            return jw_error_set(jw_error_at(error, p->reader.header_line, 0),
                                "a second [stroke %s]", p->name);
        }
    }
    jw_stroke_section_begin(&p->stroke, &p->reader, &p->instrument);
    return true;
}

static bool end_stroke(Parser *p, JwError *error) {
    if (!jw_stroke_section_end(&p->stroke, &p->reader, error)) {
        return false;
    }
    const int i = p->instrument.n_strokes++;
    p->instrument.stroke[i] = p->stroke.stroke;
    memcpy(p->stroke_name[i], p->name, sizeof(p->name));
    return true;
}

/********* [map] and [drone] *********/

static bool begin_once(const Parser *p, int *line, JwError *error) {
    if (*line > 0) {
        return jw_error_set(jw_error_at(error, p->reader.header_line, 0), "a second [%s]",
                            p->reader.title);
    }
    *line = p->reader.header_line;
    return true;
}

static bool begin_map(Parser *p, JwError *error) {
    jw_map_section_begin(&p->map, &p->reader, &p->instrument);
    return begin_once(p, &p->map_line, error);
}

static bool end_map(Parser *p, JwError *error) {
    const bool ok = jw_map_section_end(&p->map, &p->reader, error);
    p->instrument.map = p->map.map;
    return ok;
}

static bool begin_drone(Parser *p, JwError *error) {
    jw_drone_section_begin(&p->drone, &p->reader, &p->instrument);
    return begin_once(p, &p->drone_line, error);
}

static bool end_drone(Parser *p, JwError *error) {
    const bool ok = jw_drone_section_end(&p->drone, &p->reader, error);
    p->instrument.drone = p->drone.pattern;
    return ok;
}

/********* Sections *********/

static bool name_ok(const char *name) {
    static const char *const allowed =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
    return name[0] && name[0] != '.' && !name[strspn(name, allowed)];
}

static bool has_name(SectionKind kind) {
    return kind == OBSTACLE || kind == STRING || kind == BODY || kind == STROKE;
}

/// Splits `word NAME` into kind and name; a header of one word leaves NAME empty.
static SectionKind section_kind(Parser *p, const char *title) {
    static const char *const words[] = {"",       "instrument", "defaults", "set", "obstacle",
                                        "string", "body",       "stroke",   "map", "drone"};
    char word[JW_INI_SECTION_MAX + 1] = "";
    p->name[0] = '\0';
    if (!jw_word_next(&title, word, sizeof(word))) {
        return NO_SECTION;
    }
    jw_word_next(&title, p->name, sizeof(p->name));
    title += strspn(title, " \t");
    for (int kind = INSTRUMENT; kind <= DRONE; ++kind) {
        const bool named = has_name((SectionKind)kind);
        if (!strcmp(word, words[kind]) && (named || !p->name[0]) && !*title) {
            return (SectionKind)kind;
        }
    }
    return NO_SECTION;
}

static bool begin_kind(Parser *p, JwError *error) {
    switch (p->kind) {
    case INSTRUMENT:
        return begin_head(p, error);
    case DEFAULTS:
        return begin_values(p, &p->has_defaults, error);
    case SET:
        return begin_values(p, &p->has_set, error);
    case OBSTACLE:
        return begin_obstacle(p, error);
    case STRING:
        return begin_string(p, error);
    case BODY:
        return begin_body(p, error);
    case STROKE:
        return begin_stroke(p, error);
    case MAP:
        return begin_map(p, error);
    case DRONE:
        return begin_drone(p, error);
    case NO_SECTION:
        break;
    }
    return jw_error_set(jw_error_at(error, p->reader.header_line, 0),
                        "[%s] is none of [instrument], [defaults], [set], [obstacle NAME], "
                        "[string NAME], [body NAME], [stroke NAME], [map], [drone]",
                        p->reader.title);
}

static bool begin_section(Parser *p, const JwIniItem *item, JwError *error) {
    memset(&p->reader, 0, sizeof(p->reader));
    p->reader.header_line = item->line;
    // A name fits: jw_ini_read() refuses one that is longer than JW_INI_SECTION_MAX.
    strncpy(p->reader.title, item->section, sizeof(p->reader.title) - 1);
    p->kind = section_kind(p, item->section);
    p->fresh = true;
    if (has_name(p->kind) && !name_ok(p->name)) {
        return jw_error_set(jw_error_at(error, item->line, 0),
                            "[%s] needs a name of letters, digits, '_', '-' and '.'",
                            p->reader.title);
    }
    if (p->kind != NO_SECTION && p->kind != INSTRUMENT && p->head.format == 0) {
        return jw_error_set(jw_error_at(error, item->line, 0), "[%s] before [instrument]",
                            p->reader.title);
    }
    return begin_kind(p, error);
}

static bool end_section(Parser *p, JwError *error) {
    switch (p->kind) {
    case INSTRUMENT:
        return end_head(p, error);
    case OBSTACLE:
        return end_obstacle(p, error);
    case STRING:
        return end_string(p, error);
    case BODY:
        return end_body(p, error);
    case STROKE:
        return end_stroke(p, error);
    case MAP:
        return end_map(p, error);
    case DRONE:
        return end_drone(p, error);
    case NO_SECTION:
    case DEFAULTS:
    case SET:
        break;
    }
    return true;
}

static bool take_item(void *user, const JwIniItem *item, JwError *error) {
    Parser *p = user;
    if (!item->key) {
        return end_section(p, error) && begin_section(p, item, error);
    }
    const bool ok = p->kind == DEFAULTS ? read_default(p, item, error)
                    : p->kind == SET    ? read_set(p, item, error)
                    : p->kind == STRING ? read_string(p, item, error)
                                        : jw_field_read(&p->reader, item, error);
    p->fresh = false;
    return ok;
}

/********* The whole instrument *********/

static bool resolve_references(Parser *p, int string, JwError *error) {
    const GivenString *given = &p->given[string];
    const int line = jw_field_line(&given->reader, "obstacles");
    JwStringSpec *s = &p->instrument.string[string];
    p->points.n = 0;
    for (int i = 0; i < given->section.n_refs; ++i) {
        const char *name = given->section.ref[i];
        const int obstacle = find_obstacle(p, name);
        if (obstacle < 0) {
            return jw_error_set(jw_error_at(error, line, 0), "there is no [obstacle %s]", name);
        }
        const int n = p->points.n;
        const JwStatus status =
            jw_obstacle_sample(&p->instrument.obstacle[obstacle], s->data.length_m, &p->points);
        if (status != JW_SUCCESS) {
            return jw_error_set(jw_error_at(error, line, 0), "more than %d contact points",
                                JW_CONTACT_POINTS);
        }
        if (p->points.n == n) {
            return jw_error_set(jw_error_at(error, line, 0),
                                "no point of [obstacle %s] lies under this string", name);
        }
        s->obstacle[s->n_obstacles++] = obstacle;
    }
    return true;
}

/// Refuses an instrument that would take too long to prepare, and names the string that has most of
/// the work.
static bool refuse_work(const Parser *p, JwError *error) {
    double work;
    JwPreparation most;
    jw_preparation_check(&p->instrument, &work, &most);
    return jw_error_set(
        jw_error_at(error, p->given[most.string].reader.header_line, 0),
        "preparing the instrument takes %.3g operations, at most %.3g are allowed: "
        "%.0f %% for [string %s], which has %d contact points and up to %d modes at "
        "%d stopping places",
        work, JW_PREPARATION_MOST, 100.0 * most.work / work, p->instrument.string[most.string].name,
        most.n_points, most.n_modes, most.n_tables);
}

static bool finish(Parser *p, JwError *error) {
    if (!end_section(p, error)) {
        return false;
    }
    if (p->instrument.n_strings == 0) {
        return jw_error_set(
            jw_error_at(error, p->reader.header_line > 0 ? p->reader.header_line : 1, 0),
            "an instrument without a [string NAME]");
    }
    for (int i = 0; i < p->instrument.n_strings; ++i) {
        if (!resolve_references(p, i, error)) {
            return false;
        }
        p->instrument.string[i].pluck_at_part = p->instrument.param[JW_P_PLUCK_POSITION];
    }
    p->instrument.stroke_width_mm = p->instrument.param[JW_P_PLUCK_WIDTH];
    p->instrument.wrap_from = jw_instrument_wrap_origin(&p->instrument);
    int string = -1;
    int obstacle = -1;
    const JwStatus status = jw_instrument_check(&p->instrument, &string, &obstacle);
    if (status == JW_ERR_TOO_MUCH_WORK) {
        return refuse_work(p, error);
    }
    if (status != JW_SUCCESS) {
        return jw_error_set(
            jw_error_at(error, string >= 0 ? p->given[string].reader.header_line : 1, 0), "%s",
            jw_status_message(status));
    }
    // The engine drives a body only if it moves the bridge.
    if (p->instrument.n_body > 0 && !jw_body_couples(p->instrument.body, p->instrument.n_body)) {
        return jw_error_set(jw_error_at(error, p->body_line[0], 0),
                            "no mode of the body has mass_kg: none would be heard");
    }
    JwStability found;
    return jw_stability_check(&p->instrument, least_rate_hz, &found) == JW_SUCCESS ||
           jw_error_set(jw_error_at(error, p->body_line[0], 0),
                        "the body is too light for the strings: the bridge keeps %.3g g of the "
                        "masses of its modes, the strings need %.3g g",
                        1e3 * found.body_kg, 1e3 * found.strings_kg);
}

static JwStatus parse(const char *text, size_t size, void *out, JwError *error) {
    Parser *p = jw_text_begin(text, size, sizeof(*p), error);
    if (!p) {
        return JW_ERR_BAD_ARG;
    }
    jw_instrument_init(&p->instrument);
    const bool ok = jw_ini_read(text, size, take_item, p, error) && finish(p, error);
    if (ok) {
        lay_over(p);
        *(JwInstrument *)out = p->instrument;
    }
    free(p);
    return ok ? JW_SUCCESS : JW_ERR_BAD_ARG;
}

JwStatus jw_instrument_file_parse(const char *text, size_t size, const char *name,
                                  JwInstrument *out, JwError *error) {
    return jw_text_parse(text, size, name, parse, out, error);
}

JwStatus jw_instrument_file_load(const char *path, JwInstrument *out, JwError *error) {
    JwInstrument *read = malloc(sizeof(*read));
    if (!read) {
        jw_error_begin(error, path);
        jw_error_set(jw_error_at(error, 0, 0), "out of memory");
        return JW_ERR_NO_MEMORY;
    }
    JwStatus status = jw_text_load(path, parse, read, error);
    status = status ? status : jw_tuned_load(path, read, error);
    if (!status) {
        *out = *read;
    }
    free(read);
    return status;
}
