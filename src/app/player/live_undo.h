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

/// Notes changes; call it often. Changes with less than half a second between them are one step.
/// Modulation wheel, volume, expression and QUALITY are not undone: the first three are played, the
/// last belongs to the machine. [main]
void jw_live_undo_follow(JwLiveUndo *undo, JwLive *live);

/// Number of steps that can be undone. [main]
int jw_live_undo_steps(const JwLiveUndo *undo);

/// Undoes the last step; `done` receives a line that describes it. Returns false, with an error, if
/// there is no step, or if instrument or preset can no longer be read: that step is dropped. [main]
bool jw_live_undo(JwLiveUndo *undo, JwLive *live, JwError *done, JwError *error);

#endif // JW_LIVE_UNDO_H
