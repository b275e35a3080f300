// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Work of preparing an instrument's tables, counted from its data alone.
//
// Tables are built for each string at each of its frets. Part of that work grows with the square
// and the cube of the number of contact points, so that a file within all other limits could take
// minutes. The count is for quality 4, or for a string's own quality, in the file's tuning, and the
// same at every sample rate and on every machine: a file that is accepted once is always accepted.
// The count is an upper bound, except for the balance of a string that lies on its obstacle, whose
// work has a separate limit (modes.h).

#ifndef JW_PREPARATION_H
#define JW_PREPARATION_H

#include "base/status.h"
#include "playing/instrument.h"

/// Largest work of an instrument, in operations. An operation takes about a nanosecond on a
/// processor of 2024.
#define JW_PREPARATION_MOST 7e8

/// Components of the work of one string.
typedef struct {
    int string;
    int n_tables; ///< Number of its frets, each with a table
    int n_points; ///< Largest number of contact points
    int n_modes;  ///< Modes of the open string
    double work;  ///< Work of all its tables
} JwPreparation;

/// Counts the work of all strings of an instrument whose data have been checked, and finds the
/// string with the largest part of it; work and most may be NULL. Returns JW_ERR_TOO_MUCH_WORK if
/// the work is more than JW_PREPARATION_MOST; after JW_ERR_NO_MEMORY both results may be too large.
/// [main]
JwStatus jw_preparation_check(const JwInstrument *instrument, double *work, JwPreparation *most);

#endif // JW_PREPARATION_H
