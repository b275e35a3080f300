// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Parameters: the table of params.def as C data, and functions that keep values in range.

#ifndef JW_PARAMS_H
#define JW_PARAMS_H

#include "base/attributes.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum {
#define JW_PARAM(ID, symbol, name, unit, min, def, max, scale, cc, group, acts, comment) JW_P_##ID,
#define JW_PARAM_POINT(ID, value, label)
#include "base/params.def"
#undef JW_PARAM
#undef JW_PARAM_POINT
    JW_N_PARAMS
} JwParamId;

typedef enum { JW_SCALE_LINEAR, JW_SCALE_LOG, JW_SCALE_TOGGLE, JW_SCALE_ENUM } JwParamScale;

typedef enum {
    JW_GROUP_OUTPUT,
    JW_GROUP_PLUCK,
    JW_GROUP_BRIDGE,
    JW_GROUP_STRING,
    JW_GROUP_TUNING,
    JW_GROUP_DRONE,
    JW_GROUP_INPUT,
} JwParamGroup;

/// Values of LISTEN.
typedef enum {
    JW_LISTEN_ALL,   ///< All strings respond
    JW_LISTEN_TARAF, ///< Sympathetic strings; all where there are none
    JW_LISTEN_KEYS,  ///< Strings that have the note of a held key, in any octave
    JW_LISTEN_TUNED, ///< Strings that a held key has tuned to its note
} JwListen;

/// Times at which a change of a parameter acts: bits, one a row.
typedef enum {
    JW_ACTS_ONCE = 1,    ///< At its own frame, where the block is split
    JW_ACTS_TICK = 2,    ///< At the next point of the control grid
    JW_ACTS_REST = 4,    ///< At the next point; strings then get new tables for their new place
    JW_ACTS_NOTE = 8,    ///< With the next stroke, or when a note ends
    JW_ACTS_FRETS = 16,  ///< With a new fretboard and its tables, built by the control thread
    JW_ACTS_TABLES = 32, ///< With new tables, built by the control thread
} JwParamActs;

/// One row of params.def.
typedef struct {
    const char *symbol; ///< C identifier: --set, LV2 port symbol
    const char *name;   ///< Name for people
    const char *unit;   ///< Unit as in params.def; "" for a plain number
    double min;
    double def;
    double max;
    JwParamScale scale;
    int cc; ///< MIDI controller, -1 for none
    JwParamGroup group;
    JwParamActs acts;
    const char *comment;
} JwParamInfo;

/// One named value of an ENUM parameter.
typedef struct {
    JwParamId id;
    double value;
    const char *label;
} JwParamPoint;

/// Values of the parameter INTONATION.
enum {
    JW_INTONATION_INSTRUMENT, ///< The instrument's own
    JW_INTONATION_JUST,
    JW_INTONATION_EQUAL,
    JW_INTONATION_RAGA, ///< The raga's own
};

/// Row of a parameter; id must be below JW_N_PARAMS. [any]
JW_REALTIME const JwParamInfo *jw_param_info(JwParamId id);

/// Named values of all parameters, without ragas of the user's own; sets *n to their number. [any]
const JwParamPoint *jw_param_points(int *n);

/// Label of a named value, also of a raga of the user's own; NULL if it has none. [any]
const char *jw_param_label(JwParamId id, double value);

/// Number of named values, with ragas of the user's own. [any]
int jw_param_n_points(JwParamId id);

/// Next named value above (step > 0) or below another; that value itself at the end. [any]
double jw_param_next_point(JwParamId id, double value, int step);

/// True if n parameters contain this one. [any]
bool jw_param_is_among(JwParamId id, const JwParamId *ids, size_t n);

/// Parameter with that symbol, or -1. [any]
int jw_param_find(const char *symbol);

/// Parameter that a MIDI controller moves, or -1. [any]
JW_REALTIME int jw_param_from_cc(int cc);

/// Value at a controller position 0..1 on the parameter's scale. [any]
JW_REALTIME double jw_param_from_unit(JwParamId id, double position);

/// Value at a MIDI controller's 0..127 on the parameter's scale. In a range that is symmetric about
/// 0, the controller's centre, 64, gives 0. [any]
JW_REALTIME double jw_param_from_controller(JwParamId id, int value);

/// Nearest legal value; an ENUM is rounded to a named value; NaN gives `current`. RAGA goes on
/// beyond its row's range where the user has ragas of his own. [any]
JW_REALTIME double jw_param_clamp(JwParamId id, double value, double current);

/// True if the value is finite and inside the row's range (and a named value of an ENUM). [any]
bool jw_param_valid(JwParamId id, double value);

/// Curvature as a multiple of the bridge's own: BRIDGE_CURVATURE times JAWARI's factor, 1/4 to 4.
/// [any]
JW_REALTIME double jw_param_curvature(const double *values);

/// True if a parameter whose `acts` is in the mask `which` differs. If `which` is a constant, the
/// compiler leaves out all others. [any]
static inline JW_REALTIME bool jw_params_differ(const double *values, const double *other,
                                                unsigned which) {
    bool differ = false;
#define JW_PARAM(ID, symbol, name, unit, min, def, max, scale, cc, group, acts, comment)           \
    differ = differ || ((which & JW_ACTS_##acts) && values[JW_P_##ID] != other[JW_P_##ID]);
#define JW_PARAM_POINT(ID, value, label)
#include "base/params.def"
#undef JW_PARAM
#undef JW_PARAM_POINT
    return differ;
}

/// Fills an array of JW_N_PARAMS with the defaults. [any]
void jw_params_default(double *values);

#endif // JW_PARAMS_H
