// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "files/xml_text.h"

#include <string.h>

static const char *entity_of(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

size_t jw_xml_escape(const char *text, char *out, size_t size) {
    size_t n = 0, written = 0;
    for (; *text; ++text) {
        const char *entity = entity_of(*text);
        const size_t more = entity ? strlen(entity) : 1;
        n += more;
        if (n < size) {
            memcpy(out + written, entity ? entity : text, more);
            written = n;
        }
    }
    if (size > 0) {
        out[written] = '\0';
    }
    return n;
}
