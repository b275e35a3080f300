// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/text_file.h"

#include "base/utf8.h"
#include "files/regular_file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool jw_text_read(const char *path, char **text, size_t *size, JwError *error) {
    uint8_t *bytes = NULL;
    if (!jw_regular_file_read(path, JW_TEXT_MAX_BYTES, &bytes, size, error)) {
        return false;
    }
    *text = (char *)bytes;
    return true;
}

size_t jw_text_mark(const char *text, size_t size) {
    static const char mark[] = {'\xEF', '\xBB', '\xBF'};
    return size >= sizeof(mark) && !memcmp(text, mark, sizeof(mark)) ? sizeof(mark) : 0;
}

size_t jw_text_character(const char *text, size_t size) {
    uint32_t code = 0;
    const size_t n = jw_utf8_decode(text, size, &code);
    const bool blank = code == '\t' || code == '\n' || code == '\r';
    return n > 0 && (blank || !jw_utf8_is_control(code)) ? n : 0;
}

JwStatus jw_text_parse(const char *text, size_t size, const char *name, JwTextParser parse,
                       void *out, JwError *error) {
    jw_error_begin(error, name);
    const JwStatus status = parse(text, size, out, error);
    return error->memory_short ? JW_ERR_NO_MEMORY : status;
}

JwStatus jw_text_load(const char *path, JwTextParser parse, void *out, JwError *error) {
    char *text = NULL;
    size_t size = 0;
    if (!jw_text_read(path, &text, &size, error)) {
        return JW_ERR_BAD_ARG;
    }
    const JwStatus status = parse(text, size, out, error);
    free(text);
    return error->memory_short ? JW_ERR_NO_MEMORY : status;
}

bool jw_text_check(const char *text, size_t size, JwError *error) {
    int line = 1;
    for (size_t i = 0; i < size;) {
        const size_t n = jw_text_character(text + i, size - i);
        if (n == 0) {
            return jw_error_set(jw_error_at(error, line, 0), "not UTF-8 text (byte %d of the file)",
                                (int)i + 1);
        }
        line += text[i] == '\n';
        i += n;
    }
    return true;
}

void *jw_text_begin(const char *text, size_t size, size_t parser_size, JwError *error) {
    if (!jw_text_check(text, size, error)) {
        return NULL;
    }
    void *parser = calloc(1, parser_size);
    if (!parser) {
        error->memory_short = true;
        jw_error_set(jw_error_at(error, 0, 0), "out of memory");
    }
    return parser;
}
