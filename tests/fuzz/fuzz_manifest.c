// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Lines of a manifest.

#include "app/dataset/manifest_line.h"
#include "files/line.h"
#include "fuzz.h"

#include <string.h>

/// Checks what is used later without another look.
static void check_line(const JwManifestLine *line) {
    const JwRenderOptions *o = &line->options;
    demand(line->id[0] && strspn(line->id, "./\\ ") == 0, "an id that is a file's name");
    demand(o->n_notes >= 0 && o->n_notes <= JW_RENDER_NOTES, "as many notes as there is room for");
    for (int i = 0; i < o->n_notes; ++i) {
        const JwRenderNote *note = &o->note[i];
        demand(note->velocity >= 1 && note->velocity <= 127, "velocity");
        demand(note->seconds >= 0.0 && note->at_s >= 0.0 && note->place >= 0.0, "times and place");
        demand(note->name[0] || note->string, "a key or a string");
        demand(memchr(note->name, '\0', sizeof(note->name)) != NULL, "a name with its end");
    }
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        demand(!o->set[i] || jw_param_valid((JwParamId)i, o->value[i]), "in range");
    }
    demand(o->rate_hz > 0 && o->seconds >= 0.0 && o->format < JW_N_WAV_FORMATS, "a sound");
    demand(o->n_notes > 0 || o->score || o->seconds > 0.0, "something to play");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static JwManifestLine line;
    const JwRenderOptions base = {.rate_hz = 48000, .tail_s = -1.0, .format = JW_FLAC_24};
    JwError error = {0};
    if (jw_manifest_line_read(&line, &base, (const char *)data, size, &error)) {
        check_line(&line);
    } else {
        jw_line_tidy(error.text);
        demand_message(error.text);
        demand(error.column >= 0 && error.column <= (int)size + 1, "a place in the line");
    }
    demand(jw_manifest_line_column(&line, error.text) <= (int)size + 1, "a place in the line");
    jw_manifest_line_clear(&line);
    return 0;
}
