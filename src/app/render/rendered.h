// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Lines about a successful rendering: warnings, then the files written.

#ifndef JW_RENDERED_H
#define JW_RENDERED_H

#include "app/render/outputs.h"
#include "app/render/render_options.h"
#include "app/render/report.h"
#include "app/score/smf_repairs.h"
#include "host/compass.h"
#include "program/patch_names.h"

#include <stdbool.h>

typedef struct {
    const JwRenderOptions *options;
    const JwPatch *patch;
    const JwPatch *with; ///< The companion's; NULL: none
    const JwPrograms *programs;
    const char *left_out; ///< Warning of presets that could not be read; empty: none
    const JwCompass *compass;
    const JwSmfRepairs *repairs; ///< Repairs of the score's file
    const JwOutputs *outputs;
    const JwReport *report;
} JwRendered;

/// Passes the lines to say() one by one, without a newline and safe for a terminal; result is false
/// for a warning. [any]
void jw_rendered_tell(const JwRendered *rendered,
                      void (*say)(void *user, const char *line, bool result), void *user);

#endif // JW_RENDERED_H
