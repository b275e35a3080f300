// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Preloaded into the player: a JACK server that is starting. So many of the next clients as the
// file named in $LATE_JACK says find no server, though there is one; each takes one off. -1 says
// that no client is ever closed: jack_client_close() does not return.

#include <dlfcn.h>
#include <jack/jack.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef jack_client_t *Open(const char *name, jack_options_t options, jack_status_t *status, ...);
typedef int Close(jack_client_t *client);

static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    return found ? found : dlsym(RTLD_DEFAULT, name);
}

// Takes one off if there are any; returns the number before that.
static int take_one(void) {
    const char *path = getenv("LATE_JACK");
    FILE *file = path ? fopen(path, "r+") : NULL;
    int n = 0;
    if (file && fscanf(file, "%d", &n) == 1 && n > 0) {
        rewind(file);
        fprintf(file, "%d\n", n - 1);
    }
    if (file) {
        fclose(file);
    }
    return n;
}

jack_client_t *jack_client_open(const char *name, jack_options_t options, jack_status_t *status,
                                ...) {
    Open *open_next;
    Close *close_next;
    void *function = next("jack_client_open");
    memcpy(&open_next, &function, sizeof(function));
    function = next("jack_client_close");
    memcpy(&close_next, &function, sizeof(function));
    // The player and PortAudio hand over no further arguments.
    jack_client_t *client = open_next(name, options, status);
    if (client && take_one() > 0) {
        close_next(client);
        if (status) {
            *status = JackFailure | JackServerFailed;
        }
        return NULL;
    }
    return client;
}

int jack_client_close(jack_client_t *client) {
    Close *close_next;
    void *function = next("jack_client_close");
    memcpy(&close_next, &function, sizeof(function));
    while (take_one() < 0) {
        pause();
    }
    return close_next(client);
}
