// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Companion of a rendering: an engine that plays by itself beside the score's, and ends with it.

#ifndef JW_ACCOMPANY_H
#define JW_ACCOMPANY_H

#include "app/score/score.h"
#include "base/error.h"
#include "engine/engine.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct JwAccompany JwAccompany;

/// Begins with a prepared engine, which is borrowed. late: frames by which the sound of the score's
/// engine comes late; the companion's is aligned to it. Returns NULL, with an error, if memory is
/// short. [main]
JwAccompany *jw_accompany_new(JwEngine *engine, const JwScore *score, uint64_t late,
                              uint32_t block_frames, JwError *error);

/// Computes the next n frames, at most block_frames. [main]
void jw_accompany_run(JwAccompany *with, uint32_t n);

/// Adds these n frames to left and right. [main]
void jw_accompany_add(const JwAccompany *with, float *const channel[2], uint32_t n);

/// Stems of these frames: two channels for each string, then for the body. [main]
float *const *jw_accompany_stems(const JwAccompany *with);

/// Number of its strings. [any]
int jw_accompany_n_strings(const JwAccompany *with);

/// True if it has ended and its strings are at rest. [main]
bool jw_accompany_is_silent(const JwAccompany *with);

/// Frees it; accepts NULL. [main]
void jw_accompany_free(JwAccompany *with);

#endif // JW_ACCOMPANY_H
