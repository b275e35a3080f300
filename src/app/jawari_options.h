// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Command line and configuration file of jawari.

#ifndef JW_LIVE_OPTIONS_H
#define JW_LIVE_OPTIONS_H

#include "app/audio/backend.h"
#include "base/message.h"
#include "base/params.h"
#include "program/option_table.h"
#include "program/tuning_arguments.h"

#include <stdbool.h>

enum {
    JW_LIVE_PLAY = JW_ACTION_RUN,
    JW_LIVE_LIST_COMMANDS = JW_ACTION_OWN,
    JW_LIVE_LIST_DEVICES,
    JW_LIVE_LIST_INSTRUMENTS,
    JW_LIVE_LIST_PRESETS,
    JW_LIVE_LIST_RAGAS,
    JW_LIVE_LIST_PARAMS,
};

/// Options as read; texts point into argv and into config_text.
typedef struct {
    int action;             ///< What the program does: JW_LIVE_..., or what all programs do
    const char *instrument; ///< Name or path, NULL for none given
    const char *preset;     ///< Name or path, NULL for none given
    const char *operand;    ///< Instrument or preset, NULL for none given
    JwDriver driver;
    JwBackendOptions backend;
    bool set[JW_N_PARAMS];
    double value[JW_N_PARAMS];
    JwTuningArguments tuning;
    const char *profile;  ///< File of a bridge profile; NULL for none
    const char *record;   ///< File to record into from the start; NULL for none
    const char *folder;   ///< Folder of recordings and sessions; NULL for the usual one
    const char *config;   ///< File to read; NULL for the usual one, if it is there
    const char *midi_map; ///< File of MIDI learn; NULL for the usual one
    bool auto_quality;    ///< The quality is chosen by what the machine can do
    const char *osc; ///< Where OSC messages are taken: port, or address and port; NULL: nowhere
    int offline_quality;
    int no_limiter;    ///< What goes out is not limited
    double selftest_s; ///< Length of the self-test [s]; 0 for none
    bool no_config;
    bool no_ui;
    bool window; ///< Opens the window
    bool reconnect;
    bool verbose;
    char *config_text; ///< Owned
} JwLiveOptions;

/// Reads the configuration file, then the arguments, which may be reordered. Returns false, with a
/// message, for wrong use. Clear the options in any case. [main]
bool jw_live_options_parse(JwLiveOptions *options, int argc, char **argv, JwMessage *message);

/// Frees what the options own. [main]
void jw_live_options_clear(JwLiveOptions *options);

/// Decides whether the operand is an instrument or a preset. [main]
bool jw_live_options_resolve(JwLiveOptions *options, JwMessage *message);

extern const JwOptionTable jw_live_option_table;

#endif // JW_LIVE_OPTIONS_H
