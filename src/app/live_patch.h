// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What is played: an instrument with a preset, and the values that its parameters have.
//
// Values are kept thrice. The baseline is what instrument, preset and the user's options give; a
// program change moves it. Those in force are the engine's, and what was asked of it a moment
// ago. Those that an engine begins with are the ones in force when it is built: an engine for
// another rate goes on where the last one was. A session is the difference of the first two.

#ifndef JW_LIVE_PATCH_H
#define JW_LIVE_PATCH_H

#include "app/live_audio.h"
#include "app/message.h"
#include "app/programs.h"
#include "app/tuning_arguments.h"
#include "engine/engine.h"

#include <stdbool.h>

/// What the user's options say of every sound; must outlive the sounds.
typedef struct {
    const bool *set;     ///< Parameters that no preset moves: JW_N_PARAMS
    const double *value; ///< Their values
    const JwTuningArguments *tuning_arguments;
    JwTuning tuning; ///< What they say, for the instrument whose engine was built last
    bool has_tuning; ///< Their files are read, with the first sound
} JwLivePatchOptions;

typedef struct JwLivePatchImpl JwLivePatch;

/// Loads instrument (NULL: the preset's, or the default) and preset (NULL: none); both may be
/// paths, which are kept from the root on. NULL, with a message, if that fails. The warning is
/// empty, or says why there are no program changes. [main]
JwLivePatch *jw_live_patch_load(JwLivePatchOptions *options, const char *instrument,
                                const char *preset, JwMessage *warning, JwMessage *message);

/// Its engine is not its own; NULL is fine. [main]
void jw_live_patch_free(JwLivePatch *sound);

/// What a first engine is to begin with, in place of the baseline; clamped. [main]
void jw_live_patch_begin_with(JwLivePatch *sound, JwParamId id, double value);

/// What the user has moved in the sound before stays moved: the first engine begins with it, too.
/// All else is the sound's own. [main]
void jw_live_patch_begin_after(JwLivePatch *sound, const JwLivePatch *before);

/// An engine for that rate with the values in force, the caller's; NULL, with a message, if it
/// cannot be built. [main]
JwEngine *jw_live_patch_build(const JwLivePatch *sound, double rate_hz, JwMessage *message);

/// The engine plays on that stage from now on; it must be there until the next one does. [main]
void jw_live_patch_plays(JwLivePatch *sound, const JwLiveAudio *stage, const JwEngine *engine);

/// A value was asked for: in force until the engine has had the time to take it up. [main]
void jw_live_patch_ask(JwLivePatch *sound, JwParamId id, double value);

/// Value in force. QUALITY is the one asked for, whatever a freewheel makes of it. [main]
double jw_live_patch_param(const JwLivePatch *sound, JwParamId id);

/// Value of the baseline. [main]
double jw_live_patch_baseline(const JwLivePatch *sound, JwParamId id);

/// The stage has selected a program: preset and baseline are that one's. [main]
void jw_live_patch_select(JwLivePatch *sound, int program);

/// Programs, by number. [main]
const JwPrograms *jw_live_patch_programs(const JwLivePatch *sound);

/// Number of the program of that name, with or without its extension; -1 for none. [main]
int jw_live_patch_find_program(const JwLivePatch *sound, const char *name);

/// True if that program is for this sound's instrument. [main]
bool jw_live_patch_has_program(const JwLivePatch *sound, int program);

/// Its parameters are the baseline. [main]
const JwInstrument *jw_live_patch_instrument(const JwLivePatch *sound);

/// Name, or path from the root. [main]
const char *jw_live_patch_instrument_name(const JwLivePatch *sound);

/// Name, or path from the root; empty for none. [main]
const char *jw_live_patch_preset_name(const JwLivePatch *sound);

#endif // JW_LIVE_PATCH_H
