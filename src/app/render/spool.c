// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/render/spool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char name[] = ".jawari-spool-XXXXXX";

struct JwSpool {
    FILE *file;
    int n_channels;
};

static bool fail(JwError *error) {
    return jw_error_set(error, "sound that waits to be normalised: %s", strerror(errno));
}

/// Opens an unnamed file in the folder that is the first n bytes of a path.
static FILE *open_in(const char *path, size_t n) {
    const size_t size = n + sizeof(name) + 1;
    char *template = malloc(size);
    if (!template) {
        return NULL;
    }
    snprintf(template, size, "%.*s/%s", (int)n, path, name);
    const int fd = mkstemp(template);
    FILE *file = fd >= 0 ? fdopen(fd, "w+b") : NULL;
    if (fd >= 0) {
        unlink(template);
    }
    if (fd >= 0 && !file) {
        close(fd);
    }
    free(template);
    return file;
}

/// Opens it in the folder of a file or, for a device, in the folder for temporary files.
static FILE *open_near(const char *near) {
    const char *slash = strrchr(near, '/');
    const bool device = !strncmp(near, "/dev/", strlen("/dev/"));
    FILE *file = device ? NULL : slash ? open_in(near, (size_t)(slash - near)) : open_in(".", 1);
    const char *elsewhere = getenv("TMPDIR");
    if (!file && elsewhere && *elsewhere) {
        file = open_in(elsewhere, strlen(elsewhere));
    }
    return file ? file : open_in("/tmp", strlen("/tmp"));
}

JwSpool *jw_spool_new(const char *near, int n_channels, JwError *error) {
    JwSpool *spool = calloc(1, sizeof(*spool));
    if (spool) {
        *spool = (JwSpool){.file = open_near(near), .n_channels = n_channels};
    }
    if (spool && spool->file) {
        return spool;
    }
    fail(error);
    jw_spool_free(spool);
    return NULL;
}

bool jw_spool_add(JwSpool *spool, const float *const *channel, uint32_t n, JwError *error) {
    bool ok = fwrite(&n, sizeof(n), 1, spool->file) == 1;
    for (int c = 0; ok && c < spool->n_channels; ++c) {
        ok = fwrite(channel[c], sizeof(float), n, spool->file) == n;
    }
    return ok || fail(error);
}

bool jw_spool_rewind(JwSpool *spool, JwError *error) {
    return !fseek(spool->file, 0, SEEK_SET) || fail(error);
}

bool jw_spool_read(JwSpool *spool, float *const *channel, uint32_t most, uint32_t *n,
                   JwError *error) {
    errno = 0;
    if (fread(n, sizeof(*n), 1, spool->file) != 1) {
        *n = 0;
        return !ferror(spool->file) || fail(error);
    }
    bool ok = *n <= most;
    for (int c = 0; ok && c < spool->n_channels; ++c) {
        ok = fread(channel[c], sizeof(float), *n, spool->file) == *n;
    }
    errno = errno ? errno : EIO;
    return ok || fail(error);
}

void jw_spool_free(JwSpool *spool) {
    if (spool && spool->file) {
        fclose(spool->file);
    }
    free(spool);
}
