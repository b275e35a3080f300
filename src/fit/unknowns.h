// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Unknowns: figures of an instrument that a fit may change, under their keys of the instrument
// file and in its units.

#ifndef JW_UNKNOWNS_H
#define JW_UNKNOWNS_H

#include "playing/instrument.h"

#include <stdbool.h>

typedef enum {
    JW_U_PITCH,
    JW_U_EI,
    JW_U_SIGMA0,
    JW_U_SIGMA1,
    JW_U_SIGMA3,
    JW_U_RADIUS,
    JW_U_HEIGHT,
    JW_U_PLUCK_AT,
    JW_U_RELEASE,
    JW_U_THREAD,
    // From here on those that a fit leaves alone unless it is asked
    JW_U_APEX,
    JW_U_RISE,
    JW_U_PLUCK,
    JW_U_WIDTH,
    JW_U_THREAD_STIFFNESS,
    JW_U_THREAD_DAMPING,
    JW_U_SPLIT,
    JW_U_TILT,
    JW_U_LATERAL_LOSS,
    JW_U_ANGLE,
    JW_U_STOPPED_LOW,
    JW_U_STOPPED_HIGH,
    JW_N_UNKNOWNS,
    JW_N_UNKNOWNS_USUAL = JW_U_APEX,
} JwUnknown;

/// Section of the file that an unknown stands in.
typedef enum { JW_IN_STRING, JW_IN_BRIDGE, JW_IN_STROKE, JW_IN_DEFAULTS } JwUnknownPlace;

typedef struct {
    const char *key;   ///< Key in the file
    const char *words; ///< What it is
    bool ratio;        ///< Steps multiply, they do not add
    double step;       ///< Change that is heard, by which a search begins: a ratio's logarithm, or
                       ///< a difference
    double
        small; ///< Value of a ratio from which down steps of its size are added: none leads from 0
    double least, most;
} JwUnknownInfo;

/// Data of an unknown. [any]
const JwUnknownInfo *jw_unknown_info(JwUnknown unknown);

/// Unknown of that key; -1 if there is none. [any]
int jw_unknown_find(const char *key);

/// Section that the figure of an instrument's string stands in, and its number among those of its
/// kind, from 0; false if it has no such figure. [any]
bool jw_unknown_place(const JwInstrument *instrument, int string, JwUnknown unknown,
                      JwUnknownPlace *place, int *number);

/// Value, in the file's unit; the instrument has to have a place for it. [any]
double jw_unknown_get(const JwInstrument *instrument, int string, JwUnknown unknown);

/// Sets it; a string's pitch stays what it is when its stiffness changes. [any]
void jw_unknown_set(JwInstrument *instrument, int string, JwUnknown unknown, double value);

/// Value that many steps from the one that a search begins with, within the limits, or that one if
/// it is outside them. [any]
double jw_unknown_moved(JwUnknown unknown, double begin, double steps);

/// Steps from the value that a search begins with to another. [any]
double jw_unknown_steps(JwUnknown unknown, double begin, double value);

/// By how much a value changes with so many more steps, small ones, in the search that began with
/// another. [any]
double jw_unknown_change(JwUnknown unknown, double begin, double value, double steps);

/// Gives a string the polynomial law with about the decays that it has. [any]
void jw_unknown_make_polynomial(JwInstrument *instrument, int string);

#endif // JW_UNKNOWNS_H
