// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Program jawari-render: a MIDI file in, a sound file out.

#include "app/batch.h"
#include "app/dataset.h"
#include "app/listing.h"
#include "app/message.h"
#include "app/render_options.h"
#include "files/line.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { EXIT_USAGE = 2, EXIT_PARTLY = 3, EXIT_SIGNAL = 128 };

static volatile sig_atomic_t caught_signal;

static void catch_signal(int number) {
    caught_signal = number;
}

// Catches the signals that end programs. They only raise a flag: the run stops between blocks and
// tidies up.
static void set_signals(void) {
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = catch_signal};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof(caught) / sizeof(caught[0]); ++i) {
        struct sigaction old;
        // Signals that nohup has set to be ignored stay ignored.
        if (!sigaction(caught[i], NULL, &old) && old.sa_handler != SIG_IGN) {
            sigaction(caught[i], &action, NULL);
        }
    }
    // Lets write() fail past a limit or into a closed pipe, so that the reason is told.
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

static bool stopped(void) {
    return caught_signal != 0;
}

/// Does what the options ask for; *end is how a data set ended.
static bool act(const JwRenderOptions *options, JwDatasetEnd *end, JwMessage *message) {
    switch (options->action) {
    case JW_RENDER_SCORE:
        return jw_batch_run(options, stopped, message);
    case JW_RENDER_MANIFEST:
        *end = jw_dataset_run(options, stopped, message);
        return *end != JW_DATASET_STOPPED;
    case JW_RENDER_CHECK:
        return jw_list_check(stdout, options->check, message);
    case JW_RENDER_LIST_INSTRUMENTS:
        return jw_list_instruments(stdout, message);
    case JW_RENDER_LIST_PRESETS:
        return jw_list_presets(stdout, message);
    case JW_RENDER_LIST_RAGAS:
        jw_list_ragas(stdout);
        return true;
    case JW_RENDER_LIST_PARAMS:
        jw_list_params(stdout);
        return true;
    case JW_RENDER_HELP:
        fputs(jw_render_options_help(), stdout);
        fputs(jw_render_more_help(), stdout);
        return true;
    case JW_RENDER_VERSION:
        puts("jawari-render " JW_VERSION "\nCopyright 2026 The Jawari authors, ISC licence");
        return true;
    }
    return false;
}

static int fail(JwMessage *message, int status) {
    jw_line_print(stderr, "jawari-render: %s", message->text);
    return status;
}

int main(int argc, char **argv) {
    JwRenderOptions options;
    JwMessage message = {""};
    jw_line_begin();
    if (!jw_render_options_parse(&options, argc, argv, &message)) {
        return fail(&message, EXIT_USAGE);
    }
    JwDatasetEnd end = JW_DATASET_WHOLE;
    set_signals();
    if (!act(&options, &end, &message)) {
        return fail(&message, caught_signal ? EXIT_SIGNAL + caught_signal : EXIT_FAILURE);
    }
    if (fflush(stdout) || ferror(stdout)) {
        jw_message_set(&message, "standard output: write failed");
        return fail(&message, EXIT_FAILURE);
    }
    return end == JW_DATASET_PARTLY ? EXIT_PARTLY : EXIT_SUCCESS;
}
