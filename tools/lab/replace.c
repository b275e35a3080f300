// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Gives the file the usual mode: mkstemp() makes files private, and a result is to be as readable
// as any new file.
static void give_usual_mode(int fd) {
    const mode_t mask = umask(0);
    umask(mask);
    if (fchmod(fd, (mode_t)(0666 & ~mask))) {
        return; // Some file systems have no modes; the file is still good.
    }
}

bool jw_lab_file_open(JwLab *lab, JwLabFile *file, const char *path) {
    struct stat status;
    *file = (JwLabFile){.fd = -1};
    // Renaming over a device would replace the device.
    if (!stat(path, &status) && !S_ISREG(status.st_mode)) {
        return jw_lab_fail(lab, "%s is not a regular file", path);
    }
    const size_t size = strlen(path) + sizeof(".tmp-XXXXXX");
    file->path = jw_lab_copy(lab, path);
    file->temporary = malloc(size);
    if (!file->path || !file->temporary) {
        jw_lab_file_drop(file);
        return jw_lab_fail(lab, "out of memory");
    }
    snprintf(file->temporary, size, "%s.tmp-XXXXXX", path);
    file->fd = mkstemp(file->temporary);
    if (file->fd < 0) {
        const int error = errno;
        jw_lab_file_drop(file);
        return jw_lab_fail(lab, "cannot write %s: %s", path, strerror(error));
    }
    give_usual_mode(file->fd);
    return true;
}

bool jw_lab_file_commit(JwLab *lab, JwLabFile *file) {
    // A full disk may show only here; the sync comes before the rename, so that a crash leaves the
    // old file or the new one.
    bool good = !fsync(file->fd);
    good = !close(file->fd) && good;
    file->fd = -1;
    good = good && !rename(file->temporary, file->path);
    if (!good) {
        jw_lab_fail(lab, "cannot write %s: %s", file->path, strerror(errno));
        unlink(file->temporary);
    }
    free(file->path);
    free(file->temporary);
    *file = (JwLabFile){.fd = -1};
    return good;
}

void jw_lab_file_drop(JwLabFile *file) {
    if (file->fd >= 0) {
        close(file->fd);
        unlink(file->temporary);
    }
    free(file->path);
    free(file->temporary);
    *file = (JwLabFile){.fd = -1};
}
