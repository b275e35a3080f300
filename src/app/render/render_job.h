// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Job that renders one score, from its file to the sound files.

#ifndef JW_RENDER_JOB_H
#define JW_RENDER_JOB_H

#include "app/render/render_cache.h"
#include "app/render/render_options.h"
#include "app/render/rendered.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

/// Callbacks of a rendering; several threads may call them at once, each with its own user.
typedef struct {
    void *user;
    bool (*stopped)(void *user); ///< Called between blocks
    /// Progress as in render.h; may be NULL
    void (*progress)(void *user, uint64_t done, uint64_t total);
    /// Line as in rendered.h; may be NULL
    void (*say)(void *user, const char *line, bool result);
    void (*done)(void *user, const JwRendered *rendered); ///< Called with the result if not NULL
} JwRenderWatch;

/// Renders options->score, or its notes, on n_threads threads (0 or 1: only the caller's) into
/// options->out and the other requested files; reports the result unless options->quiet. cache may
/// be NULL. Returns false with an error, which is empty if the rendering was stopped; nothing is
/// written then. [any]
bool jw_render_job_run(const JwRenderOptions *options, int n_threads, JwRenderCache *cache,
                       const JwRenderWatch *watch, JwError *error);

/// Extent of a job.
typedef struct {
    uint64_t frames; ///< Frames of the sound; with an open tail, those before the tail
    bool open_tail;  ///< The sound ends at silence
} JwRenderPlan;

/// Reads and checks all inputs of a job as the job does, without rendering. [any]
bool jw_render_job_plan(const JwRenderOptions *options, JwRenderCache *cache, JwRenderPlan *plan,
                        JwError *error);

#endif // JW_RENDER_JOB_H
