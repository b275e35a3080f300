// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Patch that the player plays: an instrument with a preset, and the values of its parameters.
//
// Values are kept three times. The baseline is what instrument, preset and the user's options give;
// a program change moves it. Values in force are the engine's, or those asked of it a moment ago.
// Values to begin with are the ones in force when an engine is built: an engine for another rate
// goes on where the last one was. A session is the difference between baseline and values in force.

#ifndef JW_LIVE_PATCH_H
#define JW_LIVE_PATCH_H

#include "app/player/live_audio.h"
#include "base/message.h"
#include "engine/engine.h"
#include "program/fine_tuning.h"
#include "program/programs.h"
#include "program/tuning_arguments.h"

#include <stdbool.h>

/// Options of the user for every patch; they must outlive the patches.
typedef struct {
    const bool *set;     ///< Parameters that no preset moves: JW_N_PARAMS
    const double *value; ///< Values of the parameters in set
    const JwTuningArguments *tuning_arguments;
    JwTuning tuning; ///< Tuning by the options, fit for the instrument whose engine was built last
    JwFineTuning fine;        ///< Fine tuning over that of tuning_arguments
    const char *profile_path; ///< File of the bridge profile; NULL: none
    JwProfile profile;        ///< Profile by the options, which no preset takes off
    bool input;               ///< Sound from outside is taken
    bool has_tuning; ///< The files of tuning_arguments and profile_path were read, with the first
                     ///< patch
} JwLivePatchOptions;

typedef struct JwLivePatchImpl JwLivePatch;

/// Loads instrument (NULL for the preset's, or the default) and preset (NULL for none); both may be
/// paths, which are kept from the root on. NULL, with a message, on failure. The warning says why
/// there are no program changes, or that sound from outside finds no bridge that moves; else it is
/// empty. [main]
JwLivePatch *jw_live_patch_load(JwLivePatchOptions *options, const char *instrument,
                                const char *preset, JwMessage *warning, JwMessage *message);

/// Frees the patch but not its engine; NULL is fine. [main]
void jw_live_patch_free(JwLivePatch *sound);

/// Sets a value, clamped, with which the first engine begins in place of the baseline's. [main]
void jw_live_patch_begin_with(JwLivePatch *sound, JwParamId id, double value);

/// Keeps what the user has moved in the patch before: the first engine begins with these values.
/// All others are the patch's own. [main]
void jw_live_patch_begin_after(JwLivePatch *sound, const JwLivePatch *before);

/// Builds an engine for that rate with the values in force; the caller owns it. NULL, with a
/// message, on failure. [main]
JwEngine *jw_live_patch_build(const JwLivePatch *sound, double rate_hz, JwMessage *message);

/// Notes that the engine plays on that audio side from now on; the engine must live until the next
/// one plays. [main]
void jw_live_patch_plays(JwLivePatch *sound, const JwLiveAudio *stage, const JwEngine *engine);

/// Notes that a value was asked for: it counts as in force until the engine has had time to take
/// it. [main]
void jw_live_patch_ask(JwLivePatch *sound, JwParamId id, double value);

/// Value in force. QUALITY is the one asked for, also while a freewheel plays another one. [main]
double jw_live_patch_param(const JwLivePatch *sound, JwParamId id);

/// Value of the baseline. [main]
double jw_live_patch_baseline(const JwLivePatch *sound, JwParamId id);

/// Notes that the audio side has selected a program: preset and baseline are the program's now.
/// [main]
void jw_live_patch_select(JwLivePatch *sound, int program);

/// Fits the tuning of the options to the instrument. [main]
void jw_live_patch_fit_tuning(const JwLivePatch *sound);

/// Notes that the engine has that bridge profile. [main]
void jw_live_patch_set_profile(JwLivePatch *sound, const JwProfile *profile);

/// Bridge profile: at first that of the options. [main]
const JwProfile *jw_live_patch_profile(const JwLivePatch *sound);

/// Programs, by number. [main]
const JwPrograms *jw_live_patch_programs(const JwLivePatch *sound);

/// Number of the program of that name, with or without its extension; -1 for none. [main]
int jw_live_patch_find_program(const JwLivePatch *sound, const char *name);

/// Number of the program that is `step` places on among those of the instrument, round and round;
/// -1 if there is none. [main]
int jw_live_patch_step_program(const JwLivePatch *sound, int step);

/// Returns true if that program is for this patch's instrument. [main]
bool jw_live_patch_has_program(const JwLivePatch *sound, int program);

/// Instrument; its parameters are the baseline. [main]
const JwInstrument *jw_live_patch_instrument(const JwLivePatch *sound);

/// Name of the instrument, or path from the root. [main]
const char *jw_live_patch_instrument_name(const JwLivePatch *sound);

/// Name of the preset, or path from the root; empty for none. [main]
const char *jw_live_patch_preset_name(const JwLivePatch *sound);

#endif // JW_LIVE_PATCH_H
