// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Command line of jawari-render.

#ifndef JW_RENDER_OPTIONS_H
#define JW_RENDER_OPTIONS_H

#include "app/render/loudness.h"
#include "base/message.h"
#include "base/params.h"
#include "program/folder.h"
#include "program/limiter.h"
#include "program/option_table.h"
#include "program/tuning_arguments.h"
#include "program/wav_out.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_RENDER_NOTES = 64, ///< Most notes without a score
    JW_RENDER_NOTE_SIZE = 24,
    JW_RENDER_BLOCK_MAX = 65536, ///< Most frames of a block
    JW_RENDER_THREADS_MAX = 256,
    JW_RENDER_HOURS_MAX = 24, ///< Longest score and longest --seconds, in hours
};

enum {
    JW_RENDER_SCORE = JW_ACTION_RUN,
    JW_RENDER_MANIFEST = JW_ACTION_OWN,
    JW_RENDER_CHECK,
    JW_RENDER_LIST_INSTRUMENTS,
    JW_RENDER_LIST_PRESETS,
    JW_RENDER_LIST_RAGAS,
    JW_RENDER_LIST_PARAMS,
};

/// Note without a score. Those of the command line begin at once, on any string.
typedef struct {
    char name[JW_RENDER_NOTE_SIZE]; ///< Name of the key as it was written; empty: the open string
    int key;                        ///< MIDI key, once the instrument is known that Sa depends on
    int velocity;
    double seconds;     ///< Time for which it is held
    double at_s;        ///< Time at which it begins
    const char *string; ///< Name of the string; NULL: as the instrument chooses
    int string_number;  ///< That string, from 0, once the instrument is known; -1: none
    int channel;        ///< MIDI channel that goes to that string, 0..15
    double place;       ///< Part of the speaking length where an open string is plucked, 0: as
                        ///< PLUCK_POSITION asks
} JwRenderNote;

/// Options as read; texts point into argv.
typedef struct {
    int action;             ///< What the program does: JW_RENDER_..., or what all programs do
    const char *score;      ///< Path; NULL with notes, output_dir or for a drone alone
    const char *out;        ///< Path; NULL with output_dir
    const char *output_dir; ///< Folder for the sound of several scores; NULL for one
    char **scores;          ///< Scores with output_dir: n_scores
    int n_scores;
    int n_threads; ///< Threads; 0 gives each score one, as many scores at once as processors
    const char *instrument; ///< Name or path; NULL for the preset's, or the default
    const char *preset;     ///< Name or path; NULL for none
    const char *input;      ///< Sound that pushes the bridge; NULL for none
    const char *stems;      ///< Folder; NULL for none
    const char *report;     ///< Path; NULL for none
    const char *check;      ///< Instrument to check
    int rate_hz;
    int block_frames;
    double tail_s;  ///< Tail behind the score; negative: until silence
    double seconds; ///< Length of the sound, whatever the score's; 0 for score and tail
    bool quiet;
    unsigned channels;      ///< Channels to play, bits 0..15; 0 for all but an unused tenth
    bool strict;            ///< Refuse a score that is against the standard
    uint32_t seed;          ///< Number of the hand whose strokes vary; 0: the instrument's own
    const char *manifest;   ///< Path; NULL for none. What follows up to tuning goes with it
    int shard, n_shards;    ///< Part of the manifest that is rendered, 1 .. n_shards
    bool resume;            ///< Keep results that are there
    bool dry_run;           ///< Write nothing, say what would be written
    int tar_mib;            ///< Size from which on a tar file is full [MiB]; 0: files of their own
    bool wants_stems;       ///< Write stems beside the sound
    unsigned labels;        ///< Labels beside the sound, as bits (labels.h)
    int label_frames;       ///< Frames from one pitch or energy to the next
    int force_frames;       ///< Frames from one force to the next
    const char *label_stem; ///< Beginning of the labels' names in `folder`; NULL for none
    const JwFolder *folder; ///< Folder that out, stems and labels are new names in; NULL: paths
    bool passing;           ///< Files need not outlast a crash of the system
    JwTuningArguments tuning;
    const char *profile;   ///< Path of a bridge profile; NULL for none
    bool set[JW_N_PARAMS]; ///< Parameters set by --set or an option of their own
    double value[JW_N_PARAMS];
    JwWavFormat format;
    JwGoal level;            ///< Level that the sound is to have
    JwLimiterChoice limiter; ///< Limiter behind that
    int n_notes;
    JwRenderNote note[JW_RENDER_NOTES];
} JwRenderOptions;

/// Reads the arguments, which may be reordered. Returns false, with a message, for wrong use.
/// [main]
bool jw_render_options_parse(JwRenderOptions *options, int argc, char **argv, JwMessage *message);

/// Reads one option by its long name, as the command line has it with this text. [main]
bool jw_render_option(JwRenderOptions *options, const char *name, const char *text,
                      JwMessage *message);

/// Reads the name of a key, alone or with a note's velocity and seconds behind colons, as one more
/// note. [main]
bool jw_render_option_note(JwRenderOptions *options, const char *text, JwMessage *message);

extern const JwOptionTable jw_render_option_table;

#endif // JW_RENDER_OPTIONS_H
