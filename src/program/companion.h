// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Companion: a preset that plays by itself, such as a tanpura's, beside the instrument that is
// played. It has the tonic, concert pitch, raga, intonation and scale of that instrument, and no
// notes of its own.

#ifndef JW_COMPANION_H
#define JW_COMPANION_H

#include "base/error.h"
#include "host/patch.h"
#include "playing/fretboard.h"
#include "program/option_table.h"

#include <stdbool.h>
#include <stddef.h>

#define JW_WITH_LEVEL_MIN (-60.0)
#define JW_WITH_LEVEL_MAX 12.0
#define JW_WITH_TEMPO_MIN 10.0
#define JW_WITH_TEMPO_MAX 300.0
#define JW_WITH_CENTS_MAX 50.0

/// User's settings of the companion.
typedef struct {
    const char *preset; ///< Name or path of the preset; NULL: no companion
    double level_db;    ///< Level added to that of the preset [dB]
    int first;          ///< Note of the first string, a value of DRONE_FIRST; -1: the raga's, or
                        ///< the preset's if that names none
    double tempo;       ///< Counts a minute; 0: the preset's
    double cents;       ///< Fine tuning of all its strings
} JwCompanionSettings;

/// Initial settings, without a companion.
#define JW_COMPANION_NONE                                                                          \
    { .preset = NULL, .first = -1 }

/// Rows of these options, for a structure T with the settings in its field `with`.
#define JW_COMPANION_OPTIONS(T)                                                                    \
    {"with",                                                                                       \
     0,                                                                                            \
     "PRESET",                                                                                     \
     "lets a preset that plays by itself, such as tanpura-plays, play beside the instrument, "     \
     "with "                                                                                       \
     "its Sa, A4 and raga",                                                                        \
     JW_OPTION_AT(T, with.preset),                                                                 \
     .offers = "--list-presets|FILE"},                                                             \
        {"with-level",                                                                             \
         0,                                                                                        \
         "DB",                                                                                     \
         "its level, added to the preset's, -60 to 12 (0)",                                        \
         JW_OPTION_AT(T, with.level_db),                                                           \
         JW_OPTION_RANGE(JW_WITH_LEVEL_MIN, JW_WITH_LEVEL_MAX, "dB")},                             \
        {"with-first",                                                                             \
         0,                                                                                        \
         "Pa|Ma|Ni|own",                                                                           \
         "note of its first string; own: the raga's, or the preset's (own)",                       \
         JW_OPTION_BY(jw_companion_read_first),                                                    \
         .at = offsetof(T, with.first),                                                            \
         .offers = "Pa|Ma|Ni|own"},                                                                \
        {"with-tempo",                                                                             \
         0,                                                                                        \
         "BPM",                                                                                    \
         "its counts a minute, 10 to 300 (the preset's)",                                          \
         JW_OPTION_AT(T, with.tempo),                                                              \
         JW_OPTION_RANGE(10, 300, "counts a minute")},                                             \
    {                                                                                              \
        "with-cents", 0, "CENTS", "fine tuning of its strings, -50 to 50 (0)",                     \
            JW_OPTION_AT(T, with.cents),                                                           \
            JW_OPTION_RANGE(-JW_WITH_CENTS_MAX, JW_WITH_CENTS_MAX, "cents")                        \
    }

/// Reads the note of the first string: Pa, Ma, Ni, or own for the raga's or the preset's. On
/// failure returns false and leaves *first alone. [any]
bool jw_companion_first(const char *text, int *first);

/// Reads the option --with-first, an int at its row's offset. [main]
JwOptionTake jw_companion_read_first;

/// Name of such a note. [any]
const char *jw_companion_first_name(int first);

/// Loads a preset as a companion; returns false, with an error, if there is none or if it does not
/// play by itself. [main]
bool jw_companion_load(JwPatch *patch, const char *preset, JwError *error);

/// Sets *value to the companion's value of a parameter, where the settings or the instrument that
/// is played determine it. patch: the companion's; param: parameters of the instrument that is
/// played; sa_key: its tonic. Returns false if it keeps the preset's own. [any]
bool jw_companion_value(const JwPatch *patch, const JwCompanionSettings *settings,
                        const double *param, int sa_key, JwParamId id, double *value);

/// Applies all these values to the companion's patch, and starts its playing. [any]
void jw_companion_share(JwPatch *patch, const JwCompanionSettings *settings, const double *param,
                        int sa_key);

/// Tuning of the companion beside an instrument with that tuning: its scale, without the fine
/// tuning of its strings. [any]
void jw_companion_tuning(JwTuning *tuning, const JwTuning *of_instrument);

/// Key of the tonic of an instrument with these parameters. [any]
int jw_companion_sa_key(const JwInstrument *instrument, const double *param);

#endif // JW_COMPANION_H
