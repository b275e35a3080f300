// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Window: the LV2 plug-in's, to which the CLAP plug-in is the host.

#define _XOPEN_SOURCE 700

#include "clap.h"
#include "plugins.h"
#include "ui/indicates.h"
#include "window/view/view.h"

#include <lv2/atom/util.h>
#include <lv2/core/lv2.h>
#include <lv2/options/options.h>
#include <lv2/ui/ui.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The library's windows (plugin/ui/ui_descriptor.c).
LV2_SYMBOL_EXPORT const LV2UI_Descriptor *lv2ui_descriptor(uint32_t index);

enum { PERIOD_MS = 16, STILL_TIMERS = 6 };

struct JwClapWindowImpl {
    bool floats;
    double scale; ///< Device pixels per logical pixel; 0: unknown
    uint32_t width, height;
    const LV2UI_Descriptor *descriptor;
    LV2UI_Handle ui; ///< NULL: not opened yet
    uint32_t n_runs; ///< Blocks of the instance at the last timer
    int n_still;     ///< Timers since then without a block
    LV2UI_Touch touch;
    LV2UI_Resize resize;
    float told[JW_N_PARAMS]; ///< Values that the window knows; NaN: none
    float told_levels[2];    ///< The same for JwClap's levels
    JwClapNews news;
};

/********* From the window *********/

static int param_of_port(const JwClap *clap, uint32_t port) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        if (clap->port[i] == (int)port) {
            return i;
        }
    }
    return -1;
}

/// Makes the host call: process() while it processes, else flush().
static void wake(JwClap *clap) {
    const clap_host_params *params = clap->host->extension(clap->host, CLAP_PARAMS);
    clap->host->request_process(clap->host);
    if (params) {
        params->request_flush(clap->host);
    }
}

static void send_move(JwClap *clap, int kind, int param, double value) {
    const JwClapMove move = {.kind = kind, .param = param, .value = value};
    if (param >= 0) {
        jw_ring_write(clap->moves, &move);
        wake(clap);
    }
}

static void write_port(LV2UI_Controller controller, uint32_t port, uint32_t size, uint32_t format,
                       const void *buffer) {
    JwClap *clap = controller;
    if (format == 0 && size == sizeof(float)) {
        const int param = param_of_port(clap, port);
        const float value = *(const float *)buffer;
        send_move(clap, JW_MOVE_VALUE, param, jw_port_value(value));
        if (param >= 0) {
            clap->window->told[param] = value;
        }
    } else if (port == JW_PORT_CONTROL && size <= JW_CLAP_LETTER_SIZE) {
        JwClapLetter letter = {.atom = {0, 0}};
        memcpy(&letter, buffer, size);
        jw_ring_write(clap->letters, &letter);
        clap->host->request_process(clap->host);
    }
}

static void touch(LV2UI_Feature_Handle handle, uint32_t port, bool grabbed) {
    JwClap *clap = handle;
    send_move(clap, grabbed ? JW_MOVE_BEGIN : JW_MOVE_END, param_of_port(clap, port), 0.0);
}

static int want_size(LV2UI_Feature_Handle handle, int width, int height) {
    JwClap *clap = handle;
    JwClapWindow *w = clap->window;
    const clap_host_gui *gui = clap->host->extension(clap->host, CLAP_GUI);
    if (width < 1 || height < 1 || !gui ||
        !gui->request_resize(clap->host, (uint32_t)width, (uint32_t)height)) {
        return 1;
    }
    w->width = (uint32_t)width;
    w->height = (uint32_t)height;
    // A host that has resized its own window need not say so.
    const LV2UI_Resize *resizes = w->descriptor->extension_data(LV2_UI__resize);
    return w->ui ? resizes->ui_resize(w->ui, width, height) : 0;
}

/********* To the window *********/

/// Gives the window a value for a port, unless it knows it.
static void tell_value(const JwClapWindow *w, int port, float value, float *told) {
    if (port >= 0 && value != *told) {
        *told = value;
        w->descriptor->port_event(w->ui, (uint32_t)port, sizeof(value), 0, &value);
    }
}

/// Gives the window the instance's messages and the values that have changed.
static void tell_window(JwClap *clap) {
    JwClapWindow *w = clap->window;
    const LV2_URID transfer = clap->map.map(clap, LV2_ATOM__eventTransfer);
    while (jw_ring_read(clap->news, &w->news)) {
        LV2_ATOM_SEQUENCE_FOREACH(&w->news.sequence, event) {
            w->descriptor->port_event(w->ui, JW_PORT_NOTIFY,
                                      (uint32_t)sizeof(LV2_Atom) + event->body.size, transfer,
                                      &event->body);
        }
    }
    float at[JW_N_CONTROLS];
    jw_plugin_model_positions(&clap->lv2->model, at);
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        tell_value(w, clap->port[i], at[i], &w->told[i]);
    }
    for (int i = 0; i < 2 && jw_plugin_has_input(clap->index); ++i) {
        const int port =
            jw_plugin_host_port(clap->index, i == 0 ? JW_HOST_IN_PEAK : JW_HOST_LIMITED);
        tell_value(w, port, atomic_load(&clap->levels[i]), &w->told_levels[i]);
    }
}

void jw_clap_window_indicate(JwClap *clap, int param) {
    const JwClapWindow *w = clap->window;
    if (w && w->ui) {
        const JwUiIndicates *indicates = w->descriptor->extension_data(JW_UI_INDICATES);
        indicates->indicate(w->ui, (JwParamId)param, &clap->indication[param]);
    }
}

/********* Opening and closing *********/

static bool open_window(JwClap *clap, void *parent) {
    JwClapWindow *w = clap->window;
    LV2_URID_Map *map = &clap->map;
    LV2UI_Widget widget = NULL;
    const float scale = (float)w->scale;
    LV2_Options_Option options[] = {
        {LV2_OPTIONS_INSTANCE, 0, map->map(clap, LV2_UI__scaleFactor), sizeof(scale),
         map->map(clap, LV2_ATOM__Float), &scale},
        {LV2_OPTIONS_INSTANCE, 0, 0, 0, 0, NULL},
    };
    w->touch = (LV2UI_Touch){clap, touch};
    w->resize = (LV2UI_Resize){clap, want_size};
    const LV2_Feature features[] = {
        {LV2_URID__map, map},         {LV2_LOG__log, &clap->log},      {LV2_UI__touch, &w->touch},
        {LV2_UI__resize, &w->resize}, {LV2_OPTIONS__options, options}, {LV2_UI__parent, parent},
    };
    const LV2_Feature *list[] = {&features[0], &features[1], &features[2],
                                 &features[3], &features[4], parent ? &features[5] : NULL,
                                 NULL};
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        w->told[i] = NAN;
    }
    w->told_levels[0] = w->told_levels[1] = NAN;
    w->ui = w->descriptor->instantiate(w->descriptor, jw_plugin(clap->index)->uri, jw_clap_bundle(),
                                       write_port, clap, &widget, list);
    if (w->ui && parent) {
        const LV2UI_Resize *size = w->descriptor->extension_data(LV2_UI__resize);
        size->ui_resize(w->ui, (int)w->width, (int)w->height);
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        jw_clap_window_indicate(clap, i);
    }
    atomic_store(&clap->watched, w->ui != NULL);
    clap->host->request_process(clap->host);
    return w->ui != NULL;
}

/// Closes the view; the window can be opened again.
static void close_view(JwClap *clap) {
    JwClapWindow *w = clap->window;
    if (w->ui) {
        atomic_store(&clap->watched, false);
        w->descriptor->cleanup(w->ui);
        w->ui = NULL;
    }
}

static bool is_supported(const clap_plugin *plugin, const char *api, bool is_floating) {
    (void)plugin;
    (void)is_floating;
    return !strcmp(api, jw_clap_window_api);
}

static bool preferred(const clap_plugin *plugin, const char **api, bool *is_floating) {
    (void)plugin;
    *api = jw_clap_window_api;
    *is_floating = false;
    return true;
}

static bool create(const clap_plugin *plugin, const char *api, bool is_floating) {
    JwClap *clap = jw_clap(plugin);
    if (clap->window || !is_supported(plugin, api, is_floating)) {
        return false;
    }
    JwClapWindow *w = calloc(1, sizeof(JwClapWindow));
    if (!w || !jw_clap_ticks_begin(clap, PERIOD_MS)) {
        free(w);
        return false;
    }
    w->floats = is_floating;
    w->width = JW_VIEW_WIDTH;
    w->height = JW_VIEW_HEIGHT;
    w->descriptor = lv2ui_descriptor((uint32_t)clap->index);
    clap->window = w;
    return true;
}

void jw_clap_window_close(JwClap *clap) {
    if (clap->window) {
        close_view(clap);
        jw_clap_ticks_end(clap);
        free(clap->window);
        clap->window = NULL;
    }
}

static void destroy(const clap_plugin *plugin) {
    jw_clap_window_close(jw_clap(plugin));
}

/********* Size *********/

static bool set_scale(const clap_plugin *plugin, double scale) {
    JwClapWindow *w = jw_clap(plugin)->window;
    if (!w || w->ui || !(scale >= 0.5 && scale <= 8.0)) {
        return false;
    }
    w->scale = scale;
    w->width = (uint32_t)lround(JW_VIEW_WIDTH * scale);
    w->height = (uint32_t)lround(JW_VIEW_HEIGHT * scale);
    return true;
}

static bool get_size(const clap_plugin *plugin, uint32_t *width, uint32_t *height) {
    const JwClapWindow *w = jw_clap(plugin)->window;
    *width = w ? w->width : JW_VIEW_WIDTH;
    *height = w ? w->height : JW_VIEW_HEIGHT;
    return w != NULL;
}

static bool can_resize(const clap_plugin *plugin) {
    (void)plugin;
    return true;
}

static bool get_hints(const clap_plugin *plugin, clap_resize_hints *hints) {
    (void)plugin;
    *hints = (clap_resize_hints){.horizontal = true, .vertical = true};
    return true;
}

/// Every size is drawn, down to head, string and bridge alone.
static bool adjust_size(const clap_plugin *plugin, uint32_t *width, uint32_t *height) {
    enum { MOST = 16384 };
    (void)plugin;
    *width = *width < JW_VIEW_LEAST_WIDTH ? JW_VIEW_LEAST_WIDTH : *width > MOST ? MOST : *width;
    *height = *height < JW_VIEW_LEAST_HEIGHT ? JW_VIEW_LEAST_HEIGHT
              : *height > MOST               ? MOST
                                             : *height;
    return true;
}

static bool set_size(const clap_plugin *plugin, uint32_t width, uint32_t height) {
    JwClapWindow *w = jw_clap(plugin)->window;
    if (!w) {
        return false;
    }
    adjust_size(plugin, &width, &height);
    w->width = width;
    w->height = height;
    if (w->ui) {
        const LV2UI_Resize *resize = w->descriptor->extension_data(LV2_UI__resize);
        resize->ui_resize(w->ui, (int)width, (int)height);
    }
    return true;
}

/********* Showing *********/

static bool set_parent(const clap_plugin *plugin, const clap_window *window) {
    JwClap *clap = jw_clap(plugin);
    JwClapWindow *w = clap->window;
    if (!w || w->floats || w->ui || strcmp(window->api, jw_clap_window_api) != 0) {
        return false;
    }
    return open_window(clap, jw_clap_window_parent(window));
}

/// The window manager decides where a floating window stands.
static bool set_transient(const clap_plugin *plugin, const clap_window *window) {
    (void)plugin;
    (void)window;
    return false;
}

/// The title is the plug-in's name.
static void suggest_title(const clap_plugin *plugin, const char *title) {
    (void)plugin;
    (void)title;
}

static bool show(const clap_plugin *plugin) {
    JwClap *clap = jw_clap(plugin);
    JwClapWindow *w = clap->window;
    if (!w) {
        return false;
    }
    if (!w->floats) {
        return w->ui != NULL;
    }
    if (!w->ui && !open_window(clap, NULL)) {
        return false;
    }
    const LV2UI_Show_Interface *shows = w->descriptor->extension_data(LV2_UI__showInterface);
    return !shows->show(w->ui);
}

static bool hide(const clap_plugin *plugin) {
    JwClapWindow *w = jw_clap(plugin)->window;
    if (w && w->floats && w->ui) {
        close_view(jw_clap(plugin));
    }
    return w != NULL;
}

/// Asks a host that has activated the plug-in but does not play it to call flush(): the window's
/// messages would wait.
static void ask_if_still(JwClap *clap) {
    JwClapWindow *w = clap->window;
    const uint32_t n_runs = atomic_load_explicit(&clap->n_runs, memory_order_relaxed);
    w->n_still = n_runs == w->n_runs ? w->n_still + 1 : 0;
    w->n_runs = n_runs;
    if (w->n_still >= STILL_TIMERS) {
        w->n_still = 0;
        wake(clap);
    }
}

void jw_clap_window_tick(JwClap *clap) {
    JwClapWindow *w = clap->window;
    if (!w || !w->ui) {
        return;
    }
    jw_clap_catch_up(clap);
    ask_if_still(clap);
    tell_window(clap);
    const LV2UI_Idle_Interface *idle = w->descriptor->extension_data(LV2_UI__idleInterface);
    if (idle->idle(w->ui)) {
        const clap_host_gui *gui = clap->host->extension(clap->host, CLAP_GUI);
        close_view(clap);
        if (gui) {
            gui->closed(clap->host, false);
        }
    }
}

const clap_gui jw_clap_gui = {
    is_supported, preferred,     create,        destroy,     set_scale,
    get_size,     can_resize,    get_hints,     adjust_size, set_size,
    set_parent,   set_transient, suggest_title, show,        hide,
};
