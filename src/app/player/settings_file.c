// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/player/settings_file.h"

#include "files/text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096 };

static char *trim(char *text) {
    text += strspn(text, " \t\r");
    for (size_t n = strlen(text); n > 0 && strchr(" \t\r", text[n - 1]); --n) {
        text[n - 1] = '\0';
    }
    return text;
}

static bool read_line(char *line, JwSettingSink sink, void *user, JwError *error) {
    char *key = trim(line);
    if (!*key || *key == '#') {
        return true;
    }
    char *equals = strchr(key, '=');
    if (!equals) {
        return jw_error_set(error, "\"%.80s\" is not KEY = VALUE", key);
    }
    *equals = '\0';
    return sink(user, trim(key), trim(equals + 1), error);
}

static bool read_lines(char *text, const char *path, JwSettingSink sink, void *user,
                       JwError *error) {
    int number = 0;
    for (char *line = text; line;) {
        char *end = strchr(line, '\n');
        char prefix[PATH_SIZE];
        if (end) {
            *end = '\0';
        }
        ++number;
        if (!read_line(line, sink, user, error)) {
            snprintf(prefix, sizeof(prefix), "%.4000s:%d", path, number);
            return jw_error_prefix(error, prefix);
        }
        line = end ? end + 1 : NULL;
    }
    return true;
}

static bool read_file(const char *path, bool needed, JwSettingSink sink, void *user, char **text,
                      JwError *error) {
    size_t size = 0;
    *text = NULL;
    if (!jw_text_read(path, text, &size, error)) {
        return error->absent && !needed;
    }
    if (!jw_text_check(*text, size, error) ||
        !read_lines(*text + jw_text_mark(*text, size), path, sink, user, error)) {
        free(*text);
        *text = NULL;
        return false;
    }
    return true;
}

bool jw_settings_read(const char *path, JwSettingSink sink, void *user, char **text,
                      JwError *error) {
    return read_file(path, true, sink, user, text, error);
}

bool jw_settings_read_if_any(const char *path, JwSettingSink sink, void *user, char **text,
                             JwError *error) {
    return read_file(path, false, sink, user, text, error);
}

// Finds the path; ignores relative folders, as the XDG specification demands.
bool jw_settings_path(const char *name, char *path, size_t size) {
    const char *config = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    int n = -1;
    if (config && config[0] == '/') {
        n = snprintf(path, size, "%s/jawari/%s", config, name);
    } else if (home && home[0] == '/') {
        n = snprintf(path, size, "%s/.config/jawari/%s", home, name);
    }
    return n > 0 && (size_t)n < size;
}
