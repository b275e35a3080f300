// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tuning on the command line: A4, Sa, raga, Scala and AnaMark files, cents of single strings.

#ifndef JW_TUNING_ARGUMENTS_H
#define JW_TUNING_ARGUMENTS_H

#include "base/error.h"
#include "base/params.h"
#include "playing/fretboard.h"
#include "program/option_table.h"

#include <stdbool.h>

/// Rows of these options; their reader passes them to jw_tuning_argument().
#define JW_TUNING_OPTIONS(reader)                                                                  \
    {"a4", 0, "HZ", "pitch of A4 (key 69), 300 to 600 (440)", JW_OPTION_BY(reader)},               \
        {"sa", 0, "NOTE|HZ", "the tonic: C to B, or its pitch in any octave",                      \
         JW_OPTION_BY(reader)},                                                                    \
        {"raga",                                                                                   \
         0,                                                                                        \
         "NAME[:equal|own]",                                                                       \
         "tunes frets, taraf and the drone's first string, in just intonation, in equal "          \
         "temperament or as the raga has it of its own; see --list-ragas",                         \
         JW_OPTION_BY(reader),                                                                     \
         .offers = "--list-ragas"},                                                                \
        {"tuning", 0, "FILE",                                                                      \
         "a Scala scale or AnaMark's .tun instead of a raga; without --keymap, from Sa",           \
         JW_OPTION_BY(reader)},                                                                    \
        {"keymap", 0, "FILE.kbm", "its keyboard mapping", JW_OPTION_BY(reader)}, {                 \
        "tune", 0, "STRING=CENTS", "fine tuning of a string; may be repeated",                     \
            JW_OPTION_BY(reader)                                                                   \
    }

/// Tuning options as given; texts point into argv.
typedef struct {
    const char *scale;  ///< Path of the scale; NULL: none
    const char *keymap; ///< Path of the keyboard mapping; NULL: none
    bool sa_hz;         ///< --sa gave a pitch, which sets A4
    bool a4;            ///< --a4 was given
    bool raga;          ///< --raga was given
    int n_strings;
    const char *string[JW_MAX_STRINGS]; ///< Texts STRING=CENTS
} JwTuningArguments;

/// Reads one option by its long name. Stores parameters that the option sets in set and value,
/// arrays of JW_N_PARAMS. [main]
bool jw_tuning_argument(JwTuningArguments *arguments, const char *option, const char *text,
                        bool *set, double *value, JwError *error);

/// True unless the options contradict each other. [main]
bool jw_tuning_arguments_agree(const JwTuningArguments *arguments, JwError *error);

/// Reads the files and finds the named strings. [main]
bool jw_tuning_arguments_load(const JwTuningArguments *arguments, const JwInstrument *instrument,
                              JwTuning *tuning, JwError *error);

/// Reads STRING=CENTS: a string of the instrument and its detuning. [main]
bool jw_tuning_arguments_string(const char *text, const JwInstrument *instrument, int *string,
                                double *cents, JwError *error);

/// Applies the options to another instrument: tunes those of the named strings that it has. The
/// options must have been loaded into this tuning. [main]
void jw_tuning_arguments_refit(const JwTuningArguments *arguments, const JwInstrument *instrument,
                               JwTuning *tuning);

#endif // JW_TUNING_ARGUMENTS_H
