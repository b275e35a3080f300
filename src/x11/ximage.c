// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "x11/ximage.h"

#include <X11/Xatom.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>

void jw_ximage_init(JwXImage *i, JwXDisplay *display, Window window, Visual *visual, int depth) {
    *i = (JwXImage){.display = display, .window = window, .visual = visual, .depth = depth};
    i->gc = XCreateGC(display->display, window, 0, NULL);
    i->may_share = XShmQueryExtension(display->display);
    i->read = XInternAtom(display->display, "_JAWARI_READ", False);
}

static void drop_picture(JwXImage *i) {
    if (i->surface) {
        cairo_surface_destroy(i->surface);
    }
    if (i->shared && !i->display->lost) {
        XShmDetach(i->display->display, &i->segment);
    }
    if (i->image) {
        if (i->shared) {
            i->image->data = NULL;
        }
        XDestroyImage(i->image);
    }
    if (i->shared) {
        shmdt(i->segment.shmaddr);
    }
    i->surface = NULL;
    i->image = NULL;
    i->shared = i->same = i->taken = false;
    i->width = i->height = 0;
}

void jw_ximage_clear(JwXImage *i) {
    drop_picture(i);
    if (i->gc && !i->display->lost) {
        XFreeGC(i->display->display, i->gc);
    }
    i->gc = NULL;
}

/********* Memory *********/

/// Attaches the image's memory on both sides. A server on another machine cannot.
static bool attach(JwXImage *i) {
    const size_t size = (size_t)i->image->bytes_per_line * (size_t)i->image->height;
    i->segment.shmid = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
    if (i->segment.shmid < 0) {
        return false;
    }
    i->segment.shmaddr = shmat(i->segment.shmid, NULL, 0);
    i->segment.readOnly = False;
    bool good = i->segment.shmaddr != (char *)-1;
    if (good) {
        jw_xdisplay_failed(i->display);
        good = XShmAttach(i->display->display, &i->segment) && !jw_xdisplay_failed(i->display);
        if (!good) {
            shmdt(i->segment.shmaddr);
        }
    }
    shmctl(i->segment.shmid, IPC_RMID, NULL); // Goes with the last who has it
    return good;
}

static bool make_shared(JwXImage *i, int width, int height) {
    i->image = XShmCreateImage(i->display->display, i->visual, (unsigned)i->depth, ZPixmap, NULL,
                               &i->segment, (unsigned)width, (unsigned)height);
    if (i->image && attach(i)) {
        i->image->data = i->segment.shmaddr;
        i->shared = true;
        return true;
    }
    if (i->image) {
        XDestroyImage(i->image);
        i->image = NULL;
    }
    i->may_share = false;
    return false;
}

static bool make_own(JwXImage *i, int width, int height) {
    i->image = XCreateImage(i->display->display, i->visual, (unsigned)i->depth, ZPixmap, 0, NULL,
                            (unsigned)width, (unsigned)height, 32, 0);
    if (i->image) {
        i->image->data = calloc((size_t)i->image->bytes_per_line, (size_t)height);
    }
    return i->image && i->image->data;
}

/// True if a pixel of the server is one of cairo's.
static bool is_cairo(const XImage *image) {
    const uint32_t one = 1;
    const int order = *(const uint8_t *)&one ? LSBFirst : MSBFirst;
    return image->bits_per_pixel == 32 && image->byte_order == order &&
           image->red_mask == 0xff0000 && image->green_mask == 0xff00 && image->blue_mask == 0xff;
}

bool jw_ximage_resize(JwXImage *i, int width, int height) {
    drop_picture(i);
    if (!(i->may_share && make_shared(i, width, height)) && !make_own(i, width, height)) {
        drop_picture(i);
        return false;
    }
    i->same = is_cairo(i->image);
    i->surface = i->same ? cairo_image_surface_create_for_data((unsigned char *)i->image->data,
                                                               CAIRO_FORMAT_RGB24, width, height,
                                                               i->image->bytes_per_line)
                         : cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    if (cairo_surface_status(i->surface) != CAIRO_STATUS_SUCCESS) {
        drop_picture(i);
        return false;
    }
    i->width = width;
    i->height = height;
    return true;
}

/********* Pixels *********/

/// Place of a colour in a pixel: its lowest bit, and how many bits it has.
static int lowest_bit(unsigned long mask) {
    int bit = 0;
    while (mask && !(mask & 1)) {
        mask >>= 1;
        ++bit;
    }
    return bit;
}

static unsigned long place_colour(unsigned value, unsigned long mask, int lowest) {
    return (unsigned long)value * (mask >> lowest) / 255UL << lowest;
}

/// Turns pixels of cairo's into pixels of the server's: 16 bits, or colours in another order.
static void convert(JwXImage *i, int x0, int y0, int width, int height) {
    XImage *image = i->image;
    const int stride = cairo_image_surface_get_stride(i->surface);
    const unsigned char *data = cairo_image_surface_get_data(i->surface);
    const int red = lowest_bit(image->red_mask);
    const int green = lowest_bit(image->green_mask);
    const int blue = lowest_bit(image->blue_mask);
    for (int y = y0; y < y0 + height; ++y) {
        for (int x = x0; x < x0 + width; ++x) {
            uint32_t pixel;
            memcpy(&pixel, data + (size_t)y * (size_t)stride + 4 * (size_t)x, sizeof pixel);
            XPutPixel(image, x, y,
                      place_colour(pixel >> 16 & 0xff, image->red_mask, red) |
                          place_colour(pixel >> 8 & 0xff, image->green_mask, green) |
                          place_colour(pixel & 0xff, image->blue_mask, blue));
        }
    }
}

void jw_ximage_put(JwXImage *i, int x, int y, int width, int height) {
    Display *display = i->display->display;
    cairo_surface_flush(i->surface);
    if (!i->same) {
        convert(i, x, y, width, height);
    }
    if (i->shared) {
        i->taken = XShmPutImage(display, i->window, i->gc, i->image, x, y, x, y, (unsigned)width,
                                (unsigned)height, True);
    } else {
        XPutImage(display, i->window, i->gc, i->image, x, y, x, y, (unsigned)width,
                  (unsigned)height);
        // Pictures do not queue up on a slow connection: the next one waits for this one's end
        XChangeProperty(display, i->window, i->read, XA_INTEGER, 32, PropModeReplace, NULL, 0);
        i->taken = true;
    }
}

bool jw_ximage_take(JwXImage *i, const XEvent *event) {
    const bool read = i->shared
                          ? event->type == XShmGetEventBase(i->display->display) + ShmCompletion
                          : event->type == PropertyNotify && event->xproperty.atom == i->read;
    i->taken = i->taken && !read;
    return read;
}
