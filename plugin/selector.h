// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The control by which a host's menu chooses an instrument of the bundle.
//
// It stands beside the property of the instrument's file. What was chosen last counts: moving the
// control loads an instrument, and a file that is set later takes its place while the control stays
// where it is. So the control's place is no wish, only its movement is.

#ifndef JW_SELECTOR_H
#define JW_SELECTOR_H

#include "base/attributes.h"

#include <stdbool.h>

#define JW_SELECTOR_SYMBOL "instrument"

enum { JW_SELECTOR_FILE }; ///< The number of no instrument: what is played is as its file says

/// One instrument of the list.
typedef struct {
    int number;
    const char *name; ///< Of its file, without extension
    const char *label;
    bool drones;
} JwShipped;

/// The list, *n long, by number. [any]
const JwShipped *jw_selector_list(int *n);

/// The largest number. [any]
JW_REALTIME int jw_selector_most(void);

/// The instrument that a plug-in offers under a number, NULL for none. [any]
JW_REALTIME const JwShipped *jw_selector_find(int plugin, int number);

/// Number of the instrument of that name, with or without extension; JW_SELECTOR_FILE for none.
/// [any]
int jw_selector_number(const char *name);

/// Where the control stands: a whole number; NaN where it is not connected or holds no number.
/// [any]
JW_REALTIME float jw_selector_read(const float *port);

/// True if the control asks for an instrument: it has moved, and not to where it is expected.
/// Both are kept up: *was, where it was looked at last (NaN: never), and *expected, where it stood
/// when the instrument in force was chosen (NaN: nobody knows). [any]
JW_REALTIME bool jw_selector_moves(float at, float *was, float *expected);

#endif // JW_SELECTOR_H
