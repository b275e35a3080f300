// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Command line of jawari-fit.

#ifndef JW_FIT_OPTIONS_H
#define JW_FIT_OPTIONS_H

#include "base/error.h"
#include "base/params.h"
#include "program/option_table.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_FIT_NAMED_MAX = 16 };

enum { JW_FIT_RUN = JW_ACTION_RUN, JW_FIT_TUNE = JW_ACTION_OWN, JW_FIT_LIST_INSTRUMENTS };

/// Parsed options; texts point into argv.
typedef struct {
    int action;   ///< JW_FIT_..., or an action common to all programs
    char **notes; ///< Paths of recordings
    int n_notes;
    const char *like;     ///< Name or path of an instrument
    const char *out;      ///< Path
    const char *tune;     ///< Name or path of an instrument to tune; NULL: none
    const char *not_tune; ///< Name of a given option without a meaning for --tune; NULL: none
    const char *report;   ///< Path; NULL: none
    const char *profiles; ///< Table of portraits that contains the named notes; NULL: the notes
                          ///< are files
    const char *string;   ///< Name of the string; NULL: the one with the notes
    int n_named;          ///< Number of named notes: 0, 1 for all recordings, or one for each
    int named[JW_FIT_NAMED_MAX]; ///< Their MIDI keys
    uint32_t find;               ///< Unknowns to find, as bits
    uint32_t keep;               ///< Unknowns to leave unchanged
    int velocity;                ///< Velocity of the loudest note
    int seed;
    double time_s;         ///< Time limit; 0: until there is no improvement
    int renders;           ///< Largest number of notes to play; 0: no limit
    bool set[JW_N_PARAMS]; ///< Parameters set for playing the notes; quality always is
    double value[JW_N_PARAMS];
    bool ringing; ///< True if the other strings ring
    bool force;   ///< True: write the result even if it is farther from the recordings
    bool quiet;
} JwFitOptions;

/// Parses the arguments, which may be reordered. Returns false, with an error, on wrong usage.
/// [main]
bool jw_fit_options_parse(JwFitOptions *options, int argc, char **argv, JwError *error);

extern const JwOptionTable jw_fit_option_table;

#endif // JW_FIT_OPTIONS_H
