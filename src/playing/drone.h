// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The drone: an instrument that plays its pattern by itself, over and over.
//
// Times are absolute frames, and everything that moves them (tempo, transport, chance) acts on
// absolute frames too, so that blocks of any size give the same strokes. Chance comes from the
// seed and the number of the stroke alone.

#ifndef JW_DRONE_H
#define JW_DRONE_H

#include "base/attributes.h"
#include "playing/instrument.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int string;
    double velocity; ///< 0..1
} JwDroneStroke;

typedef struct {
    const JwDronePattern *pattern;
    double rate_hz;
    bool running;
    bool halted;         ///< All sound off: until it is asked for anew
    double counts_frame; ///< Counts a frame
    uint64_t at;         ///< Frame where the count
    double count;        ///< was this one
    double next;         ///< Count of the next stroke, as the pattern has it
    int place;           ///< Its place in the pattern
    int64_t number;      ///< Strokes before it
    uint64_t earliest;   ///< Frame of the last stroke: none comes before it
    bool told;           ///< Host or score has told of itself; until then DRONE_SYNC does nothing
    double host_bpm;     ///< Its tempo, 0 while it stands still
    uint64_t host_at;    ///< Frame where its beat
    double host_beat;    ///< was this one
} JwDrone;

/// Silent, until jw_drone_update(). The pattern is borrowed. [audio]
JW_REALTIME void jw_drone_reset(JwDrone *drone, const JwDronePattern *pattern, double rate_hz);

/// Starts, stops and changes tempo as the parameters ask, at that absolute frame. [audio]
JW_REALTIME void jw_drone_update(JwDrone *drone, uint64_t frame, const double *param);

/// The host's or the score's tempo and place: beats a minute, 0 while it stands still, and beats
/// since its start. [audio]
JW_REALTIME void jw_drone_transport(JwDrone *drone, uint64_t frame, double bpm, double beat,
                                    const double *param);

/// Stops it until it is asked for anew: jw_drone_resume(), or DRONE off and on. [audio]
JW_REALTIME void jw_drone_halt(JwDrone *drone);
JW_REALTIME void jw_drone_resume(JwDrone *drone);

/// Frame of the next stroke, UINT64_MAX while it does not run. [audio]
JW_REALTIME uint64_t jw_drone_due(const JwDrone *drone, const double *param);

/// Takes the stroke that is due at or before that frame; false if there is none. [audio]
JW_REALTIME bool jw_drone_next(JwDrone *drone, uint64_t frame, const double *param,
                               JwDroneStroke *stroke);

#endif // JW_DRONE_H
