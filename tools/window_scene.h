// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Model of the window with real data: an instrument or preset from its files, and a note or the
// drone as played by the engine.

#ifndef JW_WINDOW_SCENE_H
#define JW_WINDOW_SCENE_H

#include "base/error.h"
#include "window/draw/model.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *patch; ///< Name of a preset, or of an instrument
    int key;           ///< Key that is struck; -1: the drone plays
    double after_s;    ///< Time after the stroke at which the string is shown; 0: silence
    double seconds;    ///< Time that the spectrogram shows
} JwScene;

/// Fills a model; returns false, with an error, if a file cannot be read or the engine cannot be
/// made. [main]
bool jw_scene_fill(const JwScene *scene, JwWindowModel *model, JwError *error);

#endif // JW_WINDOW_SCENE_H
