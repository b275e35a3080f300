// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A fit: from recordings and an instrument to an instrument that sounds as they do.

#ifndef JW_FIT_H
#define JW_FIT_H

#include "fit/fit_options.h"
#include "fit/search.h"

#include <stdbool.h>

/// What was found of an unknown.
typedef struct {
    double before, after; ///< Values, in the file's unit
    double error;         ///< Standard error, in the unknown's own steps
    bool kept;            ///< It could not be heard, and was left as it was
} JwFigureFound;

/// A note as it was where the search began.
typedef struct {
    JwPartials played;
    JwPortrait ours;
    JwSpectra *heard; ///< NULL: there is no report to show it
    double distance_db;
} JwNoteBefore;

/// Large: not for the stack.
typedef struct {
    const JwFitOptions *options;
    char *text;        ///< Text of the instrument that it begins with
    JwInstrument like; ///< That instrument, its losses a polynomial
    bool was_valette;
    JwMisfit misfit;
    JwSearch search;
    JwFigureFound found[JW_N_UNKNOWNS]; ///< In the order of the misfit's unknowns
    JwNoteBefore before[JW_MISFIT_NOTES];
    double begin_db, end_db; ///< Distance before and after
    bool was_stopped;        ///< Somebody ended it
    bool was_late;           ///< Its time ended it
    uint32_t n_looks;        ///< Times that it has looked around
    char *made;              ///< Text of the instrument that was made
} JwFit;

/// Reads what the options name, and chooses string and places. False, with a message, if one of
/// them is no such thing. [main]
bool jw_fit_read(JwFit *fit, const JwFitOptions *options, JwMessage *message);

/// Time after which the search ends [s]; HUGE_VAL where the notes alone that it plays are counted.
/// [any]
double jw_fit_most_time_s(const JwFitOptions *options);

/// Searches, and makes the new instrument's text. False, with a message, if nothing sounds. [main]
bool jw_fit_run(JwFit *fit, const JwSearchWatch *watch, JwMessage *message);

/// Frees all; {0} is fine. [main]
void jw_fit_free(JwFit *fit);

#endif // JW_FIT_H
