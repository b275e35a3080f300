// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/ini_text.h"

#include <ini.h>
#include <string.h>

// Reader between a text and inih. inih gives neither lines to its handler nor sections without
// keys, cuts long names and lines in two, and takes an indented line for a continuation. So the
// reader hands it the lines one by one, counted, without indentation, and refuses lines that inih
// would misread. inih asks for a line only when it is done with the one before, so that `line` is
// the line of the key it reports.
typedef struct {
    const char *text;
    size_t size;
    size_t at;
    int line;          ///< Number of the line that inih has
    int header_line;   ///< Line of the header of its section
    bool header_fresh; ///< True until that section has shown a key
    bool ended;        ///< True once [end] was seen
    JwIniSink sink;
    void *user;
    JwError *error;
} Reader;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

typedef struct {
    const char *start;
    size_t size;
} Line;

/// Takes the next line without the blanks around it; false at the end of the text.
static bool next_line(Reader *r, Line *line) {
    if (r->at >= r->size) {
        return false;
    }
    const char *start = r->text + r->at;
    const char *newline = memchr(start, '\n', r->size - r->at);
    const char *end = newline ? newline : r->text + r->size;
    r->at = (size_t)(end - r->text) + 1;
    ++r->line;
    if (r->line == 1 && end - start >= 3 && !memcmp(start, "\xEF\xBB\xBF", 3)) {
        start += 3;
    }
    while (start < end && is_blank(*start)) {
        ++start;
    }
    while (end > start && is_blank(end[-1])) {
        --end;
    }
    *line = (Line){start, (size_t)(end - start)};
    return true;
}

static bool header_ok(Reader *r, const Line *line) {
    const char *close = memchr(line->start, ']', line->size);
    if (!close) {
        return jw_error_set(jw_error_at(r->error, r->line, 0), "a section without its closing ]");
    }
    if (close - line->start - 1 > JW_INI_SECTION_MAX) {
        return jw_error_set(jw_error_at(r->error, r->line, 0),
                            "a section's name longer than %d bytes", JW_INI_SECTION_MAX);
    }
    const char *rest = close + 1;
    while (rest < line->start + line->size && is_blank(*rest)) {
        ++rest;
    }
    if (rest < line->start + line->size && *rest != ';') {
        return jw_error_set(jw_error_at(r->error, r->line, 0), "text after a section's closing ]");
    }
    return true;
}

static bool empty_section(Reader *r) {
    return r->header_fresh &&
           !jw_error_set(jw_error_at(r->error, r->header_line, 0), "a section without keys");
}

static bool line_ok(Reader *r, const Line *line) {
    if (r->ended) {
        return jw_error_set(jw_error_at(r->error, r->line, 0), "text after [end]");
    }
    if (line->size > JW_INI_LINE_MAX) {
        return jw_error_set(jw_error_at(r->error, r->line, 0), "a line longer than %d bytes",
                            JW_INI_LINE_MAX);
    }
    if (line->start[0] != '[') {
        return true;
    }
    if (empty_section(r) || !header_ok(r, line)) {
        return false;
    }
    r->ended = line->size >= 5 && !memcmp(line->start, "[end]", 5);
    r->header_fresh = !r->ended;
    r->header_line = r->line;
    return true;
}

/// Reads a line for inih, with the promises of fgets(); NULL stops it.
static char *read_line(char *buffer, int size, void *stream) {
    Reader *r = stream;
    Line line;
    if (r->error->text[0] || !next_line(r, &line)) {
        return NULL;
    }
    if (line.size == 0 || line.start[0] == ';' || line.start[0] == '#') {
        line.size = 0;
    } else if (!line_ok(r, &line)) {
        return NULL;
    }
    if (size < 2 || line.size > (size_t)size - 2) {
        jw_error_set(jw_error_at(r->error, r->line, 0), "a line longer than %d bytes", size - 2);
        return NULL;
    }
    memcpy(buffer, line.start, line.size);
    buffer[line.size] = '\n';
    buffer[line.size + 1] = '\0';
    return buffer;
}

static bool send_header(Reader *r, const char *section) {
    r->header_fresh = false;
    const JwIniItem item = {.line = r->header_line, .section = section};
    return r->sink(r->user, &item, r->error);
}

static int take_key(void *user, const char *section, const char *key, const char *value) {
    Reader *r = user;
    if (r->error->text[0]) {
        return 0;
    }
    if (!key || !value) {
        return 1;
    }
    if (r->header_line == 0) {
        return jw_error_set(jw_error_at(r->error, r->line, 0), "'%s' before the first [section]",
                            key);
    }
    if (r->header_fresh && !send_header(r, section)) {
        return 0;
    }
    if (!value[0]) {
        return jw_error_set(jw_error_at(r->error, r->line, 0), "'%s' without a value", key);
    }
    const JwIniItem item = {r->line, section, key, value};
    return r->sink(r->user, &item, r->error);
}

bool jw_ini_read(const char *text, size_t size, JwIniSink sink, void *user, JwError *error) {
    Reader r = {.text = text, .size = size, .sink = sink, .user = user, .error = error};
    const int result = ini_parse_stream(read_line, &r, take_key, &r);
    // inih goes on after a line that it cannot read, and a fault stops it at r.line: the first of
    // the two is reported.
    if (result > 0 && (!error->text[0] || result < r.line)) {
        return jw_error_set(jw_error_at(error, result, 0), "neither a [section] nor 'key = value'");
    }
    if (result < 0 && !error->text[0]) {
        return jw_error_set(jw_error_at(error, 0, 0), "out of memory");
    }
    if (error->text[0] || empty_section(&r)) {
        return false;
    }
    if (!r.ended) {
        return jw_error_set(jw_error_at(error, r.line > 0 ? r.line : 1, 0),
                            "the file ends without [end]: it may have been cut short");
    }
    return true;
}
