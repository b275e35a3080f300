// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Presets, and their numbers for MIDI program changes. A number belongs to a preset for ever
// (jw:program of its file), whatever else is installed; a preset need not have one.

#ifndef JW_PROGRAMS_H
#define JW_PROGRAMS_H

#include "engine/engine.h"
#include "playing/channels.h"

#include <stdbool.h>

enum {
    JW_PROGRAMS = 256,         ///< Most presets
    JW_BANK_CONTROL = 32,      ///< Controller that selects the bank; 0, its MSB, is ignored
    JW_PROGRAM_NONE = -1,      ///< No program with that number
    JW_PROGRAM_ELSEWHERE = -2, ///< The program belongs to another instrument
};

/// Parameters that a preset sets, and its instrument.
typedef struct {
    char name[JW_NAME_SIZE];       ///< Name of the file, without extension
    char instrument[JW_NAME_SIZE]; ///< Instrument's name in the preset
    int number;                    ///< 128 times the bank, plus the MIDI program; -1: none
    bool own;                      ///< The user's own, from jw_data_user_dir()
    bool elsewhere;                ///< The preset belongs to another instrument than the loaded
                                   ///< one
    bool set[JW_N_PARAMS];
    double value[JW_N_PARAMS];
} JwProgram;

typedef struct {
    int n;
    JwProgram program[JW_PROGRAMS]; ///< Presets in the order of --list-presets
    double base[JW_N_PARAMS];       ///< Values of the instrument, used where a preset has none
    bool pinned[JW_N_PARAMS];       ///< Parameters set by the user, which programs do not change
} JwPrograms;

/// Bank that each channel has selected.
typedef struct {
    uint8_t bank[JW_CHANNELS];
} JwBanks;

/// Keeps the bank that a message selects. [any]
JW_REALTIME void jw_banks_take(JwBanks *banks, const JwMidi *midi);

/// Number of the program that a program change selects. [any]
JW_REALTIME int jw_banks_number(const JwBanks *banks, const JwMidi *midi);

/// Place among the presets of a program by its number; JW_PROGRAM_NONE if there is none. Of presets
/// with the same number it is the first, one that is not the user's own. [any]
JW_REALTIME int jw_programs_find(const JwPrograms *programs, int number);

/// Writes the events that select the preset at that place, all at one frame of the block. There is
/// one for each parameter that any program sets, so that volume and the like stay unchanged. events
/// has room for JW_N_PARAMS. Returns their number, JW_PROGRAM_NONE, or JW_PROGRAM_ELSEWHERE for a
/// program of another instrument, which is not applied. [any]
JW_REALTIME int jw_programs_select(const JwPrograms *programs, int place, uint32_t frame,
                                   JwEvent *events);

#endif // JW_PROGRAMS_H
