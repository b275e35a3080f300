// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/text_file.h"

#include "files/regular_file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool jw_text_read(const char *path, char **text, size_t *size, JwFault *fault) {
    uint8_t *bytes = NULL;
    if (!jw_regular_file_read(path, JW_TEXT_MAX_BYTES, &bytes, size, fault)) {
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
    const unsigned char *p = (const unsigned char *)text;
    if (p[0] < 0x80) {
        return p[0] >= 0x20 && p[0] != 0x7f ? 1 : p[0] == '\t' || p[0] == '\n' || p[0] == '\r';
    }
    const size_t n = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4 || n > size) {
        return 0;
    }
    uint32_t code = p[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; ++i) {
        if ((p[i] & 0xc0) != 0x80) {
            return 0;
        }
        code = (code << 6) | (p[i] & 0x3fu);
    }
    const uint32_t least = n == 4 ? 0x10000 : n == 3 ? 0x800 : 0x80;
    return code >= least && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) &&
                   (code < 0x80 || code > 0x9f)
               ? n
               : 0;
}

JwStatus jw_text_parse(const char *text, size_t size, const char *name, JwTextParser parse,
                       void *out, char *message, size_t message_size) {
    JwFault fault = jw_fault_none(name, message, message_size);
    const JwStatus status = parse(text, size, out, &fault);
    return fault.memory_short ? JW_ERR_NO_MEMORY : status;
}

JwStatus jw_text_load(const char *path, JwTextParser parse, void *out, char *message,
                      size_t message_size) {
    JwFault fault = jw_fault_none(path, message, message_size);
    char *text = NULL;
    size_t size = 0;
    if (!jw_text_read(path, &text, &size, &fault)) {
        return JW_ERR_BAD_ARG;
    }
    const JwStatus status = parse(text, size, out, &fault);
    free(text);
    return fault.memory_short ? JW_ERR_NO_MEMORY : status;
}

bool jw_text_check(const char *text, size_t size, JwFault *fault) {
    int line = 1;
    for (size_t i = 0; i < size;) {
        const size_t n = jw_text_character(text + i, size - i);
        if (n == 0) {
            return jw_fault_set(fault, line, "not UTF-8 text (byte %d of the file)", (int)i + 1);
        }
        line += text[i] == '\n';
        i += n;
    }
    return true;
}

void *jw_text_begin(const char *text, size_t size, size_t parser_size, JwFault *fault) {
    if (!jw_text_check(text, size, fault)) {
        return NULL;
    }
    void *parser = calloc(1, parser_size);
    if (!parser) {
        fault->memory_short = true;
        jw_fault_set(fault, 0, "out of memory");
    }
    return parser;
}
