// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/dataset/manifest.h"

#include "files/regular_file.h"
#include "files/text_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct JwManifest {
    FILE *file;
    const char *path;
    uint64_t line, index; ///< Lines read so far, and the nonblank ones of them
};

JwManifest *jw_manifest_open(const char *path, JwError *error) {
    JwManifest *m = calloc(1, sizeof(*m));
    if (!m) {
        jw_error_set(error, "out of memory");
        return NULL;
    }
    m->path = path;
    m->file = jw_regular_file_open(path);
    if (!m->file) {
        jw_error_set(error, "%s: %s", path, jw_regular_file_why(errno));
        free(m);
        return NULL;
    }
    return m;
}

/// Reads a line without its newline; returns false at the end of the file.
static bool read_line(JwManifest *m, JwManifestText *text) {
    int c = getc(m->file);
    text->size = 0;
    text->too_long = false;
    if (c == EOF) {
        return false;
    }
    for (; c != EOF && c != '\n'; c = getc(m->file)) {
        if (text->size < sizeof(text->text)) {
            text->text[text->size++] = (char)c;
        } else {
            text->too_long = true;
        }
    }
    return true;
}

/// Removes a byte order mark at the start of a line. Editors write one at the start of a file;
/// concatenated files have one at the start of a later line.
static void skip_mark(JwManifestText *text) {
    const size_t mark = jw_text_mark(text->text, text->size);
    text->size -= mark;
    memmove(text->text, text->text + mark, text->size);
}

static bool is_blank(const JwManifestText *text) {
    size_t i = 0;
    while (i < text->size && strchr(" \t\r", text->text[i]) && text->text[i]) {
        ++i;
    }
    return i == text->size;
}

JwManifestStep jw_manifest_next(JwManifest *m, JwManifestText *text, JwError *error) {
    do {
        if (!read_line(m, text)) {
            if (ferror(m->file)) {
                jw_error_set(error, "%s: read failed", m->path);
                return JW_MANIFEST_FAILED;
            }
            return JW_MANIFEST_END;
        }
        ++m->line;
        skip_mark(text);
    } while (is_blank(text));
    text->line = m->line;
    text->index = m->index++;
    return JW_MANIFEST_LINE;
}

void jw_manifest_rewind(JwManifest *m) {
    rewind(m->file);
    m->line = m->index = 0;
}

const char *jw_manifest_path(const JwManifest *m) {
    return m->path;
}

void jw_manifest_close(JwManifest *m) {
    if (m) {
        fclose(m->file);
        free(m);
    }
}
