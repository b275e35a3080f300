// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Model of the player's window: the player's reports in the form that the window displays.

#ifndef JW_LIVE_MODEL_H
#define JW_LIVE_MODEL_H

#include "app/player/live.h"
#include "host/patch.h"
#include "window/shown/showing.h"

/// Model. Large: not for the stack.
typedef struct {
    JwLive *live;
    JwWindowModel window;
    JwShowing showing;
    JwLiveState state;                    ///< State of the player at the last check
    double cents[JW_MAX_STRINGS];         ///< Displayed fine tuning of the strings
    double seen[JW_N_PARAMS];             ///< Parameters at the last check: those of the window
                                          ///< are ahead where a hand has moved them
    JwProfile profile;                    ///< Displayed bridge profile
    JwMidiLearn learned;                  ///< Displayed controllers
    unsigned n_patches;                   ///< Number of the displayed patch; 0: none yet
    char preset_name[JW_PATCH_NAME_SIZE]; ///< Displayed preset
    char with_preset[JW_PATCH_NAME_SIZE]; ///< Displayed preset of the companion
    const JwPatch *with_patch;            ///< Patch of the displayed companion, to compare only
    int n_presets;                        ///< Number of the player's presets that are listed
    JwWindowPage page;                    ///< Page at the last check
    double params_s, levels_s;            ///< Times of the last checks of parameters and levels
} JwLiveModel;

/// Begins with a running player. [main]
void jw_live_model_begin(JwLiveModel *m, JwLive *live);

/// Reads the player's state; returns the parts (bits of JwPart) that changed. [main]
unsigned jw_live_model_look(JwLiveModel *m, double now_s);

/// Companion that is shown, on which the window's actions act. [main]
JwLiveWith *jw_live_model_companion(const JwLiveModel *model);

/// Lists the practice sets anew. [main]
void jw_live_model_list_sets(JwLiveModel *m);

/// Displays another string. [main]
void jw_live_model_choose(JwLiveModel *m, int string);

/// Tunes the player's strings as in the table of strings. [main]
bool jw_live_model_tune(JwLiveModel *m, JwError *error);

/// Sets the player's profile to the one that the pen has drawn. [main]
bool jw_live_model_draw(JwLiveModel *m, JwError *error);

/// Clears held peaks. [main]
void jw_live_model_clear_peaks(JwLiveModel *m);

#endif // JW_LIVE_MODEL_H
