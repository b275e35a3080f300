// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Player: an instrument on a backend, with all that can be asked of it.
//
// All functions belong to one control thread, which calls jw_live_tick() a hundred times a second:
// that builds what moved parameters need, frees what the audio thread gave back, and follows what
// it reports.

#ifndef JW_LIVE_H
#define JW_LIVE_H

#include "app/audio/backend.h"
#include "app/player/live_audio.h"
#include "app/player/midi_learn.h"
#include "app/player/recorder.h"
#include "base/message.h"
#include "engine/engine.h"
#include "program/compass.h"
#include "program/fine_tuning.h"
#include "program/tuning_arguments.h"

#include <stdbool.h>
#include <stdint.h>

/// Settings for a start; texts must outlive the player.
typedef struct {
    JwDriver driver;
    JwBackendOptions backend;
    const char *instrument;          ///< Name or path; NULL for the preset's, or the default
    const char *preset;              ///< Name or path; NULL for none
    const bool *set;                 ///< Parameters that no preset moves: JW_N_PARAMS
    const double *value;             ///< Values of the parameters in set
    const JwTuningArguments *tuning; ///< Options read once; fine tuning is kept by names of strings
    const char *profile;             ///< File of the bridge profile; NULL for none
    const char *folder;              ///< Folder of recordings and sessions
    const char *learned;             ///< Path of the file of MIDI learn; NULL keeps nothing
    int offline_quality; ///< QUALITY while freewheeling, if it is higher than what is played
    bool limiter;        ///< Limiter of what goes out, from the start
    bool late;           ///< Tell which blocks were late
    void *user;
    void (*say)(void *user, const char *text); ///< Shows a line to the user
} JwLiveSetup;

/// State of the player; texts are valid until the next call.
typedef struct {
    const JwInstrument *instrument;
    const char *instrument_name; ///< Name, or path from the root
    const char *preset_name;     ///< Name, or path from the root; empty for none
    unsigned n_sounds; ///< Patches played so far; a program of the same instrument is no new one
    JwBackendState backend;
    JwMeters meters;
    JwRecorderState recorder;
    double latency_s; ///< Delay of backend and engine together
    double quality;   ///< QUALITY of the engine; some freewheels raise it above the parameter
    int learning;     ///< Parameter that waits for a controller, -1 for none
} JwLiveState;

typedef struct JwLiveImpl JwLive;

/// Makes a player that plays nothing yet; NULL if memory is short. [main]
JwLive *jw_live_new(const JwLiveSetup *setup, JwMessage *message);

/// Closes the backend, gives up a recording and frees the player; NULL is fine. [main]
void jw_live_free(JwLive *live);

/// Loads instrument, preset and what was learned; if the latter cannot be read, the player says so
/// and goes on without. [main]
bool jw_live_load(JwLive *live, JwMessage *message);

/// Opens the backend, unless it is open, and copies its state; nothing plays yet. [main]
bool jw_live_connect(JwLive *live, JwBackendState *state, JwMessage *message);

/// Opens the backend, prepares an engine for its rate and starts. [main]
bool jw_live_open(JwLive *live, JwMessage *message);

/// Closes the backend; jw_live_open() may follow. [main]
void jw_live_close(JwLive *live);

/// Gives the player another name, which must outlive it, among the clients of the backend, which is
/// opened anew if it is open. False if it does not open: it is closed then. [main]
bool jw_live_rename(JwLive *live, const char *name, JwMessage *message);

/// Does the work that is due, also while no backend is open; returns false once the backend is
/// lost, and while there is none. [main]
bool jw_live_tick(JwLive *live);

/// Copies the state, a few kilobytes. [main]
void jw_live_state(JwLive *live, JwLiveState *state);

/// Copies the report of a string, or of all for string = -1. [main]
void jw_live_report(JwLive *live, int string, JwStringReport *report);

/// Copies the amplitudes of a string's modes, as jw_engine_motion(). [main]
int jw_live_motion(const JwLive *live, int string, float *amplitude_m, int n, JwMotion *motion);

/// Copies the forces on its contact points, as jw_engine_contact_forces(). [main]
int jw_live_forces(const JwLive *live, int string, float *x_m, float *force_n, int n);

/// Tells where the drone is. [main]
void jw_live_drone(const JwLive *live, JwDronePlace *place);

/// Audio side, for its limiter and for what is heard. [main]
JwLiveAudio *jw_live_stage(const JwLive *live);

/// Fills the fretboard of the instrument in its present tuning. [main]
void jw_live_fretboard(const JwLive *live, JwFretboard *board);

/// Value of a parameter: the one asked for last, or the one that a controller has set. [main]
double jw_live_param(const JwLive *live, JwParamId id);

/// Value of a parameter by instrument, preset and options, before anything moved it. [main]
double jw_live_baseline(const JwLive *live, JwParamId id);

/// Finds the keys of the instrument in its present tuning. [main]
bool jw_live_compass(const JwLive *live, JwCompass *compass, JwMessage *message);

/// Sets a parameter, clamped; returns false if too many events wait. [main]
bool jw_live_set(JwLive *live, JwParamId id, double value);

/// Sends an event that points to nothing; returns false if too many wait. [main]
bool jw_live_send(JwLive *live, const JwEvent *event);

/// Sends a MIDI message as if it had come in; returns false if too many events wait. [main]
bool jw_live_midi(JwLive *live, int status, int data_1, int data_2);

/// Plucks a string open, by its number, with a velocity of 1..127; velocity 0 lets the string go.
/// [main]
bool jw_live_open_string(JwLive *live, int string, int velocity);

/// The same at a place, a part of the string's length; 0: as PLUCK_POSITION asks. [main]
bool jw_live_pluck(JwLive *live, int string, int velocity, double place);

/// Stops all sound at once. [main]
void jw_live_panic(JwLive *live);

/// Changes to a preset, with its instrument. [main]
bool jw_live_preset(JwLive *live, const char *name, JwMessage *message);

/// Changes to the preset that is `step` places on among those of the instrument, round and round.
/// [main]
bool jw_live_preset_step(JwLive *live, int step, JwMessage *message);

/// Presets by number, and whether the preset of a number is for the present instrument. [main]
const JwPrograms *jw_live_presets(const JwLive *live);
bool jw_live_preset_fits(const JwLive *live, int number);

/// Folder of recordings and sessions. [main]
const char *jw_live_folder(const JwLive *live);

/// Changes to an instrument with its own parameters. [main]
bool jw_live_instrument(JwLive *live, const char *name, JwMessage *message);

/// Plays an instrument (NULL for the preset's) with a preset (NULL for none) and parameters, also
/// those that the setup sets. [main]
bool jw_live_restore(JwLive *live, const char *instrument, const char *preset, const bool *set,
                     const double *value, JwMessage *message);

/// Tunes strings by name, within JW_TUNING_RANGE, over the setup's fine tuning and under what
/// sounds; strings that are not named are as the setup has them. [main]
bool jw_live_set_fine_tuning(JwLive *live, const JwFineTuning *fine, JwMessage *message);

/// Fine tuning that was set so. [main]
const JwFineTuning *jw_live_fine_tuning(const JwLive *live);

/// Fine tuning in force, in cents: JW_MAX_STRINGS. [main]
const double *jw_live_string_cents(const JwLive *live);

/// Gives the bridge a profile until another preset or instrument is chosen; one without points
/// takes the present one off. It takes the place of the setup's. [main]
bool jw_live_set_profile(JwLive *live, const JwProfile *profile, JwMessage *message);

/// Profile in force. [main]
const JwProfile *jw_live_profile(const JwLive *live);

/// Lets the next controller that moves be the parameter's; -1 gives the wish up. [main]
void jw_live_learn(JwLive *live, int id);

/// Frees the parameter of its learned controller. [main]
void jw_live_forget(JwLive *live, JwParamId id);

/// Controllers that were learned. [main]
const JwMidiLearn *jw_live_learned(const JwLive *live);

/// Start a recording, into a file (or NAME-2 and so on where there is one) or into the next
/// numbered one of the folder, and stop it. Takes that were not ended in that folder are rescued
/// first, and told of. The state says where and how much; so does, once the file is written, the
/// message, which is empty if nothing was recorded. [main]
bool jw_live_record(JwLive *live, const char *path, JwMessage *message);
bool jw_live_record_next(JwLive *live, JwMessage *message);
bool jw_live_record_stop(JwLive *live, JwMessage *message);

/// Zeroes the meters' counts and worst cases. [main]
void jw_live_reset_meters(JwLive *live);

/// Returns true if a key was struck and not let go, on any channel. [main]
bool jw_live_key_is_down(const JwLive *live, int key);

#endif // JW_LIVE_H
