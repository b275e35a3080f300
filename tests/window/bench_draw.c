// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Time that drawing takes: prints it for the parts that move and for all, and fails only if cairo
// does. Arguments: number of pictures; to count instructions of one kind, bits of the parts that
// are drawn, of a sitar at 100 percent alone.

#include "sample.h"
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static JwWindowModel model;
static JwLayout layout;

static double draw_ms(JwCanvas *canvas, double scale, unsigned parts, int n) {
    jw_layout_make(&layout, &model, canvas, 960.0, 600.0);
    cairo_surface_t *image = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)lrint(960.0 * scale), (int)lrint(600.0 * scale));
    cairo_t *cr = cairo_create(image);
    jw_cairo_canvas_aim(canvas, cr);
    jw_window_draw(canvas, &model, &layout, scale, JW_PART_ALL);
    const clock_t before = clock();
    for (int i = 0; i < n; ++i) {
        jw_cairo_canvas_aim(canvas, cr);
        jw_window_draw(canvas, &model, &layout, scale, parts);
    }
    const double ms = 1e3 * (double)(clock() - before) / CLOCKS_PER_SEC / n;
    check(cairo_status(cr) == CAIRO_STATUS_SUCCESS, "cairo: %s",
          cairo_status_to_string(cairo_status(cr)));
    cairo_destroy(cr);
    cairo_surface_destroy(image);
    return ms;
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 6;
    JwCanvas *canvas = jw_cairo_canvas_new(NULL);
    if (!check(canvas != NULL && n > 0, "fonts")) {
        return check_result();
    }
    if (argc > 2) {
        sample_sitar(&model);
        draw_ms(canvas, 1.0, (unsigned)strtoul(argv[2], NULL, 10), n);
        jw_cairo_canvas_free(canvas);
        return check_result();
    }
    for (int tanpura = 0; tanpura < 2; ++tanpura) {
        (tanpura ? sample_tanpura : sample_sitar)(&model);
        for (int scale = 1; scale <= 2; ++scale) {
            printf(
                "%s at %d %%: string %.3f ms, sound %.3f ms, levels %.3f ms, all %.3f ms\n",
                tanpura ? "tanpura" : "sitar", 100 * scale,
                draw_ms(canvas, scale, JW_PART_STRING, n), draw_ms(canvas, scale, JW_PART_SOUND, n),
                draw_ms(canvas, scale, JW_PART_LEVELS, n), draw_ms(canvas, scale, JW_PART_ALL, n));
        }
    }
    jw_cairo_canvas_free(canvas);
    return check_result();
}
