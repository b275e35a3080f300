// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Command line of jawari-render.

#ifndef JW_RENDER_OPTIONS_H
#define JW_RENDER_OPTIONS_H

#include "app/render/loudness.h"
#include "base/error.h"
#include "base/params.h"
#include "program/companion.h"
#include "program/folder.h"
#include "program/limiter.h"
#include "program/option_table.h"
#include "program/tuning_arguments.h"
#include "program/wav_out.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_RENDER_NOTES = 64, ///< Largest number of notes without a score
    JW_RENDER_NOTE_SIZE = 24,
    JW_RENDER_BLOCK_MAX = 65536, ///< Largest number of frames of a block
    JW_RENDER_THREADS_MAX = 256,
};

enum {
    JW_RENDER_SCORE = JW_ACTION_RUN,
    JW_RENDER_MANIFEST = JW_ACTION_OWN,
    JW_RENDER_CHECK,
    JW_RENDER_LIST_INSTRUMENTS,
    JW_RENDER_LIST_PRESETS,
    JW_RENDER_LIST_RAGAS,
    JW_RENDER_LIST_TALAS,
    JW_RENDER_LIST_PARAMS,
};

/// Note without a score. Those of the command line begin immediately, on any string.
typedef struct {
    char name[JW_RENDER_NOTE_SIZE]; ///< Name of the key as written; empty: the open string
    int key;                        ///< MIDI key, once the instrument, which determines Sa, is
                                    ///< known
    int velocity;
    double seconds;     ///< Duration
    double at_s;        ///< Start time
    const char *string; ///< Name of the string; NULL: the instrument chooses
    int string_number;  ///< Index of that string, once the instrument is known; -1: none
    int channel;        ///< MIDI channel of that string, 0..15
    double place;       ///< Part of the speaking length where an open string is plucked; 0:
                        ///< PLUCK_POSITION
} JwRenderNote;

/// Options as given; texts point into argv.
typedef struct {
    int action;             ///< Action of the program: JW_RENDER_..., or one of all programs
    const char *score;      ///< Path; NULL with notes, output_dir or only a drone
    const char *out;        ///< Path; NULL with output_dir
    const char *output_dir; ///< Folder for the sounds of several scores; NULL for one score
    char **scores;          ///< n_scores scores, with output_dir
    int n_scores;
    int n_threads;          ///< Threads; 0: one for each score, with as many scores in parallel as
                            ///< processors
    const char *instrument; ///< Name or path; NULL: the preset's, or the default
    const char *preset;     ///< Name or path; NULL: none
    const char *input;      ///< Sound that drives the bridge; NULL: none
    const char *stems;      ///< Folder; NULL: none
    const char *report;     ///< Path; NULL: none
    const char *check;      ///< Instrument to check
    const char *filter;     ///< Words that listed ragas have, or name of a tala; NULL: none
    int rate_hz;
    int block_frames;
    double tail_s;  ///< Tail after the score; negative: until silence
    double seconds; ///< Length of the sound, independent of the score; 0: score and tail
    bool quiet;
    unsigned channels;      ///< Channels to play, bits 0..15; 0: all but an unused tenth
    bool strict;            ///< Reject a score that violates the standard
    uint32_t seed;          ///< Seed of the variation of strokes; 0: the instrument's own
    const char *manifest;   ///< Path; NULL: none. The fields down to tuning belong to it
    int shard, n_shards;    ///< Part of the manifest that is rendered, 1 .. n_shards
    bool resume;            ///< Keep existing results
    bool dry_run;           ///< Write nothing, report the expected results
    int tar_mib;            ///< Size at which a tar file is full [MiB]; 0: separate files
    bool wants_stems;       ///< Write stems with the sound
    unsigned labels;        ///< Labels with the sound, as bits (labels.h)
    int label_frames;       ///< Frames between values of pitch or energy
    int force_frames;       ///< Frames between values of the force
    const char *label_stem; ///< Prefix of the labels' names in `folder`; NULL: none
    const JwFolder *folder; ///< Folder for out, stems and labels, which are new names in it; NULL:
                            ///< paths
    bool passing;           ///< Files may be lost in a crash of the system
    JwTuningArguments tuning;
    const char *profile;      ///< Path of a bridge profile; NULL: none
    JwCompanionSettings with; ///< Companion
    bool set[JW_N_PARAMS];    ///< Parameters set by --set or by their own option
    double value[JW_N_PARAMS];
    JwWavFormat format;
    bool mono;               ///< One channel: the mean of left and right
    JwGoal level;            ///< Requested level of the sound
    JwLimiterChoice limiter; ///< Limiter after that
    int n_notes;
    JwRenderNote note[JW_RENDER_NOTES];
} JwRenderOptions;

/// Parses the arguments, which getopt_long() may reorder. Returns false, with an error, for wrong
/// usage. [main]
bool jw_render_options_parse(JwRenderOptions *options, int argc, char **argv, JwError *error);

/// Parses one option by its long name, with this text as its value. [main]
bool jw_render_option(JwRenderOptions *options, const char *name, const char *text, JwError *error);

/// Adds a note: the name of a key, optionally followed by velocity and seconds after colons. [main]
bool jw_render_option_note(JwRenderOptions *options, const char *text, JwError *error);

extern const JwOptionTable jw_render_option_table;

#endif // JW_RENDER_OPTIONS_H
