// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Command line of jawari-fit.

#ifndef JW_FIT_OPTIONS_H
#define JW_FIT_OPTIONS_H

#include "base/message.h"
#include "base/params.h"
#include "program/option_table.h"

#include <stdbool.h>
#include <stdint.h>

enum { JW_FIT_NAMED_MAX = 16 };

enum { JW_FIT_RUN = JW_ACTION_RUN, JW_FIT_TUNE = JW_ACTION_OWN, JW_FIT_LIST_INSTRUMENTS };

/// Options as read; texts point into argv.
typedef struct {
    int action;   ///< What the program does: JW_FIT_..., or what all programs do
    char **notes; ///< Paths of recordings
    int n_notes;
    const char *like;     ///< Name or path of an instrument
    const char *out;      ///< Path
    const char *tune;     ///< Name or path of an instrument that is tuned; NULL for none
    const char *not_tune; ///< Name of a given option that has no meaning with it; NULL for none
    const char *report;   ///< Path; NULL for none
    const char *profiles; ///< Table of portraits that the notes are named in; NULL: they are files
    const char *string;   ///< Name of the string; NULL: the one that has the notes
    int n_named;          ///< Notes that are named: 0, 1 for all recordings, or one for each
    int named[JW_FIT_NAMED_MAX]; ///< Their MIDI keys
    uint32_t asked;              ///< Unknowns to be found, as bits
    uint32_t left;               ///< Unknowns to be left as they are
    int velocity;                ///< Velocity of the loudest note
    int seed;
    double time_s;         ///< Most time; 0: until nothing gets better
    int renders;           ///< Most notes that are played; 0: as many as it takes
    bool set[JW_N_PARAMS]; ///< Parameters that are set while notes are played; quality always is
    double value[JW_N_PARAMS];
    bool ringing; ///< The other strings ring
    bool force;   ///< Write what is farther from the recordings than where it began
    bool quiet;
} JwFitOptions;

/// Reads the arguments, which may be reordered. Returns false, with a message, for wrong use.
/// [main]
bool jw_fit_options_parse(JwFitOptions *options, int argc, char **argv, JwMessage *message);

extern const JwOptionTable jw_fit_option_table;

#endif // JW_FIT_OPTIONS_H
