// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The window in hosts whose toolkit scales by the desktop's settings, and in windows that are too
// small for it. Takes a display of its own, whose settings it changes.

#include "support/check.h"
#include "window/view/view.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 960, HEIGHT = 600 };

/// A host that gives the window what it asks for, as a toolkit does: in units of its own.
typedef struct {
    JwWindowModel model;
    JwView *view;
    Display *display;
    Window outer, parent;
    double unit;       ///< Pixels per unit
    bool fills;        ///< Gtk: the window's own size is in units; Qt: in pixels
    int width, height; ///< What was asked for last [units]
    int n_sizes;
    double now_s;
} Home;

static double host_scale; ///< Scale that the host says; 0: none

static void act(void *user, const JwWindowAction *action) {
    (void)user;
    (void)action;
}

static Window make(Display *display, Window parent, int width, int height) {
    const Window made =
        XCreateSimpleWindow(display, parent, 0, 0, (unsigned)width, (unsigned)height, 0, 0, 0);
    XMapWindow(display, made);
    return made;
}

/// Gives room and window a size in units.
static void give(Home *home, int width, int height) {
    const unsigned w = (unsigned)(width * home->unit), h = (unsigned)(height * home->unit);
    const Window window = (Window)jw_view_window(home->view);
    XResizeWindow(home->display, home->parent, w, h);
    XResizeWindow(home->display, window, home->fills ? (unsigned)width : w,
                  home->fills ? (unsigned)height : h);
    XSync(home->display, False);
}

static void ask(void *user, int width, int height) {
    Home *home = user;
    home->width = width;
    home->height = height;
    ++home->n_sizes;
    give(home, width, height);
}

static void run(Home *home, int frames) {
    for (int i = 0; i < frames; ++i) {
        home->now_s += 0.02;
        check(jw_view_step(home->view, home->now_s), "it stays open");
        usleep(1000);
    }
}

/// Opens the window in a parent of that size, in an outer window of that one.
static Home *open_home(Display *display, int width, int height, int outer_width, int outer_height) {
    Home *home = calloc(1, sizeof *home);
    if (!home) {
        abort();
    }
    home->display = display;
    home->unit = 1.0;
    home->now_s = 1.0;
    home->outer = make(display, DefaultRootWindow(display), outer_width, outer_height);
    home->parent = make(display, home->outer, width, height);
    XSync(display, False);
    jw_window_model_init(&home->model);
    home->view = jw_view_open();
    const JwViewSetup setup = {.title = "Home",
                               .parent = home->parent,
                               .scale = host_scale,
                               .model = &home->model,
                               .user = home,
                               .act = act,
                               .resize = ask};
    const char *wrong = home->view ? jw_view_show(home->view, &setup) : "no display";
    check(!wrong, "a window opens: %s", wrong ? wrong : "");
    return home;
}

static void close_home(Home *home) {
    jw_view_close(home->view);
    XDestroyWindow(home->display, home->outer);
    free(home);
}

static XWindowAttributes look(const Home *home) {
    XWindowAttributes is = {0};
    XGetWindowAttributes(home->display, (Window)jw_view_window(home->view), &is);
    return is;
}

static void check_size(const Home *home, int width, int height, const char *what) {
    const XWindowAttributes is = look(home);
    check(is.width == width && is.height == height, "%s: %d x %d, not %d x %d", what, is.width,
          is.height, width, height);
}

/// Sets Xft.dpi, or removes it.
static void set_dpi(Display *display, int dpi) {
    char text[32];
    snprintf(text, sizeof text, "Xft.dpi: %d\n", dpi);
    XChangeProperty(display, DefaultRootWindow(display), XA_RESOURCE_MANAGER, XA_STRING, 8,
                    PropModeReplace, (const unsigned char *)text, dpi ? (int)strlen(text) : 0);
    XSync(display, False);
}

/// Publishes a number as a desktop's setting (XSETTINGS), in either order of bytes.
static Window set_scale(Display *display, int scale, bool is_big) {
    unsigned char data[12 + 36 + 36] = {0};
    const char *const name[] = {"Gdk/UnscaledDPI", "Gdk/WindowScalingFactor"};
    const int value[] = {98304, scale};
    size_t at = 12;
    data[0] = is_big;
    data[is_big ? 11 : 8] = 2;
    for (int i = 0; i < 2; ++i) {
        const size_t n = strlen(name[i]), padded = (n + 3) / 4 * 4;
        data[at + (is_big ? 3 : 2)] = (unsigned char)n;
        memcpy(data + at + 4, name[i], n);
        for (int b = 0; b < 4; ++b) {
            data[at + 8 + padded + (size_t)(is_big ? 3 - b : b)] =
                (unsigned char)(value[i] >> (8 * b));
        }
        at += 12 + padded;
    }
    const Window owner = make(display, DefaultRootWindow(display), 1, 1);
    const Atom property = XInternAtom(display, "_XSETTINGS_SETTINGS", False);
    XChangeProperty(display, owner, property, property, 8, PropModeReplace, data, (int)at);
    XSetSelectionOwner(display, XInternAtom(display, "_XSETTINGS_S0", False), owner, CurrentTime);
    XSync(display, False);
    return owner;
}

/// A host whose own window is smaller than the room it gives on request.
static void check_small(Display *display) {
    Home *home = open_home(display, 910, 490, 910, 512);
    give(home, 910, 490);
    run(home, 10);
    check(home->n_sizes == 1 && home->width == WIDTH && home->height == HEIGHT,
          "it asks for its first size: %d x %d", home->width, home->height);
    run(home, 40);
    check_size(home, 910, 512, "what cannot be seen is given up");
    check(home->n_sizes == 2, "once: asked %d times", home->n_sizes);
    run(home, 60);
    check(home->n_sizes == 2, "and for good");
    close_home(home);

    home = open_home(display, 400, 300, 1200, 900);
    give(home, 400, 300);
    run(home, 80);
    check_size(home, WIDTH, HEIGHT, "with room around it keeps its first size");
    check(home->n_sizes == 1, "asked once");
    close_home(home);
}

/// A toolkit that scales by the desktop's setting, which may have scaled Xft.dpi also.
static void check_gtk(Display *display) {
    for (int i = 0; i < 4; ++i) {
        const Window owner = set_scale(display, 2, i & 1);
        set_dpi(display, i & 2 ? 192 : 0);
        Home *home = open_home(display, 2, 2, 1990, 1290);
        home->unit = 2.0;
        home->fills = true;
        check_size(home, WIDTH, HEIGHT, "Gtk: created in units");
        give(home, WIDTH, HEIGHT);
        run(home, 60);
        check_size(home, 2 * WIDTH, 2 * HEIGHT, "Gtk: fills its room");
        close_home(home);
        XDestroyWindow(display, owner);
        set_dpi(display, 0);
    }
}

/// A toolkit that scales by Xft.dpi alone.
static void check_qt(Display *display) {
    set_dpi(display, 144);
    Home *home = open_home(display, 960, 720, 1990, 1290);
    home->unit = 1.5;
    check_size(home, WIDTH, HEIGHT, "Qt: created in units");
    give(home, WIDTH, HEIGHT);
    run(home, 60);
    check_size(home, 1440, 900, "Qt: scaled once");
    check(home->n_sizes == 0, "Qt: and not asked");
    close_home(home);

    home = open_home(display, 960, 720, 1990, 1290);
    run(home, 60);
    check_size(home, 1440, 900, "a toolkit that does not scale after all is asked");
    close_home(home);

    host_scale = 1.5;
    home = open_home(display, 960, 720, 1990, 1290);
    check_size(home, 1440, 900, "created in pixels, if the host says its scale");
    close_home(home);
    host_scale = 0.0;

    home = open_home(display, 300, 200, 1990, 1290);
    home->unit = 1.5;
    check_size(home, 1440, 900, "Qt with a parent of another size");
    give(home, 1440, 900);
    run(home, 60);
    check(home->width == WIDTH && home->height == HEIGHT, "scaled twice, it asks for less: %d x %d",
          home->width, home->height);
    check_size(home, 1440, 900, "and gets that");
    close_home(home);
    set_dpi(display, 0);
}

int main(void) {
    Display *display = XOpenDisplay(NULL);
    if (!check(display, "there is a display")) {
        return check_result();
    }
    check_small(display);
    check_gtk(display);
    check_qt(display);
    XCloseDisplay(display);
    return check_result();
}
