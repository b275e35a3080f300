// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The CLAP plug-in's window in a small host: what hands do in it is played and told to the host,
// what the host moves is seen, and it opens and closes in any order.
//
//     test_clap_window LIBRARY [STILL.ppm [SOUNDING.ppm [MARKS.ppm]]]
//
// Takes a display. The files get pictures of the window: before and while a string sounds, and with
// marks of the host's controllers and automations.

#include "clap_host.h"
#include "screen.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 256, WIDTH = 960, HEIGHT = 600 };

static const char *library;

typedef struct {
    ClapHost *h;
    const clap_gui *gui;
    const clap_timer *timer; ///< NULL: the window system has one
    ScreenWindow parent, child;
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
        screen_wait();
    }
}

static void open_window(Home *home) {
    ClapHost *h = home->h;
    uint32_t width = 0, height = 0;
    clap_window window;
    home->parent = screen_open(WIDTH, HEIGHT, &window);
    check(home->gui->create(h->plugin, screen_api, false), "created");
    check(!home->gui->create(h->plugin, screen_api, false), "not twice");
    home->gui->set_scale(h->plugin, 1.0);
    check(home->gui->size(h->plugin, &width, &height) && width == WIDTH && height == HEIGHT,
          "its size: %u x %u", width, height);
    check(home->gui->set_parent(h->plugin, &window), "in the host's window");
    check(home->gui->show(h->plugin), "shown");
    run(home, 60, true);
    home->child = screen_child(home->parent);
    check(home->child != 0, "a window in the host's");
}

static void close_window(Home *home) {
    home->gui->hide(home->h->plugin);
    home->gui->destroy(home->h->plugin);
    screen_close(home->parent);
}

static void click(Home *home, int x, int y) {
    screen_button(home->child, true, x, y);
    run(home, 12, true);
    screen_button(home->child, false, x, y);
    run(home, 24, true);
}

static uint32_t *picture_of(const Home *home) {
    return screen_picture(home->child, WIDTH, HEIGHT);
}

/// Number of pixels in which two pictures differ, within a part of the window.
static long difference(const uint32_t *a, const uint32_t *b, int top, int bottom) {
    long n = 0;
    for (int i = top * WIDTH; a && b && i < bottom * WIDTH; ++i) {
        n += a[i] != b[i];
    }
    return n;
}

static void write_picture(const uint32_t *pixel, const char *path) {
    FILE *file = path ? fopen(path, "wb") : NULL;
    if (!file || !pixel) {
        return;
    }
    fprintf(file, "P6 %d %d 255\n", WIDTH, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; ++i) {
        fputc((int)(pixel[i] >> 16), file);
        fputc((int)(pixel[i] >> 8 & 255), file);
        fputc((int)(pixel[i] & 255), file);
    }
    fclose(file);
}

static void check_hands(Home *home, const char *still_path, const char *sounding_path) {
    uint32_t *still = picture_of(home);
    home->loudest = 0.0;
    click(home, 758, 552); // A key of the keyboard at the bottom
    uint32_t *sounding = picture_of(home);
    check(home->loudest > 1e-4, "a key is heard: %g", home->loudest);
    check(difference(still, sounding, 60, HEIGHT) > 200, "and seen");
    write_picture(still, still_path);
    write_picture(sounding, sounding_path);
    // The host moves a parameter, and the window shows it.
    const clap_id jawari = clap_host_param(home->h, "Jawari");
    clap_host_move(home->h, 0, CLAP_EVENT_PARAM_VALUE, jawari, 95.0);
    run(home, 60, true);
    uint32_t *moved = picture_of(home);
    check(difference(sounding, moved, 60, HEIGHT) > 100, "a moved parameter is seen");
    free(still);
    free(sounding);
    free(moved);
}

/// Drags the slider of Jawari on the page Play.
static void check_moves(Home *home) {
    const clap_id jawari = clap_host_param(home->h, "Jawari");
    clap_host_move(home->h, 0, CLAP_EVENT_PARAM_VALUE, jawari, 20.0);
    run(home, 40, true);
    const double before = clap_host_value(home->h, jawari);
    home->n_values = home->n_begins = home->n_ends = 0;
    screen_button(home->child, true, 200, 412);
    run(home, 12, true);
    for (int x = 210; x <= 400; x += 10) {
        screen_drag(home->child, x, 412);
        run(home, 3, true);
    }
    screen_button(home->child, false, 400, 412);
    run(home, 40, true);
    const double after = clap_host_value(home->h, jawari);
    check(home->n_values > 3, "the host is told of %d values", home->n_values);
    check(home->n_begins > 0 && home->n_ends == home->n_begins, "%d gestures begin, %d end",
          home->n_begins, home->n_ends);
    check(after > 40.0 && after < 70.0 && after != before, "from %g to %g", before, after);
    screen_wheel(home->child, 300, 393, true, false);
    run(home, 40, true);
    const double turned = clap_host_value(home->h, jawari);
    check(turned > after && turned < after + 20.0, "the wheel: from %g to %g", after, turned);
}

/// Types into the search for presets, which lists others with each letter.
static void check_typing(Home *home) {
    click(home, 130, 24);
    uint32_t *all = picture_of(home);
    click(home, 200, 72);
    for (const char *at = "sarod"; *at; ++at) {
        screen_key(home->child, *at);
        run(home, 12, true);
    }
    uint32_t *found = picture_of(home);
    check(difference(all, found, 60, HEIGHT) > 2000, "what is typed is sought");
    click(home, 260, 24);
    free(all);
    free(found);
}

/// Number of pixels that are rather magenta.
static int magenta(const uint32_t *pixel) {
    int n = 0;
    for (int i = 60 * WIDTH; pixel && i < HEIGHT * WIDTH; ++i) {
        const int red = (int)(pixel[i] >> 16 & 255), green = (int)(pixel[i] >> 8 & 255);
        const int blue = (int)(pixel[i] & 255);
        n += red - green > 60 && blue - green > 60;
    }
    return n;
}

/// The page of parameters shows what the host says about controls, each state in its own way, in
/// the host's colours, and as before once the host takes it back.
static void check_indications(Home *home, const char *path) {
    static const clap_color colour = {255, 255, 0, 255}, clear = {0, 255, 0, 255};
    static const char *const shown[] = {"Jawari", "Bridge height", "Pluck strength",
                                        "Pluck position", "Sympathetic strings"};
    enum { STATES = 5 };
    ClapHost *h = home->h;
    const clap_plugin *plugin = h->plugin;
    const clap_param_indication *says = clap_host_extension(h, CLAP_PARAM_INDICATION);
    check(plugin->extension(plugin, CLAP_PARAM_INDICATION_BEFORE) == says, "its draft's name");
    const clap_id jawari = clap_host_param(h, "Jawari");
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, jawari, 50.0);
    click(home, 446, 24);
    uint32_t *state[STATES + 1];
    for (uint32_t i = 0; i < STATES + 1; ++i) { // One after the last is from a later version
        says->set_automation(plugin, jawari, i, &colour);
        run(home, 24, true);
        state[i] = picture_of(home);
        check((magenta(state[i]) > 5) == (i > 0), "state %u: %d pixels of its colour", i,
              magenta(state[i]));
        for (uint32_t k = 0; k < i; ++k) {
            const long differs = difference(state[i], state[k], 60, HEIGHT);
            const bool same = i == STATES && k == CLAP_AUTOMATION_PRESENT;
            check(same ? differs == 0 : differs > 3 && differs < 80,
                  "states %u and %u differ in %ld pixels", k, i, differs);
        }
    }
    says->set_mapping(plugin, jawari, true, &colour, NULL, NULL);
    says->set_automation(plugin, jawari, CLAP_AUTOMATION_NONE, NULL);
    run(home, 24, true);
    uint32_t *mapped = picture_of(home);
    check(magenta(mapped) >= 16, "a controller: %d pixels", magenta(mapped));
    for (int i = 1; i < STATES; ++i) {
        check(difference(state[i], mapped, 60, HEIGHT) > 3, "it is not state %d", i);
    }
    // Without a colour, and with one that is clear; texts of any kind; what has no control
    says->set_mapping(plugin, jawari, true, &clear, "\xff\n\x1b[2J", "");
    run(home, 24, true);
    uint32_t *plain = picture_of(home);
    check(magenta(plain) == 0 && difference(plain, state[0], 60, HEIGHT) > 3,
          "in the colour of text");
    says->set_mapping(plugin, clap_host_param(h, "Bypass"), true, &colour, "a", "b");
    says->set_mapping(plugin, 12345, true, &colour, "a", "b");
    says->set_automation(plugin, 12345, 2, NULL);
    says->set_mapping(plugin, jawari, false, &colour, "gone", "gone");
    run(home, 24, true);
    uint32_t *gone = picture_of(home);
    check(difference(gone, state[0], 60, HEIGHT) == 0, "as before: %ld pixels",
          difference(gone, state[0], 60, HEIGHT));
    // A window that opens later shows them, too, on other pages, and a state has none of it
    check(clap_host_save(h), "saved");
    const size_t n_stored = h->n_stored;
    for (uint32_t i = 0; i < STATES; ++i) {
        const clap_id id = clap_host_param(h, shown[i]);
        says->set_mapping(plugin, id, i != 2, &colour, "Knob 7", "Knob 7 of the controller");
        says->set_automation(plugin, id, i, i == 3 ? NULL : &colour);
    }
    check(clap_host_save(h) && h->n_stored == n_stored, "a state of the same size");
    run(home, 24, true);
    uint32_t *many = picture_of(home);
    write_picture(many, path);
    // The comment on a control says it in words
    screen_drag(home->child, 60, 356);
    run(home, 24, true);
    uint32_t *said = picture_of(home);
    check(difference(many, said, 480, HEIGHT) > 100, "in words");
    free(said);
    close_window(home);
    open_window(home);
    uint32_t *again = picture_of(home);
    check(magenta(again) > 16, "in a new window");
    for (uint32_t i = 0; i < STATES; ++i) {
        says->set_mapping(plugin, clap_host_param(h, shown[i]), false, NULL, NULL, NULL);
        says->set_automation(plugin, clap_host_param(h, shown[i]), CLAP_AUTOMATION_NONE, NULL);
    }
    for (uint32_t i = 0; i < STATES + 1; ++i) {
        free(state[i]);
    }
    free(mapped);
    free(plain);
    free(gone);
    free(many);
    free(again);
}

static void check_size(const Home *home, int width, int height) {
    int w = 0, h = 0;
    screen_size(home->child, &w, &h);
    check(w == width && h == height, "the window has %d x %d, not %d x %d", w, h, width, height);
}

/// A zoom asks the host for another size; one that agrees need not call set_size().
static void check_zoom(Home *home) {
    screen_wheel(home->child, 480, 100, false, true);
    run(home, 30, true);
    const int width = (int)home->h->wanted_width, height = (int)home->h->wanted_height;
    check(width > 0 && width < WIDTH, "a smaller window is wanted: %d x %d", width, height);
    check_size(home, width, height);
    screen_wheel(home->child, 480, 100, true, true);
    run(home, 30, true);
    check_size(home, WIDTH, HEIGHT);
}

/// The level of a resonator's input is seen, though no string hears it.
static void check_level(Home *home) {
    ClapHost *h = home->h;
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, clap_host_param(h, "Listening strings"), 2.0);
    clap_host_move(h, 0, CLAP_EVENT_PARAM_VALUE, clap_host_param(h, "Dry"), -60.0);
    run(home, 60, true);
    uint32_t *still = picture_of(home);
    for (int i = 0; i < BLOCK; ++i) {
        h->input[0][i] = h->input[1][i] = 0.5F;
    }
    run(home, 30, true);
    uint32_t *loud = picture_of(home);
    check(difference(still, loud, 0, HEIGHT) > 20, "the level of the input is seen");
    memset(h->input, 0, sizeof(h->input));
    free(still);
    free(loud);
}

static void check_sizes(Home *home) {
    static const uint32_t sizes[][2] = {{400, 300}, {1300, 900}, {160, 100}, {960, 600}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
        uint32_t width = sizes[i][0], height = sizes[i][1];
        check(home->gui->adjust_size(home->h->plugin, &width, &height) && width == sizes[i][0],
              "a possible size");
        screen_resize(home->parent, (int)width, (int)height);
        check(home->gui->set_size(home->h->plugin, width, height), "set");
        run(home, 30, true);
        check_size(home, (int)width, (int)height);
    }
}

int main(int argc, char **argv) {
    if (argc < 2 || !screen_begin()) {
        return 2;
    }
    library = argv[1];
    static const char *const ids[] = {"org.jawari.instrument", "org.jawari.drone",
                                      "org.jawari.resonator"};
    for (int i = 0; i < 3; ++i) {
        Home home = {.h = calloc(1, sizeof(ClapHost))};
        clap_host_open(home.h, library, ids[i]);
        home.gui = clap_host_extension(home.h, CLAP_GUI);
        home.timer = home.h->plugin->extension(home.h->plugin, CLAP_TIMER);
        check(home.gui->is_supported(home.h->plugin, screen_api, false) &&
                  !home.gui->is_supported(home.h->plugin, "cocoa", false),
              "one window system");
        clap_host_start(home.h, RATE);
        open_window(&home);
        if (i == 0) {
            check_hands(&home, argc > 2 ? argv[2] : NULL, argc > 3 ? argv[3] : NULL);
            check_moves(&home);
            check_typing(&home);
            check_indications(&home, argc > 4 ? argv[4] : NULL);
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
    screen_end();
    return check_result();
}
