// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/state_file.h"

#include "files/number.h"
#include "files/text_file.h"
#include "files/turtle_reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define ATOM_PATH "http://lv2plug.in/ns/ext/atom#Path"

enum { PATH_SIZE = 4096 };

typedef struct {
    JwTurtle turtle;
    const char *plugin_uri;
    const JwStateTaker *taker;
    bool applies;       ///< The plug-in was named
    JwTurtleName state; ///< Node of the state; empty: not met
    JwTurtleName port;  ///< Node of a port that is not complete
    char symbol[64];    ///< Its symbol; empty: unknown
    double value;
    bool has_value;
} Parser;

static bool fail(Parser *p, const char *what) {
    return p->turtle.error->text[0] ? false : jw_error_set(jw_turtle_here(&p->turtle), "%s", what);
}

static bool take_port(Parser *p, const JwTurtleStatement *s) {
    if (!strcmp(s->predicate, JW_TURTLE_LV2 "symbol")) {
        if (s->type != SERD_LITERAL || strlen(s->object) >= sizeof(p->symbol)) {
            return fail(p, "lv2:symbol: a short text is needed");
        }
        strcpy(p->symbol, s->object);
    } else if (!strcmp(s->predicate, JW_TURTLE_PSET "value")) {
        p->has_value = s->type == SERD_LITERAL && jw_turtle_is_number(s->datatype) &&
                       jw_number_parse(s->object, &p->value);
        if (!p->has_value) {
            return fail(p, "pset:value: a number is needed");
        }
    }
    return true;
}

/// Value of a hexadecimal digit; far below 0 for anything else.
static int hex(char c) {
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, tolower((unsigned char)c)) : NULL;
    return at ? (int)(at - digits) : -1000;
}

/// Path of a file's URI, absolute or relative; false for any other.
static bool read_uri(const char *uri, char path[PATH_SIZE]) {
    static const char file[] = "file://";
    const bool is_file = !strncmp(uri, file, strlen(file));
    const char *at = is_file ? uri + strlen(file) : uri;
    size_t n = 0;
    if (!is_file && strchr(uri, ':')) {
        return false;
    }
    for (; *at && n < PATH_SIZE - 1; ++n) {
        const int byte = at[0] == '%' ? 16 * hex(at[1]) + (at[1] ? hex(at[2]) : 0) : 0;
        const bool escaped = byte > 0;
        path[n] = escaped ? (char)byte : *at;
        at += escaped ? 3 : 1;
    }
    path[n] = '\0';
    return !*at;
}

static bool take_property(Parser *p, const JwTurtleStatement *s) {
    char path[PATH_SIZE];
    const bool is_uri = s->type == SERD_URI && read_uri(s->object, path);
    if (s->type != SERD_LITERAL && !is_uri) {
        return true;
    }
    return p->taker->text(p->taker->user, s->predicate, is_uri ? path : s->object,
                          is_uri || !strcmp(s->datatype, ATOM_PATH), p->turtle.error) ||
           fail(p, s->predicate);
}

static bool take_statement(JwTurtle *t, const JwTurtleStatement *s) {
    Parser *p = t->user;
    if (!strcmp(s->predicate, JW_TURTLE_LV2 "appliesTo")) {
        p->applies = !strcmp(s->object_uri, p->plugin_uri);
        return p->applies || fail(p, "a state of another plug-in");
    }
    if (!strcmp(s->predicate, JW_TURTLE_STATE "state") && s->type == SERD_BLANK) {
        memcpy(p->state, s->object_uri, sizeof(p->state));
    } else if (!strcmp(s->predicate, JW_TURTLE_LV2 "port") && s->type == SERD_BLANK) {
        memcpy(p->port, s->object_uri, sizeof(p->port));
        p->symbol[0] = '\0';
        p->has_value = false;
    } else if (p->port[0] && !strcmp(s->subject, p->port)) {
        return take_port(p, s);
    } else if (p->state[0] && !strcmp(s->subject, p->state)) {
        return take_property(p, s);
    }
    return true;
}

static bool take_end(JwTurtle *t, const char *node) {
    Parser *p = t->user;
    if (!p->port[0] || strcmp(node, p->port) != 0) {
        return true;
    }
    p->port[0] = '\0';
    return !p->symbol[0] || !p->has_value ||
           p->taker->port(p->taker->user, p->symbol, p->value, t->error) || fail(p, p->symbol);
}

JwStatus jw_state_file_load(const char *path, const char *plugin_uri, const JwStateTaker *taker,
                            JwError *error) {
    char *text = NULL;
    size_t size = 0;
    if (!jw_text_read(path, &text, &size, error)) {
        return JW_ERR_BAD_ARG;
    }
    Parser *p = jw_text_begin(text, size, sizeof(*p), error);
    bool ok = p != NULL;
    if (ok) {
        p->turtle = (JwTurtle){.user = p, .statement = take_statement, .end = take_end};
        p->plugin_uri = plugin_uri;
        p->taker = taker;
        ok = jw_turtle_read(&p->turtle, text, size, error) &&
             (p->applies || fail(p, "a state of no plug-in"));
    }
    free(p);
    free(text);
    return ok ? JW_SUCCESS : error->memory_short ? JW_ERR_NO_MEMORY : JW_ERR_BAD_ARG;
}
