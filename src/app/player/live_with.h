// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Companion of the player: a preset that plays by itself beside the instrument, in its tonic, raga
// and quality. All functions belong to the player's control thread, except where they say so.

#ifndef JW_LIVE_WITH_H
#define JW_LIVE_WITH_H

#include "app/player/with_audio.h"
#include "base/error.h"
#include "program/companion.h"

#include <stdbool.h>

// Presets that are switched on where none was chosen
#define JW_WITH_USUAL   "tanpura-plays"
#define JW_SECOND_USUAL "tanpura-woman-round"

typedef struct JwLiveImpl JwLive;
typedef struct JwLiveWithImpl JwLiveWith;

/// Makes the companion of a player and its second, switched off; returns NULL if memory is short.
/// say displays a line about takes that were found or renamed. [main]
JwLiveWith *jw_live_with_new(JwLive *live, void (*say)(void *user, const char *text), void *user);

/// Frees both; accepts NULL. [setup: no audio running]
void jw_live_with_free(JwLiveWith *with);

/// Second companion, which has a preset and settings of its own. While both are on, the first is on
/// the left and the second on the right. Functions of all of the sound (panic, recording, tick,
/// serve) take the first, and act on both. [any]
JwLiveWith *jw_live_with_second(const JwLiveWith *with);

/// Usual preset: JW_WITH_USUAL, or JW_SECOND_USUAL of the second. [any]
const char *jw_live_with_usual(const JwLiveWith *with);

/// Audio part. [any]
JwWithAudio *jw_live_with_audio(const JwLiveWith *with);

/// Settings; the preset's name is a name or an absolute path, NULL if none was chosen. [main]
const JwCompanionSettings *jw_live_with_settings(const JwLiveWith *with);

/// True if it is switched on. [main]
bool jw_live_with_is_on(const JwLiveWith *with);

/// Its preset with the instrument; NULL: none was chosen. Valid until the preset changes. [main]
const JwPatch *jw_live_with_patch(const JwLiveWith *with);

/// Copies the position of its hand; false if it has no engine yet. [main]
bool jw_live_with_place(const JwLiveWith *with, JwDronePlace *place);

/// False, with an error, if the preset of these settings cannot be read. [main]
bool jw_live_with_check(const JwLiveWith *with, const JwCompanionSettings *settings,
                        JwError *error);

/// Changes to all these settings, and switches it on or off. On failure returns false, with an
/// error, and changes nothing. [main]
bool jw_live_with_set(JwLiveWith *with, const JwCompanionSettings *settings, bool on,
                      JwError *error);

/// Leaves it as it is, on or off, until the instrument's DRONE changes again. [main]
void jw_live_with_keep(JwLiveWith *with);

/// Changes to a preset and switches it on. [main]
bool jw_live_with_preset(JwLiveWith *with, const char *name, JwError *error);

/// Switches it on, with the usual preset if none was chosen, or off: its strings ring on. [main]
bool jw_live_with_switch(JwLiveWith *with, bool on, JwError *error);

/// Switches both off and stops their sound immediately. [main]
void jw_live_with_panic(JwLiveWith *with);

/// Starts a recording of instrument and companions apart, frame by frame together and before the
/// limiter: NAME-instrument.wav and NAME-with.wav for the path NAME.wav. [main]
bool jw_live_with_record(JwLiveWith *with, const char *path, double rate_hz, JwError *error);

/// Ends that recording. Returns false, with an error, if a write has failed. [main]
bool jw_live_with_record_stop(JwLiveWith *with, JwError *error);

/// Ends it the same way, and writes paths and lengths to the error, which is empty if none is
/// running. [main]
bool jw_live_with_record_end(JwLiveWith *with, double rate_hz, JwError *error);

/// State of that recording: the instrument's file, or the companion's. [main]
JwRecorderState jw_live_with_recorded(const JwLiveWith *with, bool companion);

/// Does pending work: builds an engine for this rate if there is none, sends changed values,
/// switches the companion with the parameter DRONE of an instrument that plays nothing by itself.
/// running: the audio thread runs. Returns false, with an error, if preset or engine fail, and the
/// companion is off then, or if a recording has failed. [main]
bool jw_live_with_tick(JwLiveWith *with, double rate_hz, bool running, JwError *error);

/// Builds tables that the engine asks for. [main; or the audio thread in a freewheel]
void jw_live_with_serve(JwLiveWith *with);

#endif // JW_LIVE_WITH_H
