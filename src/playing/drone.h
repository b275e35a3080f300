// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The drone: an instrument that plays its pattern by itself, over and over.
//
// Times are absolute frames, and all that moves them (tempo, transport, chance) acts on absolute
// frames too, so that blocks of any size give the same strokes. Chance depends on the seed and the
// number of the stroke alone.

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
    bool halted;         ///< True after "all sound off", until the drone is asked for anew
    double counts_frame; ///< Counts a frame
    uint64_t at;         ///< Frame at which the count was `count`
    double count;        ///< Count at frame `at`
    double next;         ///< Count of the next stroke in the pattern, before chance moves it
    int place;           ///< Place of the next stroke in the pattern
    int64_t number;      ///< Number of strokes before it
    uint64_t earliest;   ///< Frame of the last stroke: no later stroke comes before that
    bool told; ///< True once host or score has sent a transport; until then DRONE_SYNC does nothing
    double host_bpm;  ///< Tempo of the host [beats a minute]; 0 while it stands still
    uint64_t host_at; ///< Frame at which the host's beat was host_beat
    double host_beat; ///< Beat of the host at frame host_at
} JwDrone;

/// Where a drone is.
typedef struct {
    bool runs;
    int64_t round; ///< Number of the round, from 1
    double part;   ///< Part of the round that has gone by, 0..1
    int next;      ///< Place in the pattern of the next stroke
} JwDronePlace;

/// Counts from the stroke at a place in a pattern to the next stroke. [any]
JW_REALTIME double jw_drone_counts(const JwDronePattern *pattern, int place, const double *param);

/// Tells where a drone is at a frame; all zero for a pattern without strokes. [any]
JW_REALTIME void jw_drone_tell(const JwDrone *drone, uint64_t frame, const double *param,
                               JwDronePlace *place);

/// Resets the drone, which is silent until jw_drone_update(). The pattern is borrowed. [audio]
JW_REALTIME void jw_drone_reset(JwDrone *drone, const JwDronePattern *pattern, double rate_hz);

/// Starts, stops and changes tempo as the parameters ask, at that absolute frame. [audio]
JW_REALTIME void jw_drone_update(JwDrone *drone, uint64_t frame, const double *param);

/// Takes tempo and place of the host or the score: beats a minute, 0 while it stands still, and
/// beats since its start. [audio]
JW_REALTIME void jw_drone_transport(JwDrone *drone, uint64_t frame, double bpm, double beat,
                                    const double *param);

/// Stops the drone until it is asked for anew: by jw_drone_resume(), or by DRONE off and on.
/// [audio]
JW_REALTIME void jw_drone_halt(JwDrone *drone);
JW_REALTIME void jw_drone_resume(JwDrone *drone);

/// Frame of the next stroke, UINT64_MAX while the drone does not run. [audio]
JW_REALTIME uint64_t jw_drone_due(const JwDrone *drone, const double *param);

/// Takes the stroke that is due at or before that frame; false if there is none. [audio]
JW_REALTIME bool jw_drone_next(JwDrone *drone, uint64_t frame, const double *param,
                               JwDroneStroke *stroke);

#endif // JW_DRONE_H
