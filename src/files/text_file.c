// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "files/text_file.h"

#include "files/regular_file.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool read_stream(FILE *file, char *buffer, size_t *size, JwFault *fault) {
    errno = 0;
    *size = fread(buffer, 1, JW_TEXT_MAX_BYTES + 1, file);
    if (ferror(file)) {
        return jw_fault_set(fault, 0, "%s", strerror(errno));
    }
    if (*size > JW_TEXT_MAX_BYTES) {
        return jw_fault_set(fault, 0, "larger than %d bytes", JW_TEXT_MAX_BYTES);
    }
    buffer[*size] = '\0';
    return true;
}

// Whether nothing is there, as far as anybody can see: not what there is and may not be read.
static bool is_absent(const char *path, int error) {
    return error == ENOENT || error == ENOTDIR || (error == EACCES && access(path, F_OK));
}

static bool read_file(const char *path, char *buffer, size_t *size, JwFault *fault) {
    FILE *file = jw_regular_file_open(path);
    if (!file) {
        fault->absent = is_absent(path, errno);
        return jw_fault_set(fault, 0, "%s", jw_regular_file_why(errno));
    }
    const bool ok = read_stream(file, buffer, size, fault);
    fclose(file);
    return ok;
}

bool jw_text_read(const char *path, char **text, size_t *size, JwFault *fault) {
    char *buffer = malloc(JW_TEXT_MAX_BYTES + 2);
    if (!buffer) {
        return jw_fault_set(fault, 0, "out of memory");
    }
    if (!read_file(path, buffer, size, fault)) {
        free(buffer);
        return false;
    }
    *text = buffer;
    return true;
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
