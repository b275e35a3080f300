// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/preset_file.h"

#include "base/error.h"
#include "files/number.h"
#include "files/text_file.h"
#include "files/turtle_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LV2   JW_TURTLE_LV2
#define PSET  JW_TURTLE_PSET
#define STATE JW_TURTLE_STATE
#define RDFS  "http://www.w3.org/2000/01/rdf-schema#"

enum { HOSTS_OWN = JW_N_PARAMS };

/// An lv2:port that is being read, between its brackets.
typedef struct {
    JwTurtleName node;
    int line; ///< Line of its value, once known
    int id;   ///< Parameter; -1 until its symbol is known, HOSTS_OWN for a control of the host
    bool has_value;
    double value;
} Port;

typedef struct {
    JwTurtle turtle;
    JwTurtleName subject; ///< Node of the preset
    int subject_line;
    JwTurtleName state; ///< Node of its state:state
    bool applies;
    Port port;
    bool is_set[JW_N_PARAMS];
    JwPreset preset;
} Parser;

/********* Statements *********/

static bool take_text(Parser *p, const JwTurtleStatement *s, const char *what, char *text,
                      size_t size) {
    if (s->type != SERD_LITERAL || !s->object[0]) {
        return jw_error_set(jw_turtle_here(&p->turtle), "%s: a text is needed", what);
    }
    if (text[0]) {
        return jw_error_set(jw_turtle_here(&p->turtle), "%s is already given", what);
    }
    if (strlen(s->object) >= size) {
        return jw_error_set(jw_turtle_here(&p->turtle), "%s: longer than %d bytes", what,
                            (int)size - 1);
    }
    if (strpbrk(s->object, "\n\r\t")) {
        return jw_error_set(jw_turtle_here(&p->turtle), "%s: more than one line", what);
    }
    strcpy(text, s->object);
    return true;
}

static bool take_type(Parser *p, const JwTurtleStatement *s) {
    if (strcmp(s->object_uri, PSET "Preset") != 0) {
        return true;
    }
    if (p->subject_line > 0) {
        return jw_error_set(jw_turtle_here(&p->turtle), "a second pset:Preset");
    }
    if (!s->subject[0]) {
        return jw_error_set(jw_turtle_here(&p->turtle), "a pset:Preset without a URI");
    }
    memcpy(p->subject, s->subject, sizeof(p->subject));
    p->subject_line = p->turtle.token_line;
    return true;
}

static bool take_applies_to(Parser *p, const JwTurtleStatement *s) {
    p->preset.is_effect = !strcmp(s->object_uri, JW_RESONATOR_URI);
    p->preset.is_drone = !strcmp(s->object_uri, JW_DRONE_URI);
    if (strcmp(s->object_uri, JW_PLUGIN_URI) != 0 && !p->preset.is_drone && !p->preset.is_effect) {
        return jw_error_set(jw_turtle_here(&p->turtle), "lv2:appliesTo: not <" JW_PLUGIN_URI ">");
    }
    p->applies = true;
    return true;
}

static bool begin_port(Parser *p, const JwTurtleStatement *s) {
    if (s->type != SERD_BLANK || p->port.node[0]) {
        return jw_error_set(jw_turtle_here(&p->turtle),
                            "lv2:port: [ lv2:symbol ... ; pset:value ... ] is needed");
    }
    p->port = (Port){.line = p->turtle.token_line, .id = -1};
    memcpy(p->port.node, s->object_uri, sizeof(p->port.node));
    return true;
}

static bool begin_state(Parser *p, const JwTurtleStatement *s) {
    if (s->type != SERD_BLANK || p->state[0]) {
        return jw_error_set(jw_turtle_here(&p->turtle), "state:state: one [ ... ] is needed");
    }
    memcpy(p->state, s->object_uri, sizeof(p->state));
    return true;
}

/// Adds a mood to those before it.
static bool add_mood(Parser *p, const JwTurtleStatement *s) {
    char *moods = p->preset.moods, mood[JW_PRESET_MOODS] = "";
    const size_t n = strlen(moods);
    if (!take_text(p, s, "jw:mood", mood, sizeof(mood))) {
        return false;
    }
    if (n + strlen(mood) + 2 >= sizeof(p->preset.moods) || strchr(mood, ',')) {
        return jw_error_set(jw_turtle_here(&p->turtle),
                            "jw:mood: a comma in it, or longer than %d bytes altogether",
                            JW_PRESET_MOODS - 1);
    }
    snprintf(moods + n, sizeof(p->preset.moods) - n, "%s%s", n > 0 ? ", " : "", mood);
    return true;
}

static bool take_program_number(Parser *p, const JwTurtleStatement *s) {
    double number = -1.0;
    const bool is = s->type == SERD_LITERAL && jw_turtle_is_number(s->datatype) &&
                    jw_number_parse(s->object, &number) && number >= 0.0 &&
                    number < JW_PROGRAM_NUMBERS && number == floor(number);
    if (!is || p->preset.program >= 0) {
        return jw_error_set(jw_turtle_here(&p->turtle),
                            "jw:program: one whole number from 0 to %d is needed",
                            JW_PROGRAM_NUMBERS - 1);
    }
    p->preset.program = (int)number;
    return true;
}

static bool preset_statement(Parser *p, const JwTurtleStatement *s) {
    if (!strcmp(s->predicate, JW_PRESET_MOOD_URI)) {
        return add_mood(p, s);
    }
    if (!strcmp(s->predicate, JW_PRESET_PROGRAM_URI)) {
        return take_program_number(p, s);
    }
    if (!strcmp(s->predicate, JW_PRESET_FAMILY_URI)) {
        return take_text(p, s, "jw:family", p->preset.family, sizeof(p->preset.family));
    }
    if (!strcmp(s->predicate, JW_PRESET_AUTHOR_URI)) {
        return take_text(p, s, "jw:author", p->preset.author, sizeof(p->preset.author));
    }
    if (!strcmp(s->predicate, RDFS "label")) {
        return take_text(p, s, "rdfs:label", p->preset.label, sizeof(p->preset.label));
    }
    if (!strcmp(s->predicate, RDFS "comment")) {
        return take_text(p, s, "rdfs:comment", p->preset.description,
                         sizeof(p->preset.description));
    }
    if (!strcmp(s->predicate, LV2 "appliesTo")) {
        return take_applies_to(p, s);
    }
    if (!strcmp(s->predicate, LV2 "port")) {
        return begin_port(p, s);
    }
    if (!strcmp(s->predicate, STATE "state")) {
        return begin_state(p, s);
    }
    return true;
}

/// True for a control of the plug-in that is no parameter: hosts write such controls into presets,
/// too.
static bool is_hosts_own(const char *symbol) {
    static const char *const symbols[] = {"instrument", "enabled", "freewheel", "tempo",
                                          "offline_quality"};
    bool is = false;
    for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); ++i) {
        is = is || !strcmp(symbol, symbols[i]);
    }
    return is;
}

static bool take_symbol(Parser *p, const JwTurtleStatement *s) {
    if (s->type != SERD_LITERAL || p->port.id >= 0) {
        return jw_error_set(jw_turtle_here(&p->turtle), "lv2:symbol: one text is needed");
    }
    p->port.id = is_hosts_own(s->object) ? HOSTS_OWN : jw_param_find(s->object);
    if (p->port.id == HOSTS_OWN) {
        return true;
    }
    if (p->port.id < 0) {
        return jw_error_set(jw_turtle_here(&p->turtle), "there is no parameter '%s'", s->object);
    }
    if (p->is_set[p->port.id]) {
        return jw_error_set(jw_turtle_here(&p->turtle), "%s is already given", s->object);
    }
    return true;
}

static bool take_value(Parser *p, const JwTurtleStatement *s) {
    if (p->port.has_value) {
        return jw_error_set(jw_turtle_here(&p->turtle), "a second pset:value");
    }
    if (s->type != SERD_LITERAL || !jw_turtle_is_number(s->datatype) ||
        !jw_number_parse(s->object, &p->port.value)) {
        return jw_error_set(jw_turtle_here(&p->turtle), "pset:value: a number is needed");
    }
    p->port.has_value = true;
    p->port.line = p->turtle.token_line;
    return true;
}

static bool port_statement(Parser *p, const JwTurtleStatement *s) {
    if (!strcmp(s->predicate, LV2 "symbol")) {
        return take_symbol(p, s);
    }
    return strcmp(s->predicate, PSET "value") != 0 || take_value(p, s);
}

static bool state_statement(Parser *p, const JwTurtleStatement *s) {
    char *name = p->preset.instrument;
    if (strcmp(s->predicate, JW_INSTRUMENT_FILE_URI) != 0) {
        return true;
    }
    if (!take_text(p, s, "jw:instrumentFile", name, sizeof(p->preset.instrument))) {
        return false;
    }
    // Presets from anywhere must not reach for files outside the instruments' folders.
    if (name[0] == '.' || strchr(name, '/')) {
        return jw_error_set(jw_turtle_here(&p->turtle),
                            "jw:instrumentFile: '%s' is not a plain name", name);
    }
    return true;
}

static bool take_statement(JwTurtle *t, const JwTurtleStatement *s) {
    Parser *p = t->user;
    if (!strcmp(s->predicate, JW_TURTLE_RDF "type") && !take_type(p, s)) {
        return false;
    }
    if (p->port.node[0] && !strcmp(s->subject, p->port.node)) {
        return port_statement(p, s);
    }
    if (p->state[0] && !strcmp(s->subject, p->state)) {
        return state_statement(p, s);
    }
    return p->subject_line == 0 || strcmp(s->subject, p->subject) != 0 || preset_statement(p, s);
}

static bool end_port(Parser *p) {
    const Port *port = &p->port;
    if (port->id < 0 || !port->has_value) {
        return jw_error_set(jw_turtle_here(&p->turtle), "this lv2:port needs %s",
                            port->id < 0 ? "lv2:symbol" : "pset:value");
    }
    if (port->id == HOSTS_OWN) {
        p->port.node[0] = '\0';
        return true;
    }
    if (!jw_param_valid((JwParamId)port->id, port->value)) {
        const JwParamInfo *info = jw_param_info((JwParamId)port->id);
        return jw_error_set(jw_error_at(p->turtle.error, port->line, 0),
                            "%s: %g is not a value from %g to %g", info->symbol, port->value,
                            info->min, info->max);
    }
    p->is_set[port->id] = true;
    p->preset.value[p->preset.n_values++] = (JwPresetValue){(JwParamId)port->id, port->value};
    p->port.node[0] = '\0';
    return true;
}

static bool take_end(JwTurtle *t, const char *node) {
    Parser *p = t->user;
    const bool is_port = p->port.node[0] && !strcmp(node, p->port.node);
    return !is_port || end_port(p);
}

/********* The whole preset *********/

static bool complete(Parser *p) {
    if (p->port.node[0]) {
        return jw_error_set(jw_error_at(p->turtle.error, p->port.line, 0),
                            "lv2:port without its closing ]");
    }
    if (p->subject_line == 0) {
        return jw_error_set(jw_error_at(p->turtle.error, p->turtle.line, 0),
                            "the file ends without a pset:Preset");
    }
    const struct {
        const char *name;
        bool given;
    } needed[] = {
        {"lv2:appliesTo", p->applies},
        {"rdfs:label", p->preset.label[0] != '\0'},
        {"rdfs:comment", p->preset.description[0] != '\0'},
        {"state:state [ jw:instrumentFile ]", p->preset.instrument[0] != '\0'},
    };
    for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); ++i) {
        if (!needed[i].given) {
            return jw_error_set(jw_error_at(p->turtle.error, p->subject_line, 0),
                                "the preset needs %s", needed[i].name);
        }
    }
    return true;
}

static JwStatus parse(const char *text, size_t size, void *out, JwError *error) {
    Parser *p = jw_text_begin(text, size, sizeof(*p), error);
    if (!p) {
        return JW_ERR_BAD_ARG;
    }
    p->turtle = (JwTurtle){.user = p, .statement = take_statement, .end = take_end};
    p->preset.program = -1;
    const bool ok = jw_turtle_read(&p->turtle, text, size, error) && complete(p);
    if (ok) {
        *(JwPreset *)out = p->preset;
    }
    free(p);
    return ok ? JW_SUCCESS : JW_ERR_BAD_ARG;
}

JwStatus jw_preset_file_parse(const char *text, size_t size, const char *name, JwPreset *out,
                              JwError *error) {
    return jw_text_parse(text, size, name, parse, out, error);
}

JwStatus jw_preset_file_load(const char *path, JwPreset *out, JwError *error) {
    return jw_text_load(path, parse, out, error);
}
