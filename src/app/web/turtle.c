// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Reads the Turtle of presets where there is no libserd, for files/preset_file.c: the functions of
// serd that it calls. Names are passed in full, so that the environment has nothing to do.
//
// Not read, and refused: subjects in brackets, escapes in names, names longer than 511 bytes, texts
// longer than 8191. Lists are passed as their first statement, which preset_file.c refuses.

#include "files/serd_library.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RDF "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
#define XSD "http://www.w3.org/2001/XMLSchema#"

enum { NAME_SIZE = 512, TEXT_SIZE = 8192, PREFIXES = 32 };

typedef struct {
    SerdType type;
    char text[NAME_SIZE];
} Name;

typedef struct {
    char name[64];
    char uri[NAME_SIZE];
} Prefix;

typedef struct {
    void *handle;
    SerdStatementSink statement;
    SerdEndSink end;
    SerdErrorSink error;
    void *error_handle;
    SerdSource source;
    void *stream;
    int c;        ///< The byte that is looked at; EOF: the end
    bool dot;     ///< A dot before it ended a name or number, and is still to be taken
    int n_blanks; ///< Nodes in brackets so far
    int n_prefixes;
    Prefix prefix[PREFIXES];
    Name datatype;
    char text[TEXT_SIZE]; ///< Text or number that is read
    size_t n;
} Reader;

/********* Bytes *********/

static void advance(Reader *r) {
    unsigned char byte;
    r->c = r->source(&byte, 1, 1, r->stream) == 1 ? byte : EOF;
}

static bool fail(Reader *r, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    r->error(r->error_handle,
             &(SerdError){.status = SERD_ERR_BAD_SYNTAX, .fmt = fmt, .args = &args});
    va_end(args);
    return false;
}

static void skip(Reader *r) {
    while (r->c == ' ' || r->c == '\t' || r->c == '\n' || r->c == '\r' || r->c == '#') {
        if (r->c == '#') {
            while (r->c != '\n' && r->c != EOF) {
                advance(r);
            }
        } else {
            advance(r);
        }
    }
}

/// Takes a sign such as ';' if it comes next.
static bool take(Reader *r, int sign) {
    if (r->dot) {
        r->dot = sign != '.';
        return sign == '.';
    }
    skip(r);
    if (r->c != sign) {
        return false;
    }
    advance(r);
    return true;
}

static bool put(Reader *r, int byte) {
    if (r->n + 1 >= sizeof r->text) {
        return fail(r, "a text longer than %d bytes", TEXT_SIZE - 1);
    }
    r->text[r->n++] = (char)byte;
    r->text[r->n] = 0;
    return true;
}

/********* Names *********/

static bool is_name_byte(int c) {
    return c != EOF && (isalnum(c) || c == '_' || c == '-' || c == ':' || c == '%' || c > 127);
}

/// Reads a name as it stands. A dot belongs to it if more follows.
static bool read_word(Reader *r, char *word, size_t size) {
    size_t n = 0;
    while (is_name_byte(r->c) || (r->c == '.' && n > 0)) {
        const int byte = r->c;
        advance(r);
        if (byte == '.' && !is_name_byte(r->c)) {
            r->dot = true;
            break;
        }
        if (n + 1 >= size) {
            return fail(r, "a name longer than %d bytes", (int)size - 1);
        }
        word[n++] = (char)byte;
    }
    word[n] = 0;
    return n > 0 || fail(r, "a name is needed");
}

static bool read_uri(Reader *r, char *uri, size_t size) {
    size_t n = 0;
    for (advance(r); r->c != '>'; advance(r)) {
        if (r->c <= ' ' || strchr("<\"{}|^`\\", r->c)) {
            return fail(r, "a URI without its closing >");
        }
        if (n + 1 >= size) {
            return fail(r, "a name longer than %d bytes", (int)size - 1);
        }
        uri[n++] = (char)r->c;
    }
    uri[n] = 0;
    advance(r);
    return true;
}

/// Writes a name with its prefix in full.
static bool expand(Reader *r, const char *word, Name *to) {
    const char *colon = strchr(word, ':');
    if (!colon) {
        return fail(r, "'%.60s' is no name", word);
    }
    if (!strncmp(word, "_:", 2)) {
        to->type = SERD_BLANK;
        snprintf(to->text, sizeof to->text, "%s", word);
        return true;
    }
    for (int i = r->n_prefixes - 1; i >= 0; --i) {
        const Prefix *p = &r->prefix[i];
        if (strlen(p->name) == (size_t)(colon - word) &&
            !strncmp(p->name, word, (size_t)(colon - word))) {
            to->type = SERD_URI;
            const int n = snprintf(to->text, sizeof to->text, "%s%s", p->uri, colon + 1);
            return (n > 0 && (size_t)n < sizeof to->text) ||
                   fail(r, "a name longer than %d bytes", NAME_SIZE - 1);
        }
    }
    // As with serd: a name that equals none that a preset has.
    *to = (Name){.type = SERD_URI};
    return true;
}

static bool read_name(Reader *r, Name *to) {
    char word[NAME_SIZE];
    skip(r);
    if (r->c == '<') {
        to->type = SERD_URI;
        return read_uri(r, to->text, sizeof to->text);
    }
    return read_word(r, word, sizeof word) && expand(r, word, to);
}

/********* Statements *********/

static SerdNode node_of(SerdType type, const char *text) {
    return (SerdNode){.buf = (const uint8_t *)text,
                      .n_bytes = strlen(text),
                      .n_chars = strlen(text),
                      .type = type};
}

static bool state(Reader *r, SerdStatementFlags flags, const Name *subject, const Name *predicate,
                  SerdType type, const char *text) {
    const SerdNode s = node_of(subject->type, subject->text);
    const SerdNode p = node_of(predicate->type, predicate->text);
    const SerdNode o = node_of(type, text);
    const SerdNode d = node_of(SERD_URI, r->datatype.text);
    return r->statement(r->handle, flags, NULL, &s, &p, &o, type == SERD_LITERAL ? &d : NULL,
                        NULL) == SERD_SUCCESS;
}

/// Appends a character that was written \uXXXX or \UXXXXXXXX.
static bool put_escaped(Reader *r, int digits) {
    unsigned long c = 0;
    for (int i = 0; i < digits; ++i) {
        advance(r);
        if (r->c == EOF || !isxdigit(r->c)) {
            return fail(r, "\\u needs %d digits", digits);
        }
        c = c * 16 + (unsigned long)(isdigit(r->c) ? r->c - '0' : tolower(r->c) - 'a' + 10);
    }
    if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) {
        return fail(r, "\\u is no character");
    }
    if (c < 0x80) {
        return put(r, (int)c);
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const int first[] = {0, 0xc0, 0xe0, 0xf0};
    bool ok = put(r, first[more] | (int)(c >> 6 * more));
    for (int i = more - 1; i >= 0 && ok; --i) {
        ok = put(r, (int)(0x80 | (c >> 6 * i & 0x3f)));
    }
    return ok;
}

static bool read_escape(Reader *r) {
    static const char letters[] = "tnrbf\"'\\", meant[] = "\t\n\r\b\f\"'\\";
    advance(r);
    const char *at = r->c > 0 ? strchr(letters, r->c) : NULL;
    if (r->c == 'u' || r->c == 'U') {
        return put_escaped(r, r->c == 'u' ? 4 : 8);
    }
    return at ? put(r, meant[at - letters]) : fail(r, "an unknown escape in a text");
}

/// Reads a text from behind its first quote; long ones end with three.
static bool read_until(Reader *r, int quote, bool is_long) {
    for (int quotes = 0; quotes < (is_long ? 3 : 1); advance(r)) {
        quotes = r->c == quote ? quotes + 1 : 0;
        if (r->c == EOF || (!is_long && (r->c == '\n' || r->c == '\r'))) {
            return fail(r, "a text without its closing quote");
        }
        if (r->c == '\\' ? !read_escape(r) : (is_long || r->c != quote) && !put(r, r->c)) {
            return false;
        }
    }
    r->n -= is_long ? 3 : 0;
    r->text[r->n] = 0;
    return true;
}

/// Reads a text with its type or language.
static bool read_text(Reader *r) {
    const int quote = r->c;
    char language[64];
    r->n = 0;
    r->text[0] = 0;
    r->datatype.text[0] = 0;
    advance(r);
    if (r->c != quote) {
        if (!read_until(r, quote, false)) {
            return false;
        }
    } else {
        advance(r);
        if (r->c == quote) {
            advance(r);
            if (!read_until(r, quote, true)) {
                return false;
            }
        }
    }
    if (r->c == '@') {
        advance(r);
        return read_word(r, language, sizeof language);
    }
    if (r->c == '^') {
        advance(r);
        if (r->c != '^') {
            return fail(r, "^^ is needed before a type");
        }
        advance(r);
        return read_name(r, &r->datatype);
    }
    return true;
}

static bool put_digits(Reader *r) {
    const size_t before = r->n;
    while (r->c != EOF && isdigit(r->c)) {
        if (!put(r, r->c)) {
            return false;
        }
        advance(r);
    }
    return r->n > before;
}

static bool read_number(Reader *r) {
    const char *type = XSD "integer";
    r->n = 0;
    if (r->c == '+' || r->c == '-') {
        put(r, r->c);
        advance(r);
    }
    bool has_digits = put_digits(r);
    if (r->c == '.') {
        advance(r);
        if (r->c != EOF && isdigit(r->c)) {
            put(r, '.');
            has_digits = put_digits(r);
            type = XSD "decimal";
        } else {
            r->dot = true;
        }
    }
    if (has_digits && !r->dot && (r->c == 'e' || r->c == 'E')) {
        put(r, r->c);
        advance(r);
        if (r->c == '+' || r->c == '-') {
            put(r, r->c);
            advance(r);
        }
        has_digits = put_digits(r);
        type = XSD "double";
    }
    snprintf(r->datatype.text, sizeof r->datatype.text, "%s", type);
    return has_digits || fail(r, "a number without digits");
}

static bool read_properties(Reader *r, const Name *subject);

/// Reads the contents of brackets.
static bool read_brackets(Reader *r, const Name *subject, const Name *predicate) {
    Name own = {.type = SERD_BLANK};
    snprintf(own.text, sizeof own.text, "_:%d", ++r->n_blanks);
    advance(r);
    skip(r);
    if (r->c == ']') {
        advance(r);
        return state(r, SERD_EMPTY_O, subject, predicate, SERD_BLANK, own.text);
    }
    if (!state(r, SERD_ANON_O_BEGIN, subject, predicate, SERD_BLANK, own.text) ||
        !read_properties(r, &own)) {
        return false;
    }
    skip(r);
    if (r->dot || r->c != ']') {
        return fail(r, "] is needed");
    }
    const SerdNode node = node_of(SERD_BLANK, own.text);
    const bool ok = r->end(r->handle, &node) == SERD_SUCCESS;
    advance(r);
    return ok;
}

static bool read_object(Reader *r, const Name *subject, const Name *predicate) {
    char word[NAME_SIZE];
    Name name;
    skip(r);
    switch (r->c) {
    case '[':
        return read_brackets(r, subject, predicate);
    case '(':
        return state(r, SERD_LIST_O_BEGIN, subject, predicate, SERD_BLANK, "_:list");
    case '"':
    case '\'':
        return read_text(r) && state(r, 0, subject, predicate, SERD_LITERAL, r->text);
    case '<':
        return read_name(r, &name) && state(r, 0, subject, predicate, name.type, name.text);
    default:
        break;
    }
    if (r->c == '+' || r->c == '-' || r->c == '.' || (r->c != EOF && isdigit(r->c))) {
        return read_number(r) && state(r, 0, subject, predicate, SERD_LITERAL, r->text);
    }
    if (!read_word(r, word, sizeof word)) {
        return false;
    }
    if (!strcmp(word, "true") || !strcmp(word, "false")) {
        snprintf(r->datatype.text, sizeof r->datatype.text, XSD "boolean");
        return state(r, 0, subject, predicate, SERD_LITERAL, word);
    }
    return expand(r, word, &name) && state(r, 0, subject, predicate, name.type, name.text);
}

static bool read_predicate(Reader *r, Name *to) {
    char word[NAME_SIZE];
    skip(r);
    if (r->c == '<') {
        return read_name(r, to);
    }
    if (!read_word(r, word, sizeof word)) {
        return false;
    }
    if (!strcmp(word, "a")) {
        *to = (Name){.type = SERD_URI, .text = RDF "type"};
        return true;
    }
    return expand(r, word, to);
}

static bool read_properties(Reader *r, const Name *subject) {
    Name predicate;
    do {
        if (!read_predicate(r, &predicate)) {
            return false;
        }
        do {
            if (!read_object(r, subject, &predicate)) {
                return false;
            }
        } while (take(r, ','));
        bool more = false;
        while (take(r, ';')) {
            more = true;
        }
        if (!more) {
            return true;
        }
        skip(r);
    } while (!r->dot && r->c != '.' && r->c != ']');
    return true;
}

/********* The whole text *********/

static bool read_prefix(Reader *r) {
    Prefix *p = &r->prefix[r->n_prefixes];
    if (r->n_prefixes == PREFIXES) {
        return fail(r, "more than %d prefixes", PREFIXES);
    }
    skip(r);
    if (!read_word(r, p->name, sizeof p->name)) {
        return false;
    }
    const size_t n = strlen(p->name);
    if (p->name[n - 1] != ':') {
        return fail(r, "a prefix ends with ':'");
    }
    p->name[n - 1] = 0;
    skip(r);
    if (r->c != '<') {
        return fail(r, "a prefix needs its URI");
    }
    ++r->n_prefixes;
    return read_uri(r, p->uri, sizeof p->uri);
}

/// Reads @prefix or @base; names that begin at the base equal none that a preset has.
static bool read_directive(Reader *r) {
    char word[NAME_SIZE];
    advance(r);
    if (!read_word(r, word, sizeof word)) {
        return false;
    }
    skip(r);
    const bool ok = !strcmp(word, "prefix")                ? read_prefix(r)
                    : !strcmp(word, "base") && r->c == '<' ? read_uri(r, word, sizeof word)
                                                           : fail(r, "@prefix or @base is needed");
    return ok && (take(r, '.') || fail(r, ". is needed"));
}

static bool read_triples(Reader *r) {
    Name subject;
    return read_name(r, &subject) && read_properties(r, &subject) &&
           (take(r, '.') || fail(r, ". is needed"));
}

static SerdStatus read_source(SerdReader *reader, SerdSource source, SerdStreamErrorFunc error,
                              void *stream, const uint8_t *name, size_t page_size) {
    (void)error;
    (void)name;
    (void)page_size;
    Reader *r = (Reader *)reader;
    r->source = source;
    r->stream = stream;
    advance(r);
    for (skip(r); r->c != EOF; skip(r)) {
        if (!(r->c == '@' ? read_directive(r) : read_triples(r))) {
            return SERD_ERR_BAD_SYNTAX;
        }
    }
    return SERD_SUCCESS;
}

static SerdReader *reader_new(SerdSyntax syntax, void *handle, void (*free_handle)(void *),
                              SerdBaseSink base, SerdPrefixSink prefix, SerdStatementSink statement,
                              SerdEndSink end) {
    (void)syntax;
    (void)free_handle;
    (void)base;
    (void)prefix;
    Reader *r = calloc(1, sizeof *r);
    if (r) {
        r->handle = handle;
        r->statement = statement;
        r->end = end;
    }
    return (SerdReader *)r;
}

static void reader_free(SerdReader *reader) {
    free(reader);
}

static void set_strict(SerdReader *reader, bool strict) {
    (void)reader;
    (void)strict;
}

static void set_error_sink(SerdReader *reader, SerdErrorSink sink, void *handle) {
    Reader *r = (Reader *)reader;
    r->error = sink;
    r->error_handle = handle;
}

/********* The environment, which has nothing to do *********/

static SerdEnv *env_new(const SerdNode *base) {
    (void)base;
    static char none;
    return (SerdEnv *)(void *)&none;
}

static void env_free(SerdEnv *env) {
    (void)env;
}

static SerdStatus env_set_base_uri(SerdEnv *env, const SerdNode *uri) {
    (void)env;
    (void)uri;
    return SERD_SUCCESS;
}

static SerdStatus env_set_prefix(SerdEnv *env, const SerdNode *name, const SerdNode *uri) {
    (void)env;
    (void)name;
    (void)uri;
    return SERD_SUCCESS;
}

static SerdNode env_expand_node(const SerdEnv *env, const SerdNode *node) {
    (void)env;
    return *node;
}

static void node_free(SerdNode *node) {
    (void)node;
}

bool jw_serd_open(JwSerd *serd) {
    *serd = (JwSerd){.reader_new = reader_new,
                     .reader_free = reader_free,
                     .reader_set_strict = set_strict,
                     .reader_set_error_sink = set_error_sink,
                     .reader_read_source = read_source,
                     .env_new = env_new,
                     .env_free = env_free,
                     .env_set_base_uri = env_set_base_uri,
                     .env_set_prefix = env_set_prefix,
                     .env_expand_node = env_expand_node,
                     .node_free = node_free};
    return true;
}

void jw_serd_close(JwSerd *serd) {
    (void)serd;
}
