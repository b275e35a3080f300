// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files that a rendering writes: opened together, put in place together.

#ifndef JW_OUTPUTS_H
#define JW_OUTPUTS_H

#include "app/render/render_options.h"
#include "app/render/report.h"
#include "base/message.h"
#include "program/folder.h"
#include "program/patch_names.h"
#include "program/target_file.h"
#include "program/wav_out.h"

#include <stdbool.h>
#include <stdint.h>

/// Open files; set to {0} before use.
typedef struct {
    JwWavOut *mix;
    int n_stems;
    JwWavOut *stem[JW_MAX_STRINGS + 1]; ///< Files of the strings, then of the body if there is one
    JwTargetFile report;
    JwFolder stems; ///< Folder of the stems in the one of the options; closed where there is none
    const char *new_folder; ///< Folder made for the stems, removed on failure; NULL if it was there
} JwOutputs;

/// Makes a folder unless it is there; *is_new says whether it was made. [main]
bool jw_outputs_make_folder(const char *path, bool *is_new, JwMessage *message);

enum { JW_OUTPUTS_INPUTS = 7 }; ///< Most files that a rendering reads

/// Finds the files that a rendering reads, by their real paths, which the caller frees; returns
/// their number. [main]
int jw_outputs_inputs(const JwRenderOptions *options, const JwPatch *patch,
                      char *path[JW_OUTPUTS_INPUTS]);

/// Turns a string's name, which may hold anything, into a part of a file's name: letters, digits
/// and hyphens. [any]
void jw_outputs_plain_name(const char *name, char plain[JW_NAME_SIZE]);

/// Opens the files that the options ask for. Refuses two outputs in one file, and an output in a
/// file that is read (score, instrument, preset, scale, keyboard mapping). [main]
bool jw_outputs_open(JwOutputs *outputs, const JwRenderOptions *options, const JwPatch *patch,
                     uint64_t frames_max, JwMessage *message);

/// Counts the outputs that replace, or have replaced, a file. [any]
int jw_outputs_n_replaced(const JwOutputs *outputs);

/// Completes every file, writes the report, then renames them all. [main]
bool jw_outputs_commit(JwOutputs *outputs, const JwReport *report, JwMessage *message);

/// Frees all; removes files that were not committed. {0} is fine. [main]
void jw_outputs_discard(JwOutputs *outputs);

#endif // JW_OUTPUTS_H
