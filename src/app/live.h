// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The player: an instrument on a backend, and all that can be asked of it.
//
// All functions belong to one control thread, which calls jw_live_tick() a hundred
// times a second: it builds what moved parameters need, frees what came back, and
// follows what the audio thread reports.

#ifndef JW_LIVE_H
#define JW_LIVE_H

#include "app/backend.h"
#include "app/compass.h"
#include "app/live_audio.h"
#include "app/message.h"
#include "app/midi_learn.h"
#include "app/recorder.h"
#include "app/tuning_arguments.h"
#include "engine/engine.h"

#include <stdbool.h>
#include <stdint.h>

/// Texts must outlive the player.
typedef struct {
    JwDriver driver;
    JwBackendOptions backend;
    const char *instrument;          ///< Name or path; NULL: the preset's, or the default
    const char *preset;              ///< Name or path; NULL for none
    const bool *set;                 ///< Parameters that no preset moves: JW_N_PARAMS
    const double *value;             ///< Their values
    const JwTuningArguments *tuning; ///< Read once; fine tuning goes by the names of strings
    const char *folder;              ///< Of recordings and sessions
    const char *learned;             ///< Path of the file of MIDI learn; NULL: nothing is kept
    int offline_quality; ///< QUALITY while freewheeling, if it is higher than what is played
    bool late;           ///< Says which blocks were late
    void *user;
    void (*say)(void *user, const char *text); ///< A line for the user
} JwLiveSetup;

/// How it is. Texts are the player's, until its next call.
typedef struct {
    const JwInstrument *instrument;
    const char *instrument_name; ///< Name, or path from the root
    const char *preset_name;     ///< The same; empty for none
    unsigned n_sounds;           ///< Instruments played so far, not counting programs of one
    JwBackendState backend;
    JwMeters meters;
    JwRecorderState recorder;
    double latency_s; ///< Backend and engine
    double quality;   ///< The engine's: in a freewheel it may be better than the parameter says
    int learning;     ///< Parameter that waits for a controller, -1 for none
} JwLiveState;

typedef struct JwLiveImpl JwLive;

/// NULL if memory is short. [main]
JwLive *jw_live_new(const JwLiveSetup *setup, JwMessage *message);

/// Closes the backend and gives up a recording; NULL is fine. [main]
void jw_live_free(JwLive *live);

/// Loads instrument and preset, and what was learned; if that cannot be read, it says so and goes
/// on without. [main]
bool jw_live_load(JwLive *live, JwMessage *message);

/// Opens the backend, prepares the engine for its rate, starts. [main]
bool jw_live_open(JwLive *live, JwMessage *message);

/// Closes the backend; jw_live_open() may follow. [main]
void jw_live_close(JwLive *live);

/// Does what is due; false once the backend is lost. [main]
bool jw_live_tick(JwLive *live);

/// How it is; expensive only by a few kilobytes. [main]
void jw_live_state(JwLive *live, JwLiveState *state);

/// Report of a string, or of all for string = -1. [main]
void jw_live_report(JwLive *live, int string, JwStringReport *report);

/// Value of a parameter: the one asked for last, or what a controller made of it. [main]
double jw_live_param(const JwLive *live, JwParamId id);

/// Its value by instrument, preset and options: what it was before it was moved. [main]
double jw_live_baseline(const JwLive *live, JwParamId id);

/// What keys the instrument has, tuned as it is. [main]
bool jw_live_compass(const JwLive *live, JwCompass *compass, JwMessage *message);

/// Sets a parameter; clamped. False if too many events wait. [main]
bool jw_live_set(JwLive *live, JwParamId id, double value);

/// Sends a MIDI message as if it had come in. [main]
bool jw_live_midi(JwLive *live, int status, int data_1, int data_2);

/// Plucks a string open by its number, with that velocity (1..127); 0 lets it go. [main]
bool jw_live_open_string(JwLive *live, int string, int velocity);

/// Everything stops sounding. [main]
void jw_live_panic(JwLive *live);

/// Changes to a preset, with its instrument. [main]
bool jw_live_preset(JwLive *live, const char *name, JwMessage *message);

/// Changes to the preset so many places on among those of this instrument, round and round. [main]
bool jw_live_preset_step(JwLive *live, int step, JwMessage *message);

/// All presets, and whether one is of this instrument. [main]
const JwPrograms *jw_live_presets(const JwLive *live);
bool jw_live_preset_fits(const JwLive *live, int number);

/// The folder of recordings and sessions. [main]
const char *jw_live_folder(const JwLive *live);

/// Changes to an instrument with its own parameters. [main]
bool jw_live_instrument(JwLive *live, const char *name, JwMessage *message);

/// Plays that instrument (NULL: the preset's) with that preset (NULL: none) and those
/// parameters, also those that the setup sets. [main]
bool jw_live_restore(JwLive *live, const char *instrument, const char *preset, const bool *set,
                     const double *value, JwMessage *message);

/// The next controller that moves is to move this parameter; -1 to give that up. [main]
void jw_live_learn(JwLive *live, int id);

/// The parameter is moved by no learned controller any more. [main]
void jw_live_forget(JwLive *live, JwParamId id);

/// What was learned. [main]
const JwMidiLearn *jw_live_learned(const JwLive *live);

/// Starts recording, into that file or the next numbered one of the folder, and stops it; the state
/// says where and how much, and so does, when it is written, the message, empty if there was none.
/// [main]
bool jw_live_record(JwLive *live, const char *path, JwMessage *message);
bool jw_live_record_next(JwLive *live, JwMessage *message);
bool jw_live_record_stop(JwLive *live, JwMessage *message);

/// Zeroes the counts of late blocks and the like. [main]
void jw_live_reset_meters(JwLive *live);

/// True if a key was struck and not let go, on any channel. [main]
bool jw_live_key_is_down(const JwLive *live, int key);

#endif // JW_LIVE_H
