// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tuning on a command line: A4, Sa, raga, Scala files, strings in cents.

#ifndef JW_TUNING_ARGUMENTS_H
#define JW_TUNING_ARGUMENTS_H

#include "app/message.h"
#include "base/params.h"
#include "playing/fretboard.h"

#include <stdbool.h>

/// What --help says of them.
#define JW_TUNING_HELP                                                                             \
    "      --a4 HZ                 pitch of A4 (key 69), 300 to 600 (440)\n"                       \
    "      --sa NOTE|HZ            the tonic: C to B, or its pitch in any octave\n"                \
    "      --raga NAME[:equal]     tunes frets and taraf, in just intonation or equal\n"           \
    "                              temperament; see --list-ragas\n"                                \
    "      --tuning FILE.scl       a Scala scale in the raga's place; without a map it\n"          \
    "                              begins on Sa\n"                                                 \
    "      --keymap FILE.kbm       its keyboard mapping\n"                                         \
    "      --tune STRING=CENTS     fine tuning of a string; may be repeated\n"

/// Texts point into argv.
typedef struct {
    const char *scale;  ///< File; NULL for none
    const char *keymap; ///< File; NULL for none
    bool sa_hz;         ///< --sa gave a pitch, which sets A4
    bool a4;            ///< --a4 was given
    int n_strings;
    const char *string[JW_MAX_STRINGS]; ///< STRING=CENTS
} JwTuningArguments;

/// Reads one option by its long name; parameters that it stands for go into set and value, arrays
/// of JW_N_PARAMS. [main]
bool jw_tuning_argument(JwTuningArguments *arguments, const char *option, const char *text,
                        bool *set, double *value, JwMessage *message);

/// True unless the options contradict each other. [main]
bool jw_tuning_arguments_agree(const JwTuningArguments *arguments, JwMessage *message);

/// Reads the files and finds the strings. [main]
bool jw_tuning_arguments_load(const JwTuningArguments *arguments, const JwInstrument *instrument,
                              JwTuning *tuning, JwMessage *message);

/// Fine tuning of another instrument instead: of those strings named in the options that it has.
/// The options must have been loaded into this tuning. [main]
void jw_tuning_arguments_refit(const JwTuningArguments *arguments, const JwInstrument *instrument,
                               JwTuning *tuning);

#endif // JW_TUNING_ARGUMENTS_H
