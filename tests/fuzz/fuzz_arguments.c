// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Command lines of jawari-render: one argument a line.

#include "app/render/render_options.h"
#include "files/line.h"
#include "fuzz.h"

#include <math.h>

enum { ARGUMENTS = 64 };

static void check_options(const JwRenderOptions *o) {
    for (int i = 0; i < JW_N_PARAMS; ++i) {
        demand(!o->set[i] || jw_param_valid((JwParamId)i, o->value[i]), "parameters in range");
    }
    if (o->action != JW_RENDER_SCORE) {
        return;
    }
    demand(o->rate_hz >= 8000 && o->rate_hz <= 384000, "rate");
    demand(o->block_frames >= 1 && o->block_frames <= JW_RENDER_BLOCK_MAX, "block");
    demand(isfinite(o->tail_s) && o->tail_s <= 3600.0, "tail");
    demand(o->format < JW_N_WAV_FORMATS, "format");
    demand(o->output_dir ? o->n_scores > 0 : o->out && (o->score || o->n_notes > 0),
           "something to do");
    demand(o->n_notes >= 0 && o->n_notes <= JW_RENDER_NOTES, "notes");
    for (int i = 0; i < o->n_notes; ++i) {
        demand(o->note[i].key >= 0 && o->note[i].key <= 127, "key");
        demand(o->note[i].velocity >= 1 && o->note[i].velocity <= 127, "velocity");
        demand(isfinite(o->note[i].seconds) && o->note[i].seconds >= 0.0, "length");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char name[] = "jawari-render";
    char *argv[ARGUMENTS + 2] = {name};
    int argc = 1;
    JwError error = {0};
    JwRenderOptions options;
    char *text = malloc(size + 1);
    demand(text != NULL, "memory");
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *line = text; line && argc <= ARGUMENTS;) {
        char *end = strchr(line, '\n');
        if (end) {
            *end++ = '\0';
        }
        argv[argc++] = line;
        line = end;
    }
    if (jw_render_options_parse(&options, argc, argv, &error)) {
        check_options(&options);
    } else {
        jw_line_tidy(error.text);
        demand_message(error.text);
    }
    free(text);
    return 0;
}
