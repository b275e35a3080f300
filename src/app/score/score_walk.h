// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Walk through a score: an engine's events, block by block.

#ifndef JW_SCORE_WALK_H
#define JW_SCORE_WALK_H

#include "app/score/score.h"
#include "engine/engine.h"
#include "program/programs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JW_SCORE_WALK_EVENTS = 4096 }; ///< Largest number of events of a block

/// Writes the events of a program change, its number by bank and program, at a frame of the block,
/// at most JW_N_PARAMS, and returns their number.
typedef int (*JwScoreProgram)(void *user, int number, uint32_t frame, JwEvent *events);

/// Zero it, then set score, lead, program and user.
typedef struct {
    const JwScore *score;
    uint64_t lead; ///< Engine's frame at which the score begins
    JwScoreProgram program;
    void *user;        ///< Of program
    JwBanks banks;     ///< Banks that the score has selected
    size_t next;       ///< Next event of the score
    size_t next_tempo; ///< Next tempo of the score
    bool strikes;      ///< True if a note begins in the block
    int n_events;      ///< Number of events of the block
    JwEvent event[JW_SCORE_WALK_EVENTS];
} JwScoreWalk;

/// Collects the events of a block that begins at the engine's frame `at` and has at most n frames.
/// Returns its length: it ends before the next tempo, and before a frame whose events have no room.
/// If a single frame has too many events, its first ones make a block of no frames. [main]
uint32_t jw_score_walk(JwScoreWalk *walk, uint64_t at, uint32_t n);

/// Writes the last of the tempos up to a frame of the score as an event of the block's first frame,
/// and goes on to the next tempo. Returns the number of events, 0 or 1. [main]
int jw_score_tempo(const JwScore *score, size_t *next_tempo, uint64_t frame, JwEvent *event);

#endif // JW_SCORE_WALK_H
