// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The CLAP plug-in's window in a small host: what hands do in it is played and told to the host,
// what the host moves is seen, and it opens and closes in any order.
//
//     test_clap_window LIBRARY [PICTURE.ppm]
//
// Takes a display. PICTURE gets the window while a string sounds.

#define _DEFAULT_SOURCE

#include "clap_host.h"
#include "support/check.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RATE = 48000, BLOCK = 256, WIDTH = 960, HEIGHT = 600, BLOCK_US = 1000 };

static Display *display;
static const char *library;

typedef struct {
    ClapHost *h;
    const clap_gui *gui;
    const clap_timer *timer;
    Window parent, child;
    double loudest;
    int n_values, n_begins, n_ends; ///< Events of parameters from the window
} Home;

static void run(Home *home, int n_blocks, bool plays) {
    ClapHost *h = home->h;
    for (int i = 0; i < n_blocks; ++i) {
        if (plays) {
            clap_host_run(h, BLOCK);
            const double peak = clap_host_peak(h, BLOCK);
            home->loudest = peak > home->loudest ? peak : home->loudest;
            home->n_values += clap_host_count(h, CLAP_EVENT_PARAM_VALUE, -1);
            home->n_begins += clap_host_count(h, CLAP_EVENT_PARAM_GESTURE_BEGIN, -1);
            home->n_ends += clap_host_count(h, CLAP_EVENT_PARAM_GESTURE_END, -1);
        }
        clap_host_serve(h);
        if (h->has_timer && i % 3 == 0) {
            home->timer->on_timer(h->plugin, h->timer);
        }
        usleep(BLOCK_US);
    }
}

static Window child_of(Window parent) {
    Window root, above, *children = NULL, first = 0;
    unsigned n = 0;
    XSync(display, False);
    if (XQueryTree(display, parent, &root, &above, &children, &n) && n > 0) {
        first = children[0];
    }
    if (children) {
        XFree(children);
    }
    return first;
}

static void open_window(Home *home) {
    ClapHost *h = home->h;
    uint32_t width = 0, height = 0;
    home->parent =
        XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, WIDTH, HEIGHT, 0, 0, 0);
    XMapWindow(display, home->parent);
    XSync(display, False);
    const clap_window window = {.api = CLAP_WINDOW_X11, .handle.x11 = home->parent};
    check(home->gui->create(h->plugin, CLAP_WINDOW_X11, false), "created");
    check(!home->gui->create(h->plugin, CLAP_WINDOW_X11, false), "not twice");
    home->gui->set_scale(h->plugin, 1.0);
    check(home->gui->size(h->plugin, &width, &height) && width == WIDTH && height == HEIGHT,
          "its size: %u x %u", width, height);
    check(home->gui->set_parent(h->plugin, &window), "in the host's window");
    check(home->gui->show(h->plugin), "shown");
    run(home, 60, true);
    home->child = child_of(home->parent);
    check(home->child != 0, "a window in the host's");
}

static void close_window(Home *home) {
    home->gui->hide(home->h->plugin);
    home->gui->destroy(home->h->plugin);
    XDestroyWindow(display, home->parent);
    XSync(display, False);
}

static void button(const Home *home, int type, int x, int y) {
    XEvent event = {.xbutton = {.type = type,
                                .window = home->child,
                                .root = DefaultRootWindow(display),
                                .time = 1000,
                                .x = x,
                                .y = y,
                                .state = type == ButtonPress ? 0 : Button1Mask,
                                .button = 1,
                                .same_screen = True}};
    XSendEvent(display, home->child, False, NoEventMask, &event);
    XSync(display, False);
}

static void drag(const Home *home, int x, int y) {
    XEvent event = {.xmotion = {.type = MotionNotify,
                                .window = home->child,
                                .root = DefaultRootWindow(display),
                                .x = x,
                                .y = y,
                                .state = Button1Mask,
                                .same_screen = True}};
    XSendEvent(display, home->child, False, NoEventMask, &event);
    XSync(display, False);
}

static void click(Home *home, int x, int y) {
    button(home, ButtonPress, x, y);
    run(home, 12, true);
    button(home, ButtonRelease, x, y);
    run(home, 24, true);
}

static XImage *picture_of(const Home *home) {
    return XGetImage(display, home->child, 0, 0, WIDTH, HEIGHT, AllPlanes, ZPixmap);
}

/// Number of pixels in which two pictures differ, within a part of the window.
static long difference(const XImage *a, const XImage *b, int top, int bottom) {
    long n = 0;
    for (int y = top; a && b && y < bottom; ++y) {
        for (int x = 0; x < WIDTH; ++x) {
            n += XGetPixel((XImage *)(uintptr_t)a, x, y) != XGetPixel((XImage *)(uintptr_t)b, x, y);
        }
    }
    return n;
}

static void write_picture(XImage *image, const char *path) {
    FILE *file = fopen(path, "wb");
    if (!file || !image) {
        return;
    }
    fprintf(file, "P6 %d %d 255\n", WIDTH, HEIGHT);
    for (int y = 0; y < HEIGHT; ++y) {
        for (int x = 0; x < WIDTH; ++x) {
            const unsigned long p = XGetPixel(image, x, y);
            fputc((int)(p >> 16 & 255), file);
            fputc((int)(p >> 8 & 255), file);
            fputc((int)(p & 255), file);
        }
    }
    fclose(file);
}

static void check_hands(Home *home, const char *path) {
    XImage *still = picture_of(home);
    home->loudest = 0.0;
    click(home, 758, 552); // A key of the keyboard at the bottom
    XImage *sounding = picture_of(home);
    check(home->loudest > 1e-4, "a key is heard: %g", home->loudest);
    check(difference(still, sounding, 60, HEIGHT) > 200, "and seen");
    if (path) {
        write_picture(sounding, path);
    }
    // The host moves a parameter, and the window shows it.
    const clap_id jawari = clap_host_param(home->h, "Jawari");
    clap_host_move(home->h, 0, CLAP_EVENT_PARAM_VALUE, jawari, 95.0);
    run(home, 60, true);
    XImage *moved = picture_of(home);
    check(difference(sounding, moved, 60, HEIGHT) > 100, "a moved parameter is seen");
    XDestroyImage(still);
    XDestroyImage(sounding);
    XDestroyImage(moved);
}

/// Drags the slider of Jawari on the page Play.
static void check_moves(Home *home) {
    const clap_id jawari = clap_host_param(home->h, "Jawari");
    clap_host_move(home->h, 0, CLAP_EVENT_PARAM_VALUE, jawari, 20.0);
    run(home, 40, true);
    const double before = clap_host_value(home->h, jawari);
    home->n_values = home->n_begins = home->n_ends = 0;
    button(home, ButtonPress, 200, 412);
    run(home, 12, true);
    for (int x = 210; x <= 400; x += 10) {
        drag(home, x, 412);
        run(home, 3, true);
    }
    button(home, ButtonRelease, 400, 412);
    run(home, 40, true);
    const double after = clap_host_value(home->h, jawari);
    check(home->n_values > 3, "the host is told of %d values", home->n_values);
    check(home->n_begins > 0 && home->n_ends == home->n_begins, "%d gestures begin, %d end",
          home->n_begins, home->n_ends);
    check(after > 40.0 && after < 70.0 && after != before, "from %g to %g", before, after);
}

static void check_size(const Home *home, uint32_t width, uint32_t height) {
    Window root;
    int x, y;
    unsigned w = 0, h = 0, border, depth;
    XGetGeometry(display, home->child, &root, &x, &y, &w, &h, &border, &depth);
    check(w == width && h == height, "the window has %u x %u, not %u x %u", w, h, width, height);
}

/// A zoom asks the host for another size; one that agrees need not call set_size().
static void check_zoom(Home *home) {
    XEvent event = {.xkey = {.type = KeyPress,
                             .window = home->child,
                             .root = DefaultRootWindow(display),
                             .state = ControlMask,
                             .keycode = XKeysymToKeycode(display, XK_minus),
                             .same_screen = True}};
    XSendEvent(display, home->child, False, NoEventMask, &event);
    XSync(display, False);
    run(home, 30, true);
    const uint32_t width = home->h->wanted_width, height = home->h->wanted_height;
    check(width > 0 && width < WIDTH, "a smaller window is wanted: %u x %u", width, height);
    check_size(home, width, height);
    event.xkey.keycode = XKeysymToKeycode(display, XK_0);
    XSendEvent(display, home->child, False, NoEventMask, &event);
    XSync(display, False);
    run(home, 30, true);
    check_size(home, WIDTH, HEIGHT);
}

/// The level of a resonator's input is seen, though no string hears it.
static void check_level(Home *home) {
    ClapHost *h = home->h;
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, clap_host_param(h, "Listening strings"), 2.0);
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, clap_host_param(h, "Dry"), -60.0);
    run(home, 60, true);
    XImage *still = picture_of(home);
    for (int i = 0; i < BLOCK; ++i) {
        h->input[0][i] = h->input[1][i] = 0.5F;
    }
    run(home, 30, true);
    XImage *loud = picture_of(home);
    check(difference(still, loud, 0, HEIGHT) > 20, "the level of the input is seen");
    memset(h->input, 0, sizeof(h->input));
    XDestroyImage(still);
    XDestroyImage(loud);
}

static void check_sizes(Home *home) {
    static const uint32_t sizes[][2] = {{400, 300}, {1300, 900}, {160, 100}, {960, 600}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
        uint32_t width = sizes[i][0], height = sizes[i][1];
        check(home->gui->adjust_size(home->h->plugin, &width, &height) && width == sizes[i][0],
              "a possible size");
        XResizeWindow(display, home->parent, width, height);
        check(home->gui->set_size(home->h->plugin, width, height), "set");
        run(home, 30, true);
        check_size(home, width, height);
    }
}

int main(int argc, char **argv) {
    display = XOpenDisplay(NULL);
    if (argc < 2 || !display) {
        return 2;
    }
    library = argv[1];
    static const char *const ids[] = {"org.jawari.instrument", "org.jawari.drone",
                                      "org.jawari.resonator"};
    for (int i = 0; i < 3; ++i) {
        Home home = {.h = calloc(1, sizeof(ClapHost))};
        clap_host_open(home.h, library, ids[i]);
        home.gui = clap_host_extension(home.h, CLAP_GUI);
        home.timer = clap_host_extension(home.h, CLAP_TIMER);
        check(home.gui->is_supported(home.h->plugin, CLAP_WINDOW_X11, false) &&
                  !home.gui->is_supported(home.h->plugin, "cocoa", false),
              "X11 alone");
        clap_host_start(home.h, RATE);
        open_window(&home);
        if (i == 0) {
            check_hands(&home, argc > 2 ? argv[2] : NULL);
            check_moves(&home);
            check_zoom(&home);
        } else if (i == 2) {
            check_level(&home);
        }
        check_sizes(&home);
        close_window(&home);
        open_window(&home);
        clap_host_stop(home.h);
        run(&home, 30, false); // Inactive, with its window
        clap_host_start(home.h, RATE);
        run(&home, 30, true);
        // Destroyed with its window open
        clap_host_stop(home.h);
        clap_host_close(home.h);
        free(home.h);
    }
    XCloseDisplay(display);
    return check_result();
}
