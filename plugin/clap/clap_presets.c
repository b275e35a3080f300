// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Presets: how hosts find and load them. They are the LV2 plug-ins' files.

#include "clap.h"
#include "files/data_dir.h"
#include "files/paths.h"
#include "files/preset_file.h"
#include "plugins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/********* Loading *********/

/// Loads an instrument, a preset, or what a host of LV2 has saved.
static bool load_file(JwClap *clap, const char *path, JwError *error) {
    JwError unread = {0};
    bool is_state;
    const bool loaded = jw_clap_state_load_lv2(clap, path, &is_state, &unread);
    if (is_state) {
        *error = unread;
        return loaded;
    }
    return jw_plugin_model_load(&clap->lv2->model, path, error);
}

static bool load(const clap_plugin *plugin, uint32_t kind, const char *location, const char *key) {
    JwClap *clap = jw_clap(plugin);
    const clap_host *host = clap->host;
    const clap_host_preset_load *told = host->extension(host, CLAP_PRESET_LOAD);
    told = told ? told : host->extension(host, CLAP_PRESET_LOAD_BEFORE);
    JwError error = {0};
    if (kind != CLAP_LOCATION_FILE || !location) {
        jw_error_set(&error, "presets are files");
    }
    // The usual form of a path: a system may have several for the same file.
    char *path = error.text[0] ? NULL : jw_path_real(location);
    const bool ok = !error.text[0] && load_file(clap, path ? path : location, &error);
    free(path);
    if (ok) {
        clap->host->request_process(clap->host);
        jw_clap_catch_up(clap);
        jw_instance_warn(clap->lv2);
        jw_clap_serve(clap);
    } else {
        jw_clap_log(clap, CLAP_LOG_ERROR, error.text);
    }
    if (ok && told) {
        told->loaded(host, kind, location, key);
    } else if (told) {
        told->error(host, kind, location, key, 0, error.text);
    }
    return ok;
}

const clap_preset_load jw_clap_preset_load = {load};

/********* Discovery *********/

/// A provider and the host's indexer.
typedef struct {
    clap_preset_provider provider;
    const clap_preset_indexer *indexer;
} Provider;

static const clap_preset_provider_descriptor descriptor = {
    .version = {1, 2, 0},
    .id = "org.jawari.presets",
    .name = "Presets of Jawari",
    .vendor = "Jawari",
};

/// Declares a folder as a location; false if the host refuses it.
static bool declare(const clap_preset_indexer *indexer, const char *folder) {
    const clap_preset_location location = {
        .flags = CLAP_PRESET_IS_FACTORY,
        .name = "Jawari",
        .kind = CLAP_LOCATION_FILE,
        .location = folder,
    };
    return indexer->declare_location(indexer, &location);
}

static bool init(const clap_preset_provider *provider) {
    const clap_preset_indexer *indexer = ((const Provider *)provider->data)->indexer;
    const clap_preset_filetype type = {"Preset of Jawari", "LV2 preset in Turtle", "ttl"};
    char folder[JW_TEXT_SIZE + 16];
    JwNameList list = {0};
    snprintf(folder, sizeof(folder), "%s/presets", jw_clap_bundle());
    const bool in_bundle = jw_data_list_folder(folder, JW_PRESET_EXTENSION, &list) && list.n > 0;
    jw_name_list_clear(&list);
    if (!indexer->declare_filetype(indexer, &type)) {
        return false;
    }
    return in_bundle ? declare(indexer, folder)
                     : jw_data_dir(0) && declare(indexer, jw_data_dir(0));
}

static void destroy(const clap_preset_provider *provider) {
    free(provider->data);
}

/// Describes one file to the host. A file that is no preset of Jawari is reported as an error.
static bool metadata(const clap_preset_provider *provider, uint32_t kind, const char *location,
                     const clap_preset_receiver *receiver) {
    (void)provider;
    JwError error = {0};
    JwPreset *preset = calloc(1, sizeof(JwPreset));
    const bool read = preset && kind == CLAP_LOCATION_FILE && location &&
                      !jw_preset_file_load(location, preset, &error);
    if (!read) {
        receiver->error(receiver, 0, error.text[0] ? error.text : "presets are files");
        free(preset);
        return false;
    }
    const clap_plugin_name plugin = {"clap", preset->is_effect  ? "org.jawari.resonator"
                                             : preset->is_drone ? "org.jawari.drone"
                                                                : "org.jawari.instrument"};
    const bool begun = receiver->begin(receiver, preset->label, NULL);
    if (begun) {
        receiver->add_plugin(receiver, &plugin);
        receiver->set_flags(receiver, CLAP_PRESET_IS_FACTORY);
        receiver->add_feature(receiver, preset->is_effect ? "audio-effect" : "instrument");
        if (preset->description[0]) {
            receiver->set_description(receiver, preset->description);
        }
        receiver->add_extra(receiver, "instrument", preset->instrument);
    }
    free(preset);
    return begun;
}

static const void *extension(const clap_preset_provider *provider, const char *id) {
    (void)provider;
    (void)id;
    return NULL;
}

static uint32_t count(const clap_preset_factory *factory) {
    (void)factory;
    return 1;
}

static const clap_preset_provider_descriptor *get_descriptor(const clap_preset_factory *factory,
                                                             uint32_t index) {
    (void)factory;
    return index == 0 ? &descriptor : NULL;
}

static const clap_preset_provider *create(const clap_preset_factory *factory,
                                          const clap_preset_indexer *indexer, const char *id) {
    (void)factory;
    Provider *p = strcmp(id, descriptor.id) ? NULL : calloc(1, sizeof(Provider));
    if (!p) {
        return NULL;
    }
    p->indexer = indexer;
    p->provider = (clap_preset_provider){&descriptor, p, init, destroy, metadata, extension};
    return &p->provider;
}

const clap_preset_factory jw_clap_preset_factory = {count, get_descriptor, create};
