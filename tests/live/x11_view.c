// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The window as a host has it: a child of the host's window, several at a time, opened and closed
// often, and destroyed with its parent. Takes a display.

#include "support/check.h"
#include "x11/view.h"

#include <X11/Xlib.h>
#include <stdlib.h>
#include <unistd.h>

enum { TIMES = 100, WIDTH = 960, HEIGHT = 600 };

typedef struct {
    JwWindowModel model;
    JwView *view;
    int n_panics;
} Home;

static void act(void *user, const JwWindowAction *action) {
    Home *home = user;
    home->n_panics += action->kind == JW_DO_PANIC;
}

static Home *open_home(Window parent) {
    Home *home = calloc(1, sizeof *home);
    if (!home) {
        abort();
    }
    jw_window_model_init(&home->model);
    home->view = jw_view_open();
    const JwViewSetup setup = {.title = "Home",
                               .parent = parent,
                               .scale = 1.0,
                               .model = &home->model,
                               .user = home,
                               .act = act};
    check(home->view && !jw_view_show(home->view, &setup), "a window opens");
    return home;
}

static void close_home(Home *home) {
    jw_view_close(home->view);
    free(home);
}

/// Lets a window run for so many frames; false once it is closed.
static bool run(Home *home, int frames) {
    static double now_s = 1.0;
    bool open = true;
    for (int i = 0; i < frames && open; ++i) {
        now_s += 0.02;
        jw_view_change(home->view, JW_PART_LEVELS);
        open = jw_view_step(home->view, now_s);
        usleep(2000);
    }
    return open;
}

/// A host's window with its own connection, which the server tells nothing of ours.
static Window make_parent(Display *display) {
    const Window parent =
        XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, WIDTH, HEIGHT, 0, 0, 0);
    XMapWindow(display, parent);
    XSync(display, False);
    return parent;
}

/// Presses the left button at a place, as a server would tell it.
static void click(Display *display, Window window, int x, int y) {
    for (int i = 0; i < 2; ++i) {
        XEvent event = {.xbutton = {.type = i ? ButtonRelease : ButtonPress,
                                    .window = window,
                                    .root = DefaultRootWindow(display),
                                    .time = 1000,
                                    .x = x,
                                    .y = y,
                                    .state = i ? Button1Mask : 0,
                                    .button = 1,
                                    .same_screen = True}};
        XSendEvent(display, window, False, NoEventMask, &event);
    }
    XSync(display, False);
}

static void check_two(Display *display) {
    const Window parent[2] = {make_parent(display), make_parent(display)};
    Home *home[2] = {open_home(parent[0]), open_home(parent[1])};
    check(run(home[0], 10) && run(home[1], 10), "two run beside each other");
    click(display, (Window)jw_view_window(home[0]->view), WIDTH - 28, 24);
    check(run(home[0], 10) && run(home[1], 10), "they run on");
    check(home[0]->n_panics == 1 && home[1]->n_panics == 0, "a click is its own window's");
    XDestroyWindow(display, parent[0]);
    XSync(display, False);
    check(!run(home[0], 100) && !jw_view_is_lost(home[0]->view), "one is closed with its parent");
    check(run(home[1], 10), "the other one is not");
    close_home(home[0]);
    check(run(home[1], 10), "nor when the first one is freed");
    XDestroyWindow(display, parent[1]);
    XSync(display, False);
    close_home(home[1]); // Freed before it knows
}

static void check_often(Display *display) {
    const Window parent = make_parent(display);
    for (int i = 0; i < TIMES; ++i) {
        Home *home = open_home(parent);
        check(run(home, i % 4), "it runs");
        close_home(home);
    }
    XDestroyWindow(display, parent);
}

static void check_sizes(void) {
    static const int sizes[][2] = {{160, 100}, {1, 1}, {3000, 40}, {40, 2000}, {WIDTH, HEIGHT}};
    Display *display = XOpenDisplay(NULL);
    Home *home = open_home(0);
    for (size_t i = 0; display && i < sizeof sizes / sizeof sizes[0]; ++i) {
        XResizeWindow(display, (Window)jw_view_window(home->view), (unsigned)sizes[i][0],
                      (unsigned)sizes[i][1]);
        XSync(display, False);
        jw_view_change(home->view, JW_PART_ALL);
        check(run(home, 10), "%d x %d", sizes[i][0], sizes[i][1]);
    }
    close_home(home);
    if (display) {
        XCloseDisplay(display);
    }
}

int main(void) {
    Display *display = XOpenDisplay(NULL);
    if (!check(display, "there is a display")) {
        return check_result();
    }
    check_two(display);
    check_often(display);
    check_sizes();
    XCloseDisplay(display);
    return check_result();
}
