// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Configuration file of jawari, and what MIDI learn has learned: the first byte says which, "c" or
// "m". They are read from memory that has a path.

#define _GNU_SOURCE

#include "app/jawari_options.h"
#include "app/player/midi_learn.h"
#include "files/line.h"
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

static void read_config(char *path, JwError *error) {
    char name[] = "jawari", option[] = "--config";
    char *argv[] = {name, option, path, NULL};
    JwLiveOptions options;
    if (!jw_live_options_parse(&options, 3, argv, error)) {
        jw_line_tidy(error->text);
        demand_message(error->text);
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        demand(!options.set[i] || jw_param_valid((JwParamId)i, options.value[i]), "in range");
    }
    jw_live_options_clear(&options);
}

static void read_learned(const char *path, JwError *error) {
    JwMidiLearn learned;
    if (!jw_midi_learn_load(&learned, path, error)) {
        jw_line_tidy(error->text);
        demand_message(error->text);
        return;
    }
    for (int channel = 0; channel < 16; ++channel) {
        for (int controller = 0; controller < 128; ++controller) {
            const int id = jw_midi_learn_param(&learned, channel, controller);
            demand(id >= -1 && id < JW_N_PARAMS, "a parameter or none");
            demand(id < 0 || jw_midi_learn_allows(controller), "of a controller that is free");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[64];
    JwError error = {0};
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);
    demand(fd >= 0, "a file in memory");
    if (size > 1) {
        demand(write(fd, data + 1, size - 1) == (ssize_t)size - 1, "written");
    }
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    if (size > 0 && data[0] == 'm') {
        read_learned(path, &error);
    } else {
        read_config(path, &error);
    }
    close(fd);
    return 0;
}
