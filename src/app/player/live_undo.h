// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Undo of the player: the last ten changes of instrument, preset, parameters, fine tuning and
// bridge profile, whoever made them. All functions belong to the player's control thread.

#ifndef JW_LIVE_UNDO_H
#define JW_LIVE_UNDO_H

#include "app/player/live.h"
#include "base/error.h"

enum { JW_UNDO_STEPS = 10 };

typedef struct JwLiveUndoImpl JwLiveUndo;

/// Makes an undo without steps; returns NULL if memory is short. [main]
JwLiveUndo *jw_live_undo_new(void);

/// Frees it; accepts NULL. [main]
void jw_live_undo_free(JwLiveUndo *undo);

/// Looks what has changed; call it often. What moves without a rest of half a second is one step. A
/// modulation wheel, volume and expression are played, and QUALITY is the machine's: these are not
/// undone. [main]
void jw_live_undo_follow(JwLiveUndo *undo, JwLive *live);

/// Number of steps that can be undone. [main]
int jw_live_undo_steps(const JwLiveUndo *undo);

/// Undoes the last step; `done` receives one line that says what. Returns false, with an error, if
/// there is none, or an instrument cannot be loaded any more. [main]
bool jw_live_undo(JwLiveUndo *undo, JwLive *live, JwError *done, JwError *error);

#endif // JW_LIVE_UNDO_H
