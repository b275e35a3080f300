// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Scala scales and keyboard mappings: the first byte says which, "s" or "k".

#include "files/scala_file.h"
#include "fuzz.h"
#include "playing/fretboard.h"

#include <math.h>

static JwTuning tuning;

static void check_keys(void) {
    const JwKeymap linear = jw_keymap_linear(60, 261.6);
    JwScale equal = {.n = 1, .cents = {100.0}};
    const JwScale *scale = tuning.has_scale ? &tuning.scale : &equal;
    const JwKeymap *map = tuning.has_keymap ? &tuning.keymap : &linear;
    for (int key = -1; key <= JW_KEYS; ++key) {
        const double hz = jw_keymap_hz(scale, map, key, 440.0);
        demand(hz >= 0.0 && isfinite(hz), "a pitch or none");
    }
}

static void check_scale(const char *text, size_t size) {
    static JwScale blank;
    JwError error = {0};
    memset(&blank, 0x5a, sizeof(blank));
    memcpy(&tuning.scale, &blank, sizeof(blank));
    tuning.has_scale = !jw_scale_file_parse(text, size, "fuzz", &tuning.scale, &error);
    if (!tuning.has_scale) {
        demand_message(error.text);
        demand(!memcmp(&tuning.scale, &blank, sizeof(blank)), "a refused file changes nothing");
        return;
    }
    demand(tuning.scale.n >= 0 && tuning.scale.n <= JW_SCALE_DEGREES, "degrees");
    demand(jw_tuning_ok(&tuning), "what is read can be tuned to");
    check_keys();
}

static void check_keymap(const char *text, size_t size) {
    static JwKeymap blank;
    JwError error = {0};
    memset(&blank, 0x5a, sizeof(blank));
    memcpy(&tuning.keymap, &blank, sizeof(blank));
    tuning.has_keymap = !jw_keymap_file_parse(text, size, "fuzz", &tuning.keymap, &error);
    if (!tuning.has_keymap) {
        demand_message(error.text);
        demand(!memcmp(&tuning.keymap, &blank, sizeof(blank)), "a refused file changes nothing");
        return;
    }
    demand(tuning.keymap.n >= 0 && tuning.keymap.n <= JW_KEYMAP_KEYS, "keys");
    demand(jw_tuning_ok(&tuning), "what is read can be tuned to");
    check_keys();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memset(&tuning, 0, sizeof(tuning));
    if (size > 0 && data[0] == 'k') {
        check_keymap((const char *)data + 1, size - 1);
    } else if (size > 0) {
        check_scale((const char *)data + 1, size - 1);
    }
    return 0;
}
