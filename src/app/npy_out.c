// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/npy_out.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HEADER = 128, ///< Bytes before the numbers: the format asks for a multiple of 64
    MAGIC = 10,   ///< Bytes before the description
    NUMBER = 4,
};

struct JwNpyOut {
    FILE *file;
    char *path;
    int n_columns;
    uint64_t n_rows;
};

static void put_header(JwNpyOut *out) {
    static const unsigned char magic[MAGIC] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, HEADER - MAGIC};
    char text[HEADER - MAGIC];
    const int n = snprintf(text, sizeof(text),
                           "{'descr': '<f4', 'fortran_order': False, 'shape': (%" PRIu64 ", %d), }",
                           out->n_rows, out->n_columns);
    memset(text + n, ' ', sizeof(text) - (size_t)n);
    text[sizeof(text) - 1] = '\n';
    fwrite(magic, 1, sizeof(magic), out->file);
    fwrite(text, 1, sizeof(text), out->file);
}

JwNpyOut *jw_npy_out_new(const char *path, int n_columns, JwMessage *message) {
    JwNpyOut *out = calloc(1, sizeof(*out));
    char *copy = strdup(path);
    const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (out && copy && file) {
        *out = (JwNpyOut){.file = file, .path = copy, .n_columns = n_columns};
        put_header(out);
        return out;
    }
    jw_message_set(message, "%s: %s", path, strerror(errno));
    if (file) {
        fclose(file);
    } else if (fd >= 0) {
        close(fd);
    }
    free(copy);
    free(out);
    return NULL;
}

void jw_npy_out_row(JwNpyOut *out, const float *row) {
    for (int i = 0; i < out->n_columns; ++i) {
        uint32_t bits;
        unsigned char bytes[NUMBER];
        memcpy(&bits, &row[i], sizeof(bits));
        for (int k = 0; k < NUMBER; ++k) {
            bytes[k] = (unsigned char)(bits >> 8 * k);
        }
        fwrite(bytes, 1, NUMBER, out->file);
    }
    ++out->n_rows;
}

bool jw_npy_out_close(JwNpyOut *out, uint64_t n_rows, JwMessage *message) {
    if (!out) {
        return true;
    }
    out->n_rows = n_rows < out->n_rows ? n_rows : out->n_rows;
    const uint64_t size = HEADER + out->n_rows * (uint64_t)out->n_columns * NUMBER;
    bool ok = !fflush(out->file) && !ftruncate(fileno(out->file), (off_t)size);
    rewind(out->file);
    put_header(out);
    ok = !ferror(out->file) && ok;
    ok = !fclose(out->file) && ok;
    if (!ok) {
        jw_message_set(message, "%s: %s", out->path, errno ? strerror(errno) : "write failed");
    }
    free(out->path);
    free(out);
    return ok;
}
