// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Unknowns: figures of an instrument that a fit may change, with their keys and units in the
// instrument file.

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
    // The following are changed only on request
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

/// Section of the file that contains an unknown.
typedef enum { JW_IN_STRING, JW_IN_BRIDGE, JW_IN_STROKE, JW_IN_DEFAULTS } JwUnknownPlace;

typedef struct {
    const char *key;   ///< Key in the file
    const char *words; ///< Description
    bool ratio;        ///< Steps multiply instead of add
    double step;       ///< Audible change, the first step of a search: the logarithm of a ratio,
                       ///< or a difference
    double small;      ///< Ratios below this value take steps of its size instead: no ratio leads
                       ///< away from 0
    double least, most;
} JwUnknownInfo;

/// Data of an unknown. [any]
const JwUnknownInfo *jw_unknown_info(JwUnknown unknown);

/// Unknown with that key; -1 if there is none. [any]
int jw_unknown_find(const char *key);

/// Section of a figure for an instrument's string, and the section's number among those of its
/// kind, from 0; returns false if there is no such figure. [any]
bool jw_unknown_place(const JwInstrument *instrument, int string, JwUnknown unknown,
                      JwUnknownPlace *place, int *number);

/// Value in the file's unit; the instrument must have the figure. [any]
double jw_unknown_get(const JwInstrument *instrument, int string, JwUnknown unknown);

/// Sets the value. Changing a string's stiffness preserves its pitch. [any]
void jw_unknown_set(JwInstrument *instrument, int string, JwUnknown unknown, double value);

/// Value that is `steps` from the initial value of a search, within the limits; the initial value
/// itself if it is outside them. [any]
double jw_unknown_moved(JwUnknown unknown, double begin, double steps);

/// Number of steps from the initial value of a search to another. [any]
double jw_unknown_steps(JwUnknown unknown, double begin, double value);

/// Change of a value for so many more (small) steps, in a search with that initial value. [any]
double jw_unknown_change(JwUnknown unknown, double begin, double value, double steps);

/// Gives a string the polynomial law of losses with approximately its present decays. [any]
void jw_unknown_make_polynomial(JwInstrument *instrument, int string);

#endif // JW_UNKNOWNS_H
