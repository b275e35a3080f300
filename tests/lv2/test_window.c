// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The plug-in's window in a small host: what hands do in it reaches the plug-in, what the plug-in
// sends is seen, and however a host opens and closes it, nothing else happens. Arguments: the
// bundle, and one check alone. Takes a display of 2000 by 1300 pixels.

#define _DEFAULT_SOURCE

#include "files/preset_file.h"
#include "host.h"
#include "lv2/messages.h"
#include "plugins.h"
#include "support/check.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <dlfcn.h>
#include <lv2/atom/util.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/patch/patch.h>
#include <lv2/ui/ui.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    RATE = 48000,
    BLOCK = 256,
    WIDTH = 960,
    HEIGHT = 600,
    OFTEN = 25,
    BLOCK_US = 1000,
    PATIENCE = 40000, ///< Most blocks until something must have happened
};

static const char *bundle;
static Display *display;
static LV2UI_DescriptorFunction windows;

/// A plug-in with its window.
typedef struct {
    Host *host;
    Window parent;
    const LV2UI_Descriptor *descriptor;
    LV2UI_Handle handle;
    LV2UI_Widget widget;
    const LV2UI_Idle_Interface *idle;
    LV2UI_Touch touches;
    LV2UI_Resize resizes;
    bool open;
    int n_plucks, n_sets, n_watches, n_gets, n_resets, n_midi; ///< Messages of the window so far
    int n_grabs, n_releases;                                   ///< Of ports by a hand
    bool is_touched[HOST_PORTS];                               ///< Ports that a hand held
    int width, height;                                         ///< What the window asked for
    int n_pictures;                                            ///< Of the plug-in so far
    JwPictureMessage picture;
    JwValues values;
    char asked_for[256]; ///< Instrument that the window asked for
} Home;

/// What a host may offer, or leave out.
typedef struct {
    const char *uri; ///< Plug-in; NULL: the instrument
    bool alone;      ///< Without a parent
    float scale;
    int32_t ground; ///< Colour of the host's windows; 0: not told
} Setup;

/********* The host's side *********/

static void count_object(Home *home, const LV2_Atom *atom) {
    const JwUris *uris = host_uris();
    const LV2_URID type = ((const LV2_Atom_Object *)atom)->body.otype;
    home->n_plucks += type == uris->jw_Pluck;
    home->n_watches += type == uris->jw_Watch;
    home->n_gets += type == uris->patch_Get;
    if (type == uris->patch_Set) {
        const JwPatchMessage patch = jw_messages_read_patch(atom, uris);
        ++home->n_sets;
        snprintf(home->asked_for, sizeof home->asked_for, "%s", (const char *)(patch.value + 1));
    }
}

static void take(LV2UI_Controller controller, uint32_t port, uint32_t size, uint32_t protocol,
                 const void *buffer) {
    Home *home = controller;
    if (protocol == 0) {
        check(size == sizeof(float) && port >= JW_PORT_FIRST && port < HOST_PORTS, "port %u", port);
        home->host->knob[port] = *(const float *)buffer;
        return;
    }
    const LV2_Atom *atom = buffer;
    const uint8_t *body = (const uint8_t *)(atom + 1);
    check(protocol == host_map(LV2_ATOM__eventTransfer) && port == JW_PORT_CONTROL &&
              size == sizeof *atom + atom->size,
          "a whole message for the port of events");
    if (atom->type == host_uris()->midi_MidiEvent) {
        home->n_resets += atom->size == 1 && body[0] == 0xff;
        ++home->n_midi;
    } else {
        count_object(home, atom);
    }
    host_event(home->host, 0, atom->type, body, atom->size);
}

static void touch(LV2UI_Feature_Handle handle, uint32_t port, bool grabbed) {
    Home *home = handle;
    home->is_touched[port] = true;
    home->n_grabs += grabbed;
    home->n_releases += !grabbed;
}

static int resize(LV2UI_Feature_Handle handle, int width, int height) {
    Home *home = handle;
    home->width = width;
    home->height = height;
    return 0;
}

static Window make_parent(int width, int height) {
    const Window parent = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0,
                                              (unsigned)width, (unsigned)height, 0, 0, 0);
    XMapWindow(display, parent);
    XSync(display, False);
    return parent;
}

static const LV2UI_Descriptor *window_of(const char *uri) {
    char ui[128];
    snprintf(ui, sizeof ui, "%s:ui", uri);
    for (uint32_t i = 0; windows(i); ++i) {
        if (!strcmp(windows(i)->URI, ui)) {
            return windows(i);
        }
    }
    return NULL;
}

static void open_window(Home *home, const Setup *setup) {
    home->touches = (LV2UI_Touch){home, touch};
    home->resizes = (LV2UI_Resize){home, resize};
    const LV2_Options_Option options[] = {
        {LV2_OPTIONS_INSTANCE, 0, host_map(LV2_UI__scaleFactor), sizeof(float),
         host_map(LV2_ATOM__Float), &setup->scale},
        {LV2_OPTIONS_INSTANCE, 0, host_map(LV2_UI__backgroundColor),
         setup->ground ? sizeof(int32_t) : 0, host_map(LV2_ATOM__Int), &setup->ground},
        {LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, NULL},
    };
    LV2_Feature feature[] = {
        {LV2_URID__map, &host_urid_map},  {LV2_UI__touch, &home->touches},
        {LV2_UI__resize, &home->resizes}, {LV2_OPTIONS__options, (void *)(uintptr_t)options},
        {LV2_UI__parent, NULL},
    };
    const LV2_Feature *list[] = {&feature[0], &feature[1], &feature[2], &feature[3], NULL, NULL};
    if (!setup->alone) {
        feature[4].data = (void *)(uintptr_t)home->parent;
        list[4] = &feature[4];
    }
    const char *uri = setup->uri ? setup->uri : JW_PLUGIN_URI;
    home->descriptor = window_of(uri);
    home->handle = home->descriptor ? home->descriptor->instantiate(home->descriptor, uri, bundle,
                                                                    take, home, &home->widget, list)
                                    : NULL;
    if (check(home->handle, "%s: the window opens", uri)) {
        home->idle = home->descriptor->extension_data(LV2_UI__idleInterface);
        home->open = true;
    }
    // A host tells where its controls stand
    for (uint32_t i = JW_PORT_FIRST; home->handle && i < HOST_PORTS; ++i) {
        home->descriptor->port_event(home->handle, i, sizeof(float), 0, &home->host->knob[i]);
    }
}

static void close_window(Home *home) {
    if (home->handle) {
        home->descriptor->cleanup(home->handle);
    }
    home->handle = NULL;
    home->open = false;
}

static Home *open_home(const Setup *setup) {
    Home *home = calloc(1, sizeof *home);
    if (!home) {
        abort();
    }
    home->host = host_new(&(HostConfig){
        .bundle = bundle, .uri = setup->uri, .rate_hz = RATE, .worker = HOST_WORKER_LATER});
    host_set(home->host, JW_P_QUALITY, 1.0f);
    host_activate(home->host);
    home->parent = make_parent(WIDTH * 2, HEIGHT * 2);
    open_window(home, setup);
    return home;
}

static void close_home(Home *home) {
    close_window(home);
    if (home->parent) {
        XDestroyWindow(display, home->parent);
        XSync(display, False);
    }
    host_free(home->host);
    free(home);
}

static void hand_on(Home *home) {
    const JwUris *uris = host_uris();
    LV2_ATOM_SEQUENCE_FOREACH(&home->host->notify.sequence, e) {
        const LV2_URID type = ((const LV2_Atom_Object *)&e->body)->body.otype;
        if (type == uris->jw_Picture) {
            jw_messages_read_picture(&e->body, uris, &home->picture);
            ++home->n_pictures;
        } else if (type == uris->jw_Values) {
            jw_messages_read_values(&e->body, uris, &home->values);
        }
        if (home->handle) {
            home->descriptor->port_event(home->handle, JW_PORT_NOTIFY,
                                         (uint32_t)sizeof(LV2_Atom) + e->body.size,
                                         host_map(LV2_ATOM__eventTransfer), &e->body);
        }
    }
}

/// Runs the plug-in, faster than in real time, with its window.
static void run(Home *home, int n_blocks) {
    for (int i = 0; i < n_blocks; ++i) {
        host_run(home->host, BLOCK);
        host_work(home->host);
        hand_on(home);
        if (home->open && i % 2 == 0) {
            home->open = home->idle->idle(home->handle) == 0;
        }
        usleep(BLOCK_US);
    }
}

/// Runs until something is so; false once patience is gone.
static bool becomes(Home *home, bool (*is)(const Home *home)) {
    for (int i = 0; i < PATIENCE && !is(home); ++i) {
        run(home, 1);
    }
    return is(home);
}

/********* Hands and eyes *********/

static void any_button(const Home *home, unsigned number, int type, int x, int y) {
    const Window window = (Window)(uintptr_t)home->widget;
    XEvent event = {.xbutton = {.type = type,
                                .window = window,
                                .root = DefaultRootWindow(display),
                                .time = 1000,
                                .x = x,
                                .y = y,
                                .state = type == ButtonPress ? 0 : Button1Mask,
                                .button = number,
                                .same_screen = True}};
    XSendEvent(display, window, False, NoEventMask, &event);
    XSync(display, False);
}

static void button(const Home *home, int type, int x, int y) {
    any_button(home, 1, type, x, y);
}

static void move(const Home *home, int x, int y) {
    const Window window = (Window)(uintptr_t)home->widget;
    XEvent event = {.xmotion = {.type = MotionNotify,
                                .window = window,
                                .root = DefaultRootWindow(display),
                                .x = x,
                                .y = y,
                                .state = Button1Mask,
                                .same_screen = True}};
    XSendEvent(display, window, False, NoEventMask, &event);
    XSync(display, False);
}

static void click(Home *home, int x, int y) {
    button(home, ButtonPress, x, y);
    run(home, 4);
    button(home, ButtonRelease, x, y);
    run(home, 8);
}

static void press_key(const Home *home, KeySym symbol, unsigned state) {
    const Window window = (Window)(uintptr_t)home->widget;
    XEvent event = {.xkey = {.type = KeyPress,
                             .window = window,
                             .root = DefaultRootWindow(display),
                             .state = state,
                             .keycode = XKeysymToKeycode(display, symbol),
                             .same_screen = True}};
    XSendEvent(display, window, False, NoEventMask, &event);
    XSync(display, False);
}

/// Sum over the pixels of a part of the window that tells pictures from each other.
static unsigned long look(const Home *home, int x, int y, int width, int height) {
    XImage *image = XGetImage(display, (Window)(uintptr_t)home->widget, x, y, (unsigned)width,
                              (unsigned)height, AllPlanes, ZPixmap);
    unsigned long sum = 0;
    for (int j = 0; image && j < height; ++j) {
        for (int i = 0; i < width; ++i) {
            sum = 31 * sum + (XGetPixel(image, i, j) & 0xffffff);
        }
    }
    if (image) {
        XDestroyImage(image);
    }
    return sum;
}

static int size_of(const Home *home) {
    XWindowAttributes attributes;
    return XGetWindowAttributes(display, (Window)(uintptr_t)home->widget, &attributes)
               ? attributes.width * 10000 + attributes.height
               : 0;
}

/********* What is checked *********/

static bool watches(const Home *home) {
    return home->n_watches > 0 && home->n_gets > 0;
}

static bool sounds(const Home *home) {
    return home->n_pictures > 20 && !home->picture.silent;
}

static bool is_silent(const Home *home) {
    return home->picture.silent;
}

static bool has_asked(const Home *home) {
    return home->n_sets > 0;
}

/// True if the picture of the string changes within a while.
static bool moves(Home *home) {
    const unsigned long before = look(home, 30, 100, 640, 80);
    bool moved = false;
    for (int i = 0; i < 60 && !moved; ++i) {
        run(home, 1);
        moved = look(home, 30, 100, 640, 80) != before;
    }
    return moved;
}

static void check_hands(void) {
    Home *home = open_home(&(Setup){.scale = 1.0F});
    check(becomes(home, watches), "it asks for properties and pictures");
    check(size_of(home) == WIDTH * 10000 + HEIGHT, "it is as large as it is drawn: %d",
          size_of(home));
    run(home, 40);
    check(!moves(home), "in silence nothing moves");
    click(home, 760, 130); // The row of the third string
    check(home->n_plucks > 0 && becomes(home, sounds), "a click on a string plucks it");
    check(home->picture.of.string == 2, "and shows that one: %d", home->picture.of.string);
    check(moves(home), "it moves");
    const uint32_t port = (uint32_t)jw_plugin_port(0, JW_P_JAWARI);
    button(home, ButtonPress, 116, 412);
    move(home, 200, 412);
    run(home, 4);
    move(home, 260, 412);
    run(home, 4);
    button(home, ButtonRelease, 260, 412);
    run(home, 30);
    check(home->n_grabs > 0 && home->n_releases == home->n_grabs && home->is_touched[port],
          "the host is told of a drag: begun %d, ended %d", home->n_grabs, home->n_releases);
    check_between((double)home->host->knob[port], 12.0, 60.0, "JAWARI's port after a drag");
    check_between((double)home->values.value[JW_P_JAWARI], (double)home->host->knob[port] - 1e-4,
                  (double)home->host->knob[port] + 1e-4, "JAWARI in force");
    button(home, ButtonPress, 340, 580); // A key
    run(home, 20);
    button(home, ButtonRelease, 340, 580);
    run(home, 8);
    check(home->n_midi == 2, "a key is a note: %d messages", home->n_midi);
    click(home, WIDTH - 28, 24);
    check(home->n_resets == 1 && becomes(home, is_silent), "the button of panic silences all");
    close_home(home);
}

static void check_presets(void) {
    static HostState before, tried, after;
    Home *home = open_home(&(Setup){.scale = 1.0F});
    host_set(home->host, JW_P_GAIN, -7.0f);
    check(becomes(home, watches), "it asks");
    run(home, 200);
    host_save(home->host, &before, "");
    click(home, 48, 24);
    check(becomes(home, has_asked) && strstr(home->asked_for, "/presets/"),
          "the next preset is asked for: %s", home->asked_for);
    check(home->host->knob[JW_PORT_INSTRUMENT] == 0.0F,
          "the host's menu of instruments says \"as the file says\": %g",
          (double)home->host->knob[JW_PORT_INSTRUMENT]);
    run(home, 200);
    host_save(home->host, &tried, "");
    check(!host_same_state(&before, &tried), "it plays");
    memcpy(&before, &tried, sizeof before);
    click(home, 150, 24);
    home->n_sets = 0;
    click(home, 450, 120);
    check(becomes(home, has_asked), "a preset is tried");
    run(home, 100);
    click(home, 450, 264);
    run(home, 100);
    host_save(home->host, &tried, "");
    check(home->n_sets == 2 && !host_same_state(&before, &tried), "and another");
    click(home, 758, 552);
    run(home, 200);
    host_save(home->host, &after, "");
    check(host_same_state(&before, &after), "Back: all is as before");
    close_home(home);
}

static Window focus(void) {
    Window window = None;
    int revert;
    XGetInputFocus(display, &window, &revert);
    return window;
}

/// Keys are the host's, but while a value is typed.
static void check_typing(void) {
    Home *home = open_home(&(Setup){.scale = 1.0F});
    const Window window = (Window)(uintptr_t)home->widget;
    const char *digits = "31";
    check(becomes(home, watches), "it asks");
    run(home, 40);
    check(focus() != window, "the keys are the host's");
    any_button(home, 3, ButtonPress, 300, 412);
    run(home, 8);
    check(focus() == window, "the right button takes them");
    for (const char *c = digits; *c; ++c) {
        press_key(home, (KeySym)*c, 0);
    }
    press_key(home, XK_Return, 0);
    run(home, 20);
    check((double)home->host->knob[jw_plugin_port(0, JW_P_JAWARI)] == 31.0, "31 is typed: %g",
          (double)home->host->knob[jw_plugin_port(0, JW_P_JAWARI)]);
    check(focus() == home->parent, "and they are given back");
    close_home(home);
}

/// Text of a property in the plug-in's state.
static const char *text_of(Home *home, const char *property) {
    static HostState state;
    host_save(home->host, &state, "");
    const char *text = host_state_get(&state, property);
    return text ? text : "";
}

static int n_points(Home *home) {
    const char *text = text_of(home, "urn:jawari:bridgeProfile");
    int n = text[0] != 0;
    for (; *text; ++text) {
        n += *text == ',';
    }
    return n;
}

/// The pen's profile is the plug-in's, and comes back with Back.
static void check_drawing(void) {
    char drawn[HOST_TEXT], held[HOST_TEXT];
    Home *home = open_home(&(Setup){.uri = JW_DRONE_URI, .scale = 1.0F});
    check(becomes(home, watches), "it asks");
    run(home, 100);
    click(home, 668, 216); // Draw
    run(home, 100);
    check(n_points(home) == 9, "the pen begins with nine points of the bridge: %d", n_points(home));
    click(home, 450, 330);
    run(home, 100);
    check(n_points(home) == 10, "a click adds a point: %d", n_points(home));
    snprintf(drawn, sizeof drawn, "%s", text_of(home, "urn:jawari:bridgeProfile"));
    snprintf(held, sizeof held, "%s", text_of(home, JW_HELD_URI));
    click(home, 150, 24);
    click(home, 450, 120);
    run(home, 100);
    check(n_points(home) == 0, "a preset has its own bridge: %d", n_points(home));
    click(home, 758, 552);
    run(home, 200);
    check(!strcmp(drawn, text_of(home, "urn:jawari:bridgeProfile")) &&
              !strcmp(held, text_of(home, JW_HELD_URI)),
          "Back: what was drawn, and the controls");
    click(home, 190, 24); // Play
    run(home, 100);
    click(home, 548, 216); // As built
    run(home, 100);
    check(n_points(home) == 0, "the bridge is as built: %d", n_points(home));
    close_home(home);
}

static void check_tuning(void) {
    Home *home = open_home(&(Setup){.scale = 1.0F});
    check(becomes(home, watches), "it asks");
    run(home, 100);
    button(home, ButtonPress, 800, 130);
    for (int i = 1; i <= 10; ++i) {
        move(home, 800 + 4 * i, 130);
        run(home, 2);
    }
    button(home, ButtonRelease, 840, 130);
    run(home, 150);
    const char *tuning = text_of(home, "urn:jawari:stringTuning");
    check(!strncmp(tuning, "pancham=", 8) && atof(tuning + 8) > 0.5, "a drag tunes a string: %s",
          tuning);
    close_home(home);
}

/// The plug-in stops sending once nobody looks.
static void check_leaving(void) {
    Home *home = open_home(&(Setup){.scale = 1.0F});
    host_midi(home->host, 0, 0x90, 54, 100);
    check(becomes(home, sounds), "a note is seen");
    close_window(home);
    for (int i = 0; i < 4 * RATE / BLOCK; ++i) {
        host_run(home->host, BLOCK);
    }
    home->n_pictures = 0;
    host_midi(home->host, 0, 0x90, 54, 100);
    for (int i = 0; i < RATE / BLOCK; ++i) {
        host_run(home->host, BLOCK);
        hand_on(home);
    }
    check(home->n_pictures == 0, "once the window is gone, pictures end");
    close_home(home);
}

static void check_two(void) {
    Home *one = open_home(&(Setup){.scale = 1.0F});
    Home *other = open_home(&(Setup){.uri = JW_DRONE_URI, .scale = 1.0F});
    run(one, 10);
    run(other, 10);
    click(one, WIDTH - 28, 24);
    run(other, 10);
    check(one->n_resets == 1 && other->n_resets == 0, "a click is its own window's");
    check(becomes(other, sounds), "the drone is seen");
    XDestroyWindow(display, one->parent);
    XSync(display, False);
    one->parent = 0;
    run(one, 60);
    check(!one->open, "a window ends with its parent");
    run(other, 10);
    check(other->open, "the other one goes on");
    close_home(one);
    run(other, 10);
    for (int i = 0; i < OFTEN; ++i) {
        close_window(other);
        open_window(other, &(Setup){.uri = JW_DRONE_URI, .scale = 1.0F});
        run(other, i % 4);
    }
    XDestroyWindow(display, other->parent);
    XSync(display, False);
    other->parent = 0;
    close_home(other); // Freed before it knows
}

/// The effect has a window too.
static void check_effect(void) {
    Home *home = open_home(&(Setup){.uri = JW_RESONATOR_URI, .scale = 1.0F});
    check(becomes(home, watches), "the effect's window watches");
    run(home, 100);
    check(home->open, "and goes on");
    close_home(home);
}

/// A window that is hidden watches nothing.
static void check_hiding(void) {
    Home *home = open_home(&(Setup){.scale = 1.0F});
    check(becomes(home, watches), "it asks");
    XUnmapWindow(display, (Window)(uintptr_t)home->widget);
    XSync(display, False);
    run(home, 20);
    home->n_watches = 0;
    run(home, 1200); // Longer than from one watch to the next
    check(home->n_watches == 0 && home->open, "hidden: it watched %d times", home->n_watches);
    XMapWindow(display, (Window)(uintptr_t)home->widget);
    XSync(display, False);
    check(becomes(home, watches), "shown again, it watches");
    close_home(home);
}

/// Windows of one's own, where a host cannot embed them.
static void check_showing(void) {
    Home *home = open_home(&(Setup){.alone = true, .scale = 1.0F});
    const LV2UI_Show_Interface *shows = home->descriptor->extension_data(LV2_UI__showInterface);
    check(shows && !home->widget, "nothing is shown at first");
    for (int i = 0; shows && i < 3; ++i) {
        check(shows->show(home->handle) == 0, "it is shown");
        home->open = true;
        run(home, 20);
        check(home->open, "it stays");
        check(shows->hide(home->handle) == 0, "it is hidden");
        run(home, 4);
        check(!home->open, "and a host is told that it is gone");
    }
    close_home(home);
}

static void check_sizes(void) {
    Home *home = open_home(&(Setup){.scale = 2.0F, .ground = (int32_t)0xf0f0f0ff});
    run(home, 20);
    check(size_of(home) == 2 * WIDTH * 10000 + 2 * HEIGHT, "at 200 percent: %d", size_of(home));
    XImage *image =
        XGetImage(display, (Window)(uintptr_t)home->widget, 4, 4, 1, 1, AllPlanes, ZPixmap);
    check(image && (XGetPixel(image, 0, 0) & 255) > 200, "light in a light host");
    if (image) {
        XDestroyImage(image);
    }
    press_key(home, XK_minus, ControlMask);
    run(home, 10);
    check(home->width > WIDTH && home->width < 2 * WIDTH && home->height < 2 * HEIGHT,
          "the host is asked for what a zoom takes: %d x %d", home->width, home->height);
    const LV2UI_Resize *resizes = home->descriptor->extension_data(LV2_UI__resize);
    check(resizes && !resizes->ui_resize(home->handle, 500, 400), "a host resizes it");
    run(home, 20);
    check(size_of(home) == 500 * 10000 + 400, "to its size: %d", size_of(home));
    check(resizes && resizes->ui_resize(home->handle, 0, 5), "but not to nothing");
    close_home(home);
}

/// Messages that are wrong are not believed.
static void check_broken(void) {
    Home *home = open_home(&(Setup){.scale = 1.0F});
    const LV2_URID transfer = host_map(LV2_ATOM__eventTransfer);
    host_midi(home->host, 0, 0x90, 54, 100);
    becomes(home, sounds);
    LV2_ATOM_SEQUENCE_FOREACH(&home->host->notify.sequence, e) {
        const uint32_t whole = (uint32_t)sizeof(LV2_Atom) + e->body.size;
        uint8_t *copy = malloc(whole);
        for (uint32_t size = 0; copy && size < whole; size += 3) {
            memcpy(copy, &e->body, whole);
            home->descriptor->port_event(home->handle, JW_PORT_NOTIFY, size, transfer, copy);
            ((LV2_Atom *)(void *)copy)->size = size;
            copy[(size * 7) % whole] ^= (uint8_t)size;
            home->descriptor->port_event(home->handle, JW_PORT_NOTIFY, whole, transfer, copy);
        }
        free(copy);
    }
    const float number = NAN;
    for (uint32_t port = 0; port < 200; ++port) {
        home->descriptor->port_event(home->handle, port, sizeof number, 0, &number);
    }
    run(home, 40);
    check(home->open, "it goes on after messages that are wrong");
    close_home(home);
}

static char logged[1024]; ///< What was written to the host's log last
static int n_logged;

static int print_log(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list args) {
    (void)handle;
    (void)type;
    ++n_logged;
    return vsnprintf(logged, sizeof logged, format, args);
}

static int write_log(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const int n = print_log(handle, type, format, args);
    va_end(args);
    return n;
}

/// A parent that is gone gives no window, and a line says so.
static void check_dead_parent(void) {
    const LV2UI_Descriptor *d = window_of(JW_PLUGIN_URI);
    const Window parent = make_parent(WIDTH, HEIGHT);
    LV2_Log_Log log = {NULL, write_log, print_log};
    const LV2_Feature map = {LV2_URID__map, &host_urid_map};
    const LV2_Feature logs = {LV2_LOG__log, &log};
    const LV2_Feature in = {LV2_UI__parent, (void *)(uintptr_t)parent};
    const LV2_Feature *all[] = {&map, &logs, &in, NULL};
    LV2UI_Widget widget;
    LV2UI_Handle handle = d->instantiate(d, JW_PLUGIN_URI, bundle, take, NULL, &widget, all);
    check(handle && n_logged == 0, "in a parent it opens without a word: %s", logged);
    d->cleanup(handle);
    XDestroyWindow(display, parent);
    XSync(display, False);
    handle = d->instantiate(d, JW_PLUGIN_URI, bundle, take, NULL, &widget, all);
    check(!handle, "in one that is gone it does not");
    check(n_logged == 1 && strstr(logged, "the host's window is not there"), "%d lines: %s",
          n_logged, logged);
    if (handle) {
        d->cleanup(handle);
    }
}

/// A host that sizes its window by ui:resize alone is asked once for the first size.
static void check_first_size(void) {
    Home *home = open_home(&(Setup){.scale = 1.5F});
    check(home->width == 0, "nothing is asked for while it opens");
    run(home, 2);
    check(home->width == 1440 && home->height == 900, "at the first idle: %d x %d", home->width,
          home->height);
    home->width = home->height = 0;
    run(home, 40);
    check(home->width == 0, "once");
    close_home(home);
}

static void check_refusals(void) {
    const LV2UI_Descriptor *d = window_of(JW_PLUGIN_URI);
    const LV2_Feature map = {LV2_URID__map, &host_urid_map};
    LV2_Feature parent = {LV2_UI__parent, (void *)(uintptr_t)DefaultRootWindow(display)};
    const LV2_Feature *none[] = {NULL}, *all[] = {&map, &parent, NULL};
    LV2UI_Widget widget;
    check(d && !d->instantiate(d, JW_PLUGIN_URI, bundle, take, NULL, &widget, none),
          "without urid:map it does not open");
    check(d && !d->instantiate(d, JW_DRONE_URI, bundle, take, NULL, &widget, all),
          "nor for another plug-in");
    setenv("DISPLAY", ":987", 1);
    check(d && !d->instantiate(d, JW_PLUGIN_URI, bundle, take, NULL, &widget, all),
          "nor without a display");
    check(d && !d->extension_data("urn:none"), "what is not offered is NULL");
}

int main(int argc, char **argv) {
    char path[4096];
    bundle = argc > 1 ? argv[1] : "";
    snprintf(path, sizeof path, "%s/jawari_ui.so", bundle);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    *(void **)&windows = library ? dlsym(library, "lv2ui_descriptor") : NULL;
    display = XOpenDisplay(NULL);
    if (!check(windows, "%s", library ? path : dlerror()) || !check(display, "a display")) {
        return check_result();
    }
    static const struct {
        const char *name;
        void (*check)(void);
    } checks[] = {
        {"hands", check_hands},
        {"presets", check_presets},
        {"typing", check_typing},
        {"drawing", check_drawing},
        {"tuning", check_tuning},
        {"leaving", check_leaving},
        {"two", check_two},
        {"effect", check_effect},
        {"hiding", check_hiding},
        {"showing", check_showing},
        {"sizes", check_sizes},
        {"broken", check_broken},
        {"parent", check_dead_parent},
        {"first", check_first_size},
        {"refusals", check_refusals},
    };
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; ++i) {
        if (argc < 3 || !strcmp(argv[2], checks[i].name)) {
            checks[i].check();
        }
    }
    XCloseDisplay(display);
    dlclose(library);
    return check_result();
}
