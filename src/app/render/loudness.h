// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Level of a whole sound, and its requested level (--normalize): its largest sample, or its
// integrated loudness by EBU R 128 (ITU-R BS.1770-4), which libebur128 measures.

#ifndef JW_APP_LOUDNESS_H
#define JW_APP_LOUDNESS_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    JW_GOAL_AS_IT_IS, ///< No level is requested
    JW_GOAL_PEAK,     ///< Largest sample [dBFS]
    JW_GOAL_LUFS,     ///< Integrated loudness [LUFS]
} JwGoalKind;

/// Requested level of a sound.
typedef struct {
    JwGoalKind kind;
    double db;
} JwGoal;

/// Reads peak:DB, lufs:DB or off. Returns false, with an error, for anything else, and for lufs in
/// a build without libebur128. [any]
bool jw_goal_parse(const char *text, JwGoal *level, JwError *error);

/// Unit of a kind: "dBFS" or "LUFS". [any]
const char *jw_goal_unit(JwGoalKind kind);

typedef struct JwLoudness JwLoudness;

/// Begins to measure a sound with two channels; returns NULL, with an error, if memory is short.
/// [main]
JwLoudness *jw_loudness_new(JwGoalKind kind, int rate_hz, JwError *error);

/// Measures n more frames. Returns false, with an error, if memory is short. [main]
bool jw_loudness_add(JwLoudness *loudness, const float *left, const float *right, uint32_t n,
                     JwError *error);

/// Sets *db to the level so far [dBFS or LUFS]. Returns false if there is none: silence or, for
/// LUFS, less than 0.4 s above -70 LUFS. [main]
bool jw_loudness_db(const JwLoudness *loudness, double *db);

/// Frees it; accepts NULL. [main]
void jw_loudness_free(JwLoudness *loudness);

#endif // JW_APP_LOUDNESS_H
