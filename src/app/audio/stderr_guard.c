// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/audio/stderr_guard.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int jw_stderr_guard_on(void) {
    fflush(stderr);
    const int saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    const int nowhere = saved < 0 ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) {
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
    return saved;
}

void jw_stderr_guard_off(int saved) {
    if (saved >= 0) {
        fflush(stderr);
        dup2(saved, STDERR_FILENO);
        close(saved);
    }
}
