// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/x11/xdisplay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RESOURCE_WORDS = 16384, NUMBER_SIZE = 32 };

static const double most_toolkit_scale = 4.0;

static const xcb_screen_t *find_screen(const xcb_setup_t *setup, int number) {
    xcb_screen_iterator_t i = xcb_setup_roots_iterator(setup);
    while (i.rem > 1 && number-- > 0) {
        xcb_screen_next(&i);
    }
    return i.data;
}

bool jw_xdisplay_open(JwXDisplay *d) {
    int number = 0;
    *d = (JwXDisplay){0};
    jw_xdisplay_enter(d);
    d->connection = xcb_connect(NULL, &number);
    if (jw_xdisplay_lost(d)) {
        jw_xdisplay_close(d);
    } else {
        d->screen = find_screen(xcb_get_setup(d->connection), number);
    }
    jw_xdisplay_leave(d);
    return d->connection != NULL;
}

void jw_xdisplay_close(JwXDisplay *d) {
    if (d->connection) {
        xcb_disconnect(d->connection);
        d->connection = NULL;
    }
}

bool jw_xdisplay_lost(const JwXDisplay *d) {
    return !d->connection || xcb_connection_has_error(d->connection);
}

/********* Signals *********/

void jw_xdisplay_enter(JwXDisplay *d) {
    sigset_t pipe, waiting;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&waiting);
    d->piped = sigismember(&waiting, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe, &d->before);
}

void jw_xdisplay_leave(JwXDisplay *d) {
    static const struct timespec at_once = {0, 0};
    sigset_t pipe, waiting;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&waiting);
    if (!d->piped && sigismember(&waiting, SIGPIPE) == 1) {
        sigtimedwait(&pipe, NULL, &at_once); // Ours: must not reach the process
    }
    pthread_sigmask(SIG_SETMASK, &d->before, NULL);
}

/********* Questions *********/

bool jw_xdisplay_worked(const JwXDisplay *d, xcb_void_cookie_t request) {
    xcb_generic_error_t *error = xcb_request_check(d->connection, request);
    const bool worked = !error && !jw_xdisplay_lost(d);
    free(error);
    return worked;
}

static const xcb_screen_t *screen_of(const JwXDisplay *d, xcb_window_t root) {
    const xcb_setup_t *setup = xcb_get_setup(d->connection);
    for (xcb_screen_iterator_t i = xcb_setup_roots_iterator(setup); i.rem > 0;
         xcb_screen_next(&i)) {
        if (i.data->root == root) {
            return i.data;
        }
    }
    return d->screen;
}

bool jw_xdisplay_size(const JwXDisplay *d, xcb_window_t window, int *width, int *height,
                      const xcb_screen_t **screen) {
    xcb_get_geometry_reply_t *is = xcb_get_geometry_reply(
        d->connection, xcb_get_geometry_unchecked(d->connection, window), NULL);
    if (!is) {
        return false;
    }
    *width = is->width;
    *height = is->height;
    if (screen) {
        *screen = screen_of(d, is->root);
    }
    free(is);
    return true;
}

/********* Scales *********/

/// Parses a number in resources and environment, with a point in every locale; 0 if there is none.
static double read_number(const char *text) {
    double value = 0.0, unit = 1.0;
    text += strspn(text, " \t");
    for (bool fraction = false; (*text >= '0' && *text <= '9') || (*text == '.' && !fraction);
         ++text) {
        if (*text == '.') {
            fraction = true;
        } else {
            value = 10.0 * value + (*text - '0');
            unit *= fraction ? 10.0 : 1.0;
        }
    }
    return value / unit;
}

/// Value of Xft.dpi in resources, one per line; 0 if it is missing.
static double find_dpi(const char *text, size_t n) {
    static const char *const names[] = {"Xft.dpi:", "Xft*dpi:"};
    double found = 0.0;
    for (size_t at = 0; at < n;) {
        const char *line = text + at;
        const char *end = memchr(line, '\n', n - at);
        const size_t length = end ? (size_t)(end - line) : n - at;
        for (int i = 0; i < 2; ++i) {
            const size_t name = strlen(names[i]);
            if (length > name && !memcmp(line, names[i], name)) {
                char number[NUMBER_SIZE] = "";
                const size_t rest = length - name;
                memcpy(number, line + name, rest < NUMBER_SIZE - 1 ? rest : NUMBER_SIZE - 1);
                found = read_number(number);
            }
        }
        at += length + 1;
    }
    return found;
}

double jw_xdisplay_scale(const JwXDisplay *d) {
    // The first screen has the resources
    const xcb_window_t root = find_screen(xcb_get_setup(d->connection), 0)->root;
    xcb_get_property_reply_t *resources = xcb_get_property_reply(
        d->connection,
        xcb_get_property_unchecked(d->connection, 0, root, XCB_ATOM_RESOURCE_MANAGER,
                                   XCB_ATOM_STRING, 0, RESOURCE_WORDS),
        NULL);
    double scale = 0.0;
    if (resources) {
        scale = find_dpi(xcb_get_property_value(resources),
                         (size_t)xcb_get_property_value_length(resources)) /
                96.0;
        free(resources);
    }
    return scale > 0.0 ? fmin(fmax(scale, 0.75), 3.0) : 1.0;
}

double jw_xdisplay_toolkit_scale(void) {
    // Gtk accepts whole numbers, Qt any
    const char *gtk = getenv("GDK_SCALE");
    const char *qt = getenv("QT_SCALE_FACTOR");
    const double scales[] = {gtk ? floor(read_number(gtk)) : 1.0, qt ? read_number(qt) : 1.0};
    double scale = 1.0;
    for (int i = 0; i < 2; ++i) {
        if (scales[i] > scale && scales[i] <= most_toolkit_scale) {
            scale = scales[i];
        }
    }
    return scale;
}
