// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "x11/xdisplay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Requests that failed, of whatever connection. Xlib gives its handlers no place of their own.
static int failures;

static int count_failure(Display *display, XErrorEvent *event) {
    (void)display;
    (void)event;
    ++failures;
    return 0;
}

/// Goes on: the usual one ends the process.
static int bear_loss(Display *display) {
    (void)display;
    return 0;
}

static void note_loss(Display *display, void *user) {
    JwXDisplay *d = user;
    (void)display;
    d->lost = true;
}

bool jw_xdisplay_open(JwXDisplay *d) {
    *d = (JwXDisplay){.display = XOpenDisplay(NULL)};
    if (d->display) {
        XSetIOErrorExitHandler(d->display, note_loss, d);
    }
    return d->display != NULL;
}

void jw_xdisplay_close(JwXDisplay *d) {
    if (d->display) {
        XCloseDisplay(d->display);
        d->display = NULL;
    }
}

void jw_xdisplay_enter(JwXDisplay *d) {
    d->before = XSetErrorHandler(count_failure);
    d->before_loss = XSetIOErrorHandler(bear_loss);
}

void jw_xdisplay_leave(JwXDisplay *d) {
    XSetErrorHandler(d->before);
    XSetIOErrorHandler(d->before_loss);
}

bool jw_xdisplay_failed(JwXDisplay *d) {
    if (!d->lost) {
        XSync(d->display, False);
    }
    const bool failed = failures > 0 || d->lost;
    failures = 0;
    return failed;
}

double jw_xdisplay_scale(const JwXDisplay *d) {
    const char *text = XGetDefault(d->display, "Xft", "dpi");
    const double scale = text ? strtod(text, NULL) / 96.0 : 1.0;
    return scale > 0.0 ? fmin(fmax(scale, 0.75), 3.0) : 1.0;
}

int jw_xdisplay_toolkit_scale(void) {
    static const char *const names[] = {"GDK_SCALE", "QT_SCALE_FACTOR"};
    int scale = 1;
    for (int i = 0; i < 2; ++i) {
        const char *text = getenv(names[i]);
        const long value = text ? strtol(text, NULL, 10) : 1;
        scale = value > scale && value <= 4 ? (int)value : scale;
    }
    return scale;
}
