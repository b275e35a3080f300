// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/turtle_reader.h"

#include "files/text_file.h"

#include <stdio.h>
#include <string.h>

#define XSD "http://www.w3.org/2001/XMLSchema#"

enum {
    NESTING_MAX = 8, // Deepest brackets: serd recurses, and a deep text would be a crash
};

// Reads one byte at a time. serd does not tell its sinks the line: given the text byte by byte, it
// has read the object of a statement and one byte more when it reports it.
static size_t read_byte(void *buffer, size_t size, size_t n, void *stream) {
    JwTurtle *p = stream;
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

static void copy_name(JwTurtleName name, const char *text, size_t size) {
    // Names that do not fit equal none of those compared with, and must not look like one.
    const size_t n = size < JW_TURTLE_NODE ? size : 0;
    memcpy(name, text, n);
    name[n] = '\0';
}

/// Writes a URI in full or a blank node's label; an empty name for anything else.
static void node_name(const JwTurtle *p, const SerdNode *node, JwTurtleName name) {
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
    const JwTurtle *p = handle;
    return p->serd.env_set_base_uri(p->env, uri);
}

static SerdStatus on_prefix(void *handle, const SerdNode *name, const SerdNode *uri) {
    const JwTurtle *p = handle;
    return p->serd.env_set_prefix(p->env, name, uri);
}

/********* Statements *********/

JwError *jw_turtle_here(JwTurtle *t) {
    return jw_error_at(t->error, t->token_line, 0);
}

bool jw_turtle_is_number(const char *datatype) {
    return !strcmp(datatype, XSD "decimal") || !strcmp(datatype, XSD "integer") ||
           !strcmp(datatype, XSD "double") || !strcmp(datatype, XSD "float");
}

static bool enter(JwTurtle *p, SerdStatementFlags flags) {
    if (flags & (SERD_LIST_S_BEGIN | SERD_LIST_O_BEGIN | SERD_LIST_CONT)) {
        return jw_error_set(jw_turtle_here(p), "a list has no place here");
    }
    if (flags & (SERD_ANON_S_BEGIN | SERD_ANON_O_BEGIN)) {
        ++p->depth;
    }
    return p->depth <= NESTING_MAX ||
           jw_error_set(jw_turtle_here(p), "brackets nested deeper than %d", NESTING_MAX);
}

static SerdStatus on_statement(void *handle, SerdStatementFlags flags, const SerdNode *graph,
                               const SerdNode *subject, const SerdNode *predicate,
                               const SerdNode *object, const SerdNode *datatype,
                               const SerdNode *language) {
    (void)graph;
    (void)language;
    JwTurtle *p = handle;
    if (p->error->text[0] || !enter(p, flags)) {
        return SERD_ERR_BAD_ARG;
    }
    JwTurtleStatement s = {.type = object->type, .object = (const char *)object->buf};
    node_name(p, subject, s.subject);
    node_name(p, predicate, s.predicate);
    node_name(p, object, s.object_uri);
    node_name(p, datatype, s.datatype);
    return status_of(p->statement(p, &s));
}

static SerdStatus on_end(void *handle, const SerdNode *node) {
    JwTurtle *p = handle;
    JwTurtleName name;
    // serd calls this for brackets that it gives up on too: only a closing bracket ends them.
    if (p->error->text[0] || p->text[p->at - 1] != ']') {
        return SERD_SUCCESS;
    }
    node_name(p, node, name);
    --p->depth;
    return status_of(!p->end || p->end(p, name));
}

static SerdStatus on_error(void *handle, const SerdError *error) {
    JwTurtle *p = handle;
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

/********* The whole text *********/

static bool read_all(JwTurtle *p) {
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
    return status <= SERD_FAILURE || jw_error_set(jw_turtle_here(p), "not Turtle");
}

bool jw_turtle_read(JwTurtle *p, const char *text, size_t size, JwError *error) {
    const size_t mark = jw_text_mark(text, size);
    p->text = text + mark;
    p->size = size - mark;
    p->line = 1;
    p->token_line = 1;
    p->error = error;
    const bool ok = read_all(p);
    jw_serd_close(&p->serd);
    return ok;
}
