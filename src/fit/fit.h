// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A fit: from recordings and an instrument to an instrument that sounds like them.

#ifndef JW_FIT_H
#define JW_FIT_H

#include "fit/fit_options.h"
#include "fit/search.h"

#include <stdbool.h>

/// Result for an unknown.
typedef struct {
    double before, after; ///< Values in the file's unit
    double error;         ///< Standard error in the unknown's own steps
    bool kept;            ///< True if it was inaudible and left unchanged
} JwFigureFound;

/// A note at the start of the search.
typedef struct {
    JwPartials played;
    JwPortrait ours;
    JwSpectra *heard; ///< NULL: no report shows it
    double distance_db;
} JwNoteBefore;

/// A place in the search, and the strengths of its notes.
typedef struct {
    double best[JW_N_UNKNOWNS]; ///< Steps, as in JwSearch
    JwAuditionNote note[JW_MISFIT_NOTES];
    double distance_db; ///< Over all whole notes; HUGE_VAL: no place
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
    double begin_db, end_db; ///< Distance at the start, and of the new instrument
    double began_s;          ///< Start time (jw_monotonic_s())
    double each_s;           ///< Time for playing all notes
    JwFitPlace found_near;   ///< Best place of the present look around
    bool has_moved;          ///< True if it has left the initial place
    bool was_stopped;        ///< True if the user stopped it
    bool was_late;           ///< True if its time ran out
    uint32_t n_looks;        ///< Number of looks around
    char *made;              ///< Text of the new instrument
    char *made_tuned;        ///< Text of its tuned file
} JwFit;

/// Reads the files of the options, and chooses string and frets. Returns false, with an error, on
/// failure. [main]
bool jw_fit_read(JwFit *fit, const JwFitOptions *options, JwError *error);

/// Time limit for everything [s]; HUGE_VAL if only the number of played notes is limited. [any]
double jw_fit_most_time_s(const JwFitOptions *options);

/// Searches and makes the text of the new instrument, whose distance is the displayed one. Returns
/// false, with an error, if nothing sounds. [main]
bool jw_fit_run(JwFit *fit, const JwSearchWatch *watch, JwError *error);

/// True if the new instrument, as displayed, is farther from the recordings than the initial one.
/// [any]
bool jw_fit_is_worse(const JwFit *fit);

/// Frees its memory; accepts {0}. [main]
void jw_fit_free(JwFit *fit);

#endif // JW_FIT_H
