// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Renderer: plays a score on an engine into sound files.

#ifndef JW_RENDER_H
#define JW_RENDER_H

#include "app/render/labels.h"
#include "app/render/loudness.h"
#include "app/render/report.h"
#include "app/render/score.h"
#include "base/message.h"
#include "engine/engine.h"
#include "program/input_file.h"
#include "program/limiter.h"
#include "program/programs.h"
#include "program/wav_out.h"

#include <stdbool.h>
#include <stdint.h>

/// Longest tail where the tail lasts until silence.
#define JW_RENDER_TAIL_MAX_S 60.0

/// Length that an open tail is taken for before it has begun.
#define JW_RENDER_TAIL_USUAL_S 10.0

typedef struct {
    JwEngine *engine; ///< Prepared engine
    const JwScore *score;
    const JwPrograms *programs;
    JwInputFile
        *input; ///< Sound that pushes the bridge, from the score's first frame on; NULL: none
    int rate_hz;
    uint32_t block_frames;   ///< Frames of a block, 1 or more
    double tail_s;           ///< Tail behind the score; negative: until silence
    double fade_s;           ///< Fade at the end, unless the tail lasts until silence
    JwGoal level;            ///< Level that the sound is to have
    JwLimiterChoice limiter; ///< Limiter behind that
    JwWavOut *out;           ///< File with two channels
    JwWavOut *const *stem;   ///< Files of strings, then body, two channels each; NULL for none
    int n_stems;             ///< Number of strings, or one more
    JwLabels *labels;        ///< Labels; NULL for none
    void *user;
    bool (*stopped)(void *user); ///< Asked between blocks
    /// Frames done and in all, a guess while an open tail lasts; NULL: nobody looks
    void (*progress)(void *user, uint64_t done, uint64_t total);
} JwRender;

/// True if the limiter works: it is asked for, or the file would clip what is too loud. [any]
bool jw_render_limits(const JwRender *render);

/// Most frames that the run may write, for JwWavSpec. [any]
uint64_t jw_render_frames_max(const JwScore *score, int rate_hz, double tail_s);

/// Renders; the file's first frame is the score's. Fills frames, cpu_s, latency_frames,
/// dropped_events, programs, quality and the voices of a zeroed report. Returns false if stopped,
/// with an empty message, or if a file fails. [main]
bool jw_render_run(const JwRender *render, JwReport *report, JwMessage *message);

#endif // JW_RENDER_H
