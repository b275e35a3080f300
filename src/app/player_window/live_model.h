// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Model of the player's window: what the player reports, as the window shows it.

#ifndef JW_LIVE_MODEL_H
#define JW_LIVE_MODEL_H

#include "app/player/live.h"
#include "host/patch.h"
#include "window/shown/showing.h"

/// Large: not for the stack.
typedef struct {
    JwLive *live;
    JwWindowModel window;
    JwShowing showing;
    JwLiveState state;                    ///< State of the player when it was looked at last
    double cents[JW_MAX_STRINGS];         ///< Fine tuning of the strings that is shown
    JwProfile profile;                    ///< Bridge profile that the pen shows
    JwMidiLearn learned;                  ///< Controllers that are shown
    unsigned n_sounds;                    ///< Patch that is shown; 0: none yet
    char preset_name[JW_PATCH_NAME_SIZE]; ///< Preset that is shown
    double params_s, levels_s;            ///< Times at which these were looked at last
} JwLiveModel;

/// Begins with a player that plays. [main]
void jw_live_model_begin(JwLiveModel *m, JwLive *live);

/// Looks at the player; returns the parts (bits of JwPart) that changed. [main]
unsigned jw_live_model_look(JwLiveModel *m, double now_s);

/// Shows another string. [main]
void jw_live_model_choose(JwLiveModel *m, int string);

/// Tunes the player's strings as the table of strings has them. [main]
bool jw_live_model_tune(JwLiveModel *m, JwMessage *message);

/// Gives the player the profile that the pen has drawn. [main]
bool jw_live_model_draw(JwLiveModel *m, JwMessage *message);

/// Lets held peaks fall. [main]
void jw_live_model_clear_peaks(JwLiveModel *m);

#endif // JW_LIVE_MODEL_H
