// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/preset_file.h"

#include "base/error.h"
#include "files/number.h"
#include "files/serd_library.h"
#include "files/text_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LV2   "http://lv2plug.in/ns/lv2core#"
#define PSET  "http://lv2plug.in/ns/ext/presets#"
#define STATE "http://lv2plug.in/ns/ext/state#"
#define RDF   "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
#define RDFS  "http://www.w3.org/2000/01/rdf-schema#"
#define XSD   "http://www.w3.org/2001/XMLSchema#"

enum {
    NESTING_MAX = 8, // Deepest brackets: serd recurses, and a deep text would be a crash
    NODE_SIZE = 256, // Size of the URIs and node names that are compared here
    HOSTS_OWN = JW_N_PARAMS,
};

typedef char NodeName[NODE_SIZE];

/// An lv2:port that is being read, between its brackets.
typedef struct {
    NodeName node;
    int line; ///< Line of its value, once known
    int id;   ///< Parameter; -1 until its symbol is known, HOSTS_OWN for a control of the host
    bool has_value;
    double value;
} Port;

typedef struct {
    const char *text;
    size_t size;
    size_t at;
    int line;       ///< Line of the next byte
    int token_line; ///< Line of the last byte that is not a blank
    int depth;      ///< Depth of brackets
    JwSerd serd;
    SerdEnv *env;
    JwError *error;
    NodeName subject; ///< Node of the preset
    int subject_line;
    NodeName state; ///< Node of its state:state
    bool applies;
    Port port;
    bool is_set[JW_N_PARAMS];
    JwPreset preset;
} Parser;

/// One statement, with its names written out.
typedef struct {
    NodeName subject;
    NodeName predicate;
    SerdType type; ///< Type of the object
    const char *object;
    NodeName object_uri; ///< URI or label of the object, if it is a URI or a blank node
    NodeName datatype;
} Statement;

// Reads one byte at a time. serd does not tell its sinks the line: given the text byte by byte, it
// has read the object of a statement and one byte more when it reports it.
static size_t read_byte(void *buffer, size_t size, size_t n, void *stream) {
    Parser *p = stream;
    if (size * n == 0 || p->at >= p->size) {
        return 0;
    }
    const char c = p->text[p->at++];
    memcpy(buffer, &c, 1);
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
        p->token_line = p->line;
    }
    p->line += c == '\n';
    return 1;
}

static int read_error(void *stream) {
    (void)stream;
    return 0;
}

/********* Names *********/

static void copy_name(NodeName name, const char *text, size_t size) {
    // Names that do not fit equal none of those compared with, and must not look like one.
    const size_t n = size < NODE_SIZE ? size : 0;
    memcpy(name, text, n);
    name[n] = '\0';
}

/// Writes a URI in full or a blank node's label; an empty name for anything else.
static void node_name(const Parser *p, const SerdNode *node, NodeName name) {
    name[0] = '\0';
    if (!node || !node->buf) {
        return;
    }
    if (node->type == SERD_URI || node->type == SERD_BLANK) {
        copy_name(name, (const char *)node->buf, node->n_bytes);
    } else if (node->type == SERD_CURIE) {
        SerdNode full = p->serd.env_expand_node(p->env, node);
        if (full.buf) {
            copy_name(name, (const char *)full.buf, full.n_bytes);
        }
        p->serd.node_free(&full);
    }
}

static SerdStatus status_of(bool ok) {
    return ok ? SERD_SUCCESS : SERD_ERR_BAD_ARG;
}

static SerdStatus on_base(void *handle, const SerdNode *uri) {
    const Parser *p = handle;
    return p->serd.env_set_base_uri(p->env, uri);
}

static SerdStatus on_prefix(void *handle, const SerdNode *name, const SerdNode *uri) {
    const Parser *p = handle;
    return p->serd.env_set_prefix(p->env, name, uri);
}

/********* Statements *********/

static bool take_text(Parser *p, const Statement *s, const char *what, char *text, size_t size) {
    if (s->type != SERD_LITERAL || !s->object[0]) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0), "%s: a text is needed", what);
    }
    if (text[0]) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0), "%s is already given", what);
    }
    if (strlen(s->object) >= size) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0), "%s: longer than %d bytes",
                            what, (int)size - 1);
    }
    if (strpbrk(s->object, "\n\r\t")) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0), "%s: more than one line",
                            what);
    }
    strcpy(text, s->object);
    return true;
}

static bool take_type(Parser *p, const Statement *s) {
    if (strcmp(s->object_uri, PSET "Preset") != 0) {
        return true;
    }
    if (p->subject_line > 0) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0), "a second pset:Preset");
    }
    if (!s->subject[0]) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0), "a pset:Preset without a URI");
    }
    memcpy(p->subject, s->subject, sizeof(p->subject));
    p->subject_line = p->token_line;
    return true;
}

static bool take_applies_to(Parser *p, const Statement *s) {
    p->preset.is_effect = !strcmp(s->object_uri, JW_RESONATOR_URI);
    p->preset.is_drone = !strcmp(s->object_uri, JW_DRONE_URI);
    if (strcmp(s->object_uri, JW_PLUGIN_URI) != 0 && !p->preset.is_drone && !p->preset.is_effect) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0),
                            "lv2:appliesTo: not <" JW_PLUGIN_URI ">");
    }
    p->applies = true;
    return true;
}

static bool begin_port(Parser *p, const Statement *s) {
    if (s->type != SERD_BLANK || p->port.node[0]) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0),
                            "lv2:port: [ lv2:symbol ... ; pset:value ... ] is needed");
    }
    p->port = (Port){.line = p->token_line, .id = -1};
    memcpy(p->port.node, s->object_uri, sizeof(p->port.node));
    return true;
}

static bool begin_state(Parser *p, const Statement *s) {
    if (s->type != SERD_BLANK || p->state[0]) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0),
                            "state:state: one [ ... ] is needed");
    }
    memcpy(p->state, s->object_uri, sizeof(p->state));
    return true;
}

/// Adds a mood to those before it.
static bool add_mood(Parser *p, const Statement *s) {
    char *moods = p->preset.moods, mood[JW_PRESET_MOODS] = "";
    const size_t n = strlen(moods);
    if (!take_text(p, s, "jw:mood", mood, sizeof(mood))) {
        return false;
    }
    if (n + strlen(mood) + 2 >= sizeof(p->preset.moods) || strchr(mood, ',')) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0),
                            "jw:mood: a comma in it, or longer than %d bytes altogether",
                            JW_PRESET_MOODS - 1);
    }
    snprintf(moods + n, sizeof(p->preset.moods) - n, "%s%s", n > 0 ? ", " : "", mood);
    return true;
}

static bool is_numeric(const char *datatype) {
    return !strcmp(datatype, XSD "decimal") || !strcmp(datatype, XSD "integer") ||
           !strcmp(datatype, XSD "double") || !strcmp(datatype, XSD "float");
}

static bool take_program_number(Parser *p, const Statement *s) {
    double number = -1.0;
    const bool is = s->type == SERD_LITERAL && is_numeric(s->datatype) &&
                    jw_number_parse(s->object, &number) && number >= 0.0 &&
                    number < JW_PROGRAM_NUMBERS && number == floor(number);
    if (!is || p->preset.program >= 0) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0),
                            "jw:program: one whole number from 0 to %d is needed",
                            JW_PROGRAM_NUMBERS - 1);
    }
    p->preset.program = (int)number;
    return true;
}

static bool preset_statement(Parser *p, const Statement *s) {
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

static bool take_symbol(Parser *p, const Statement *s) {
    if (s->type != SERD_LITERAL || p->port.id >= 0) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0),
                            "lv2:symbol: one text is needed");
    }
    p->port.id = is_hosts_own(s->object) ? HOSTS_OWN : jw_param_find(s->object);
    if (p->port.id == HOSTS_OWN) {
        return true;
    }
    if (p->port.id < 0) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0), "there is no parameter '%s'",
                            s->object);
    }
    if (p->is_set[p->port.id]) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0), "%s is already given",
                            s->object);
    }
    return true;
}

static bool take_value(Parser *p, const Statement *s) {
    if (p->port.has_value) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0), "a second pset:value");
    }
    if (s->type != SERD_LITERAL || !is_numeric(s->datatype) ||
        !jw_number_parse(s->object, &p->port.value)) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0),
                            "pset:value: a number is needed");
    }
    p->port.has_value = true;
    p->port.line = p->token_line;
    return true;
}

static bool port_statement(Parser *p, const Statement *s) {
    if (!strcmp(s->predicate, LV2 "symbol")) {
        return take_symbol(p, s);
    }
    return strcmp(s->predicate, PSET "value") != 0 || take_value(p, s);
}

static bool state_statement(Parser *p, const Statement *s) {
    char *name = p->preset.instrument;
    if (strcmp(s->predicate, JW_INSTRUMENT_FILE_URI) != 0) {
        return true;
    }
    if (!take_text(p, s, "jw:instrumentFile", name, sizeof(p->preset.instrument))) {
        return false;
    }
    // Presets from anywhere must not reach for files outside the instruments' folders.
    if (name[0] == '.' || strchr(name, '/')) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0),
                            "jw:instrumentFile: '%s' is not a plain name", name);
    }
    return true;
}

static bool take_statement(Parser *p, const Statement *s) {
    if (!strcmp(s->predicate, RDF "type") && !take_type(p, s)) {
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

static bool enter(Parser *p, SerdStatementFlags flags) {
    if (flags & (SERD_LIST_S_BEGIN | SERD_LIST_O_BEGIN | SERD_LIST_CONT)) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0),
                            "a list has no place in a preset");
    }
    if (flags & (SERD_ANON_S_BEGIN | SERD_ANON_O_BEGIN)) {
        ++p->depth;
    }
    return p->depth <= NESTING_MAX || jw_error_set(jw_error_at(p->error, p->token_line, 0),
                                                   "brackets nested deeper than %d", NESTING_MAX);
}

static SerdStatus on_statement(void *handle, SerdStatementFlags flags, const SerdNode *graph,
                               const SerdNode *subject, const SerdNode *predicate,
                               const SerdNode *object, const SerdNode *datatype,
                               const SerdNode *language) {
    (void)graph;
    (void)language;
    Parser *p = handle;
    if (p->error->text[0] || !enter(p, flags)) {
        return SERD_ERR_BAD_ARG;
    }
    Statement s = {.type = object->type, .object = (const char *)object->buf};
    node_name(p, subject, s.subject);
    node_name(p, predicate, s.predicate);
    node_name(p, object, s.object_uri);
    node_name(p, datatype, s.datatype);
    return status_of(take_statement(p, &s));
}

static bool end_port(Parser *p) {
    const Port *port = &p->port;
    if (port->id < 0 || !port->has_value) {
        return jw_error_set(jw_error_at(p->error, p->token_line, 0), "this lv2:port needs %s",
                            port->id < 0 ? "lv2:symbol" : "pset:value");
    }
    if (port->id == HOSTS_OWN) {
        p->port.node[0] = '\0';
        return true;
    }
    if (!jw_param_valid((JwParamId)port->id, port->value)) {
        const JwParamInfo *info = jw_param_info((JwParamId)port->id);
        return jw_error_set(jw_error_at(p->error, port->line, 0),
                            "%s: %g is not a value from %g to %g", info->symbol, port->value,
                            info->min, info->max);
    }
    p->is_set[port->id] = true;
    p->preset.value[p->preset.n_values++] = (JwPresetValue){(JwParamId)port->id, port->value};
    p->port.node[0] = '\0';
    return true;
}

static SerdStatus on_end(void *handle, const SerdNode *node) {
    Parser *p = handle;
    NodeName name;
    // serd calls this for brackets that it gives up on too: only a closing bracket ends them.
    if (p->error->text[0] || p->text[p->at - 1] != ']') {
        return SERD_SUCCESS;
    }
    node_name(p, node, name);
    --p->depth;
    const bool is_port = p->port.node[0] && !strcmp(name, p->port.node);
    return status_of(!is_port || end_port(p));
}

static SerdStatus on_error(void *handle, const SerdError *error) {
    Parser *p = handle;
    if (p->error->text[0]) {
        return SERD_SUCCESS;
    }
    const int line = error->line > 0 ? (int)error->line : p->token_line;
    // Past the end of the text, serd complains of a byte 255 that is not there.
    if (p->at >= p->size) {
        jw_error_set(jw_error_at(p->error, line, 0), "unexpected end of file");
        return SERD_SUCCESS;
    }
    char text[256] = "";
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): serd has begun it.
    vsnprintf(text, sizeof(text), error->fmt, *error->args);
    text[strcspn(text, "\n")] = '\0';
    jw_error_set(jw_error_at(p->error, line, 0), "%s", text);
    return SERD_SUCCESS;
}

/********* The whole preset *********/

static bool complete(Parser *p) {
    if (p->port.node[0]) {
        return jw_error_set(jw_error_at(p->error, p->port.line, 0),
                            "lv2:port without its closing ]");
    }
    if (p->subject_line == 0) {
        return jw_error_set(jw_error_at(p->error, p->line, 0),
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
            return jw_error_set(jw_error_at(p->error, p->subject_line, 0), "the preset needs %s",
                                needed[i].name);
        }
    }
    return true;
}

static bool read_turtle(Parser *p) {
    if (!jw_serd_open(&p->serd)) {
        return jw_error_set(jw_error_at(p->error, 0, 0),
                            "presets are read with libserd, which is not here");
    }
    SerdReader *reader =
        p->serd.reader_new(SERD_TURTLE, p, NULL, on_base, on_prefix, on_statement, on_end);
    p->env = p->serd.env_new(NULL);
    if (!reader || !p->env) {
        p->serd.reader_free(reader);
        p->serd.env_free(p->env);
        return jw_error_set(jw_error_at(p->error, 0, 0), "out of memory");
    }
    p->serd.reader_set_strict(reader, true);
    p->serd.reader_set_error_sink(reader, on_error, p);
    const SerdStatus status =
        p->serd.reader_read_source(reader, read_byte, read_error, p, (const uint8_t *)"preset", 1);
    p->serd.reader_free(reader);
    p->serd.env_free(p->env);
    if (p->error->text[0]) {
        return false;
    }
    // A failure without an error means a text with nothing in it.
    return status <= SERD_FAILURE ||
           jw_error_set(jw_error_at(p->error, p->token_line, 0), "not Turtle");
}

static JwStatus parse(const char *text, size_t size, void *out, JwError *error) {
    Parser *p = jw_text_begin(text, size, sizeof(*p), error);
    if (!p) {
        return JW_ERR_BAD_ARG;
    }
    const size_t mark = jw_text_mark(text, size);
    p->text = text + mark;
    p->size = size - mark;
    p->line = 1;
    p->token_line = 1;
    p->error = error;
    p->preset.program = -1;
    const bool ok = read_turtle(p) && complete(p);
    if (ok) {
        *(JwPreset *)out = p->preset;
    }
    jw_serd_close(&p->serd);
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
