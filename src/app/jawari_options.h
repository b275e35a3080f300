// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Command line and configuration file of jawari.

#ifndef JW_LIVE_OPTIONS_H
#define JW_LIVE_OPTIONS_H

#include "app/audio/backend.h"
#include "app/player/live_clock.h"
#include "app/player/practice.h"
#include "base/error.h"
#include "base/key_layout.h"
#include "base/params.h"
#include "program/companion.h"
#include "program/option_table.h"
#include "program/tuning_arguments.h"

#include <stdbool.h>

enum {
    JW_LIVE_PLAY = JW_ACTION_RUN,
    JW_LIVE_LIST_COMMANDS = JW_ACTION_OWN,
    JW_LIVE_LIST_DEVICES,
    JW_LIVE_LIST_INSTRUMENTS,
    JW_LIVE_LIST_PRACTICE,
    JW_LIVE_LIST_PRESETS,
    JW_LIVE_LIST_RAGAS,
    JW_LIVE_LIST_TALAS,
    JW_LIVE_LIST_PARAMS,
};

/// Options as given; texts point into argv and config_text.
typedef struct {
    int action;             ///< Action of the program: JW_LIVE_..., or one of all programs
    const char *filter;     ///< Words that listed ragas have, or name of a tala; NULL: none
    const char *instrument; ///< Name or path; NULL: not given
    const char *preset;     ///< Name or path; NULL: not given
    const char *operand;    ///< Instrument or preset; NULL: not given
    JwDriver driver;
    JwBackendOptions backend;
    bool set[JW_N_PARAMS];
    double value[JW_N_PARAMS];
    JwTuningArguments tuning;
    JwCompanionSettings with; ///< Companion
    JwClockOptions clock;     ///< Metronome
    const char *save_preset;  ///< Name under which the sound is kept at the start; NULL: it is not
    const char *practice;     ///< Practice set to begin with; NULL: none
    JwKeysChoice keys;        ///< Layout of keys
    const char *profile;      ///< File of a bridge profile; NULL: none
    const char *record;       ///< File to record to from the start; NULL: none
    const char *folder;       ///< Folder of recordings and sessions; NULL: the default
    const char *config;       ///< File to read; NULL: the default, if it exists
    const char *midi_map;     ///< File of MIDI learn; NULL: the default
    bool auto_quality;        ///< The quality is chosen by the speed of the machine
    const char *osc; ///< Where to listen for OSC messages: port, or address and port; NULL:
                     ///< nowhere
    int offline_quality;
    int no_limiter;    ///< The output is not limited
    double selftest_s; ///< Length of the self-test [s]; 0: none
    bool no_config;
    bool no_ui;
    bool window; ///< Open the window
    bool reconnect;
    bool verbose;
    char *config_text;               ///< Owned
    JwPracticeNames *practice_names; ///< Names in the practice set, owned; NULL: none
} JwLiveOptions;

/// Reads the configuration file, then the arguments, which getopt_long() may reorder. Returns
/// false, with an error, for wrong usage. Clear the options in any case. [main]
bool jw_live_options_parse(JwLiveOptions *options, int argc, char **argv, JwError *error);

/// Frees the options' memory. [main]
void jw_live_options_clear(JwLiveOptions *options);

/// Decides whether the operand is an instrument or a preset; the names of a practice set come in
/// place of all of them. [main]
bool jw_live_options_resolve(JwLiveOptions *options, JwError *error);

extern const JwOptionTable jw_live_option_table;

#endif // JW_LIVE_OPTIONS_H
