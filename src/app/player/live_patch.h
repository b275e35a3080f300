// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Patch that the player plays: an instrument with a preset, and the values of its parameters.
//
// There are three sets of values. The baseline is given by instrument, preset and the user's
// options; a program change changes it. The values in force are the engine's, or recent requests to
// it. The initial values are those in force when an engine is built, so that an engine for another
// rate continues where the last one was. A session stores the differences between baseline and
// values in force.

#ifndef JW_LIVE_PATCH_H
#define JW_LIVE_PATCH_H

#include "app/player/live_audio.h"
#include "base/error.h"
#include "engine/engine.h"
#include "program/fine_tuning.h"
#include "program/programs.h"
#include "program/tuning_arguments.h"

#include <stdbool.h>

/// User's options for every patch; they must outlive the patches.
typedef struct {
    const bool *set;     ///< Parameters that presets do not change: JW_N_PARAMS
    const double *value; ///< Values of the parameters in set
    const JwTuningArguments *tuning_arguments;
    JwTuning tuning;   ///< Tuning by the options, fitted to the instrument whose engine was built
                       ///< last
    JwFineTuning fine; ///< Fine tuning in addition to that of tuning_arguments
    const char *profile_path; ///< File of the bridge profile; NULL: none
    JwProfile profile;        ///< Profile by the options, which no preset removes
    bool input;               ///< Audio input is open
    bool chosen[JW_N_PARAMS]; ///< Of the session's parameters: true once the user has chosen it,
                              ///< so that every later patch keeps it
    bool has_tuning; ///< The files of tuning_arguments and profile_path were read, with the first
                     ///< patch
} JwLivePatchOptions;

typedef struct JwLivePatchImpl JwLivePatch;

/// Loads an instrument (NULL: the preset's, or the default) and a preset (NULL: none); both may be
/// paths, which are stored as absolute ones. Returns NULL, with an error, on failure. The warning
/// says which preset cannot be read, or that audio input finds no moving bridge; otherwise it is
/// empty. [main]
JwLivePatch *jw_live_patch_load(JwLivePatchOptions *options, const char *instrument,
                                const char *preset, JwError *warning, JwError *error);

/// Frees the patch but not its engine; accepts NULL. [main]
void jw_live_patch_free(JwLivePatch *patch);

/// Sets the initial value, clamped, of a parameter for the first engine, in place of the
/// baseline's. [main]
void jw_live_patch_begin_with(JwLivePatch *patch, JwParamId id, double value);

/// Takes values that the user has changed in the previous patch as initial values for the first
/// engine. All other values are the patch's own. [main]
void jw_live_patch_begin_after(JwLivePatch *patch, const JwLivePatch *before);

/// True for a parameter of the session rather than of an instrument: tonic (Sa and concert pitch),
/// room, volume, expression, pan, quality. [any]
bool jw_live_patch_is_common(JwParamId id);

/// Keeps the session's parameters that the user has chosen or changed in the previous patch:
/// program changes leave them alone, and they are the first engine's. Returns the patch, which may
/// be NULL. [main]
JwLivePatch *jw_live_patch_keep_common(JwLivePatch *patch, const JwLivePatch *before);

/// Sets which of the session's parameters count as chosen: those in set. Sa 0, the instrument's
/// own, is no choice. [main]
void jw_live_patch_choose_common(JwLivePatchOptions *options, const bool *set, const double *value);

/// Lets program changes leave the chosen parameters of the session alone; returns true if that is
/// new. [main]
bool jw_live_patch_pin_common(JwLivePatch *patch);

/// Builds an engine for this rate with the values in force; the caller owns it. Returns NULL, with
/// an error, on failure. [main]
JwEngine *jw_live_patch_build(const JwLivePatch *patch, double rate_hz, JwError *error);

/// Records that the engine now plays on that audio part; the engine must live until the next one
/// plays. [main]
void jw_live_patch_plays(JwLivePatch *patch, const JwLiveAudio *audio, const JwEngine *engine);

/// Records that a value was requested: it counts as in force until the engine has had time to take
/// it. One of the session is thereby chosen; Sa 0, the instrument's own, is no choice. Returns true
/// if programs of this patch differ afterwards. [main]
bool jw_live_patch_ask(JwLivePatch *patch, JwParamId id, double value);

/// Value in force. QUALITY is the requested one, even while a freewheel uses another one. [main]
double jw_live_patch_param(const JwLivePatch *patch, JwParamId id);

/// Value of the baseline. [main]
double jw_live_patch_baseline(const JwLivePatch *patch, JwParamId id);

/// Records that the audio thread has selected a program: preset and baseline become the program's.
/// [main]
void jw_live_patch_select(JwLivePatch *patch, int program);

/// Records that a program was requested: it counts as selected, and its values as in force until
/// the engine has had time to take them. [main]
void jw_live_patch_ask_program(JwLivePatch *patch, int program);

/// Fits the tuning of the options to the instrument. [main]
void jw_live_patch_fit_tuning(const JwLivePatch *patch);

/// Records that the engine has this bridge profile. [main]
void jw_live_patch_set_profile(JwLivePatch *patch, const JwProfile *profile);

/// Bridge profile: initially that of the options. [main]
const JwProfile *jw_live_patch_profile(const JwLivePatch *patch);

/// Adds a preset whose file is new, or has changed, and records that it is played: the values in
/// force are its own. The places of the others stay. [main]
bool jw_live_patch_add(JwLivePatch *patch, const char *name, JwError *error);

/// Presets. [main]
const JwPrograms *jw_live_patch_programs(const JwLivePatch *patch);

/// Place of the preset with that name, with or without extension; -1: none. [main]
int jw_live_patch_find_program(const JwLivePatch *patch, const char *name);

/// Place of the preset `step` positions further among those of the instrument, cyclically; -1 if
/// there is none. [main]
int jw_live_patch_step_program(const JwLivePatch *patch, int step);

/// True if that program belongs to this patch's instrument. [main]
bool jw_live_patch_has_program(const JwLivePatch *patch, int program);

/// Instrument; its parameters are the baseline. [main]
const JwInstrument *jw_live_patch_instrument(const JwLivePatch *patch);

/// Name of the instrument, or absolute path. [main]
const char *jw_live_patch_instrument_name(const JwLivePatch *patch);

/// Name of the preset, or absolute path; empty: none. [main]
const char *jw_live_patch_preset_name(const JwLivePatch *patch);

#endif // JW_LIVE_PATCH_H
