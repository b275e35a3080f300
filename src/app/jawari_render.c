// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Program jawari-render: renders MIDI files to sound files.

#include "app/dataset/dataset.h"
#include "app/render/batch.h"
#include "app/render/render_options.h"
#include "base/error.h"
#include "program/listing.h"
#include "program/own_ragas.h"
#include "program/program.h"
#include "program/raga_words.h"

#include <stdio.h>
#include <stdlib.h>

enum { EXIT_PARTLY = 3 };

static const char name[] = "jawari-render";

/// Executes the action of the options; *end is the result of a data set.
static bool act(const JwRenderOptions *options, JwDatasetEnd *end, JwError *error) {
    switch (options->action) {
    case JW_RENDER_SCORE:
        return jw_batch_run(options, jw_program_is_stopped, error);
    case JW_RENDER_MANIFEST:
        *end = jw_dataset_run(options, jw_program_is_stopped, error);
        return *end != JW_DATASET_STOPPED;
    case JW_RENDER_CHECK:
        return jw_list_check(stdout, options->check, error);
    case JW_RENDER_LIST_INSTRUMENTS:
        return jw_list_instruments(stdout, error);
    case JW_RENDER_LIST_PRESETS:
        return jw_list_presets(stdout, error);
    case JW_RENDER_LIST_RAGAS:
        return jw_list_ragas(stdout, options->filter, error);
    case JW_RENDER_LIST_TALAS:
        return jw_list_talas(stdout, options->filter, error);
    case JW_RENDER_LIST_PARAMS:
        jw_list_params(stdout);
        return true;
    default:
        return jw_options_answer(&jw_render_option_table, options->action);
    }
}

int main(int argc, char **argv) {
    JwRenderOptions options;
    JwError error = {0};
    JwDatasetEnd end = JW_DATASET_WHOLE;
    jw_program_begin();
    jw_own_ragas_load(name);
    if (!jw_render_options_parse(&options, argc, argv, &error)) {
        return jw_program_fail(name, &error, JW_EXIT_USAGE);
    }
    jw_program_catch_signals();
    if (!act(&options, &end, &error)) {
        const int caught = jw_program_caught();
        return jw_program_fail(name, &error, caught ? JW_EXIT_SIGNAL + caught : EXIT_FAILURE);
    }
    if (!jw_program_end_output(&error)) {
        return jw_program_fail(name, &error, EXIT_FAILURE);
    }
    return end == JW_DATASET_PARTLY ? EXIT_PARTLY : EXIT_SUCCESS;
}
