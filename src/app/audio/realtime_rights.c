// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/audio/realtime_rights.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

// Priority above the desktop's, below the interrupt threads' (50) of a real-time kernel.
enum { PRIORITY = 40 };

int jw_realtime_priority(pthread_t thread) {
    struct sched_param param = {0};
    int policy = SCHED_OTHER;
    if (pthread_getschedparam(thread, &policy, &param) ||
        (policy != SCHED_FIFO && policy != SCHED_RR)) {
        return 0;
    }
    return param.sched_priority;
}

int jw_realtime_ask(pthread_t thread, JwError *refused) {
    const int has = jw_realtime_priority(thread);
    refused->text[0] = '\0';
    if (has > 0) {
        return has;
    }
    const struct sched_param param = {.sched_priority = PRIORITY};
    const int code = pthread_setschedparam(thread, SCHED_FIFO, &param);
    if (code) {
        jw_error_set(refused,
                     "real-time priority refused (%s): allow it with \"@audio - rtprio 95\" in "
                     "/etc/security/limits.d/audio.conf, join the group audio, log in again",
                     strerror(code));
        return 0;
    }
    return PRIORITY;
}

// Locks memory only if no limit applies. Under a limit mlockall() itself would succeed, but the
// allocation that exceeds the limit would fail, in the middle of a piece.
bool jw_realtime_lock_memory(JwError *error) {
    struct rlimit limit = {0, 0};
    const bool limited = !getrlimit(RLIMIT_MEMLOCK, &limit) && limit.rlim_cur != RLIM_INFINITY;
    if (limited) {
        // A process that may raise the limit may also exceed it.
        const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
        if (setrlimit(RLIMIT_MEMLOCK, &none)) {
            return jw_error_set(
                error,
                "memory is not locked (the limit is %llu KiB): allow it with \"@audio - "
                "memlock unlimited\" in /etc/security/limits.d/audio.conf, log in again",
                (unsigned long long)(limit.rlim_cur / 1024));
        }
    }
    if (mlockall(MCL_CURRENT | MCL_FUTURE)) {
        return jw_error_set(error, "memory is not locked (%s)", strerror(errno));
    }
    return true;
}
