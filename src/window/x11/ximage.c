// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "window/x11/ximage.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>

enum { READ_LENGTH = 12, PUT_HEAD = 64 };

/********* Kind of pixels *********/

static const xcb_visualtype_t *find_visual(const xcb_screen_t *screen) {
    for (xcb_depth_iterator_t d = xcb_screen_allowed_depths_iterator(screen); d.rem > 0;
         xcb_depth_next(&d)) {
        for (xcb_visualtype_iterator_t v = xcb_depth_visuals_iterator(d.data); v.rem > 0;
             xcb_visualtype_next(&v)) {
            if (v.data->visual_id == screen->root_visual) {
                return v.data;
            }
        }
    }
    return NULL;
}

bool jw_xpixels_find(JwXPixels *pixels, const JwXDisplay *display, const xcb_screen_t *screen) {
    const xcb_setup_t *setup = xcb_get_setup(display->connection);
    const xcb_visualtype_t *visual = find_visual(screen);
    *pixels = (JwXPixels){.depth = screen->root_depth,
                          .big_end_first = setup->image_byte_order == XCB_IMAGE_ORDER_MSB_FIRST};
    for (xcb_format_iterator_t f = xcb_setup_pixmap_formats_iterator(setup); f.rem > 0;
         xcb_format_next(&f)) {
        if (f.data->depth == screen->root_depth) {
            pixels->bits = f.data->bits_per_pixel;
            pixels->pad = f.data->scanline_pad;
        }
    }
    if (!visual || pixels->bits < 16 || pixels->pad < 8 ||
        (visual->_class != XCB_VISUAL_CLASS_TRUE_COLOR &&
         visual->_class != XCB_VISUAL_CLASS_DIRECT_COLOR)) {
        return false;
    }
    pixels->red = visual->red_mask;
    pixels->green = visual->green_mask;
    pixels->blue = visual->blue_mask;
    return true;
}

/// True if the server's pixel format is cairo's.
static bool is_cairo(const JwXPixels *p) {
    const uint32_t one = 1;
    const bool big = *(const uint8_t *)&one == 0;
    return p->bits == 32 && p->pad == 32 && p->big_end_first == big && p->red == 0xff0000 &&
           p->green == 0xff00 && p->blue == 0xff;
}

/********* Lifetime *********/

void jw_ximage_init(JwXImage *i, JwXDisplay *display, xcb_window_t window,
                    const JwXPixels *pixels) {
    xcb_connection_t *c = display->connection;
    *i = (JwXImage){.display = display, .window = window, .pixels = *pixels};
    i->gc = xcb_generate_id(c);
    xcb_create_gc(c, i->gc, window, 0, NULL);
    const xcb_query_extension_reply_t *shm = xcb_get_extension_data(c, &xcb_shm_id);
    if (shm && shm->present) {
        i->may_share = true;
        i->shm_event = shm->first_event;
        i->shm_major = shm->major_opcode;
    }
    xcb_intern_atom_reply_t *atom = xcb_intern_atom_reply(
        c, xcb_intern_atom_unchecked(c, 0, READ_LENGTH, "_JAWARI_READ"), NULL);
    i->read = atom ? atom->atom : XCB_ATOM_NONE;
    free(atom);
}

static void drop_picture(JwXImage *i) {
    if (i->surface) {
        cairo_surface_destroy(i->surface);
    }
    if (i->segment) {
        xcb_shm_detach(i->display->connection, i->segment);
        shmdt(i->data);
    } else {
        free(i->data);
    }
    i->surface = NULL;
    i->data = NULL;
    i->segment = 0;
    i->same = i->taken = false;
    i->width = i->height = 0;
}

void jw_ximage_clear(JwXImage *i) {
    drop_picture(i);
    xcb_free_gc(i->display->connection, i->gc);
}

/********* Memory *********/

/// Attaches shared memory on both sides. Fails with a server on another machine, or without room.
static bool make_shared(JwXImage *i, size_t size) {
    const int id = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
    if (id < 0) {
        return false;
    }
    void *data = shmat(id, NULL, 0);
    bool good = data != (void *)-1;
    if (good) {
        const xcb_shm_seg_t segment = xcb_generate_id(i->display->connection);
        good = jw_xdisplay_worked(
            i->display, xcb_shm_attach_checked(i->display->connection, segment, (uint32_t)id, 0));
        if (good) {
            i->segment = segment;
            i->data = data;
        } else {
            shmdt(data);
        }
    }
    shmctl(id, IPC_RMID, NULL); // Removed after its last user
    return good;
}

static bool make_memory(JwXImage *i, size_t size) {
    if (i->may_share) {
        i->may_share = make_shared(i, size);
    }
    if (!i->data) {
        i->data = calloc(size, 1);
    }
    return i->data != NULL;
}

bool jw_ximage_resize(JwXImage *i, int width, int height) {
    const JwXPixels *p = &i->pixels;
    drop_picture(i);
    i->stride = (width * p->bits + p->pad - 1) / p->pad * p->pad / 8;
    if (!make_memory(i, (size_t)i->stride * (size_t)height)) {
        return false;
    }
    i->same = is_cairo(p);
    i->surface = i->same ? cairo_image_surface_create_for_data(i->data, CAIRO_FORMAT_RGB24, width,
                                                               height, i->stride)
                         : cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    if (cairo_surface_status(i->surface) != CAIRO_STATUS_SUCCESS) {
        drop_picture(i);
        return false;
    }
    i->width = width;
    i->height = height;
    return true;
}

bool jw_ximage_fail(JwXImage *i, const xcb_generic_error_t *error) {
    if (!i->segment || error->major_code != i->shm_major) {
        return false;
    }
    i->may_share = false;
    drop_picture(i);
    return true;
}

/********* Pixels *********/

/// Position of a colour in a pixel: its lowest bit, and its number of bits.
static int lowest_bit(uint32_t mask) {
    int bit = 0;
    while (mask && !(mask & 1)) {
        mask >>= 1;
        ++bit;
    }
    return bit;
}

static uint32_t place_colour(uint32_t value, uint32_t mask, int lowest) {
    return (uint32_t)((uint64_t)value * (mask >> lowest) / 255) << lowest;
}

static void write_pixel(uint8_t *at, uint32_t pixel, int bytes, bool big_end_first) {
    for (int k = 0; k < bytes; ++k) {
        at[big_end_first ? bytes - 1 - k : k] = (uint8_t)(pixel >> 8 * k);
    }
}

/// Converts cairo's pixels to the server's: 16 bits, or another order of colours.
static void convert(JwXImage *i) {
    const JwXPixels *p = &i->pixels;
    const int stride = cairo_image_surface_get_stride(i->surface);
    const unsigned char *data = cairo_image_surface_get_data(i->surface);
    const int red = lowest_bit(p->red), green = lowest_bit(p->green), blue = lowest_bit(p->blue);
    for (int y = 0; y < i->height; ++y) {
        uint8_t *row = i->data + (size_t)y * (size_t)i->stride;
        for (int x = 0; x < i->width; ++x) {
            uint32_t pixel;
            memcpy(&pixel, data + (size_t)y * (size_t)stride + 4 * (size_t)x, sizeof pixel);
            write_pixel(row + x * (p->bits / 8),
                        place_colour(pixel >> 16 & 0xff, p->red, red) |
                            place_colour(pixel >> 8 & 0xff, p->green, green) |
                            place_colour(pixel & 0xff, p->blue, blue),
                        p->bits / 8, p->big_end_first);
        }
    }
}

/// Sends the rows in requests of the largest allowed size.
static void put_rows(const JwXImage *i) {
    xcb_connection_t *c = i->display->connection;
    const size_t most = (size_t)xcb_get_maximum_request_length(c) * 4 - PUT_HEAD;
    const size_t fit = most / (size_t)i->stride;
    const int rows = fit < 1 ? 1 : fit > (size_t)i->height ? i->height : (int)fit;
    for (int y = 0; y < i->height; y += rows) {
        const int n = i->height - y < rows ? i->height - y : rows;
        xcb_put_image(c, XCB_IMAGE_FORMAT_Z_PIXMAP, i->window, i->gc, (uint16_t)i->width,
                      (uint16_t)n, 0, (int16_t)y, 0, i->pixels.depth,
                      (uint32_t)n * (uint32_t)i->stride, i->data + (size_t)y * (size_t)i->stride);
    }
}

void jw_ximage_put(JwXImage *i) {
    xcb_connection_t *c = i->display->connection;
    const uint16_t width = (uint16_t)i->width, height = (uint16_t)i->height;
    cairo_surface_flush(i->surface);
    if (!i->same) {
        convert(i);
    }
    if (i->segment) {
        xcb_shm_put_image(c, i->window, i->gc, width, height, 0, 0, width, height, 0, 0,
                          i->pixels.depth, XCB_IMAGE_FORMAT_Z_PIXMAP, 1, i->segment, 0);
    } else {
        put_rows(i);
        // The change event marks the end of this picture; the next waits for it, so that pictures
        // do not queue up on a slow connection
        xcb_change_property(c, XCB_PROP_MODE_REPLACE, i->window, i->read, XCB_ATOM_INTEGER, 32, 0,
                            NULL);
    }
    i->taken = true;
}

bool jw_ximage_take(JwXImage *i, const xcb_generic_event_t *event) {
    const uint8_t type = event->response_type & 0x7f;
    const bool read = i->segment
                          ? type == i->shm_event + XCB_SHM_COMPLETION
                          : type == XCB_PROPERTY_NOTIFY &&
                                ((const xcb_property_notify_event_t *)event)->atom == i->read;
    i->taken = i->taken && !read;
    return read;
}
