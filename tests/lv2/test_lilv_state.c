// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Sessions of lilv itself: a state is saved to a folder as Ardour does, read from there, restored
// by another instance, which then has the same state, also when the folder was moved.
//
//     LV2_PATH=SPECIFICATIONS:FOLDER_OF_BUNDLE test_lilv_state BUNDLE

#include "files/preset_file.h"
#include "plugins.h"
#include "support/check.h"
#include "urids.h"

#include <lilv/lilv.h>
#include <lv2/urid/urid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static LilvWorld *world;
static const LilvPlugin *plugin;
static char folder[256];

static LilvInstance *new_instance(void) {
    static const LV2_Feature feature = {LV2_URID__map, &host_urid_map};
    static const LV2_Feature *const features[] = {&feature, NULL};
    LilvInstance *instance = lilv_plugin_instantiate(plugin, 48000.0, features);
    if (!instance) {
        printf("no instance\n");
        exit(2);
    }
    return instance;
}

/// What an instance has, with links to its files in a folder; NULL: files by their paths.
static LilvState *state_of(LilvInstance *instance, const char *links) {
    return lilv_state_new_from_instance(plugin, instance, &host_urid_map, NULL, NULL, links, links,
                                        NULL, NULL, 0, NULL);
}

/// An instance with these statements for its state.
static LilvInstance *chosen(const char *statements) {
    char text[2048];
    snprintf(text, sizeof(text),
             "@prefix atom: <http://lv2plug.in/ns/ext/atom#> .\n"
             "@prefix jw: <urn:jawari:> .\n"
             "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n"
             "@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"
             "@prefix state: <http://lv2plug.in/ns/ext/state#> .\n"
             "<urn:test:chosen> a pset:Preset ; lv2:appliesTo <" JW_PLUGIN_URI "> ;\n"
             "  state:state [ %s ] .\n",
             statements);
    LilvInstance *instance = new_instance();
    LilvState *state = lilv_state_new_from_string(world, &host_urid_map, text);
    check(state != NULL, "not understood: %s", text);
    lilv_state_restore(state, instance, NULL, NULL, 0, NULL);
    lilv_state_free(state);
    return instance;
}

static bool has(LilvInstance *instance, const LilvState *wanted) {
    LilvState *state = state_of(instance, NULL);
    const bool same = lilv_state_equals(state, wanted);
    lilv_state_free(state);
    return same;
}

static void test_session(const char *statements, int number) {
    char path[512], file[800], moved[600];
    snprintf(path, sizeof(path), "%s/session%d", folder, number);
    mkdir(path, 0755);
    LilvInstance *first = chosen(statements);
    LilvInstance *empty = new_instance(), *second = new_instance();
    LilvState *wanted = state_of(first, NULL), *saved = state_of(first, path);
    check(!has(empty, wanted), "%s: nothing was chosen", statements);
    check(!lilv_state_save(world, &host_urid_map, &host_urid_unmap, saved, NULL, path, "state.ttl"),
          "%s: not saved", statements);
    snprintf(moved, sizeof(moved), "%s.moved", path);
    check(!rename(path, moved), "cannot be moved");
    snprintf(file, sizeof(file), "%s/state.ttl", moved);
    LilvState *read = lilv_state_new_from_file(world, &host_urid_map, NULL, file);
    check(read != NULL, "%s: not read", statements);
    if (read) {
        lilv_state_restore(read, second, NULL, NULL, 0, NULL);
    }
    check(has(second, wanted), "%s: another state", statements);
    lilv_state_free(read);
    lilv_state_free(saved);
    lilv_state_free(wanted);
    lilv_instance_free(first);
    lilv_instance_free(second);
    lilv_instance_free(empty);
}

int main(int argc, char **argv) {
    char command[4096], path[512], statements[1200];
    const char *bundle = argc > 1 ? argv[1] : "";
    snprintf(folder, sizeof(folder), "/tmp/jawari-lilv-XXXXXX");
    if (!mkdtemp(folder)) {
        return 2;
    }
    world = lilv_world_new();
    lilv_world_load_all(world);
    LilvNode *uri = lilv_new_uri(world, JW_PLUGIN_URI);
    plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), uri);
    lilv_node_free(uri);
    if (!plugin) {
        return 2;
    }
    snprintf(path, sizeof(path), "%s/mine.ini", folder);
    snprintf(command, sizeof(command), "cp '%s/instruments/bench.ini' '%s'", bundle, path);
    check(!system(command), "%s", command); // NOLINT(cert-env33-c): a copy in the test's folder
    test_session("jw:instrumentFile \"tanpura.ini\"", 0);
    test_session("jw:instrumentFile \"bench.ini\" ; jw:stringTuning \"sa=1.5\" ;"
                 " jw:bridgeProfile \"10 -0.002, 22 -0.12\" ;"
                 " jw:held \"gain=-3.500000 body=2.000000\"",
                 1);
    snprintf(statements, sizeof(statements), "jw:instrumentFile \"%s\"^^atom:Path", path);
    test_session(statements, 2);
    snprintf(statements, sizeof(statements), "jw:instrumentFile <file://%s>", path);
    test_session(statements, 3);
    snprintf(command, sizeof(command), "rm -r '%s'", folder);
    check(!system(command), "%s", command); // NOLINT(cert-env33-c): the test's own folder
    lilv_world_free(world);
    return check_result();
}
