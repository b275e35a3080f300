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

/// A place that a search came to, and how strong its notes are there.
typedef struct {
    double best[JW_N_UNKNOWNS]; ///< Steps, as in JwSearch
    JwAuditionNote note[JW_MISFIT_NOTES];
    double distance_db; ///< Of all notes, whole; HUGE_VAL: there is no such place
} JwFitPlace;

/// Large: not for the stack.
typedef struct {
    const JwFitOptions *options;
    char *text;        ///< Text of the instrument that it begins with
    char remark[1024]; ///< Line that says that it plays untuned; empty if it is tuned
    JwInstrument like; ///< That instrument, its losses a polynomial
    bool was_valette;
    JwMisfit misfit;
    JwSearch search;
    JwFigureFound found[JW_N_UNKNOWNS]; ///< In the order of the misfit's unknowns
    JwNoteBefore before[JW_MISFIT_NOTES];
    double begin_db, end_db; ///< Distance before, and of the instrument that was made
    double began_s;          ///< Time at which it began (jw_monotonic_s())
    double each_s;           ///< Time that playing all notes takes
    JwFitPlace found_near;   ///< Nearest place of the look around that is under way
    bool has_moved;          ///< It has left the place where it began
    bool was_stopped;        ///< Somebody ended it
    bool was_late;           ///< Its time ended it
    uint32_t n_looks;        ///< Times that it has looked around
    char *made;              ///< Text of the instrument that was made
    char *made_tuned;        ///< Text of its tuned file
} JwFit;

/// Reads what the options name, and chooses string and places. False, with a message, if one of
/// them is no such thing. [main]
bool jw_fit_read(JwFit *fit, const JwFitOptions *options, JwMessage *message);

/// Time after which all is done [s]; HUGE_VAL where the notes alone that it plays are counted.
/// [any]
double jw_fit_most_time_s(const JwFitOptions *options);

/// Searches, and makes the new instrument's text, whose distance is the one that is shown. False,
/// with a message, if nothing sounds. [main]
bool jw_fit_run(JwFit *fit, const JwSearchWatch *watch, JwMessage *message);

/// True if the instrument that was made is farther from the recordings, as it is shown, than the
/// one that the search began with. [any]
bool jw_fit_is_worse(const JwFit *fit);

/// Frees all; {0} is fine. [main]
void jw_fit_free(JwFit *fit);

#endif // JW_FIT_H
