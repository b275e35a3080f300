// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/ini_text.h"

#include <string.h>

// Reader with its place in the text.
typedef struct {
    const char *text;
    size_t size;
    size_t at;
    int line;                             ///< Number of the line that was taken last
    int header_line;                      ///< Line of the section's header; 0: none yet
    bool header_fresh;                    ///< True until that section has shown a key
    bool ended;                           ///< True once [end] was seen
    char section[JW_INI_SECTION_MAX + 1]; ///< Name of the section
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

static bool send_header(Reader *r) {
    r->header_fresh = false;
    const JwIniItem item = {.line = r->header_line, .section = r->section};
    return r->sink(r->user, &item, r->error);
}

/// Takes the name out of a header that header_ok() found right.
static void take_header(Reader *r, const Line *line) {
    const char *close = memchr(line->start, ']', line->size);
    const size_t n = (size_t)(close - line->start) - 1;
    memcpy(r->section, line->start + 1, n);
    r->section[n] = '\0';
}

/// Ends a text where its comment begins: at a semicolon after a blank.
static void cut_comment(char *text) {
    for (char *c = text; *c; ++c) {
        if (*c == ';' && c > text && is_blank(c[-1])) {
            *c = '\0';
            return;
        }
    }
}

/// Takes the blanks off both ends of a text; returns its new start.
static char *trim(char *text) {
    char *end = text + strlen(text);
    while (end > text && is_blank(end[-1])) {
        *--end = '\0';
    }
    while (is_blank(*text)) {
        ++text;
    }
    return text;
}

/// Takes `key = value` or `key: value` apart and passes it on.
static bool take_key(Reader *r, const Line *line) {
    char text[JW_INI_LINE_MAX + 1];
    memcpy(text, line->start, line->size);
    text[line->size] = '\0';
    cut_comment(text);
    char *sign = strpbrk(text, "=:");
    if (!sign) {
        return jw_error_set(jw_error_at(r->error, r->line, 0),
                            "neither a [section] nor 'key = value'");
    }
    *sign = '\0';
    const char *key = trim(text), *value = trim(sign + 1);
    if (r->header_line == 0) {
        return jw_error_set(jw_error_at(r->error, r->line, 0), "'%s' before the first [section]",
                            key);
    }
    if (r->header_fresh && !send_header(r)) {
        return false;
    }
    if (!value[0]) {
        return jw_error_set(jw_error_at(r->error, r->line, 0), "'%s' without a value", key);
    }
    const JwIniItem item = {r->line, r->section, key, value};
    return r->sink(r->user, &item, r->error);
}

/// Takes one line, which is no comment and not empty.
static bool take_line(Reader *r, const Line *line) {
    if (!line_ok(r, line)) {
        return false;
    }
    if (line->start[0] == '[') {
        take_header(r, line);
        return true;
    }
    return take_key(r, line);
}

bool jw_ini_read(const char *text, size_t size, JwIniSink sink, void *user, JwError *error) {
    Reader r = {.text = text, .size = size, .sink = sink, .user = user, .error = error};
    Line line;
    while (next_line(&r, &line)) {
        const bool is_comment = line.size == 0 || line.start[0] == ';' || line.start[0] == '#';
        if (!is_comment && !take_line(&r, &line)) {
            return false;
        }
    }
    if (empty_section(&r)) {
        return false;
    }
    if (!r.ended) {
        return jw_error_set(jw_error_at(error, r.line > 0 ? r.line : 1, 0),
                            "the file ends without [end]: it may have been cut short");
    }
    return true;
}
