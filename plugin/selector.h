// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Selector: the control by which a host's menu chooses an instrument of the bundle.
//
// The instrument's file is a property, too, and the later choice counts: moving the selector loads
// an instrument, and a file that is set later takes its place while the selector stays where it is.
// So only a movement of the selector asks for an instrument, not its place.

#ifndef JW_SELECTOR_H
#define JW_SELECTOR_H

#include "base/attributes.h"

#include <stdbool.h>

#define JW_SELECTOR_SYMBOL "instrument"

enum { JW_SELECTOR_FILE }; ///< Number of no instrument: the file says what is played

/// Instrument of the list.
typedef struct {
    int number;
    const char *name; ///< Name of the file, without extension
    const char *label;
    bool drones;
} JwShipped;

/// List of instruments, *n long, by number. [any]
const JwShipped *jw_selector_list(int *n);

/// Largest number. [any]
JW_REALTIME int jw_selector_most(void);

/// Instrument that a plug-in offers under a number, NULL for none. [any]
JW_REALTIME const JwShipped *jw_selector_find(int plugin, int number);

/// Number of the instrument of that name, with or without extension; JW_SELECTOR_FILE for none.
/// [any]
int jw_selector_number(const char *name);

/// Reads the selector as a whole number; NaN where it is not connected or holds no number. [any]
JW_REALTIME float jw_selector_read(const float *port);

/// Returns true if the selector asks for an instrument: it has moved, and not to where it is
/// expected. Keeps up *was, the place at the last look (NaN before the first), and *expected, the
/// place when the instrument in force was chosen (NaN if nobody knows). [any]
JW_REALTIME bool jw_selector_moves(float at, float *was, float *expected);

#endif // JW_SELECTOR_H
