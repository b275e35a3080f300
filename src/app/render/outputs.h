// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Files that a rendering writes: opened together and renamed together.

#ifndef JW_OUTPUTS_H
#define JW_OUTPUTS_H

#include "app/render/render_options.h"
#include "app/render/report.h"
#include "base/error.h"
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
    int n_own_stems;                          ///< Number of them without the companion's
    JwWavOut *stem[2 * (JW_MAX_STRINGS + 1)]; ///< Files of the strings, then of the body if it has
                                              ///< one, then the same of the companion
    JwTargetFile report;
    JwFolder stems; ///< Folder of the stems within the options' folder; closed if there is none
    const char *new_folder; ///< Folder created for the stems, removed on failure; NULL if it
                            ///< existed
} JwOutputs;

/// Creates a folder unless it exists; sets *is_new to whether it was created. [main]
bool jw_outputs_make_folder(const char *path, bool *is_new, JwError *error);

enum { JW_OUTPUTS_INPUTS = 11 }; ///< Largest number of files that a rendering reads

/// Finds the files that a rendering reads, by their real paths, which the caller frees; returns
/// their number. with: the companion's patch; NULL: none. [main]
int jw_outputs_inputs(const JwRenderOptions *options, const JwPatch *patch, const JwPatch *with,
                      char *path[JW_OUTPUTS_INPUTS]);

/// Converts a string's name, which may contain anything, to a part of a file name: letters, digits
/// and hyphens. [any]
void jw_outputs_plain_name(const char *name, char plain[JW_NAME_SIZE]);

/// Opens the requested files. Rejects two outputs in one file, and an output in a file that is read
/// (score, instrument, preset, scale, keyboard mapping). with: the companion's patch; NULL: none.
/// [main]
bool jw_outputs_open(JwOutputs *outputs, const JwRenderOptions *options, const JwPatch *patch,
                     const JwPatch *with, uint64_t frames_max, JwError *error);

/// Number of outputs that replace, or have replaced, a file. [any]
int jw_outputs_n_replaced(const JwOutputs *outputs);

/// Completes every file, writes the report, then renames them all. [main]
bool jw_outputs_commit(JwOutputs *outputs, const JwReport *report, JwError *error);

/// Frees everything and removes files that were not committed; accepts {0}. [main]
void jw_outputs_discard(JwOutputs *outputs);

#endif // JW_OUTPUTS_H
