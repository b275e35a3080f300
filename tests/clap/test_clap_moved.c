// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A state moves from the CLAP plug-ins to those of LV2 by tools/clap_state.py, and back as the
// preset that a host of LV2 saves: properties, held controls and ports are the same again.
//
//     LV2_PATH=SPECIFICATIONS:FOLDER_OF_BUNDLE test_clap_moved LIBRARY TOOL

#define _GNU_SOURCE // memmem()

#include "clap_host.h"
#include "plugins.h"
#include "support/check.h"
#include "urids.h"

#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/urid/urid.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, MOST_PORTS = 128 };

static const char *const ids[JW_N_PLUGINS] = {"org.jawari.instrument", "org.jawari.drone",
                                              "org.jawari.resonator"};
static char folder[256];

/// Ports as a host has them.
typedef struct {
    char symbol[MOST_PORTS][64];
    float value[MOST_PORTS];
    int n;
} Ports;

static void set_port(const char *symbol, void *user, const void *value, uint32_t size,
                     uint32_t type) {
    Ports *ports = user;
    (void)type;
    if (check(size == sizeof(float) && ports->n < MOST_PORTS, "%s: a number", symbol)) {
        snprintf(ports->symbol[ports->n], sizeof(ports->symbol[0]), "%s", symbol);
        memcpy(&ports->value[ports->n++], value, sizeof(float));
    }
}

static const void *get_port(const char *symbol, void *user, uint32_t *size, uint32_t *type) {
    const Ports *ports = user;
    for (int i = 0; i < ports->n; ++i) {
        if (!strcmp(ports->symbol[i], symbol)) {
            *size = sizeof(float);
            *type = host_urid_map.map(host_urid_map.handle, LV2_ATOM__Float);
            return &ports->value[i];
        }
    }
    *size = *type = 0;
    return NULL;
}

static void run_command(const char *command) {
    check(!system(command), "%s", command); // NOLINT(cert-env33-c): the test's own folder
}

/// Loads the preset into a host of LV2, which saves its own in a folder, with links to files.
static void move_through_lv2(int index, const char *preset, const char *path) {
    static const LV2_Feature feature = {LV2_URID__map, &host_urid_map};
    static const LV2_Feature *const features[] = {&feature, NULL};
    static Ports ports;
    LilvWorld *world = lilv_world_new();
    lilv_world_load_all(world);
    LilvNode *uri = lilv_new_uri(world, jw_plugin(index)->uri);
    const LilvPlugin *plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), uri);
    LilvState *state = lilv_state_new_from_file(world, &host_urid_map, NULL, preset);
    LilvInstance *instance = lilv_plugin_instantiate(plugin, RATE, features);
    if (check(state && instance, "%s in LV2", preset)) {
        ports.n = 0;
        lilv_state_restore(state, instance, set_port, &ports, 0, NULL);
        check(ports.n > 10, "%d ports", ports.n);
        LilvState *own = lilv_state_new_from_instance(plugin, instance, &host_urid_map, NULL, NULL,
                                                      path, path, get_port, &ports, 0, NULL);
        lilv_state_set_label(own, "Moved");
        check(
            !lilv_state_save(world, &host_urid_map, &host_urid_unmap, own, NULL, path, "moved.ttl"),
            "saved");
        lilv_state_free(own);
    }
    lilv_instance_free(instance);
    lilv_state_free(state);
    lilv_node_free(uri);
    lilv_world_free(world);
}

/// A state with all properties, in `stored`.
static void write_state(ClapHost *h, int index) {
    h->n_stored = (size_t)snprintf(
        h->stored, sizeof(h->stored),
        "jawari-state 1 %s\nurn:jawari:instrumentFile %s\nurn:jawari:scaleFile %s/a b.scl\n"
        "urn:jawari:mappingFile \nurn:jawari:stringTuning %s=1.5\n"
        "urn:jawari:bridgeProfile 10 -0.002, 22 -0.12\nurn:jawari:held gain=-3.5\njawari 37.5\n"
        "a4 432.5\ngain -3.5\noffline_quality 2\nbypass 1\nend 11\n",
        jw_plugin(index)->uri, index == JW_PLUGIN_DRONE ? "tanpura.ini" : "sitar.ini", folder,
        index == JW_PLUGIN_DRONE ? "pa" : "baj");
    h->n_read = 0;
}

static void check_plugin(const char *library, const char *tool, int index) {
    char command[2048], path[512], link[32];
    static char first[CLAP_HOST_STATE];
    ClapHost *from = clap_host_playing(library, ids[index], RATE);
    write_state(from, index);
    check(clap_host_load(from), "%s: %s", from->stored, from->log);
    clap_host_settle(from);
    check(clap_host_save(from), "saved");
    check(strstr(from->stored, "a b.scl") && strstr(from->stored, "jawari 37.5\n") &&
              strstr(from->stored, "bypass 1\n"),
          "all of it is in force: %s", from->stored);
    snprintf(first, sizeof(first), "%.*s", (int)from->n_stored, from->stored);
    clap_host_done(from);
    snprintf(path, sizeof(path), "%s/clap.state", folder);
    FILE *file = fopen(path, "wb");
    check(file && fputs(first, file) >= 0 && !fclose(file), "%s", path);
    snprintf(command, sizeof(command), "python3 '%s' '%s' '%s/My own.%d.preset.lv2'", tool, path,
             folder, index);
    run_command(command);
    snprintf(path, sizeof(path), "%s/My own.%d.preset.lv2/preset.ttl", folder, index);
    snprintf(command, sizeof(command), "%s/moved%d", folder, index);
    move_through_lv2(index, path, command);
    snprintf(path, sizeof(path), "%s/moved%d/moved.ttl", folder, index);
    ClapHost *to = clap_host_playing(library, ids[index], RATE);
    const clap_preset_load *presets = clap_host_extension(to, CLAP_PRESET_LOAD);
    check(presets->load(to->plugin, CLAP_LOCATION_FILE, path, NULL), "%s: %s", path, to->log);
    clap_host_settle(to);
    check(clap_host_save(to), "saved again");
    snprintf(link, sizeof(link), "moved%d/", index);
    char *linked = memmem(to->stored, to->n_stored, link, strlen(link));
    if (check(linked != NULL, "the scale's file is a link")) {
        const size_t n = strlen(link);
        to->n_stored -= n;
        memmove(linked, linked + n, to->n_stored - (size_t)(linked - to->stored));
    }
    check(to->n_stored == strlen(first) && !memcmp(to->stored, first, to->n_stored),
          "%s: another state: %.*s, was %s", ids[index], (int)to->n_stored, to->stored, first);
    // A state of another plug-in is refused, and nothing changes
    clap_host_done(to);
    ClapHost *other = clap_host_playing(library, ids[(index + 1) % JW_N_PLUGINS], RATE);
    presets = clap_host_extension(other, CLAP_PRESET_LOAD);
    check(!presets->load(other->plugin, CLAP_LOCATION_FILE, path, NULL), "another plug-in's");
    clap_host_done(other);
}

int main(int argc, char **argv) {
    char command[512];
    if (argc != 3) {
        return 2;
    }
    snprintf(folder, sizeof(folder), "/tmp/jawari-moved-XXXXXX");
    if (!mkdtemp(folder)) {
        return 2;
    }
    snprintf(
        command, sizeof(command),
        "printf '! a\\na\\n12\\n100.\\n200.\\n300.\\n400.\\n500.\\n600.\\n700.\\n800.\\n900.\\n"
        "1000.\\n1100.\\n2/1\\n' >'%s/a b.scl'",
        folder);
    run_command(command);
    for (int i = 0; i < JW_N_PLUGINS; ++i) {
        check_plugin(argv[1], argv[2], i);
    }
    snprintf(command, sizeof(command), "rm -r '%s'", folder);
    run_command(command);
    return check_result();
}
