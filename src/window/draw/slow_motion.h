// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Slow motion: a string swings too fast for the eye, and pictures of it at even times look like
// noise. Of the last pictures those are shown whose phase in the string's period is nearest to one
// that advances slowly: the eye sees one slow wave.

#ifndef JW_WINDOW_SLOW_MOTION_H
#define JW_WINDOW_SLOW_MOTION_H

#include "window/draw/model.h"

enum { JW_SLOW_PICTURES = 48 };

/// A picture as it comes from where the string sounds.
typedef struct {
    double time_s; ///< Time of the picture on the sound's own clock: frames over the rate
    double hz;     ///< Pitch of the string then
    JwWindowPicture picture;
    int n_contacts;
    float contact_m[JW_WINDOW_POINTS];
    float force_n[JW_WINDOW_POINTS];
} JwSlowPicture;

typedef struct {
    int n;    ///< Pictures that are kept
    int next; ///< Place of the next one
    JwSlowPicture kept[JW_SLOW_PICTURES];
    double phase;  ///< Phase that is shown, 0 to 1
    double last_s; ///< Time at which it was shown; negative: never
    double reach_m;
    float held_n[JW_WINDOW_POINTS];
} JwSlowMotion;

/// Periods of the string that are shown in a second.
#define JW_SLOW_PERIODS_S 0.5

/// Forgets all pictures: another string is watched. [any]
void jw_slow_reset(JwSlowMotion *slow);

/// Keeps a picture in place of the oldest. [any]
void jw_slow_add(JwSlowMotion *slow, const JwSlowPicture *picture);

/// Shows the string at a time of the window's clock: fills the model's pictures, forces, held
/// forces, reach and, of two polarisations, the end-on path. False if there is nothing to show.
/// [any]
bool jw_slow_show(JwSlowMotion *slow, double now_s, JwWindowModel *model);

#endif // JW_WINDOW_SLOW_MOTION_H
