// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Presets by number, for MIDI program changes.

#ifndef JW_PROGRAMS_H
#define JW_PROGRAMS_H

#include "engine/engine.h"

#include <stdbool.h>

enum {
    JW_PROGRAMS = 128,
    JW_PROGRAM_NONE = -1,      ///< No program with that number
    JW_PROGRAM_ELSEWHERE = -2, ///< The program belongs to another instrument
};

/// Parameters that a preset sets, and its instrument.
typedef struct {
    char name[JW_NAME_SIZE];       ///< Name of the file, without extension
    char instrument[JW_NAME_SIZE]; ///< Instrument's name in the preset
    bool elsewhere;                ///< The preset belongs to another instrument than the loaded
                                   ///< one
    bool set[JW_N_PARAMS];
    double value[JW_N_PARAMS];
} JwProgram;

typedef struct {
    int n;
    JwProgram program[JW_PROGRAMS]; ///< Programs in the order of --list-presets
    double base[JW_N_PARAMS];       ///< Values of the instrument, used where a preset has none
    bool pinned[JW_N_PARAMS];       ///< Parameters set by the user, which programs do not change
} JwPrograms;

/// Writes the events that select a program, all at one frame of the block. There is one for each
/// parameter that any program sets, so that volume and the like stay unchanged. events has room for
/// JW_N_PARAMS. Returns their number, JW_PROGRAM_NONE, or JW_PROGRAM_ELSEWHERE for a program of
/// another instrument, which is not applied. [any]
JW_REALTIME int jw_programs_select(const JwPrograms *programs, int number, uint32_t frame,
                                   JwEvent *events);

#endif // JW_PROGRAMS_H
