// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Preset files.

#include "files/preset_file.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static JwPreset read, blank;
    JwError error = {0};
    bool seen[JW_N_PARAMS] = {false};
    memset(&blank, 0x5a, sizeof(blank));
    memcpy(&read, &blank, sizeof(read));
    if (jw_preset_file_parse((const char *)data, size, "fuzz", &read, &error)) {
        demand_message(error.text);
        demand(!memcmp(&read, &blank, sizeof(read)), "a refused file changes nothing");
        return 0;
    }
    demand(memchr(read.label, '\0', sizeof(read.label)) != NULL, "the label ends");
    demand(memchr(read.description, '\0', sizeof(read.description)) != NULL, "so does the comment");
    demand(memchr(read.instrument, '\0', sizeof(read.instrument)) != NULL, "and the instrument");
    demand(!strchr(read.instrument, '/'), "which names no folder");
    demand(read.n_values >= 0 && read.n_values <= JW_N_PARAMS, "values");
    for (int i = 0; i < read.n_values; ++i) {
        const JwPresetValue *v = &read.value[i];
        demand((unsigned)v->id < JW_N_PARAMS && !seen[v->id], "each once");
        demand(jw_param_valid(v->id, v->value), "in range");
        seen[v->id] = true;
    }
    return 0;
}
