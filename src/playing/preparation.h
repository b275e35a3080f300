// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// How much work it is to prepare an instrument: what its tables take, counted from its data alone.
//
// Tables are built for each string at each of its frets. Some of that grows with the square and the
// cube of the contact points, so that a file within all other limits could ask for minutes. The
// count is of quality 4, or a string's own, as the file tunes it, and the same at every sample rate
// and on every machine: a file that is taken once is taken always. It is an upper bound but for the
// balance of a string that lies on its obstacle, whose share is bounded by itself (modes.h).

#ifndef JW_PREPARATION_H
#define JW_PREPARATION_H

#include "base/status.h"
#include "playing/instrument.h"

/// Most work of an instrument. An operation is some nanosecond of a processor of 2024.
#define JW_PREPARATION_MOST 7e8

/// What counts in the work of one string.
typedef struct {
    int string;
    int n_tables; ///< Its frets
    int n_points; ///< Contact points at most
    int n_modes;  ///< Of the open string
    double work;  ///< Of all its tables
} JwPreparation;

/// Work of all strings of an instrument whose data have been checked, and the string that has the
/// largest part of it; both may be NULL. JW_ERR_TOO_MUCH_WORK if it is more than
/// JW_PREPARATION_MOST; JW_ERR_NO_MEMORY, and both may be too large. [main]
JwStatus jw_preparation_check(const JwInstrument *instrument, double *work, JwPreparation *most);

#endif // JW_PREPARATION_H
