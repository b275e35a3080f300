// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// All files of a rendering: opened together, put in place together.

#ifndef JW_OUTPUTS_H
#define JW_OUTPUTS_H

#include "app/message.h"
#include "app/patch.h"
#include "app/render_options.h"
#include "app/report.h"
#include "app/target_file.h"
#include "app/wav_out.h"

#include <stdbool.h>
#include <stdint.h>

/// Set to {0} before use.
typedef struct {
    JwWavOut *mix;
    int n_stems;
    JwWavOut *stem[JW_MAX_STRINGS + 1]; ///< Of each string, then of the body if there is one
    JwTargetFile report;
    const char *new_folder; ///< Made for the stems, to be removed on failure; NULL if it was there
} JwOutputs;

/// Makes a folder unless it is there; is_new says which. [main]
bool jw_outputs_make_folder(const char *path, bool *is_new, JwMessage *message);

/// Opens what the options ask for. Two outputs in one file, or one in a file that is read (score,
/// instrument, preset, scale, keyboard mapping), are refused. [main]
bool jw_outputs_open(JwOutputs *outputs, const JwRenderOptions *options, const JwPatch *patch,
                     uint64_t frames_max, JwMessage *message);

/// Files that stood there before and are, or will be, replaced. [any]
int jw_outputs_n_replaced(const JwOutputs *outputs);

/// Completes every file, writes the report, then renames them all. [main]
bool jw_outputs_commit(JwOutputs *outputs, const JwReport *report, JwMessage *message);

/// Frees; removes what was not committed. {0} is fine. [main]
void jw_outputs_discard(JwOutputs *outputs);

#endif // JW_OUTPUTS_H
