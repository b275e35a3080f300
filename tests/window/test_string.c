// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The drawn string lies where its modes say, within a pixel: in the hero and under the lens, at
// several zooms, moving and at rest; and so does the bridge. A part that is drawn once more by
// itself looks as it did, but for its edges.

#include "sample.h"
#include "support/check.h"

#include "base/pi.h"
#include "window/draw/shape.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static JwWindowModel model;
static JwLayout layout;

typedef struct {
    cairo_surface_t *surface;
    const uint32_t *pixel;
    int w, h;
} Image;

static Image draw(JwCanvas *canvas, double scale) {
    jw_layout_make(&layout, &model, canvas, 960.0, 600.0);
    Image image = {.w = (int)lrint(960.0 * scale), .h = (int)lrint(600.0 * scale)};
    image.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, image.w, image.h);
    cairo_t *cr = cairo_create(image.surface);
    jw_cairo_canvas_aim(canvas, cr);
    jw_window_draw(canvas, &model, &layout, scale, JW_PART_ALL);
    check(cairo_status(cr) == CAIRO_STATUS_SUCCESS, "drawing");
    cairo_destroy(cr);
    cairo_surface_flush(image.surface);
    image.pixel = (const uint32_t *)(const void *)cairo_image_surface_get_data(image.surface);
    return image;
}

/// How near a pixel is to a colour: 1 is the same.
static double likeness(uint32_t pixel, JwColour c) {
    const double r = (pixel >> 16 & 255) / 255.0 - c.r;
    const double g = (pixel >> 8 & 255) / 255.0 - c.g;
    const double b = (pixel & 255) / 255.0 - c.b;
    return fmax(1.0 - 2.0 * sqrt(r * r + g * g + b * b), 0.0);
}

/// Middle of those of a column's pixels that are most like a colour, within some rows [device px];
/// NAN if none is.
static double middle_of(const Image *image, int x, double from, double to, JwColour c) {
    const int first = (int)fmax(from, 0.0);
    const int last = (int)fmin(to, image->h);
    double most = 0.35, sum = 0.0, weight = 0.0;
    for (int y = first; y < last; ++y) {
        most = fmax(most, likeness(image->pixel[y * image->w + x], c));
    }
    for (int y = first; y < last; ++y) {
        const double like = likeness(image->pixel[y * image->w + x], c);
        if (like > 0.7 * most) {
            sum += like * (y + 0.5);
            weight += like;
        }
    }
    return weight > 0.3 ? sum / weight : (double)NAN;
}

/// Sum of the modes as the model's head says it, sine by sine.
static double height_m(double x_m) {
    const JwWindowPicture *now = &model.hero.picture[0];
    double sum = 0.0;
    if (model.hero.n_pictures > 0 && x_m < model.hero.length_m) {
        for (int j = 1; j <= now->n; ++j) {
            sum += (double)now->towards[j - 1] * sin(JW_PI * j * x_m / model.hero.length_m);
        }
    }
    return sum;
}

/// True where a handle covers the line.
static bool covered(double x, double y) {
    for (int i = 0; i < layout.n; ++i) {
        const JwElement *e = &layout.element[i];
        if (e->kind == JW_E_HANDLE && fabs(e->at.x + 5.0 - x) < 8.0 &&
            fabs(e->at.y + 5.0 - y) < 20.0) {
            return true;
        }
    }
    return false;
}

/// Largest distance of the line from its modes in a view [device px].
static double worst_distance(const Image *image, const JwStringMap *map, JwRect view, double scale,
                             double end_m, int *n) {
    const JwColour ink = jw_theme(model.theme)->ink[jw_theme_role(jw_window_role(&model))];
    double worst = 0.0;
    *n = 0;
    for (int x = (int)((fmax(map->x0, view.x) + 8.0) * scale);
         x < (int)((jw_rect_right(view) - 16.0) * scale); x += 7) {
        const double x_m = ((x + 0.5) / scale - map->x0) / map->px_m;
        const double y = (map->y0 - map->px_up * height_m(x_m)) * scale;
        if (covered((x + 0.5) / scale, y / scale) || x_m > end_m || y < (view.y + 4.0) * scale ||
            y > (jw_rect_bottom(view) - 4.0) * scale) {
            continue;
        }
        const double found = middle_of(image, x, y - 8.0 * scale, y + 8.0 * scale, ink);
        if (isfinite(found)) { // Texts cover some of it
            worst = fmax(worst, fabs(found - y));
            ++*n;
        }
    }
    return worst;
}

static void test_line(JwCanvas *canvas, double scale, const char *name) {
    model.bridge.n_contacts = 0; // Bars of forces have the string's colour
    const Image image = draw(canvas, scale);
    const JwElement *hero = jw_layout_find(&layout, JW_E_HERO, 0);
    const JwElement *lens = jw_layout_find(&layout, JW_E_LENS, 0);
    int n;
    const double open_m = model.hero.length_m;
    const double far = worst_distance(&image, &layout.hero, hero->at, scale, open_m, &n);
    check_below(far, 1.0, "%s at %.0f %%: hero, %d columns [px]", name, 100.0 * scale, n);
    check(n >= 0.7 * hero->at.w * scale / 7.0 * open_m / model.hero.open_m, "%s: %d columns", name,
          n);
    const double near =
        worst_distance(&image, &layout.lens, lens->at, scale, layout.lens_end_m, &n);
    check_below(near, 1.0, "%s at %.0f %%: lens, %d columns [px]", name, 100.0 * scale, n);
    check(n >= 30, "%s: %d columns of the lens", name, n);
    cairo_surface_destroy(image.surface);
}

/// The bridge's edge parts its ground from the lens' at the height that it has.
static void test_bridge(JwCanvas *canvas, double scale) {
    model.bridge.n_contacts = 0;
    model.sounds = false;
    const Image image = draw(canvas, scale);
    const JwStringMap *map = &layout.lens;
    const JwColour solid = jw_theme(model.theme)->ink[JW_INK_SOLID];
    const JwColour ground = jw_theme(model.theme)->ink[JW_INK_LENS];
    int n_wrong = 0, n = 0;
    for (double x_m = 3e-3; x_m < 0.8 * layout.lens_end_m; x_m += 0.3e-3) {
        const double h_m = -(x_m - 1.5e-3) * (x_m - 1.5e-3) / (2.0 * 0.6);
        const double y = map->y0 - map->px_up * h_m;
        const int x = (int)((map->x0 + x_m * map->px_m) * scale);
        const uint32_t below = image.pixel[(int)((y + 3.0) * scale) * image.w + x];
        const uint32_t above = image.pixel[(int)((y - 3.0) * scale) * image.w + x];
        if (y < map->y0 + 7.0) {
            continue; // The string at rest lies on it
        }
        n_wrong += likeness(below, solid) < 0.97 || likeness(above, ground) < 0.97;
        ++n;
    }
    check(n > 12 && n_wrong == 0, "bridge at %.0f %%: %d of %d places are wrong", 100.0 * scale,
          n_wrong, n);
    cairo_surface_destroy(image.surface);
}

static void test_shape(void) {
    float a[3] = {0.0F, 1.0F, 0.0F};
    check_between(jw_shape_m(a, 3, 0.25), 0.999999, 1.000001, "second mode at a quarter");
    check_below(fabs(jw_shape_m(a, 3, 0.5)), 1e-12, "second mode in the middle");
    check(jw_shape_modes(a, 3, 0.5) == 2, "a mode of no amplitude is left out");
    check(jw_shape_modes(a, 3, 2.0) == 0, "small ones are");
    a[1] = NAN;
    check(jw_shape_modes(a, 3, 0.5) == 2, "one that is not a number stays, and is seen");
}

/// A row of places has the same heights as each place alone, whatever number of modes.
static void test_row(void) {
    static const int modes[] = {0, 1, 2, 3, 100, 101, JW_WINDOW_MODES};
    static float a[JW_WINDOW_MODES];
    static double row[2048];
    for (int j = 0; j < JW_WINDOW_MODES; ++j) {
        a[j] = (float)(sin(0.7 * j * j) / (1.0 + j));
    }
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; ++i) {
        const int count = (int)(2048 - 3 * i); // No whole number of lanes
        const double step = 1.0 / count;
        double worst = 0.0;
        row[count - 1] = NAN;
        jw_shape_row_m(a, modes[i], 0.0, step, count, row);
        for (int k = 0; k < count; ++k) {
            double sum = 0.0;
            for (int j = 1; j <= modes[i]; ++j) {
                sum += (double)a[j - 1] * sin(JW_PI * j * step * k);
            }
            worst = fmax(worst, fabs(row[k] - sum));
        }
        check_below(worst, 1e-9, "%d places of %d modes", count, modes[i]);
        check(isfinite(row[count - 1]), "the last one too");
    }
}

/// Pixels that differ after parts of a window were drawn once more.
static int changed_by(Image *image, JwCanvas *canvas, double scale, unsigned parts) {
    const size_t size = sizeof(uint32_t) * (size_t)image->w * (size_t)image->h;
    uint32_t *before = malloc(size);
    int n = 0;
    memcpy(before, image->pixel, size);
    cairo_t *cr = cairo_create(image->surface);
    jw_cairo_canvas_aim(canvas, cr);
    jw_window_draw(canvas, &model, &layout, scale, parts);
    cairo_destroy(cr);
    cairo_surface_flush(image->surface);
    for (int i = 0; i < image->w * image->h; ++i) {
        n += (before[i] & 0xffffff) != (image->pixel[i] & 0xffffff);
    }
    free(before);
    return n;
}

static void test_parts(JwCanvas *canvas, double scale, const char *name) {
    static const JwWindowPage pages[] = {JW_WINDOW_PLAY, JW_WINDOW_TUNE, JW_WINDOW_DRONE_PAGE,
                                         JW_WINDOW_PARAMS};
    for (int i = 0; i < 4; ++i) {
        model.hand.page = pages[i];
        Image image = draw(canvas, scale);
        for (unsigned parts = 1; parts <= JW_PART_ALL; parts += parts < 15 ? 1 : 8) {
            const int n = changed_by(&image, canvas, scale, parts);
            // Soft edges grow a little firmer each time.
            check(n < image.w * image.h / 1000,
                  "%s, page %d, parts %u drawn once more: %d pixels are others", name, i, parts, n);
        }
        cairo_surface_destroy(image.surface);
    }
}

int main(void) {
    JwCanvas *canvas = jw_cairo_canvas_new(NULL);
    if (!check(canvas != NULL, "fonts")) {
        return check_result();
    }
    const double scales[] = {0.75, 1.0, 1.3, 2.0, 3.0};
    test_shape();
    test_row();
    for (int i = 0; i < 5; ++i) {
        sample_sitar(&model);
        test_line(canvas, scales[i], "open");
        model.hero.length_m = model.hero.fret_m[7];
        model.hero.fret = 7;
        test_line(canvas, scales[i], "stopped");
        model.theme = JW_WINDOW_LIGHT;
        model.hero.n_pictures = 0;
        model.sounds = false;
        test_line(canvas, scales[i], "at rest");
        sample_tanpura(&model);
        test_line(canvas, scales[i], "drone");
        sample_sitar(&model);
        model.bridge.along = true; // The lens stands in the middle of the string
        model.bridge.lens_m = model.bridge.lens_to_m = 0.4;
        test_line(canvas, scales[i], "along");
        check(layout.lens_start_m > 0.3 && layout.lens_end_m < 0.5, "the lens: %g to %g m",
              layout.lens_start_m, layout.lens_end_m);
        sample_sitar(&model);
        test_bridge(canvas, scales[i]);
    }
    for (int scale = 1; scale <= 2; ++scale) {
        sample_tanpura(&model);
        test_parts(canvas, scale, "drone");
        sample_sitar(&model);
        test_parts(canvas, scale, "sitar");
    }
    jw_cairo_canvas_free(canvas);
    return check_result();
}
