// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/npy_out.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HEADER = 128, ///< Bytes before the numbers: the format demands a multiple of 64
    MAGIC = 10,   ///< Bytes before the description
    NUMBER = 4,
};

struct JwNpyOut {
    FILE *file;
    JwFolder folder; ///< Not owned
    char *path;
    int n_columns;
    uint64_t n_rows;
    int error; ///< errno of the first failed write; 0: none
};

static void put(JwNpyOut *out, const void *bytes, size_t n) {
    if (fwrite(bytes, 1, n, out->file) != n && !out->error) {
        out->error = errno ? errno : EIO;
    }
}

static void put_header(JwNpyOut *out) {
    static const unsigned char magic[MAGIC] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, HEADER - MAGIC};
    char text[HEADER - MAGIC];
    const int n = snprintf(text, sizeof(text),
                           "{'descr': '<f4', 'fortran_order': False, 'shape': (%" PRIu64 ", %d), }",
                           out->n_rows, out->n_columns);
    memset(text + n, ' ', sizeof(text) - (size_t)n);
    text[sizeof(text) - 1] = '\n';
    put(out, magic, sizeof(magic));
    put(out, text, sizeof(text));
}

JwNpyOut *jw_npy_out_new(const JwFolder *folder, const char *name, int n_columns, JwError *error) {
    const size_t size = strlen(folder->path) + strlen(name) + 2;
    JwNpyOut *out = calloc(1, sizeof(*out));
    char *copy = malloc(size);
    const int fd = out && copy ? jw_folder_create(folder, name) : -1;
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (file) {
        snprintf(copy, size, "%s/%s", folder->path, name);
        *out = (JwNpyOut){.file = file, .folder = *folder, .path = copy, .n_columns = n_columns};
        put_header(out);
        return out;
    }
    jw_folder_fail(folder, name, out && copy ? errno : ENOMEM, error);
    if (fd >= 0) {
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
        put(out, bytes, NUMBER);
    }
    ++out->n_rows;
}

bool jw_npy_out_close(JwNpyOut *out, uint64_t n_rows, JwError *error) {
    if (!out) {
        return true;
    }
    out->n_rows = n_rows < out->n_rows ? n_rows : out->n_rows;
    const uint64_t size = HEADER + out->n_rows * (uint64_t)out->n_columns * NUMBER;
    if ((fflush(out->file) || ftruncate(fileno(out->file), (off_t)size)) && !out->error) {
        out->error = errno;
    }
    rewind(out->file);
    put_header(out);
    if (fclose(out->file) && !out->error) {
        out->error = errno;
    }
    if (out->error) {
        jw_folder_note(&out->folder, out->error);
        jw_error_set(error, "%s: %s", out->path, strerror(out->error));
    }
    const bool ok = !out->error;
    free(out->path);
    free(out);
    return ok;
}
