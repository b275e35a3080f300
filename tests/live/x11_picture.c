// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Prints width, height and the number of colours of what a window shows. Argument: the window's
// number. Or asks a window to close, as a window manager does. Arguments: close, its number.

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int count_colours(uint32_t *pixel, size_t n) {
    int colours = n > 0;
    qsort(pixel, n, sizeof pixel[0], by_value);
    for (size_t i = 1; i < n; ++i) {
        colours += pixel[i] != pixel[i - 1];
    }
    return colours;
}

/// A colour's share of a pixel, 0 to 255.
static uint32_t share(unsigned long pixel, unsigned long mask) {
    while (mask && !(mask & 1)) {
        mask >>= 1;
        pixel >>= 1;
    }
    return mask ? (uint32_t)((pixel & mask) * 255 / mask) : 0;
}

static void print_picture(XImage *image) {
    const int w = image->width, h = image->height;
    uint32_t *all = malloc((size_t)w * (size_t)h * sizeof *all);
    if (!all) {
        abort();
    }
    for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; ++x) {
            const unsigned long p = XGetPixel(image, x, y);
            all[(size_t)y * (size_t)w + (size_t)x] = share(p, image->red_mask) << 16 |
                                                     share(p, image->green_mask) << 8 |
                                                     share(p, image->blue_mask);
        }
    }
    printf("%d %d %d\n", w, h, count_colours(all, (size_t)w * (size_t)h));
    free(all);
}

static int close_window(Display *display, Window window) {
    XEvent event = {.xclient = {.type = ClientMessage,
                                .window = window,
                                .message_type = XInternAtom(display, "WM_PROTOCOLS", False),
                                .format = 32}};
    event.xclient.data.l[0] = (long)XInternAtom(display, "WM_DELETE_WINDOW", False);
    const int sent = XSendEvent(display, window, False, NoEventMask, &event);
    XCloseDisplay(display);
    return sent ? 0 : 1;
}

int main(int argc, char **argv) {
    Display *display = XOpenDisplay(NULL);
    XWindowAttributes a;
    if (display && argc == 3 && !strcmp(argv[1], "close")) {
        return close_window(display, strtoul(argv[2], NULL, 0));
    }
    const Window window = argc == 2 ? strtoul(argv[1], NULL, 0) : 0;
    if (!display || !window || !XGetWindowAttributes(display, window, &a)) {
        return 2;
    }
    XImage *image =
        XGetImage(display, window, 0, 0, (unsigned)a.width, (unsigned)a.height, AllPlanes, ZPixmap);
    if (image) {
        print_picture(image);
        XDestroyImage(image);
    }
    XCloseDisplay(display);
    return image ? 0 : 3;
}
