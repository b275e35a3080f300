// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _DEFAULT_SOURCE

#include "screen.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <stdlib.h>
#include <unistd.h>

enum { WAIT_US = 1000, WHEEL_UP = 4, WHEEL_DOWN = 5 };

static Display *display;

const char *const screen_api = CLAP_WINDOW_X11;

bool screen_begin(void) {
    display = XOpenDisplay(NULL);
    return display != NULL;
}

void screen_end(void) {
    XCloseDisplay(display);
}

/********* Windows *********/

ScreenWindow screen_open(int width, int height, clap_window *for_plugin) {
    const Window window = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0,
                                              (unsigned)width, (unsigned)height, 0, 0, 0);
    XMapWindow(display, window);
    XSync(display, False);
    *for_plugin = (clap_window){.api = screen_api, .handle.x11 = window};
    return window;
}

void screen_close(ScreenWindow window) {
    XDestroyWindow(display, window);
    XSync(display, False);
}

void screen_resize(ScreenWindow window, int width, int height) {
    XResizeWindow(display, window, (unsigned)width, (unsigned)height);
}

ScreenWindow screen_child(ScreenWindow parent) {
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

void screen_size(ScreenWindow window, int *width, int *height) {
    Window root;
    int x, y;
    unsigned w = 0, h = 0, border, depth;
    XGetGeometry(display, window, &root, &x, &y, &w, &h, &border, &depth);
    *width = (int)w;
    *height = (int)h;
}

/********* Hands *********/

static void send(ScreenWindow window, XEvent *event) {
    XSendEvent(display, window, False, NoEventMask, event);
    XSync(display, False);
}

static void send_button(ScreenWindow window, int type, unsigned button, int x, int y,
                        unsigned state) {
    send(window, &(XEvent){.xbutton = {.type = type,
                                       .window = window,
                                       .root = DefaultRootWindow(display),
                                       .time = 1000,
                                       .x = x,
                                       .y = y,
                                       .state = state,
                                       .button = button,
                                       .same_screen = True}});
}

void screen_button(ScreenWindow window, bool down, int x, int y) {
    send_button(window, down ? ButtonPress : ButtonRelease, 1, x, y, down ? 0 : Button1Mask);
}

void screen_wheel(ScreenWindow window, int x, int y, bool away, bool control) {
    const unsigned button = away ? WHEEL_UP : WHEEL_DOWN, state = control ? ControlMask : 0;
    send_button(window, ButtonPress, button, x, y, state);
    send_button(window, ButtonRelease, button, x, y, state);
}

void screen_drag(ScreenWindow window, int x, int y) {
    send(window, &(XEvent){.xmotion = {.type = MotionNotify,
                                       .window = window,
                                       .root = DefaultRootWindow(display),
                                       .x = x,
                                       .y = y,
                                       .state = Button1Mask,
                                       .same_screen = True}});
}

void screen_key(ScreenWindow window, char character) {
    XEvent event = {.xkey = {.type = KeyPress,
                             .window = window,
                             .root = DefaultRootWindow(display),
                             .keycode = XKeysymToKeycode(display, (KeySym)character),
                             .same_screen = True}};
    send(window, &event);
    event.xkey.type = KeyRelease;
    send(window, &event);
}

uint32_t *screen_picture(ScreenWindow window, int width, int height) {
    XImage *image =
        XGetImage(display, window, 0, 0, (unsigned)width, (unsigned)height, AllPlanes, ZPixmap);
    uint32_t *pixel = image ? malloc((size_t)(width * height) * sizeof(*pixel)) : NULL;
    for (int i = 0; pixel && i < width * height; ++i) {
        pixel[i] = (uint32_t)XGetPixel(image, i % width, i / width) & 0xffffff;
    }
    if (image) {
        XDestroyImage(image);
    }
    return pixel;
}

void screen_wait(void) {
    usleep(WAIT_US);
}
