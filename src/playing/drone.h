// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Drone: plays the instrument's pattern by itself, in a loop.
//
// Times are absolute frames, and everything that changes them (tempo, transport, random variation)
// also acts on absolute frames, so that blocks of any size give the same strokes. Random variation
// only depends on the seed and the number of the stroke.

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
    bool halted;         ///< True after "all sound off", until the drone is requested again
    double counts_frame; ///< Counts per frame
    uint64_t at;         ///< Frame at which the count was `count`
    double count;        ///< Count at frame `at`
    double next;         ///< Count of the next stroke in the pattern, without random variation
    int place;           ///< Index of the next stroke in the pattern
    int64_t number;      ///< Number of strokes before it
    uint64_t earliest;   ///< Frame of the last stroke: no later stroke may precede it
    bool told;        ///< A host or score has sent a transport; before that DRONE_SYNC does nothing
    double host_bpm;  ///< Tempo of the host [beats per minute]; 0 while it is stopped
    uint64_t host_at; ///< Frame at which the host's beat was host_beat
    double host_beat; ///< Beat of the host at frame host_at
} JwDrone;

/// Position of a drone.
typedef struct {
    bool runs;
    int64_t round; ///< Number of the cycle, from 1
    double part;   ///< Elapsed part of the cycle, 0..1
    int next;      ///< Index in the pattern of the next stroke
} JwDronePlace;

/// Counts from the stroke at an index of a pattern to the next stroke. [any]
JW_REALTIME double jw_drone_counts(const JwDronePattern *pattern, int place, const double *param);

/// Writes a drone's position at a frame; all zero for a pattern without strokes. [any]
JW_REALTIME void jw_drone_tell(const JwDrone *drone, uint64_t frame, const double *param,
                               JwDronePlace *place);

/// Resets the drone, which is silent until jw_drone_update(). The pattern is borrowed. [audio]
JW_REALTIME void jw_drone_reset(JwDrone *drone, const JwDronePattern *pattern, double rate_hz);

/// Starts, stops and changes tempo according to the parameters, at that absolute frame. [audio]
JW_REALTIME void jw_drone_update(JwDrone *drone, uint64_t frame, const double *param);

/// Sets the transport of the host or score: beats per minute, 0 while it is stopped, and beats
/// since its start. [audio]
JW_REALTIME void jw_drone_transport(JwDrone *drone, uint64_t frame, double bpm, double beat,
                                    const double *param);

/// Stops the drone until it is requested again: by jw_drone_resume(), or by DRONE off and on.
/// [audio]
JW_REALTIME void jw_drone_halt(JwDrone *drone);
JW_REALTIME void jw_drone_resume(JwDrone *drone);

/// Frame of the next stroke, UINT64_MAX while the drone does not run. [audio]
JW_REALTIME uint64_t jw_drone_due(const JwDrone *drone, const double *param);

/// Takes the stroke due at or before that frame; returns false if there is none. [audio]
JW_REALTIME bool jw_drone_next(JwDrone *drone, uint64_t frame, const double *param,
                               JwDroneStroke *stroke);

#endif // JW_DRONE_H
