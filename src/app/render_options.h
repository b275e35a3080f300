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
    JW_RENDER_BLOCK_MAX = 65536, ///< Most frames of a block
    JW_RENDER_THREADS_MAX = 256,
    JW_RENDER_HOURS_MAX = 24, ///< Longest score and longest --seconds, in hours
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

/// Note of the command line; all begin at once.
typedef struct {
    char name[JW_RENDER_NOTE_SIZE]; ///< Name of the key as it was written
    int key;                        ///< MIDI key, once the instrument is known that Sa depends on
    int velocity;
    double seconds;
} JwRenderNote;

/// Options as read; texts point into argv.
typedef struct {
    JwRenderAction action;
    const char *score;      ///< Path; NULL with notes, output_dir or for a drone alone
    const char *out;        ///< Path; NULL with output_dir
    const char *output_dir; ///< Folder for the sound of several scores; NULL for one
    char **scores;          ///< Scores with output_dir: n_scores
    int n_scores;
    int n_threads; ///< Threads; 0 gives each score one, as many scores at once as processors
    const char *instrument; ///< Name or path; NULL for the preset's, or the default
    const char *preset;     ///< Name or path; NULL for none
    const char *stems;      ///< Folder; NULL for none
    const char *report;     ///< Path; NULL for none
    const char *check;      ///< Instrument to check
    int rate_hz;
    int block_frames;
    double tail_s;  ///< Tail behind the score; negative: until silence
    double seconds; ///< Length of the sound, whatever the score's; 0 for score and tail
    bool quiet;
    unsigned channels; ///< Channels to play, bits 0..15; 0 for all but an unused tenth
    bool strict;       ///< Refuse a score that is against the standard
    JwTuningArguments tuning;
    const char *profile;   ///< Path of a bridge profile; NULL for none
    bool set[JW_N_PARAMS]; ///< Parameters set by --set or an option of their own
    double value[JW_N_PARAMS];
    JwWavFormat format;
    int n_notes;
    JwRenderNote note[JW_RENDER_NOTES];
} JwRenderOptions;

/// Reads the arguments, which may be reordered. Returns false, with a message, for wrong use.
/// [main]
bool jw_render_options_parse(JwRenderOptions *options, int argc, char **argv, JwMessage *message);

/// Text of --help. [any]
const char *jw_render_options_help(void);

#endif // JW_RENDER_OPTIONS_H
