// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Player: an instrument on a backend, with all functions that a user interface needs.
//
// All functions belong to one control thread, which calls jw_live_tick() a hundred times a second.
// That builds tables for changed parameters, frees tables that the audio thread returned, and
// handles the audio thread's reports.

#ifndef JW_LIVE_H
#define JW_LIVE_H

#include "app/audio/backend.h"
#include "app/player/live_audio.h"
#include "app/player/live_with.h"
#include "app/player/midi_learn.h"
#include "app/player/recorder.h"
#include "base/error.h"
#include "engine/engine.h"
#include "host/compass.h"
#include "program/fine_tuning.h"
#include "program/tuning_arguments.h"

#include <stdbool.h>
#include <stdint.h>

/// Settings of a player; texts must outlive it.
typedef struct {
    JwDriver driver;
    JwBackendOptions backend;
    const char *instrument;          ///< Name or path; NULL: the preset's, or the default
    const char *preset;              ///< Name or path; NULL: none
    const bool *set;                 ///< Parameters that presets do not change: JW_N_PARAMS
    const double *value;             ///< Values of the parameters in set
    const JwTuningArguments *tuning; ///< Options, parsed once; fine tuning is stored by the names
                                     ///< of strings
    JwCompanionSettings with;        ///< Companion from the start
    const char *profile;             ///< File of the bridge profile; NULL: none
    const char *folder;              ///< Folder of recordings and sessions
    const char *learned;             ///< Path of the file of MIDI learn; NULL: not saved
    int offline_quality; ///< QUALITY while freewheeling, if it is higher than the present one
    bool limiter;        ///< Initial state of the output limiter
    bool late;           ///< Report late blocks
    void *user;
    void (*say)(void *user, const char *text); ///< Displays a line to the user
} JwLiveSetup;

/// State of the player; texts are valid until the next call.
typedef struct {
    const JwInstrument *instrument;
    const char *instrument_name; ///< Name or absolute path
    const char *preset_name;     ///< Name or absolute path; empty: none
    unsigned n_patches; ///< Number of patches played so far; a program of the same instrument does
                        ///< not count
    JwBackendState backend;
    JwMeters meters;
    JwRecorderState recorder;
    double latency_s; ///< Delay of backend and engine together
    double quality;   ///< QUALITY of the engine, which a freewheel may raise above the parameter
    int learning;     ///< Parameter that waits for a controller, -1: none
} JwLiveState;

typedef struct JwLiveImpl JwLive;

/// Makes a player that does not play yet; returns NULL if memory is short. [main]
JwLive *jw_live_new(const JwLiveSetup *setup, JwError *error);

/// Closes the backend, abandons a recording and frees the player; accepts NULL. [main]
void jw_live_free(JwLive *live);

/// Loads instrument, preset and MIDI learn. If the latter cannot be read, the player reports it and
/// continues without. [main]
bool jw_live_load(JwLive *live, JwError *error);

/// Opens the backend unless it is open, and copies its state, without playing. [main]
bool jw_live_connect(JwLive *live, JwBackendState *state, JwError *error);

/// Opens the backend, prepares an engine for its rate and starts. [main]
bool jw_live_open(JwLive *live, JwError *error);

/// Closes the backend; jw_live_open() may follow. [main]
void jw_live_close(JwLive *live);

/// Renames the player among the clients of the backend, which is reopened if it is open; the name
/// must outlive the player. Returns false if it does not reopen: it is then closed. [main]
bool jw_live_rename(JwLive *live, const char *name, JwError *error);

/// Does pending work, even while no backend is open. Returns false if the backend is lost or not
/// open. [main]
bool jw_live_tick(JwLive *live);

/// Reads changed files of the user's own ragas; jw_live_tick() does it once a second. [main]
void jw_live_renew_ragas(JwLive *live);

/// Copies the state, a few kilobytes. [main]
void jw_live_state(JwLive *live, JwLiveState *state);

/// Copies the report of a string, or of all strings for string = -1. [main]
void jw_live_report(JwLive *live, int string, JwStringReport *report);

/// Copies the amplitudes of a string's modes, like jw_engine_motion(). [main]
int jw_live_motion(const JwLive *live, int string, float *amplitude_m, int n, JwMotion *motion);

/// Copies the forces at its contact points, like jw_engine_contact_forces(). [main]
int jw_live_forces(const JwLive *live, int string, float *x_m, float *force_n, int n);

/// Copies the position of the drone. [main]
void jw_live_drone(const JwLive *live, JwDronePlace *place);

/// Audio part, for its limiter and its output. [main]
JwLiveAudio *jw_live_audio(const JwLive *live);

/// Companion. [main]
JwLiveWith *jw_live_with(const JwLive *live);

/// Instrument that is played; its parameters are the baseline. [main]
const JwInstrument *jw_live_playing(const JwLive *live);

/// Scale of the setup, with fine tuning for the present instrument; NULL: none was read yet. [main]
const JwTuning *jw_live_scale(const JwLive *live);

/// Value of a parameter: the latest request, or the value set by a controller. [main]
double jw_live_param(const JwLive *live, JwParamId id);

/// Value of a parameter by instrument, preset and options. [main]
double jw_live_baseline(const JwLive *live, JwParamId id);

/// Sets a parameter, clamped; returns false if the event queue is full. [main]
bool jw_live_set(JwLive *live, JwParamId id, double value);

/// Sends an event without pointers; returns false if the queue is full. [main]
bool jw_live_send(JwLive *live, const JwEvent *event);

/// Sends a MIDI message as if it had been received; returns false if the queue is full. [main]
bool jw_live_midi(JwLive *live, int status, int data_1, int data_2);

/// Plucks an open string, by its index, with a velocity of 1..127; velocity 0 releases it. [main]
bool jw_live_open_string(JwLive *live, int string, int velocity);

/// The same at a given place, as a part of the string's length; 0: PLUCK_POSITION. [main]
bool jw_live_pluck(JwLive *live, int string, int velocity, double place);

/// Stops all sound immediately. [main]
void jw_live_panic(JwLive *live);

/// Changes to a preset and its instrument. A file in the current folder takes precedence over an
/// installed preset of that name. [main]
bool jw_live_preset(JwLive *live, const char *name, JwError *error);

/// Changes to the preset `step` positions further among those of the instrument, cyclically. [main]
bool jw_live_preset_step(JwLive *live, int step, JwError *error);

/// Presets, and whether the one at a place among them is for the present instrument. [main]
const JwPrograms *jw_live_presets(const JwLive *live);
bool jw_live_preset_fits(const JwLive *live, int place);

/// Lets the audio thread select the preset at a place, which is for the present instrument; its
/// values count as in force at once. Fails if the queue is full. [main]
bool jw_live_select(JwLive *live, int place, JwError *error);

/// Takes a preset that was saved from the present values, as the one that is played. [main]
bool jw_live_take_preset(JwLive *live, const char *name, JwError *error);

/// Folder of recordings and sessions. [main]
const char *jw_live_folder(const JwLive *live);

/// Changes to an instrument with its own parameters. [main]
bool jw_live_instrument(JwLive *live, const char *name, JwError *error);

/// State of a player that can be restored.
typedef struct {
    const char *instrument, *preset; ///< NULL: the preset's; none
    const bool *set;                 ///< Parameters that have a value: JW_N_PARAMS
    const double *value;
    const JwFineTuning *fine; ///< NULL: as it is
    const JwProfile *profile; ///< NULL: the setup's
} JwLiveKept;

/// Plays all of that, also where the setup sets other values. On failure returns false, with an
/// error, and changes nothing. [main]
bool jw_live_restore(JwLive *live, const JwLiveKept *kept, JwError *error);

/// Of the session's parameters, true for those that the user has chosen, so that later presets and
/// instruments keep them: JW_N_PARAMS. [main]
const bool *jw_live_chosen(const JwLive *live);
void jw_live_choose(JwLive *live, const bool *chosen);

/// Tunes strings by name, within JW_TUNING_RANGE, in addition to the setup's fine tuning, also
/// while they sound; unnamed strings keep the setup's tuning. [main]
bool jw_live_set_fine_tuning(JwLive *live, const JwFineTuning *fine, JwError *error);

/// Fine tuning set by the function above. [main]
const JwFineTuning *jw_live_fine_tuning(const JwLive *live);

/// Fine tuning in force, in cents: JW_MAX_STRINGS. [main]
const double *jw_live_string_cents(const JwLive *live);

/// Applies a bridge profile, in place of the setup's, until another preset or instrument is chosen;
/// one without points removes the present one. [main]
bool jw_live_set_profile(JwLive *live, const JwProfile *profile, JwError *error);

/// Profile in force. [main]
const JwProfile *jw_live_profile(const JwLive *live);

/// Assigns the next controller that moves to the parameter; -1 cancels this. [main]
void jw_live_learn(JwLive *live, int id);

/// Removes the parameter's learned controller. [main]
void jw_live_forget(JwLive *live, JwParamId id);

/// Table of learned controllers. [main]
const JwMidiLearn *jw_live_learned(const JwLive *live);

/// Start and stop a recording: into a file (or NAME-2 and so on if it exists), or into the next
/// numbered one of the folder. Unfinished takes in that folder are first rescued and reported. The
/// state contains path and length. After the file is written the error contains them too, or is
/// empty if nothing was recorded. [main]
bool jw_live_record(JwLive *live, const char *path, JwError *error);
bool jw_live_record_next(JwLive *live, JwError *error);
bool jw_live_record_stop(JwLive *live, JwError *error);

/// Stops it, and the recording of instrument and companion apart; passes a line about each written
/// file to tell(). Returns false, with the first error, if a write has failed. [main]
bool jw_live_record_stop_all(JwLive *live, void (*tell)(void *user, const char *text), void *user,
                             JwError *error);

/// Clears the meters' counts and maxima. [main]
void jw_live_reset_meters(JwLive *live);

/// True if a key is down on any channel. [main]
bool jw_live_key_is_down(const JwLive *live, int key);

#endif // JW_LIVE_H
