// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Rows of cents by which a string is tuned, as tuned files have them in [string NAME], and old
// instrument files too.

#ifndef JW_TUNED_ROWS_H
#define JW_TUNED_ROWS_H

#include "files/fields.h"
#include "playing/instrument.h"

typedef struct {
    double wrap_cents[JW_MAX_FRETS];
    double ringing_cents[JW_MAX_FRETS];
    int n_wraps;   ///< Number of values of wrap_cents so far
    int n_ringing; ///< The same of ringing_cents
    JwCurve by_lift, by_thread, by_thread_place;
} JwTunedRows;

#define JW_TUNED_ROW(key, allows, set)                                                             \
    { key, JW_FIELD_LIST, 0, 1, 0, 0, 0, allows, NULL, set }

/// Keys of these rows, for tables of fields; the setter reads them into the rows of its section.
#define JW_TUNED_ROWS(allows, set)                                                                 \
    JW_TUNED_ROW("wrap_cents", allows, set), JW_TUNED_ROW("ringing_cents", allows, set),           \
        JW_TUNED_ROW("wrap_by_lift_um", allows, set), JW_TUNED_ROW("wrap_by_thread", allows, set), \
        JW_TUNED_ROW("wrap_by_thread_mm", allows, set)

/// Reads one line of such a key. [any]
bool jw_tuned_rows_read(JwTunedRows *rows, const JwIniItem *item, JwError *error);

/// Checks that lists of cents, if they are given, have as many values as the string has frets.
/// [any]
bool jw_tuned_rows_complete(const JwTunedRows *rows, const JwFieldReader *reader, int n_frets,
                            JwError *error);

/// Gives a string these rows in place of its own. [any]
void jw_tuned_rows_give(const JwTunedRows *rows, JwStringSpec *string);

/// Forgets the keys of these rows that were taken from another string. [any]
void jw_tuned_rows_drop(JwFieldReader *reader);

#endif // JW_TUNED_ROWS_H
