// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// An instrument as data: strings, what they can hit, how notes reach them.

#ifndef JW_INSTRUMENT_H
#define JW_INSTRUMENT_H

#include "base/params.h"
#include "base/status.h"
#include "kernel/body.h"
#include "playing/midi_map.h"
#include "string/obstacle.h"
#include "string/string_data.h"

#include <stdbool.h>

enum {
    JW_MAX_STRINGS = 32,
    JW_MAX_FRETS = 61, ///< Frets of one string, the open string counted as one
    JW_MAX_OBSTACLES = 24,
    JW_STRING_OBSTACLES = 4,
    JW_NAME_SIZE = 64,
};

/// Thread (jiva) under the string, or none: a spring and a dashpot (van Walstijn et al. 2016).
typedef struct {
    bool present;
    double position_m;    ///< From the bridge end
    double stiffness_n_m; ///< k
    double damping_n_s_m; ///< rc
} JwThread;

typedef enum {
    JW_ROLE_MELODY, ///< Takes notes at its frets (baj, bass strings)
    JW_ROLE_DRONE,  ///< Open only (chikari, tanpura)
    JW_ROLE_TARAF,  ///< Sympathetic: never plucked by a note
} JwStringRole;

/// One string and the way it is played.
typedef struct {
    char name[JW_NAME_SIZE];
    JwStringRole role;
    JwStringData data; ///< Open string; tension already found from the pitch where that was given
    int key;           ///< MIDI key of the open string
    double tune_cents; ///< What of the tension's pitch is meant to be beside its note
    int n_frets;       ///< >= 1; fret_semitones[0] == 0 is the open string
    double fret_semitones[JW_MAX_FRETS]; ///< Ascending intervals over the open string
    double wrap_cents[JW_MAX_FRETS];     ///< By which the bridge raises the tone there: taken off
    int n_obstacles;
    int obstacle[JW_STRING_OBSTACLES]; ///< Indices into JwInstrument.obstacle
    JwThread thread;
    int quality;    ///< Modes to 20 kHz times this at most; 0: as the QUALITY parameter asks
    double pluck_m; ///< Displacement at the pluck point that velocity 127 asks for
    double pan;     ///< -1 left .. 1 right
    double gain;    ///< Output per newton of bridge force (or per metre, per m/s), before GAIN
} JwStringSpec;

typedef struct {
    char name[JW_NAME_SIZE];
    char description[256];
    int n_strings;
    JwStringSpec string[JW_MAX_STRINGS];
    int n_obstacles;
    JwObstacle obstacle[JW_MAX_OBSTACLES];
    int n_body;                     ///< 0: every string ends on a rock
    JwBodyMode body[JW_BODY_MODES]; ///< Modes with a mass move the bridge; others only radiate
    double param[JW_N_PARAMS];      ///< The instrument's own defaults
    double a4_hz;                   ///< Pitch of key 69 that the strings' data are for
    int sa_key;                     ///< Key of its tonic
    JwMidiMap map;
    JwDronePattern drone;
} JwInstrument;

/// Empties an instrument: no strings, parameters at their defaults. [any]
void jw_instrument_init(JwInstrument *instrument);

/// Checks every value, and that preparing it is not too much work (preparation.h); on failure
/// *string or *obstacle (-1 otherwise) says which one. [main]
JwStatus jw_instrument_check(const JwInstrument *instrument, int *string, int *obstacle);

/// Fundamental [Hz] of a string, stiffness included, its obstacle not. [any]
double jw_string_data_pitch_hz(const JwStringData *data);

/// Tension [N] that gives that fundamental; not positive if stiffness alone is above it. [any]
double jw_string_data_tension_n(const JwStringData *data, double pitch_hz);

/// Speaking length [m] at which the string sounds that interval above its open pitch. [any]
double jw_string_data_stopped_length_m(const JwStringData *data, double semitones);

#endif // JW_INSTRUMENT_H
