// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a state may name as its instrument, scale or mapping: a file by its name, or by its whole
// path. What is no file, or would leave a folder unasked, is refused, and nothing is waited for.

#define _XOPEN_SOURCE 700

#include "../fuzz/plugin_host.h"
#include "files/preset_file.h"
#include "properties.h"
#include "support/check.h"
#include "support/texts.h"

#include <lv2/atom/atom.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    JwProperty property;
    char text[4096];
} Stored;

static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type,
                            uint32_t *flags) {
    const Stored *stored = handle;
    const char *text = NULL;
    if (key == host_map(jw_property_info(stored->property)->uri)) {
        text = stored->text;
    } else if (key == host_map(JW_INSTRUMENT_FILE_URI)) {
        text = "bench"; // No state is without an instrument
    }
    *size = text ? strlen(text) + 1 : 0;
    *type = host_map(LV2_ATOM__String);
    *flags = 0;
    return text;
}

static bool restores_as(PluginHost *host, JwProperty property, const char *text) {
    Stored stored = {.property = property};
    snprintf(stored.text, sizeof(stored.text), "%s", text);
    return !host->state->restore(host->handle, retrieve, &stored, 0, NULL);
}

static bool restores(PluginHost *host, const char *text) {
    return restores_as(host, JW_PROPERTY_INSTRUMENT, text);
}

static void check_file(PluginHost *host, JwProperty property, const char *folder,
                       const char *text) {
    char path[64];
    snprintf(path, sizeof(path), "%s/file", folder);
    check(write_text(path, text), "%s is written", path);
    check(restores_as(host, property, path), "a file as <%s>", jw_property_info(property)->uri);
    unlink(path);
}

/// What a name may lead to beside a file. Opened as one, a pipe waits for a writer that never
/// comes, a device is read for ever.
static void check_strangers(PluginHost *host, const char *pipe, const char *folder) {
    static const JwProperty files[] = {JW_PROPERTY_INSTRUMENT, JW_PROPERTY_SCALE,
                                       JW_PROPERTY_MAPPING};
    const char *const strangers[] = {pipe, folder, "/dev/zero", "/dev/tty", "/dev/null"};
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
        for (size_t k = 0; k < sizeof(strangers) / sizeof(strangers[0]); ++k) {
            check(!restores_as(host, files[i], strangers[k]), "%s as <%s> is refused", strangers[k],
                  jw_property_info(files[i])->uri);
        }
    }
}

int main(void) {
    static const char *const refused[] = {
        "",
        ".",
        "..",
        "../presets/bench",
        "../presets/bench.ini",
        "./bench.ini",
        "x/../bench.ini",
        "/",
        "/dev/zero",
        "/dev/null",
        "/dev/tty",
        "/dev/stdin",
        "/nowhere/bench.ini",
        "no such",
    };
    char folder[] = "/tmp/jawari-XXXXXX", pipe[64];
    PluginHost *host = plugin_host_new();
    check(restores(host, "bench"), "an instrument by its name");
    check(restores(host, JW_FUZZ_BUNDLE "/bench.ini"), "and by its path");
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); ++i) {
        check(!restores(host, refused[i]), "\"%s\" is refused", refused[i]);
    }
    check(mkdtemp(folder) != NULL, "a folder");
    snprintf(pipe, sizeof(pipe), "%s/pipe.ini", folder);
    check(!mkfifo(pipe, 0600), "a pipe");
    check_file(host, JW_PROPERTY_SCALE, folder, "halves\n2\n600.0\n2/1\n");
    check_file(host, JW_PROPERTY_MAPPING, folder, "0\n0\n127\n60\n69\n440.0\n0\n");
    check_strangers(host, pipe, folder);
    unlink(pipe);
    rmdir(folder);
    host->descriptor->cleanup(host->handle);
    free(host);
    return check_result();
}
