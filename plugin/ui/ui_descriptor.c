// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Windows in the library: the only symbol that it exports.

#define _XOPEN_SOURCE 700

#include "host/clocks.h"
#include "indicates.h"
#include "plugins.h"
#include "ui.h"

#include <lv2/atom/util.h>
#include <lv2/core/lv2_util.h>
#include <lv2/options/options.h>
#include <stdlib.h>
#include <string.h>

/********* Features *********/

/// True for a colour, 0xRRGGBBAA, on which dark text is more legible.
static bool is_light(int32_t colour) {
    const uint32_t c = (uint32_t)colour;
    const uint32_t red = c >> 24, green = c >> 16 & 255, blue = c >> 8 & 255;
    return 299 * red + 587 * green + 114 * blue > 127500;
}

/// Reads the options; returns the theme that matches the host's colours.
static JwWindowTheme take_options(JwUi *ui, LV2_URID_Map *map, const LV2_Options_Option *options) {
    const LV2_URID scale = map->map(map->handle, LV2_UI__scaleFactor);
    const LV2_URID ground = map->map(map->handle, LV2_UI__backgroundColor);
    const LV2_URID ink = map->map(map->handle, LV2_UI__foregroundColor);
    bool light = false, has_ground = false;
    for (const LV2_Options_Option *o = options; o && (o->key || o->value); ++o) {
        if (!o->value) {
            continue;
        }
        if (o->key == scale && o->type == ui->uris.atom_Float && o->size == sizeof(float)) {
            ui->host.scale = (double)*(const float *)o->value;
        } else if (o->key == ground && o->type == ui->uris.atom_Int && o->size == sizeof(int32_t)) {
            light = is_light(*(const int32_t *)o->value);
            has_ground = true;
        } else if (o->key == ink && !has_ground && o->type == ui->uris.atom_Int &&
                   o->size == sizeof(int32_t)) {
            light = !is_light(*(const int32_t *)o->value);
        }
    }
    // Implausible values are ignored.
    ui->host.scale = ui->host.scale >= 0.5 && ui->host.scale <= 8.0 ? ui->host.scale : 0.0;
    return light ? JW_WINDOW_LIGHT : JW_WINDOW_DARK;
}

/// Reads the host's features; returns false if a required one is missing.
static bool take_features(JwUi *ui, const LV2_Feature *const *features, JwWindowTheme *theme) {
    LV2_URID_Map *map = lv2_features_data(features, LV2_URID__map);
    if (!map) {
        return false;
    }
    jw_uris_map(&ui->uris, map, ui->index);
    lv2_atom_forge_init(&ui->forge, map);
    lv2_log_logger_init(&ui->host.logger, map, lv2_features_data(features, LV2_LOG__log));
    ui->host.event_transfer = map->map(map->handle, LV2_ATOM__eventTransfer);
    ui->host.touch = lv2_features_data(features, LV2_UI__touch);
    ui->host.resize = lv2_features_data(features, LV2_UI__resize);
    ui->host.request = lv2_features_data(features, LV2_UI__requestValue);
    ui->host.parent = (uintptr_t)lv2_features_data(features, LV2_UI__parent);
    *theme = take_options(ui, map, lv2_features_data(features, LV2_OPTIONS__options));
    return true;
}

/********* The window *********/

static void close_view(JwUi *ui) {
    jw_view_close(ui->view);
    ui->view = NULL;
}

/// Stores a size requested by a zoom: the host is asked after the window's step.
static void want_size(void *user, int width, int height) {
    JwUi *ui = user;
    ui->wanted_width = width;
    ui->wanted_height = height;
}

static void ask_for_size(JwUi *ui) {
    if (ui->wanted_width > 0 && ui->host.resize) {
        ui->host.resize->ui_resize(ui->host.resize->handle, ui->wanted_width, ui->wanted_height);
    }
    ui->wanted_width = 0;
}

/// Makes the host ask for the files that the user wants; the host informs the plug-in, which
/// informs the window. The host's dialog may call the window meanwhile.
static void ask_for_files(JwUi *ui) {
    const LV2UI_Request_Value *request = ui->host.request;
    for (int i = 0; request && i < JW_N_PROPERTIES; ++i) {
        if (ui->wants_file[i]) {
            ui->wants_file[i] = false;
            const LV2UI_Request_Value_Status status =
                request->request(request->handle, ui->uris.property[i], ui->uris.atom_Path, NULL);
            if (status != LV2UI_REQUEST_VALUE_SUCCESS && status != LV2UI_REQUEST_VALUE_BUSY) {
                jw_ui_log(ui, "the host does not ask for a file");
            }
        }
    }
}

static bool open_view(JwUi *ui) {
    const JwViewSetup setup = {.title = jw_plugin(ui->index)->name,
                               .parent = ui->host.parent,
                               .scale = ui->host.scale,
                               .model = &ui->window,
                               .user = ui,
                               .act = jw_ui_act,
                               .resize = want_size};
    ui->view = jw_view_open();
    const char *wrong = ui->view ? jw_view_show(ui->view, &setup) : "the display cannot be opened";
    if (wrong) {
        jw_ui_log(ui, wrong);
        close_view(ui);
    }
    return !wrong;
}

static void clean_up(LV2UI_Handle handle) {
    JwUi *ui = handle;
    if (ui) {
        close_view(ui);
        free(ui->bundle);
        free(ui);
    }
}

static LV2UI_Handle instantiate(const LV2UI_Descriptor *descriptor, const char *plugin,
                                const char *bundle, LV2UI_Write_Function write,
                                LV2UI_Controller controller, LV2UI_Widget *widget,
                                const LV2_Feature *const *features) {
    JwUi *ui = calloc(1, sizeof *ui);
    JwWindowTheme theme = JW_WINDOW_DARK;
    if (!ui) {
        return NULL;
    }
    while (strcmp(jw_plugin(ui->index)->ui, descriptor->URI) != 0) {
        ++ui->index;
    }
    ui->host.write = write;
    ui->host.controller = controller;
    ui->bundle = strdup(bundle);
    if (!ui->bundle || strcmp(plugin, jw_plugin(ui->index)->uri) != 0 ||
        !take_features(ui, features, &theme)) {
        clean_up(ui);
        return NULL;
    }
    for (size_t n = strlen(ui->bundle); n > 1 && ui->bundle[n - 1] == '/'; --n) {
        ui->bundle[n - 1] = '\0';
    }
    jw_ui_begin(ui);
    ui->window.theme = theme;
    *widget = NULL;
    if (ui->host.parent) {
        if (!open_view(ui)) {
            clean_up(ui);
            return NULL;
        }
        *widget = (LV2UI_Widget)jw_view_window(ui->view);
    }
    return ui;
}

static void port_event(LV2UI_Handle handle, uint32_t port, uint32_t size, uint32_t format,
                       const void *buffer) {
    JwUi *ui = handle;
    if (format == 0 && size == sizeof(float)) {
        jw_ui_take_port(ui, port, *(const float *)buffer);
    } else if (format == ui->host.event_transfer && size >= sizeof(LV2_Atom)) {
        const LV2_Atom *atom = buffer;
        if (atom->size <= size - sizeof(LV2_Atom)) {
            jw_ui_take_atom(ui, atom);
        }
    }
}

/********* What the host calls *********/

static int idle(LV2UI_Handle handle) {
    JwUi *ui = handle;
    if (!ui->view) {
        return 1;
    }
    ui->now_s = jw_monotonic_s();
    jw_ui_send_due(ui);
    jw_view_change(ui->view, jw_ui_look(ui));
    if (jw_view_step(ui->view, ui->now_s)) {
        ask_for_size(ui);
        ask_for_files(ui);
        return 0;
    }
    close_view(ui);
    return 1;
}

static int show(LV2UI_Handle handle) {
    JwUi *ui = handle;
    return ui->view || open_view(ui) ? 0 : 1;
}

static int hide(LV2UI_Handle handle) {
    JwUi *ui = handle;
    if (!ui->host.parent) {
        close_view(ui);
    }
    return 0;
}

static int resize(LV2UI_Feature_Handle handle, int width, int height) {
    JwUi *ui = handle;
    if (!ui->view || width < 1 || height < 1) {
        return 1;
    }
    jw_view_resize(ui->view, width, height);
    return 0;
}

static void indicate(LV2UI_Handle handle, JwParamId id, const JwWindowIndication *indication) {
    jw_ui_indicate(handle, id, indication);
}

static const void *extension_data(const char *uri) {
    static const JwUiIndicates indicates_interface = {indicate};
    static const LV2UI_Idle_Interface idle_interface = {idle};
    static const LV2UI_Show_Interface show_interface = {show, hide};
    static const LV2UI_Resize resize_interface = {NULL, resize};
    if (!strcmp(uri, LV2_UI__idleInterface)) {
        return &idle_interface;
    }
    if (!strcmp(uri, LV2_UI__showInterface)) {
        return &show_interface;
    }
    if (!strcmp(uri, JW_UI_INDICATES)) {
        return &indicates_interface;
    }
    return strcmp(uri, LV2_UI__resize) ? NULL : &resize_interface;
}

static const LV2UI_Descriptor descriptors[JW_N_PLUGINS] = {
    [JW_PLUGIN_INSTRUMENT] = {JW_PLUGIN_URI ":ui", instantiate, clean_up, port_event,
                              extension_data},
    [JW_PLUGIN_DRONE] = {JW_DRONE_URI ":ui", instantiate, clean_up, port_event, extension_data},
    [JW_PLUGIN_RESONATOR] = {JW_RESONATOR_URI ":ui", instantiate, clean_up, port_event,
                             extension_data},
};

LV2_SYMBOL_EXPORT const LV2UI_Descriptor *lv2ui_descriptor(uint32_t index) {
    return index < JW_N_PLUGINS ? &descriptors[index] : NULL;
}
