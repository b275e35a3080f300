// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Entry of the library: the only symbol that it exports.

#define _XOPEN_SOURCE 700

#include "clap.h"
#include "files/line.h"
#include "files/paths.h"
#include "files/regular_file.h"
#include "plugins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Folder of instruments and presets, found by jw_clap_entry_init().
static char bundle[JW_TEXT_SIZE];

const char *jw_clap_bundle(void) {
    return bundle;
}

/********* Log *********/

void jw_clap_log(const JwClap *clap, int severity, const char *text) {
    const clap_host_log *log = clap->host->extension(clap->host, CLAP_LOG);
    if (log) {
        char line[JW_MESSAGE_SIZE];
        snprintf(line, sizeof(line), "%s", text);
        jw_line_tidy(line);
        log->log(clap->host, severity, line);
    }
}

/// Tells the host's log, if the host can say so, that it calls from the wrong thread.
static void check_main(const JwClap *clap, const char *what) {
    const clap_host_thread_check *check = clap->host->extension(clap->host, CLAP_THREAD_CHECK);
    if (check && !check->is_main(clap->host)) {
        char text[JW_MESSAGE_SIZE];
        snprintf(text, sizeof(text), "%s belongs to the main thread", what);
        jw_clap_log(clap, CLAP_LOG_HOST_MISBEHAVING, text);
    }
}

/********* Plug-in *********/

static bool init(const clap_plugin *plugin) {
    JwClap *clap = jw_clap(plugin);
    check_main(clap, "init");
    return jw_clap_begin(clap);
}

static void destroy(const clap_plugin *plugin) {
    JwClap *clap = jw_clap(plugin);
    if (clap->lv2) { // A host may not be called before init()
        check_main(clap, "destroy");
    }
    jw_clap_end(clap);
    free(clap);
}

static bool activate(const clap_plugin *plugin, double rate_hz, uint32_t least, uint32_t most) {
    JwClap *clap = jw_clap(plugin);
    (void)least;
    (void)most;
    check_main(clap, "activate");
    if (!(rate_hz >= JW_RATE_MIN_HZ) || !(rate_hz <= JW_RATE_MAX_HZ)) {
        jw_clap_log(clap, CLAP_LOG_ERROR, "the sample rate is out of range");
        return false;
    }
    clap->active = jw_clap_start(clap, rate_hz);
    return clap->active;
}

static void deactivate(const clap_plugin *plugin) {
    JwClap *clap = jw_clap(plugin);
    check_main(clap, "deactivate");
    clap->active = false;
    clap->n_notes = 0;
}

static JW_REALTIME bool start_processing(const clap_plugin *plugin) {
    (void)plugin;
    return true;
}

static JW_REALTIME void stop_processing(const clap_plugin *plugin) {
    (void)plugin;
}

static JW_REALTIME void reset(const clap_plugin *plugin) {
    JwClap *clap = jw_clap(plugin);
    clap->n_notes = 0;
    jw_instance_silence(clap->lv2);
}

static void on_main_thread(const clap_plugin *plugin) {
    jw_clap_serve(jw_clap(plugin));
}

static const void *extension(const clap_plugin *plugin, const char *id) {
    static const struct {
        const char *id;
        const void *data;
    } extensions[] = {
        {CLAP_AUDIO_PORTS, &jw_clap_audio_ports},
        {CLAP_NOTE_PORTS, &jw_clap_note_ports},
        {CLAP_NOTE_NAMES, &jw_clap_note_names},
        {CLAP_PARAMS, &jw_clap_params},
        {CLAP_STATE, &jw_clap_state},
        {CLAP_LATENCY, &jw_clap_latency},
        {CLAP_TAIL, &jw_clap_tail},
        {CLAP_RENDER, &jw_clap_render},
        {CLAP_REMOTE_CONTROLS, &jw_clap_remote_controls},
        {CLAP_PRESET_LOAD, &jw_clap_preset_load},
        {CLAP_PRESET_LOAD_BEFORE, &jw_clap_preset_load},
#if defined JW_CLAP_HAS_WINDOW
        {CLAP_GUI, &jw_clap_gui},
        {CLAP_PARAM_INDICATION, &jw_clap_indication},
        {CLAP_PARAM_INDICATION_BEFORE, &jw_clap_indication},
#endif
#if defined JW_CLAP_HAS_TIMER
        {CLAP_TIMER, &jw_clap_timer},
#endif
    };
    (void)plugin;
    for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); ++i) {
        if (!strcmp(id, extensions[i].id)) {
            return extensions[i].data;
        }
    }
    return NULL;
}

/********* Factory *********/

static const char *const of_instruments[] = {"instrument", "synthesizer", "stereo", NULL};
static const char *const of_effects[] = {"audio-effect", "filter", "stereo", NULL};

/// Descriptors, filled in by entry_init(): a factory may be called from any thread.
static clap_descriptor descriptors[JW_N_PLUGINS];

/// Fills in the descriptors, whose texts are those of the LV2 plug-ins.
static void describe_plugins(void) {
    static const char *const id[JW_N_PLUGINS] = {
        [JW_PLUGIN_INSTRUMENT] = "org.jawari.instrument",
        [JW_PLUGIN_DRONE] = "org.jawari.drone",
        [JW_PLUGIN_RESONATOR] = "org.jawari.resonator",
    };
    for (int i = 0; i < JW_N_PLUGINS; ++i) {
        const JwPlugin *plugin = jw_plugin(i);
        descriptors[i] = (clap_descriptor){
            .version = CLAP_VERSION,
            .id = id[i],
            .name = plugin->name,
            .vendor = "Jawari",
            .url = "",
            .manual_url = "",
            .support_url = "",
            .plugin_version = JW_VERSION,
            .description = plugin->comment,
            .features = jw_plugin_has_input(i) ? of_effects : of_instruments,
        };
    }
}

static uint32_t count(const clap_plugin_factory *factory) {
    (void)factory;
    return JW_N_PLUGINS;
}

static const clap_descriptor *descriptor(const clap_plugin_factory *factory, uint32_t index) {
    (void)factory;
    return index < JW_N_PLUGINS ? &descriptors[index] : NULL;
}

static const clap_plugin *create(const clap_plugin_factory *factory, const clap_host *host,
                                 const char *id) {
    (void)factory;
    uint32_t index = 0;
    while (index < JW_N_PLUGINS && strcmp(descriptors[index].id, id) != 0) {
        ++index;
    }
    JwClap *clap =
        index < JW_N_PLUGINS && host->version.major >= 1 ? calloc(1, sizeof(JwClap)) : NULL;
    if (!clap) {
        return NULL;
    }
    clap->host = host;
    clap->index = (int)index;
    clap->plugin = (clap_plugin){
        .descriptor = &descriptors[index],
        .data = clap,
        .init = init,
        .destroy = destroy,
        .activate = activate,
        .deactivate = deactivate,
        .start_processing = start_processing,
        .stop_processing = stop_processing,
        .reset = reset,
        .process = jw_clap_process,
        .extension = extension,
        .on_main_thread = on_main_thread,
    };
    return &clap->plugin;
}

static const clap_plugin_factory plugin_factory = {count, descriptor, create};

/********* Entry *********/

/// True if a folder has the instruments.
static bool has_instruments(const char *folder) {
    char path[JW_TEXT_SIZE + 32];
    snprintf(path, sizeof(path), "%s/instruments/sitar.ini", folder);
    return jw_regular_file_is(path);
}

/// Takes a folder as the bundle if it has the instruments.
static bool take_bundle(const char *folder) {
    char *real = jw_path_real(folder);
    const bool found = real && has_instruments(real);
    if (real) {
        snprintf(bundle, sizeof(bundle), "%s", real);
    }
    free(real);
    return found;
}

/// Finds the bundle beside a library, or where both are installed or built.
static bool find_beside(const char *library) {
    static const char *const places[] = {"jawari.lv2", "../jawari.lv2", "../lv2/jawari.lv2",
                                         "../.lv2/jawari.lv2", ".."};
    const char *slash = strrchr(library, '/');
    bool found = false;
    for (size_t i = 0; slash && i < sizeof(places) / sizeof(places[0]) && !found; ++i) {
        char place[JW_TEXT_SIZE];
        snprintf(place, sizeof(place), "%.*s/%s", (int)(slash - library), library, places[i]);
        found = take_bundle(place);
    }
    return found;
}

/// Finds the instruments: in the LV2 bundle beside the library or a link to it, or where the bundle
/// was to be installed. Without them those of the programs are used.
static bool entry_init(const char *path) {
    char *whole = jw_path_real(path);
    describe_plugins();
    if (!(whole && find_beside(whole)) && !find_beside(path)) {
        snprintf(bundle, sizeof(bundle), "%s", JW_LV2_BUNDLE);
    }
    free(whole);
    return true;
}

static void entry_deinit(void) {
}

static const void *entry_factory(const char *id) {
    if (!strcmp(id, CLAP_PRESET_FACTORY) || !strcmp(id, CLAP_PRESET_FACTORY_BEFORE)) {
        return &jw_clap_preset_factory;
    }
    return strcmp(id, CLAP_PLUGIN_FACTORY) ? NULL : &plugin_factory;
}

extern const clap_plugin_entry clap_entry;

CLAP_EXPORT const clap_plugin_entry clap_entry = {
    .version = {1, 2, 0},
    .init = entry_init,
    .deinit = entry_deinit,
    .factory = entry_factory,
};
