// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The lines of an INI text: what is taken, and at which line what is refused.

#include "files/ini_text.h"
#include "support/check.h"

#include <string.h>

enum { TEXT = 1024 };

static char taken[TEXT]; ///< Headers and keys, one after the other

static bool take(void *user, const JwIniItem *item, JwError *error) {
    const size_t n = strlen(taken);
    (void)user;
    (void)error;
    if (item->key) {
        snprintf(taken + n, TEXT - n, "%d:%s=%s|", item->line, item->key, item->value);
    } else {
        snprintf(taken + n, TEXT - n, "%d:[%s]|", item->line, item->section);
    }
    return true;
}

static bool reads(const char *text, JwError *error) {
    taken[0] = '\0';
    jw_error_begin(error, "x");
    return jw_ini_read(text, strlen(text), take, NULL, error);
}

static void accepted(const char *text, const char *items) {
    JwError error = {0};
    check(reads(text, &error) && !strcmp(taken, items), "\"%s\": \"%s\" %s", text, taken,
          error.text);
}

/// Refused with an error that begins so.
static void refused(const char *text, const char *begin) {
    JwError error = {0};
    check(!reads(text, &error) && !strncmp(error.text, begin, strlen(begin)), "\"%s\": \"%s\"",
          text, error.text);
}

static void check_lengths(void) {
    char text[TEXT], line[256];
    JwError error = {0};
    for (int extra = 0; extra < 2; ++extra) {
        memset(line, 'v', sizeof(line));
        line[JW_INI_LINE_MAX - 4 + extra] = '\0';
        snprintf(text, TEXT, "[a]\nk = %s\n[end]\n", line);
        check(reads(text, &error) == !extra, "a line of %d bytes", JW_INI_LINE_MAX + extra);
        line[JW_INI_SECTION_MAX + extra] = '\0';
        snprintf(text, TEXT, "[%s]\nk = v\n[end]\n", line);
        check(reads(text, &error) == !extra, "a name of %d bytes", JW_INI_SECTION_MAX + extra);
    }
}

int main(void) {
    accepted("[a]\nk = v\n[end]\n", "1:[a]|2:k=v|");
    accepted("\xEF\xBB\xBF[a]\nk = v\n[end]", "1:[a]|2:k=v|");
    accepted("\xEF\xBB\xBF\n[a]\nk = v\n[end]", "2:[a]|3:k=v|");
    accepted("; c\r\n\t[a] \t; c\r\n  k =  v ; c\r\n\n# c\n[b]\nl=w\n[end]\n;\n",
             "2:[a]|3:k=v|6:[b]|7:l=w|");
    refused("[a]\n\xEF\xBB\xBFk = v\n\xEF\xBB\xBF[b]\n[end]\n", "x:3:");
    refused("[a] x\nk = v\n[end]\n", "x:1: text after");
    refused("[a]  \t x\nk = v\n[end]\n", "x:1: text after");
    refused("[a]\nk = v\n[b\n[end]\n", "x:3: a section without its closing");
    refused("[a]\n[b]\nk = v\n[end]\n", "x:1: a section without keys");
    refused("[b]\nk = v\n[a]\n[end]\n", "x:3: a section without keys");
    refused("k = v\n[a]\n[end]\n", "x:1:");
    refused("[a]\nk =\n[end]\n", "x:2:");
    refused("[a]\nk\n[end]\n", "x:2: neither");
    refused("[a]\nk = v\n", "x:2: the file ends");
    refused("", "x:1: the file ends");
    refused("[a]\nk = v\n[end]\nl = w\n", "x:4: text after [end]");
    refused("[a]\nk = v\n[end]\n[b]\n", "x:4: text after [end]");
    check_lengths();
    return check_result();
}
