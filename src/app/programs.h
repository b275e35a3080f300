// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Presets by number: what a MIDI program change selects.

#ifndef JW_PROGRAMS_H
#define JW_PROGRAMS_H

#include "engine/engine.h"

#include <stdbool.h>

enum {
    JW_PROGRAMS = 128,
    JW_PROGRAM_NONE = -1,      ///< No such program
    JW_PROGRAM_ELSEWHERE = -2, ///< It is another instrument's
};

/// The parameters that a preset sets, and for which instrument.
typedef struct {
    char name[JW_NAME_SIZE];       ///< Of the file, without extension
    char instrument[JW_NAME_SIZE]; ///< As the preset names it
    bool elsewhere;                ///< That is not the instrument that plays
    bool set[JW_N_PARAMS];
    double value[JW_N_PARAMS];
} JwProgram;

typedef struct {
    int n;
    JwProgram program[JW_PROGRAMS]; ///< In the order of --list-presets
    double base[JW_N_PARAMS];       ///< The instrument's own values, for what a preset leaves out
    bool pinned[JW_N_PARAMS];       ///< Set by the user: no program moves them
} JwPrograms;

/// Events that select a program, all at that frame of the block: what any of the
/// programs sets, and no more, so that volume and the like stay as they were.
/// events: room for JW_N_PARAMS. Returns how many, or JW_PROGRAM_NONE, or JW_PROGRAM_ELSEWHERE:
/// what is meant for other strings is not laid over these. [any]
JW_REALTIME int jw_programs_select(const JwPrograms *programs, int number, uint32_t frame,
                                   JwEvent *events);

#endif // JW_PROGRAMS_H
