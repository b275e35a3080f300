// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Configuration file of jawari, what MIDI learn has learned, and sessions, of which practice sets
// are one kind: the first byte says which, "c", "m" or "s". They are read from memory that has a
// path.

#define _GNU_SOURCE

#include "app/jawari_options.h"
#include "app/player/midi_learn.h"
#include "app/player/session_text.h"
#include "app/player/settings_file.h"
#include "files/line.h"
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
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

static void read_session(const char *path, JwError *error) {
    JwSessionText said = JW_SESSION_TEXT;
    char *text = NULL;
    if (!jw_settings_read(path, jw_session_take, &said, &text, error)) {
        jw_line_tidy(error->text);
        demand_message(error->text);
        return;
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        demand(!said.set[i] || jw_param_valid((JwParamId)i, said.value[i]), "in range");
    }
    demand(said.clock.bpm >= JW_TALA_BPM_MIN && said.clock.bpm <= JW_TALA_BPM_MAX, "a tempo");
    demand(fabs(said.clock.growth) <= JW_CLICKS_GROWTH_MAX, "a growth");
    demand(said.clock.tala >= -1 && said.clock.tala < JW_N_TALAS, "a tala");
    demand(said.keys <= JW_N_KEYS_CHOICES, "a layout of keys");
    demand(fabs(said.with.cents) <= JW_WITH_CENTS_MAX && said.with.level_db <= JW_WITH_LEVEL_MAX,
           "a companion");
    free(text);
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
    } else if (size > 0 && data[0] == 's') {
        read_session(path, &error);
    } else {
        read_config(path, &error);
    }
    close(fd);
    return 0;
}
