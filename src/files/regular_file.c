// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "files/regular_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// True if, as far as anybody can see, there is no such file; false for a file that may not be
/// read.
static bool is_absent(const char *path, int error) {
    return error == ENOENT || error == ENOTDIR || (error == EACCES && access(path, F_OK));
}

/// Reads a stream to its end; the file may grow meanwhile. *bytes is to be freed by the caller in
/// any case.
static bool read_stream(FILE *file, size_t most, uint8_t **bytes, size_t *size, JwError *error) {
    size_t room = 0;
    *size = 0;
    errno = 0;
    do {
        room = room ? 2 * room : 65536;
        uint8_t *grown = realloc(*bytes, room + 1);
        if (!grown) {
            return jw_error_set(jw_error_at(error, 0, 0), "out of memory");
        }
        *bytes = grown;
        *size += fread(*bytes + *size, 1, room - *size, file);
    } while (*size == room && room <= most);
    if (ferror(file)) {
        return jw_error_set(jw_error_at(error, 0, 0), "%s", strerror(errno));
    }
    if (*size > most) {
        return jw_error_set(jw_error_at(error, 0, 0), "longer than %zu bytes", most);
    }
    (*bytes)[*size] = 0;
    return true;
}

bool jw_regular_file_read(const char *path, size_t most, uint8_t **bytes, size_t *size,
                          JwError *error) {
    FILE *file = jw_regular_file_open(path);
    *bytes = NULL;
    jw_error_begin(error, path);
    if (!file) {
        error->absent = is_absent(path, errno);
        return jw_error_set(jw_error_at(error, 0, 0), "%s", jw_regular_file_why(errno));
    }
    const bool ok = read_stream(file, most, bytes, size, error);
    fclose(file);
    if (!ok) {
        free(*bytes);
        *bytes = NULL;
    }
    return ok;
}

const char *jw_regular_file_why(int error) {
    return error == ENOTSUP ? "not a regular file" : strerror(error);
}
