// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Texts in Turtle, statement by statement, with the line of each; read by libserd. Lists, and
// brackets in brackets without end, are refused.

#ifndef JW_TURTLE_READER_H
#define JW_TURTLE_READER_H

#include "base/error.h"
#include "files/serd_library.h"

#include <stdbool.h>
#include <stddef.h>

#define JW_TURTLE_LV2   "http://lv2plug.in/ns/lv2core#"
#define JW_TURTLE_PSET  "http://lv2plug.in/ns/ext/presets#"
#define JW_TURTLE_STATE "http://lv2plug.in/ns/ext/state#"
#define JW_TURTLE_RDF   "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

enum { JW_TURTLE_NODE = 256 }; ///< Size of the URIs and node names that are compared

/// A URI in full or a blank node's label; empty for anything else, and for a longer one.
typedef char JwTurtleName[JW_TURTLE_NODE];

/// One statement, with its names written out.
typedef struct {
    JwTurtleName subject;
    JwTurtleName predicate;
    SerdType type; ///< Type of the object
    const char *object;
    JwTurtleName object_uri; ///< URI or label of the object, if it is a URI or a blank node
    JwTurtleName datatype;
} JwTurtleStatement;

typedef struct JwTurtleImpl JwTurtle;

/// A reader; the caller sets user, statement and, if it needs it, end.
struct JwTurtleImpl {
    void *user;
    /// Takes a statement; false, with the error set, ends the reading
    bool (*statement)(JwTurtle *t, const JwTurtleStatement *s);
    /// Takes the end of a blank node's brackets; NULL: not needed
    bool (*end)(JwTurtle *t, const char *node);
    JwError *error;
    int line;       ///< Line of the next byte
    int token_line; ///< Line of the last byte that is not a blank
    // The reader's own
    const char *text;
    size_t size;
    size_t at;
    int depth; ///< Depth of brackets
    JwSerd serd;
    SerdEnv *env;
};

/// Reads a whole UTF-8 text. Returns false, with an error, if it is not Turtle, memory is short, or
/// a statement was refused. [main]
bool jw_turtle_read(JwTurtle *t, const char *text, size_t size, JwError *error);

/// The error, placed at the line that is being read, for jw_error_set(). [main]
JwError *jw_turtle_here(JwTurtle *t);

/// True for the type of a number. [any]
bool jw_turtle_is_number(const char *datatype);

#endif // JW_TURTLE_READER_H
