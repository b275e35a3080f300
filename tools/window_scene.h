// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// A model of the window with real data: an instrument or preset as its files have it, a note or the
// drone as the engine plays it.

#ifndef JW_WINDOW_SCENE_H
#define JW_WINDOW_SCENE_H

#include "window/draw/model.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *patch; ///< Name of a preset, or of an instrument
    int key;           ///< Key that is struck; -1: the drone plays
    double after_s;    ///< Time after the stroke at which the string is shown; 0: silence
    double seconds;    ///< Time that the spectrogram shows
} JwScene;

/// Fills a model; false and a message if a file cannot be read or the engine not be made. [main]
bool jw_scene_fill(const JwScene *scene, JwWindowModel *model, char *message, size_t size);

#endif // JW_WINDOW_SCENE_H
