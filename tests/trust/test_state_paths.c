// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What a state may name as its instrument: a file by its name, or by its whole path. What is no
// file, or would leave a folder unasked, is refused, and nothing that could block is opened.

#define _XOPEN_SOURCE 700

#include "../check.h"
#include "../fuzz/plugin_host.h"
#include "preset_file.h"

#include <lv2/atom/atom.h>
#include <sys/stat.h>
#include <unistd.h>

static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type,
                            uint32_t *flags) {
    if (key != host_map(JW_INSTRUMENT_FILE_URI)) {
        return NULL;
    }
    *size = strlen(handle) + 1;
    *type = host_map(LV2_ATOM__String);
    *flags = 0;
    return handle;
}

static bool restores(PluginHost *host, const char *text) {
    char copy[4096];
    snprintf(copy, sizeof(copy), "%s", text);
    return !host->state->restore(host->handle, retrieve, copy, 0, NULL);
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
    // Opened, it would wait for a writer that never comes.
    check(!restores(host, pipe), "a pipe is refused");
    check(!restores(host, folder), "a folder is refused");
    unlink(pipe);
    rmdir(folder);
    host->descriptor->cleanup(host->handle);
    free(host);
    return check_result();
}
