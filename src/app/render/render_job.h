// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Job of rendering one score, from its file to the sound files.

#ifndef JW_RENDER_JOB_H
#define JW_RENDER_JOB_H

#include "app/render/kept.h"
#include "app/render/render_options.h"
#include "app/render/rendered.h"
#include "base/message.h"

#include <stdbool.h>
#include <stdint.h>

/// Functions that watch a rendering; several threads may call them at once, each with its own user.
typedef struct {
    void *user;
    bool (*stopped)(void *user); ///< Asked between blocks
    /// Progress as in render.h; NULL: nobody looks
    void (*progress)(void *user, uint64_t done, uint64_t total);
    /// Line as in rendered.h; NULL: nobody listens
    void (*say)(void *user, const char *line, bool result);
    void (*done)(void *user, const JwRendered *rendered); ///< Told, if not NULL, of what is written
} JwRenderWatch;

/// Renders options->score, or its notes, on n_threads threads (0 or 1 for the caller's alone) into
/// options->out and the other files asked for; tells the result unless it is to be quiet. kept may
/// be NULL. Returns false with a message, which is empty if the rendering was stopped: then nothing
/// is written. [any]
bool jw_render_job_run(const JwRenderOptions *options, int n_threads, JwKept *kept,
                       const JwRenderWatch *watch, JwMessage *message);

/// What a job would render.
typedef struct {
    uint64_t frames; ///< Frames of the sound; where its tail is open, those before the tail
    bool open_tail;  ///< The sound ends when nothing is heard any more
} JwRenderPlan;

/// Reads all that a job needs, and refuses what it would, but renders nothing. [any]
bool jw_render_job_plan(const JwRenderOptions *options, JwKept *kept, JwRenderPlan *plan,
                        JwMessage *message);

#endif // JW_RENDER_JOB_H
