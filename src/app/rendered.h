// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What is said of a rendering that went well: warnings, then what was written.

#ifndef JW_RENDERED_H
#define JW_RENDERED_H

#include "app/compass.h"
#include "app/outputs.h"
#include "app/patch.h"
#include "app/render_options.h"
#include "app/report.h"
#include "app/smf_repairs.h"

#include <stdbool.h>

typedef struct {
    const JwRenderOptions *options;
    const JwPatch *patch;
    const JwCompass *compass;
    const JwSmfRepairs *repairs; ///< Of the score's file
    const JwOutputs *outputs;
    const JwReport *report;
} JwRendered;

/// Says it line by line, each without a newline and fit for a terminal; result: not a warning.
/// [any]
void jw_rendered_tell(const JwRendered *rendered,
                      void (*say)(void *user, const char *line, bool result), void *user);

#endif // JW_RENDERED_H
