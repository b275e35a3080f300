// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The window as a host has it: a child of the host's window, several at a time, opened and closed
// often, and destroyed with its parent. Takes a display.

#include "support/check.h"
#include "x11/view.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { TIMES = 100, WIDTH = 960, HEIGHT = 600 };

typedef struct {
    JwWindowModel model;
    JwView *view;
    int n_panics, n_releases;
    int width, height; ///< Size that the host was asked for last
} Home;

static void act(void *user, const JwWindowAction *action) {
    Home *home = user;
    home->n_panics += action->kind == JW_DO_PANIC;
    home->n_releases += action->kind == JW_DO_KEY_OFF;
}

static void note_size(void *user, int width, int height) {
    Home *home = user;
    home->width = width;
    home->height = height;
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
                               .act = act,
                               .resize = note_size};
    check(home->view && !jw_view_show(home->view, &setup), "a window opens");
    return home;
}

/// A string that swings in one mode as far as is drawn.
static void sound(Home *home, double reach_m) {
    JwWindowHero *hero = &home->model.hero;
    home->model.n_strings = 1;
    home->model.sounds = true;
    hero->open_m = hero->length_m = hero->fret_m[0] = 1.0;
    hero->n_pictures = hero->picture[0].n = 1;
    hero->picture[0].towards[0] = (float)reach_m;
    hero->reach_m = reach_m;
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

/// Turns the wheel with Control held, as a server would tell it.
static void zoom_out(Display *display, Window window) {
    XEvent event = {.xbutton = {.type = ButtonPress,
                                .window = window,
                                .root = DefaultRootWindow(display),
                                .time = 1000,
                                .x = 400,
                                .y = 20,
                                .state = ControlMask,
                                .button = 5,
                                .same_screen = True}};
    XSendEvent(display, window, False, NoEventMask, &event);
    XSync(display, False);
}

/// A host whose toolkit scales gives sizes in units of its own, and a parent of as many times as
/// many pixels: the window fills it, drawn to that scale. Elsewhere a parent may have any size.
static void check_toolkit(Display *display) {
    for (int scales = 0; scales < 2; ++scales) {
        const Window parent = make_parent(display);
        const int k = scales ? 2 : 1;
        XWindowAttributes is = {0};
        setenv("GDK_SCALE", scales ? "2" : "1", 1);
        Home *home = open_home(parent);
        const Window window = (Window)jw_view_window(home->view);
        for (int i = 0; i < 2; ++i) { // Whichever the host does first
            const unsigned width = i ? 700 : 800, height = i ? 420 : 500;
            XResizeWindow(display, i ? parent : window, width * (i ? 2 : 1), height * (i ? 2 : 1));
            XSync(display, False);
            run(home, 5);
            XResizeWindow(display, i ? window : parent, width * (i ? 1 : 2), height * (i ? 1 : 2));
            XSync(display, False);
            run(home, 20);
            XGetWindowAttributes(display, window, &is);
            check(is.width == k * (int)width && is.height == k * (int)height, "scale %d: %d x %d",
                  k, is.width, is.height);
        }
        click(display, window, is.width - 28 * k, 24 * k);
        run(home, 10);
        check(home->n_panics == 1, "scale %d: drawn to it", k);
        zoom_out(display, window);
        run(home, 5);
        check(home->width > 500 && home->width < 700 && home->height < 420,
              "scale %d: asks the host for %d x %d of its own", k, home->width, home->height);
        close_home(home);
        XDestroyWindow(display, parent);
    }
    unsetenv("GDK_SCALE");
}

/// Highest row of a column that has the colour of a string's line; -1: none.
static int highest(Display *display, Window window, int x) {
    int found = -1;
    XImage *image = XGetImage(display, window, x, 60, 1, 130, AllPlanes, ZPixmap);
    for (int y = 0; image && y < 130 && found < 0; ++y) {
        const unsigned long pixel = XGetPixel(image, 0, y);
        const unsigned red = (unsigned)((pixel & image->red_mask) / (image->red_mask / 255));
        const unsigned blue = (unsigned)((pixel & image->blue_mask) * 255 / image->blue_mask);
        found = red > 200 && blue < 120 ? y : -1;
    }
    if (image) {
        XDestroyImage(image);
    }
    return found;
}

/// The string is drawn to the scale of how far it swings now.
static void check_scale(Display *display) {
    Home *home = open_home(0);
    int row[2];
    for (int i = 0; i < 2; ++i) {
        sound(home, i ? 1e-4 : 1e-3);
        jw_view_change(home->view, i ? JW_PART_STRING : JW_PART_ALL);
        run(home, 20);
        XSync(display, False);
        row[i] = highest(display, (Window)jw_view_window(home->view), 360);
    }
    check(row[0] > 0 && row[0] == row[1], "a tenth of the swing, at the same height: %d, %d",
          row[0], row[1]);
    close_home(home);
}

static double spent_s(Home *home) {
    const clock_t before = clock();
    for (int i = 0; i < 60; ++i) {
        jw_view_change(home->view, JW_PART_ALL);
        run(home, 1);
    }
    return (double)(clock() - before) / CLOCKS_PER_SEC;
}

/// Nothing is drawn while nobody sees it, and a key that is held is let go.
static void check_hidden(Display *display) {
    Home *home = open_home(0);
    const Window window = (Window)jw_view_window(home->view);
    sound(home, 1e-3);
    run(home, 20);
    const double seen_s = spent_s(home);
    home->model.hand.drag = JW_WINDOW_SOUND;
    home->model.hand.pressed = (JwWindowTarget){JW_E_KEY, 60};
    home->model.hand.sounding = 60;
    XUnmapWindow(display, window);
    XSync(display, False);
    run(home, 5);
    check(home->n_releases == 1, "a key is let go: %d", home->n_releases);
    check_below(spent_s(home) / seen_s, 0.25, "work of a hidden window, against a seen one");
    XMapWindow(display, window);
    XSync(display, False);
    run(home, 20);
    check(highest(display, window, 360) > 0, "it is drawn again");
    home->model.hand.drag = JW_WINDOW_SOUND;
    home->model.hand.pressed = (JwWindowTarget){JW_E_KEY, 60};
    home->model.hand.sounding = 60;
    jw_view_close(home->view);
    check(home->n_releases == 2, "so it is where the window is closed: %d", home->n_releases);
    free(home);
}

static void press_blank(Display *display, Window window, int type) {
    XEvent event = {.xkey = {.type = type,
                             .window = window,
                             .root = DefaultRootWindow(display),
                             .time = 1000,
                             .keycode = XKeysymToKeycode(display, XK_space),
                             .same_screen = True}};
    XSendEvent(display, window, False, NoEventMask, &event);
    XSync(display, False);
}

/// A key that is held down acts once.
static void check_repeats(Display *display) {
    Home *home = open_home(0);
    const Window window = (Window)jw_view_window(home->view);
    run(home, 10);
    home->model.hand.focus = (JwWindowTarget){JW_E_PANIC, 0};
    home->model.hand.focus_seen = true;
    for (int i = 0; i < 5; ++i) {
        press_blank(display, window, KeyPress);
    }
    run(home, 5);
    check(home->n_panics == 1, "held down: %d", home->n_panics);
    press_blank(display, window, KeyRelease);
    press_blank(display, window, KeyPress);
    run(home, 5);
    check(home->n_panics == 2, "and pressed again: %d", home->n_panics);
    close_home(home);
}

int main(void) {
    Display *display = XOpenDisplay(NULL);
    if (!check(display, "there is a display")) {
        return check_result();
    }
    check_two(display);
    check_often(display);
    check_sizes();
    check_toolkit(display);
    check_scale(display);
    check_hidden(display);
    check_repeats(display);
    XCloseDisplay(display);
    return check_result();
}
