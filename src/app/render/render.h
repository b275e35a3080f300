// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Renderer: plays a score on an engine into sound files.

#ifndef JW_RENDER_H
#define JW_RENDER_H

#include "app/render/accompany.h"
#include "app/render/labels.h"
#include "app/render/loudness.h"
#include "app/render/report.h"
#include "app/score/score.h"
#include "base/error.h"
#include "engine/engine.h"
#include "program/input_file.h"
#include "program/limiter.h"
#include "program/programs.h"
#include "program/wav_out.h"

#include <stdbool.h>
#include <stdint.h>

/// Expected length of an open tail before it begins.
#define JW_RENDER_TAIL_USUAL_S 10.0

typedef struct {
    JwEngine *engine; ///< Prepared engine
    JwEngine *with;   ///< Prepared engine of the companion; NULL: none
    const JwScore *score;
    const JwPrograms *programs;
    JwInputFile
        *input; ///< Sound that drives the bridge from the score's first frame on; NULL: none
    int rate_hz;
    uint32_t block_frames;   ///< Frames of a block, 1 or more
    double tail_s;           ///< Tail after the score; negative: until silence
    double fade_s;           ///< Fade at the end, unless the tail lasts until silence
    JwGoal level;            ///< Requested level of the sound
    JwLimiterChoice limiter; ///< Limiter after that
    bool mono;               ///< One channel: the mean of left and right
    JwWavOut *out;           ///< File with two channels, or one
    JwWavOut *const *stem;   ///< Files of strings, then body, channels as out, then those of the
                             ///< companion; NULL: none
    int n_stems;             ///< Number of these files
    int n_own_stems;         ///< Number of them without the companion's
    JwLabels *labels;        ///< Labels; NULL: none
    void *user;
    bool (*stopped)(void *user); ///< Called between blocks
    /// Frames done and total, an estimate while an open tail lasts; may be NULL
    void (*progress)(void *user, uint64_t done, uint64_t total);
} JwRender;

/// True if the limiter is active: it is requested, or the file would clip loud samples. [any]
bool jw_render_limits(const JwRender *render);

/// Largest number of frames that the run may write, for JwWavSpec. [any]
uint64_t jw_render_frames_max(const JwScore *score, int rate_hz, double tail_s);

/// Renders; the first frame of the file is that of the score. Fills in frames, cpu_s,
/// latency_frames, dropped_events, programs, quality and the voices of a zeroed report. Returns
/// false if stopped, with an empty error, or if a file fails. [main]
bool jw_render_run(const JwRender *render, JwReport *report, JwError *error);

#endif // JW_RENDER_H
