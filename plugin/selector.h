// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Selector: the control by which an instrument of the bundle is chosen from a host's menu.
//
// The instrument's file is also a property, and the later choice counts: moving the selector loads
// an instrument, and a file that is set afterwards replaces it while the selector keeps its
// position. So only a movement of the selector requests an instrument, not its position.

#ifndef JW_SELECTOR_H
#define JW_SELECTOR_H

#include "base/attributes.h"

#include <stdbool.h>

#define JW_SELECTOR_SYMBOL "instrument"

enum { JW_SELECTOR_FILE }; ///< Number for no instrument: the file property applies

/// Instrument of the list.
typedef struct {
    int number;
    const char *name; ///< Name of the file, without extension
    const char *label;
    bool drones;
} JwShipped;

/// List of instruments by number; *n is its length. [any]
const JwShipped *jw_selector_list(int *n);

/// Largest number. [any]
JW_REALTIME int jw_selector_most(void);

/// Instrument that a plug-in offers under a number; NULL if there is none. [any]
JW_REALTIME const JwShipped *jw_selector_find(int plugin, int number);

/// Number of the instrument with that name, with or without extension; JW_SELECTOR_FILE: none.
/// [any]
int jw_selector_number(const char *name);

/// Reads the selector as a whole number; returns NaN if it is not connected or not finite. [any]
JW_REALTIME float jw_selector_read(const float *port);

/// True if the selector requests an instrument: it has moved to a position other than the expected
/// one. Updates *was, the last position (initially NaN), and *expected, the position when the
/// present instrument was chosen (NaN: unknown). [any]
JW_REALTIME bool jw_selector_moves(float at, float *was, float *expected);

#endif // JW_SELECTOR_H
