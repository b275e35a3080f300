// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "app/remote/outlet.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Size of a write that any writable pipe accepts at once, guaranteed by POSIX; a terminal may
// accept less.
enum { PART_BYTES = 256 };

static bool takes(const JwOutlet *o) {
    struct pollfd p = {.fd = o->fd, .events = POLLOUT};
    return !o->broken && poll(&p, 1, 0) > 0;
}

void jw_outlet_pass(JwOutlet *o) {
    while (o->n > 0 && takes(o)) {
        const ssize_t n = write(o->fd, o->text, o->n < PART_BYTES ? o->n : PART_BYTES);
        if (n <= 0) {
            o->broken = n == 0 || (errno != EINTR && errno != EAGAIN);
            return;
        }
        o->n -= (size_t)n;
        memmove(o->text, o->text + n, o->n);
    }
}

static bool append(JwOutlet *o, const char *text, size_t n) {
    if (n > sizeof(o->text) - o->n) {
        return false;
    }
    memcpy(o->text + o->n, text, n);
    o->n += n;
    return true;
}

static void tell_lost(JwOutlet *o) {
    char text[64];
    const int n =
        snprintf(text, sizeof(text), "... %u more for which there was no room\n", o->n_lost);
    if (append(o, text, (size_t)n)) {
        o->n_lost = 0;
    }
}

void jw_outlet_put(JwOutlet *o, const char *text, size_t n) {
    if (o->broken) {
        return;
    }
    if (o->n_lost > 0) {
        tell_lost(o);
    }
    if (!append(o, text, n)) {
        ++o->n_lost;
    }
    jw_outlet_pass(o);
}

bool jw_outlet_waits(const JwOutlet *o) {
    return o->n > 0 && !o->broken;
}

bool jw_outlet_is_full(const JwOutlet *o) {
    return jw_outlet_waits(o) && o->n > sizeof(o->text) / 2;
}
