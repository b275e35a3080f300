// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Command line of jawari-render.

#ifndef JW_RENDER_OPTIONS_H
#define JW_RENDER_OPTIONS_H

#include "app/message.h"
#include "app/tuning_arguments.h"
#include "app/wav_out.h"
#include "base/params.h"

#include <stdbool.h>

enum {
    JW_RENDER_NOTES = 16, ///< Most --note options
    JW_RENDER_NOTE_SIZE = 24,
    JW_RENDER_BLOCK_MAX = 65536, ///< Frames
    JW_RENDER_THREADS_MAX = 256,
    JW_RENDER_HOURS_MAX = 24, ///< Of a score, and of --seconds
};

typedef enum {
    JW_RENDER_SCORE,
    JW_RENDER_CHECK,
    JW_RENDER_LIST_INSTRUMENTS,
    JW_RENDER_LIST_PRESETS,
    JW_RENDER_LIST_RAGAS,
    JW_RENDER_LIST_PARAMS,
    JW_RENDER_HELP,
    JW_RENDER_VERSION,
} JwRenderAction;

/// A note of the command line, from the start on.
typedef struct {
    char name[JW_RENDER_NOTE_SIZE]; ///< Of its key, as it is written
    int key;                        ///< Once the instrument is known that Sa depends on
    int velocity;
    double seconds;
} JwRenderNote;

/// Texts point into argv.
typedef struct {
    JwRenderAction action;
    const char *score;      ///< NULL with notes, output_dir or for a drone alone
    const char *out;        ///< NULL with output_dir
    const char *output_dir; ///< Folder for the sound of several scores; NULL for one
    char **scores;          ///< With output_dir: n_scores
    int n_scores;
    int n_threads;          ///< 0: a score each has one, as many scores as there are processors
    const char *instrument; ///< Name or path; NULL: the preset's, or the default
    const char *preset;     ///< Name or path; NULL for none
    const char *stems;      ///< Folder; NULL for none
    const char *report;     ///< NULL for none
    const char *check;      ///< Instrument to check
    int rate_hz;
    int block_frames;
    double tail_s;  ///< Negative: until silence
    double seconds; ///< Length of the sound, whatever the score's; 0: score and tail
    bool quiet;
    unsigned channels; ///< That are played, bits 0..15; 0: all but the tenth, unless that is used
    bool strict;       ///< A score that is against the standard is refused
    JwTuningArguments tuning;
    bool set[JW_N_PARAMS]; ///< Set by --set or an option of its own
    double value[JW_N_PARAMS];
    JwWavFormat format;
    int n_notes;
    JwRenderNote note[JW_RENDER_NOTES];
} JwRenderOptions;

/// Reads the arguments, which may be reordered. False: a wrong use, and the message
/// says of what. [main]
bool jw_render_options_parse(JwRenderOptions *options, int argc, char **argv, JwMessage *message);

/// What --help prints. [any]
const char *jw_render_options_help(void);

#endif // JW_RENDER_OPTIONS_H
