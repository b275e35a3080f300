// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Slow motion: a string moves too fast for the eye, and pictures at regular times look like noise.
// Of the last pictures, those are shown whose phase in the string's period is nearest to a slowly
// advancing one. The eye then sees one slow wave.

#ifndef JW_WINDOW_SLOW_MOTION_H
#define JW_WINDOW_SLOW_MOTION_H

#include "window/draw/model.h"

enum { JW_SLOW_PICTURES = 48 };

/// A picture as it comes from the engine.
typedef struct {
    double time_s; ///< Time on the audio clock: frames divided by the rate
    double hz;     ///< Pitch of the string at that time
    JwWindowPicture picture;
    int n_contacts;
    float contact_m[JW_WINDOW_POINTS];
    float force_n[JW_WINDOW_POINTS];
} JwSlowPicture;

typedef struct {
    int n;    ///< Number of stored pictures
    int next; ///< Index of the next one
    JwSlowPicture kept[JW_SLOW_PICTURES];
    double phase;  ///< Displayed phase, 0 to 1
    double last_s; ///< Time of the last display; negative: never
    double reach_m;
    float held_n[JW_WINDOW_POINTS];
} JwSlowMotion;

/// Displayed periods of the string per second.
#define JW_SLOW_PERIODS_S 0.5

/// Forgets all pictures, for another string. [any]
void jw_slow_reset(JwSlowMotion *slow);

/// Stores a picture, replacing the oldest. [any]
void jw_slow_add(JwSlowMotion *slow, const JwSlowPicture *picture);

/// Shows the string at a time of the window's clock: sets the model's pictures, forces, held
/// forces, reach and, for two polarisations, the path along the string. Returns false if there is
/// nothing to show. [any]
bool jw_slow_show(JwSlowMotion *slow, double now_s, JwWindowModel *model);

#endif // JW_WINDOW_SLOW_MOTION_H
