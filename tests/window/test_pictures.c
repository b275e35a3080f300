// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The documents' pictures of the window are as it is drawn now: compares those that
// tools/pictures.sh has drawn anew with those that are kept. Where sound is seen (string, bridge,
// spectrogram, levels) a tenth of the pixels may differ, elsewhere one in a thousand. Arguments:
// both folders.

#include "support/check.h"

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"window", "host", "raga", "bass"};

enum { LARGE = 32 }; ///< Difference of a colour that is seen

/// Where sound is seen: left, top, right, bottom.
static const int sound[][4] = {{16, 56, 704, 412}, {704, 56, 960, 420}, {770, 0, 912, 48}};

static bool shows_sound(int x, int y) {
    for (size_t i = 0; i < sizeof sound / sizeof sound[0]; ++i) {
        const int *r = sound[i];
        if (x >= r[0] && y >= r[1] && x < r[2] && y < r[3]) {
            return true;
        }
    }
    return false;
}

static bool differ(uint32_t a, uint32_t b) {
    bool differs = false;
    for (int shift = 0; shift < 24; shift += 8) {
        differs |= abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > LARGE;
    }
    return differs;
}

static cairo_surface_t *read_picture(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%.3900s/%.100s.png", folder, name);
    return cairo_image_surface_create_from_png(path);
}

static void compare(const char *name, cairo_surface_t *a, cairo_surface_t *b) {
    const int w = cairo_image_surface_get_width(a), h = cairo_image_surface_get_height(a);
    if (!check(cairo_surface_status(a) == CAIRO_STATUS_SUCCESS, "%s is drawn", name) ||
        !check(cairo_surface_status(b) == CAIRO_STATUS_SUCCESS &&
                   cairo_image_surface_get_width(b) == w && cairo_image_surface_get_height(b) == h,
               "%s is kept, in that size", name)) {
        return;
    }
    int n[2] = {0, 0}, wrong[2] = {0, 0};
    for (int y = 0; y < h; ++y) {
        const unsigned char *row_a =
            cairo_image_surface_get_data(a) + (ptrdiff_t)y * cairo_image_surface_get_stride(a);
        const unsigned char *row_b =
            cairo_image_surface_get_data(b) + (ptrdiff_t)y * cairo_image_surface_get_stride(b);
        for (int x = 0; x < w; ++x) {
            uint32_t pixel_a, pixel_b;
            memcpy(&pixel_a, row_a + 4 * x, sizeof pixel_a);
            memcpy(&pixel_b, row_b + 4 * x, sizeof pixel_b);
            const bool still = !shows_sound(x, y);
            ++n[still];
            wrong[still] += differ(pixel_a, pixel_b);
        }
    }
    check_below(100.0 * wrong[0] / n[0], 10.0, "%s: differs where sound is seen [%%]", name);
    check_below(100.0 * wrong[1] / n[1], 0.1,
                "%s: differs elsewhere, else sh tools/pictures.sh [%%]", name);
}

int main(int argc, char **argv) {
    for (size_t i = 0; i < sizeof names / sizeof names[0] && argc > 2; ++i) {
        cairo_surface_t *drawn = read_picture(argv[1], names[i]);
        cairo_surface_t *kept = read_picture(argv[2], names[i]);
        compare(names[i], drawn, kept);
        cairo_surface_destroy(drawn);
        cairo_surface_destroy(kept);
    }
    check(argc > 2, "two folders");
    return check_result();
}
