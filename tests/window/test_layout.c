// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Layout and texts at many sizes: nothing overlaps or leaves the window, no text is cut off, each
// is found at its middle, and stands out from what is under it.
//
// test_window_layout every|half [FONTS]: at every size each zoom, or every second one, 100 %
// always.

#include "sample.h"
#include "support/check.h"
#include "window/draw/entry.h"
#include "window/draw/menu.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double slack = 0.51; // Elements may round to whole pixels

static JwWindowModel model;
static JwLayout layout;
static JwTextLog texts;

typedef struct {
    const char *name;
    void (*fill)(JwWindowModel *);
} Sample;

static const Sample samples[] = {{"sitar", sample_sitar},
                                 {"tanpura", sample_tanpura},
                                 {"crowd", sample_crowd},
                                 {"resonator", sample_resonator}};

static const double sizes[][2] = {{200, 100},  {320, 240},   {480, 320},  {600, 400},
                                  {640, 480},  {720, 560},   {800, 600},  {928, 560},
                                  {960, 600},  {1024, 768},  {1280, 800}, {1600, 600},
                                  {600, 1000}, {1920, 1200}, {2560, 1600}};
static const double zooms[] = {0.75, 1.0, 1.25, 1.5, 2.0, 3.0};

enum {
    N_SAMPLES = sizeof samples / sizeof samples[0],
    N_SIZES = sizeof sizes / sizeof sizes[0],
    N_ZOOMS = sizeof zooms / sizeof zooms[0],
};

typedef struct {
    const Sample *sample;
    JwWindowPage page;
    double width, height, zoom;
    int n_faults;
} Case;

static void fault(Case *c, const char *what, const char *a, double x, double y) {
    if (c->n_faults++ < 3) {
        check(false, "%s, page %d, %.0f x %.0f at %.0f %%: %s: %s (%.1f, %.1f)", c->sample->name,
              (int)c->page, c->width, c->height, 100.0 * c->zoom, what, a, x, y);
    }
}

/********* Elements *********/

static bool overlap(JwRect a, JwRect b, double by) {
    return a.x + a.w > b.x + by && b.x + b.w > a.x + by && a.y + a.h > b.y + by &&
           b.y + b.h > a.y + by;
}

static bool inside(JwRect in, double w, double h, double by) {
    return in.x >= -by && in.y >= -by && in.x + in.w <= w + by && in.y + in.h <= h + by;
}

/// True of an element that lies under its like: ground of a list, of the fret board, of the head.
static bool is_ground(const JwElement *e) {
    return e->kind == JW_E_LIST || e->kind == JW_E_FRETBOARD || e->kind == JW_E_HEAD ||
           e->kind == JW_E_HERO || e->kind == JW_E_LENS || e->kind == JW_E_DETAILS ||
           e->kind == JW_E_WITH || e->kind == JW_E_CLOCK || e->kind == JW_E_RAGA_CARD;
}

static void check_elements(Case *c) {
    for (int i = 0; i < layout.n; ++i) {
        const JwElement *e = &layout.element[i];
        char name[64];
        snprintf(name, sizeof name, "element %d:%d", (int)e->kind, e->index);
        if (!inside(e->at, layout.width, layout.height, slack)) {
            fault(c, "leaves the window", name, e->at.x, e->at.y);
        }
        if (!(e->at.w >= 0.0 && e->at.h >= 0.0)) {
            fault(c, "has no size", name, e->at.w, e->at.h);
        }
        for (int k = 0; k < i && !e->floats && !is_ground(e); ++k) {
            const JwElement *other = &layout.element[k];
            if (!other->floats && !is_ground(other) && overlap(e->at, other->at, slack)) {
                fault(c, "overlaps an earlier one", name, other->at.x, other->at.y);
            }
        }
    }
    if (layout.n == 0 || layout.n == JW_ELEMENTS) {
        fault(c, "number of elements", "none, or too many", layout.n, 0.0);
    }
}

/// Each element is hit in its middle, unless one that floats lies there.
static void check_hits(Case *c) {
    for (int i = 0; i < layout.n; ++i) {
        const JwElement *e = &layout.element[i];
        const double x = e->at.x + 0.5 * e->at.w;
        const double y = e->at.y + 0.5 * e->at.h;
        if (e->hit.w <= 0.0 || is_ground(e)) {
            continue;
        }
        const JwElement *hit = jw_layout_hit(&layout, x, y);
        if (hit != e && !(hit && hit->floats)) {
            char name[64];
            snprintf(name, sizeof name, "element %d:%d, but %d", (int)e->kind, e->index,
                     hit ? (int)hit->kind : 0);
            fault(c, "is not hit in its middle", name, x, y);
        }
    }
}

/********* Texts *********/

/// True if a text has no part of a character of UTF-8.
static bool is_whole(const char *text) {
    int more = 0;
    for (; *text; ++text) {
        const unsigned char byte = (unsigned char)*text;
        if ((more > 0) != ((byte & 0xC0) == 0x80)) {
            return false;
        }
        more = more > 0 ? more - 1 : byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0;
    }
    return more == 0;
}

static void check_texts(Case *c) {
    // At the size that it is drawn for, what ships is written in full
    const bool whole = c->width == 960.0 && c->height == 600.0 && c->sample != &samples[2];
    for (int i = 0; i < texts.n; ++i) {
        const JwTextRecord *t = &texts.record[i];
        if (t->elided && whole) {
            fault(c, "a text is cut short", t->text, t->at.w, t->box.w);
        }
        if (!is_whole(t->text)) {
            fault(c, "a character is cut", t->text, t->at.x, t->at.y);
        }
        if (t->at.w <= 0.0) {
            continue;
        }
        if (t->at.x < t->box.x - 0.01 || t->at.x + t->at.w > t->box.x + t->box.w + 0.01) {
            fault(c, "a text is wider than its room", t->text, t->at.w, t->box.w);
        }
        if (!inside(t->at, layout.width, layout.height, 0.01)) {
            fault(c, "a text leaves the window", t->text, t->at.x, t->at.y);
        }
        // A line's height is its ascent and descent: lines may touch, letters may not
        for (int k = 0; k < i; ++k) {
            const JwTextRecord *o = &texts.record[k];
            JwRect a = t->at;
            JwRect b = o->at;
            a.y += 0.15 * a.h;
            a.h *= 0.7;
            b.y += 0.15 * b.h;
            b.h *= 0.7;
            if (overlap(a, b, 0.5)) {
                fault(c, o->text, t->text, t->at.x, t->at.y);
            }
        }
    }
    if (texts.n == JW_TEXT_RECORDS) {
        fault(c, "number of texts", "too many", texts.n, 0.0);
    }
}

/// Least contrast of a text with the pixels of its room; those that a line crosses, up to a
/// quarter, are left out.
static double contrast_of(const JwTextRecord *t, const uint32_t *pixel, int w, int h, double scale,
                          const JwTheme *theme) {
    enum { STEPS = 21 };
    int n_low = 0, n = 0;
    double least[3 * STEPS];
    for (int row = 0; row < 3; ++row) {
        for (int i = 0; i < STEPS; ++i) {
            const int x = (int)((t->at.x + t->at.w * i / (STEPS - 1)) * scale);
            const int y = (int)((t->at.y + t->at.h * (0.3 + 0.2 * row)) * scale);
            if (x < 0 || y < 0 || x >= w || y >= h) {
                continue;
            }
            const uint32_t p = pixel[y * w + x];
            const JwColour ground = {(p >> 16 & 255) / 255.0, (p >> 8 & 255) / 255.0,
                                     (p & 255) / 255.0};
            least[n++] = jw_colour_contrast(ground, theme->ink[t->ink]);
        }
    }
    for (int i = 0; i < n; ++i) {
        n_low += least[i] < 4.5;
    }
    return n > 0 && 4 * n_low > n ? 1.0 : 4.5;
}

/// Number of texts of the open menu, which are drawn last: the ragas have their notes beside their
/// names, and a line for what is typed.
static int menu_texts(void) {
    const bool ragas = jw_menu_is_ragas(&model);
    int n = ragas ? 1 : 0;
    for (int i = 0; i < layout.n; ++i) {
        const JwElement *e = &layout.element[i];
        n += e->kind == JW_E_MENU_LINE ? 1 + (ragas && e->index > 0) : 0;
    }
    return n;
}

/// Draws without texts, to see what they stand on.
static void check_contrasts(Case *c, JwCanvas *canvas, double *draw_ms) {
    const int w = (int)lrint(c->width * c->zoom);
    const int h = (int)lrint(c->height * c->zoom);
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);
    cairo_t *cr = cairo_create(image);
    JwPainter painter = {.model = &model,
                         .layout = &layout,
                         .theme = jw_theme(model.theme),
                         .canvas = canvas,
                         .scale = c->zoom,
                         .log = &texts,
                         .mute = true};
    texts.n = 0;
    jw_cairo_canvas_aim(canvas, cr);
    jw_window_draw_with(&painter, JW_PART_ALL);
    cairo_surface_flush(image);
    const uint32_t *pixel = (const uint32_t *)(const void *)cairo_image_surface_get_data(image);
    const JwElement *menu = jw_layout_find(&layout, JW_E_MENU, 0);
    const bool entry = jw_entry_open(&model);
    const int n_entry = entry ? (model.hand.typing ? 4 : 3) : 0; // Its texts are drawn last
    const int n_under = texts.n - (menu ? menu_texts() : n_entry);
    for (int i = 0; i < texts.n; ++i) {
        const JwTextRecord *t = &texts.record[i];
        const bool under_menu = menu && overlap(t->at, menu->at, 0.0);
        if (i < n_under &&
            (under_menu || (entry && overlap(t->at, jw_entry_box(&model, &layout), 0.0)))) {
            continue;
        }
        if (contrast_of(t, pixel, w, h, c->zoom * layout.zoom, painter.theme) < 4.5) {
            fault(c, "a text does not stand out", t->text, t->at.x, t->at.y);
        }
    }
    painter.log = NULL;
    painter.mute = false;
    const clock_t before = clock();
    jw_window_draw_with(&painter, JW_PART_ALL);
    *draw_ms = 1e3 * (double)(clock() - before) / CLOCKS_PER_SEC;
    if (cairo_status(cr) != CAIRO_STATUS_SUCCESS) {
        fault(c, "cairo", cairo_status_to_string(cairo_status(cr)), 0.0, 0.0);
    }
    cairo_destroy(cr);
    cairo_surface_destroy(image);
}

static void test_case(Case *c, JwCanvas *canvas) {
    double draw_ms = 0.0;
    jw_layout_make(&layout, &model, canvas, c->width, c->height);
    check_elements(c);
    check_hits(c);
    check_contrasts(c, canvas, &draw_ms);
    check_texts(c);
    check(c->n_faults == 0, "%s, page %d, %.0f x %.0f at %.0f %%: %d faults", c->sample->name,
          (int)c->page, c->width, c->height, 100.0 * c->zoom, c->n_faults);
    if (c->width == 960.0 && c->height == 600.0 && c->zoom <= 2.0) {
        printf("%s, page %d, %.0f %%: %.2f ms, %d elements, %d texts\n", c->sample->name,
               (int)c->page, 100.0 * c->zoom, draw_ms, layout.n, texts.n);
    }
}

/// Menus, labels and the pen lie over others: they stay in the window, and their texts in their
/// room.
static void test_over(const Sample *sample, JwCanvas *canvas, const double size[2], double zoom) {
    static const JwWindowTarget menus[] = {{JW_E_FACT, JW_P_SA},
                                           {JW_E_FACT, JW_P_RAGA},
                                           {JW_E_HERO_NAME, 0},
                                           {JW_E_HANDLE, JW_HANDLE_CURVATURE},
                                           {JW_E_HANDLE, JW_HANDLE_APEX},
                                           {JW_E_HANDLE, JW_HANDLE_HEIGHT},
                                           {JW_E_HANDLE, JW_HANDLE_THREAD},
                                           {JW_E_PEN_POINT, 0},
                                           {JW_E_PEN_POINT, 3}};
    for (size_t i = 0; i < sizeof menus / sizeof menus[0]; ++i) {
        Case c = {.sample = sample,
                  .page = JW_WINDOW_PLAY,
                  .width = size[0] / zoom,
                  .height = size[1] / zoom,
                  .zoom = zoom};
        double draw_ms;
        sample->fill(&model);
        if (menus[i].kind == JW_E_PEN_POINT) {
            jw_pen_begin(&model.pen, model.bridge.x_m, model.bridge.now_m, model.bridge.n, 9);
            model.hand.pen_open = true;
        }
        model.hand.hover = model.hand.menu = menus[i];
        if (i == 0) { // An entry at a corner
            model.hand.menu.kind = 0;
            model.hand.typing = true;
            model.hand.described = JW_P_SYMPATHETIC;
            model.hand.press_x = c.width;
            model.hand.press_y = c.height;
        }
        jw_layout_make(&layout, &model, canvas, c.width, c.height);
        for (int k = 0; k < layout.n; ++k) {
            if (!inside(layout.element[k].at, c.width, c.height, slack)) {
                fault(&c, "leaves the window", "over", layout.element[k].at.x,
                      layout.element[k].at.y);
            }
        }
        check_contrasts(&c, canvas, &draw_ms);
        for (int k = 0; k < texts.n; ++k) {
            const JwTextRecord *t = &texts.record[k];
            if (t->at.w > 0.0 &&
                (t->at.x < t->box.x - 0.01 || t->at.x + t->at.w > t->box.x + t->box.w + 0.01 ||
                 !inside(t->at, c.width, c.height, 0.01))) {
                fault(&c, "has no room", t->text, t->at.x, t->at.y);
            }
        }
        check(c.n_faults == 0, "%s, over %d:%d, %.0f x %.0f: %d faults", sample->name,
              menus[i].kind, menus[i].index, c.width, c.height, c.n_faults);
    }
}

/// All pages of a model in a window of a size in device pixels, at a zoom.
static void test_size(const Sample *sample, JwCanvas *canvas, const double size[2], double zoom) {
    for (int page = 0; page < JW_WINDOW_N_PAGES; ++page) {
        Case c = {.sample = sample,
                  .page = (JwWindowPage)page,
                  .width = size[0] / zoom,
                  .height = size[1] / zoom,
                  .zoom = zoom};
        // A picture of 7680 x 4800 takes no other path than one of 2560 x 1600
        if (size[0] * size[1] > 1e6 && zoom > 1.0 && sample != &samples[2]) {
            continue;
        }
        sample->fill(&model);
        model.hand.page = c.page;
        model.theme = page % 2 ? JW_WINDOW_LIGHT : JW_WINDOW_DARK;
        test_case(&c, canvas);
        if (model.hand.page == JW_WINDOW_PARAMS || model.hand.page == JW_WINDOW_TUNE) {
            model.hand.scroll[page] = 1e6;
            model.hand.described = JW_P_LATERAL;
            model.theme = JW_WINDOW_LIGHT;
            test_case(&c, canvas);
        }
    }
}

/********* Head, large windows *********/

static bool is_drawn(const char *text) {
    for (int i = 0; i < texts.n; ++i) {
        if (!strncmp(texts.record[i].text, text, strlen(text)) && texts.record[i].at.w > 0.0) {
            return true;
        }
    }
    return false;
}

/// What is played, and the button that silences it, are there in every window of 300 x 200 device
/// pixels and more; in one that is narrow and high, so are Sa, raga and quality.
static void test_head(const Sample *sample, JwCanvas *canvas) {
    static const int widths[] = {300, 400, 479, 480, 600, 700, 900, 960, 1299, 1300, 1920, 2560};
    static const int heights[] = {200, 300, 319, 320, 480, 600, 640, 900, 1100, 1200, 1600};
    static const double scales[] = {1.0, 1.25, 1.5, 2.0};
    static const JwElementKind kinds[] = {JW_E_HEAD, JW_E_PRESET_NAME, JW_E_PANIC};
    static const JwParamId facts[] = {JW_P_SA, JW_P_RAGA, JW_P_QUALITY};
    for (int k = 0; k < 12 * 11 * 4; ++k) {
        const double scale = scales[k % 4];
        Case c = {.sample = sample,
                  .page = (JwWindowPage)(k % JW_WINDOW_N_PAGES),
                  .width = widths[k / 4 % 12] / scale,
                  .height = heights[k / 48] / scale,
                  .zoom = scale};
        sample->fill(&model);
        model.hand.page = c.page;
        jw_layout_make(&layout, &model, canvas, c.width, c.height);
        for (int i = 0; i < 3; ++i) {
            const JwElement *e = jw_layout_find(&layout, kinds[i], 0);
            if (!e || !inside(e->at, layout.width, layout.height, slack) ||
                e->at.h * layout.zoom < 24.0 - slack || e->at.w < 16.0) {
                fault(&c, "an element of the head", e ? "has no room" : "is missing", kinds[i],
                      0.0);
            }
        }
        for (int i = 0; i < 3 && c.width >= 480.0 && c.height >= 640.0; ++i) {
            if (!jw_layout_find(&layout, JW_E_FACT, (int)facts[i])) {
                fault(&c, "Sa, raga or quality", "is missing", facts[i], 0.0);
            }
        }
        check_elements(&c);
        check(c.n_faults == 0, "head of %.0f x %.0f at %.0f %%: %d faults", c.width, c.height,
              100.0 * scale, c.n_faults);
    }
}

/// Type and panels grow with a large window, so that what is drawn fills it.
static void test_large(JwCanvas *canvas) {
    static const struct {
        double width, height, zoom;
    } cases[] = {{960, 600, 1.0},    {1299, 1600, 1.0}, {2560, 899, 1.0},  {1300, 900, 1.25},
                 {1600, 1000, 1.25}, {1900, 1200, 1.5}, {2560, 1600, 2.0}, {3840, 2160, 3.0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        sample_sitar(&model);
        Case c = {
            .sample = &samples[0], .width = cases[i].width, .height = cases[i].height, .zoom = 1.0};
        double draw_ms;
        jw_layout_make(&layout, &model, canvas, c.width, c.height);
        check(layout.zoom == cases[i].zoom, "%.0f x %.0f: zoom %g, to be %g", c.width, c.height,
              layout.zoom, cases[i].zoom);
        check(fabs(layout.width * layout.zoom - c.width) < 1e-9 &&
                  fabs(layout.height * layout.zoom - c.height) < 1e-9,
              "the layout fills the window: %g x %g", layout.width, layout.height);
        check_contrasts(&c, canvas, &draw_ms);
        check(is_drawn("Parameters"), "its texts are drawn");
        if (layout.zoom == 1.0) {
            continue;
        }
        // Of the strings' list as much as is filled, and keys that can be played
        const JwElement *list = jw_layout_find(&layout, JW_E_LIST, 0);
        const JwElement *row = jw_layout_find(&layout, JW_E_STRING, model.n_strings - 1);
        const JwElement *last =
            row ? row : jw_layout_find(&layout, JW_E_TARAF_BAR, model.n_strings - 1);
        check(list && last && jw_rect_bottom(last->at) > list->at.y + 0.75 * list->at.h,
              "the list of strings is filled");
        int keys = 0, played = 0;
        for (int k = 0; k < layout.n; ++k) {
            const bool key = layout.element[k].kind == JW_E_KEY;
            keys += key;
            played += key && layout.element[k].index >= model.low_key &&
                      layout.element[k].index <= model.high_key;
        }
        check(10 * played >= 9 * keys, "of %d keys %d play", keys, played);
    }
}

/// Pixels are rounded: a window scaled by 1.5000001 is as wide as one scaled by 1.5.
static void test_logical(void) {
    static const struct {
        double pixels, scale, logical;
    } cases[] = {{960, 1.0, 960},   {1440, 1.50000012, 960}, {681, 109.0 / 96.0, 600},
                 {1, 3.0, 1 / 3.0}, {1001, 2.0, 500.5},      {1441, 1.75, 1441 / 1.75}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const double found = jw_window_logical(cases[i].pixels, cases[i].scale);
        check(found == cases[i].logical, "%g pixels at %.9g are %.17g", cases[i].pixels,
              cases[i].scale, found);
    }
}

int main(int argc, char **argv) {
    JwCanvas *canvas = jw_cairo_canvas_new(argc > 2 ? argv[2] : NULL);
    const bool half = argc < 2 || strcmp(argv[1], "every") != 0;
    if (!check(canvas != NULL, "fonts")) {
        return check_result();
    }
    for (int s = 0; s < N_SAMPLES; ++s) {
        for (int i = 0; i < N_SIZES; ++i) {
            for (int z = 0; z < N_ZOOMS; ++z) {
                if (zooms[z] != 1.0 &&
                    (samples[s].fill == sample_resonator || (half && (s + i + z) % 2))) {
                    continue; // The resonator's other pages are the sitar's
                }
                test_size(&samples[s], canvas, sizes[i], zooms[z]);
                if (zooms[z] == 1.0) {
                    test_over(&samples[s], canvas, sizes[i], zooms[z]);
                }
            }
        }
    }
    for (int s = 0; s < N_SAMPLES; ++s) {
        test_head(&samples[s], canvas);
    }
    test_large(canvas);
    test_logical();
    jw_cairo_canvas_free(canvas);
    return check_result();
}
