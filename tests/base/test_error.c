// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// An error's text: place, prefix, what does not fit, what would harm a terminal.

#include "base/error.h"

#include "support/check.h"

#include <string.h>

static JwError error;

static void is(const char *text, int line, int column, const char *what) {
    check(!strcmp(error.text, text) && error.line == line && error.column == column,
          "%s: \"%s\" at %d:%d, not \"%s\" at %d:%d", what, error.text, error.line, error.column,
          text, line, column);
}

static void check_places(void) {
    check(!jw_error_set(&error, "%d of %s", 7, "eight"), "it returns false");
    is("7 of eight", 0, 0, "no place");
    jw_error_set(jw_error_at(&error, 3, 4), "no file");
    is("no file", 3, 4, "a place in no file");
    jw_error_begin(&error, "a.ini");
    is("", 0, 0, "a file that begins");
    jw_error_set(jw_error_at(&error, 12, 3), "wrong");
    is("a.ini:12:3: wrong", 12, 3, "line and column");
    jw_error_set(jw_error_at(&error, 12, 0), "%s", "wrong");
    is("a.ini:12: wrong", 12, 0, "a line");
    jw_error_set(jw_error_at(&error, 0, 0), "wrong");
    is("a.ini: wrong", 0, 0, "the whole file");
    jw_error_set(jw_error_at(&error, 12, 3), "wrong");
    jw_error_set(&error, "out of memory");
    is("out of memory", 0, 0, "not of the file that was read");
}

static void check_flags(void) {
    error.absent = error.memory_short = true;
    jw_error_set(&error, "a text");
    check(error.absent && error.memory_short, "a text leaves the kind");
    jw_error_begin(&error, "b.ini");
    check(!error.absent && !error.memory_short, "a new file has none");
}

static void check_prefixes(void) {
    jw_error_set(&error, "wrong");
    check(!jw_error_prefix(&error, "--option"), "it returns false");
    is("--option: wrong", 0, 0, "a prefix");
    jw_error_prefix(&error, "");
    is(": --option: wrong", 0, 0, "an empty one");
    jw_error_set(&error, "%s", "");
    jw_error_prefix(&error, "nothing");
    is("nothing: ", 0, 0, "before nothing");
}

/// A text of as many bytes as there is room for, whatever is longer.
static void check_cuts(void) {
    char name[3 * JW_ERROR_TEXT], expected[JW_ERROR_TEXT];
    memset(name, 'n', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    memset(expected, 'n', sizeof(expected) - 1);
    expected[sizeof(expected) - 1] = '\0';
    jw_error_set(&error, "%s", name);
    is(expected, 0, 0, "a long text");
    jw_error_begin(&error, name);
    jw_error_set(jw_error_at(&error, 1, 2), "wrong");
    is(expected, 1, 2, "a long name");
    for (size_t n = JW_ERROR_TEXT - 9; n <= JW_ERROR_TEXT; ++n) {
        jw_error_begin(&error, name + sizeof(name) - 1 - n);
        jw_error_set(jw_error_at(&error, 1, 2), "wrong");
        char whole[2 * JW_ERROR_TEXT];
        snprintf(whole, sizeof(whole), "%.*s:1:2: wrong", (int)n, name);
        check(strlen(error.text) == JW_ERROR_TEXT - 1 &&
                  !strncmp(error.text, whole, JW_ERROR_TEXT - 1),
              "a name of %zu bytes: %s", n, error.text + n - 20);
    }
    jw_error_set(&error, "wrong");
    jw_error_prefix(&error, name);
    check(strlen(error.text) == 507 && !strcmp(error.text + 500, ": wrong"), "a long prefix");
    jw_error_set(&error, "%s", name);
    jw_error_prefix(&error, "p");
    check(strlen(error.text) == JW_ERROR_TEXT - 1 && !strncmp(error.text, "p: nnn", 6),
          "a prefix before a long text");
}

static void check_harmless(void) {
    jw_error_begin(&error, "a\n\033[2J.ini");
    jw_error_set(jw_error_at(&error, 1, 0), "'%s'", "\xff \xe2\x80\xae \xe0\xa4\xb8");
    is("a??[2J.ini:1: '? ? \xe0\xa4\xb8'", 1, 0, "what a terminal obeys");
    jw_error_prefix(&error, "\r");
    is("?: a??[2J.ini:1: '? ? \xe0\xa4\xb8'", 1, 0, "in a prefix");
}

int main(void) {
    check_places();
    check_flags();
    check_prefixes();
    check_cuts();
    check_harmless();
    return check_result();
}
