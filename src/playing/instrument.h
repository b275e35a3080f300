// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// An instrument as data: its strings, the obstacles they can hit, and how notes reach them.

#ifndef JW_INSTRUMENT_H
#define JW_INSTRUMENT_H

#include "base/params.h"
#include "base/status.h"
#include "kernel/body.h"
#include "playing/midi_map.h"
#include "playing/strokes.h"
#include "string/obstacle.h"
#include "string/string_data.h"

#include <stdbool.h>

enum {
    JW_MAX_STRINGS = 32,
    JW_MAX_FRETS = 61, ///< Most frets of one string, the open string counted as one
    JW_MAX_OBSTACLES = 24,
    JW_STRING_OBSTACLES = 4,
    JW_NAME_SIZE = 64,
};

/// Thread (jiva) under the string, or no thread: a spring and a dashpot (van Walstijn et al. 2016).
typedef struct {
    bool present;
    double position_m;    ///< Distance from the bridge end
    double stiffness_n_m; ///< Stiffness of the spring
    double damping_n_s_m; ///< Resistance of the dashpot
} JwThread;

typedef enum {
    JW_ROLE_MELODY, ///< Takes notes at its frets (baj, bass strings)
    JW_ROLE_DRONE,  ///< Takes notes as an open string only (chikari, tanpura)
    JW_ROLE_TARAF,  ///< Rings in sympathy: never plucked by a note
} JwStringRole;

enum { JW_CURVE_NODES = 16 };

/// Curve through nodes, straight between them and level beyond; without nodes it is 0.
typedef struct {
    int n;
    double x[JW_CURVE_NODES]; ///< Ascending
    double y[JW_CURVE_NODES];
} JwCurve;

/// Bridge and thread as they were where the curves of the strings' wrap are 0.
typedef struct {
    double bridge_m;  ///< Height to which the instrument's own parameters lift the bridge
    double thread;    ///< THREAD parameter
    double thread_mm; ///< THREAD_POSITION parameter
} JwWrapOrigin;

/// One string and the way it is played.
typedef struct {
    char name[JW_NAME_SIZE];
    JwStringRole role;
    JwStringData data; ///< Open string, with its tension; where the file gives a pitch, the tension
                       ///< follows from it
    int key;           ///< MIDI key of the open string
    double tune_cents; ///< Cents by which the pitch of that tension is meant to be above the key's
    int n_frets;       ///< >= 1; fret_semitones[0] == 0 is the open string
    double fret_semitones[JW_MAX_FRETS]; ///< Ascending intervals over the open string
    double wrap_cents[JW_MAX_FRETS];     ///< Cents that bridge and body add to the tone at each
                                         ///< fret: taken off when tuning
    double ringing_cents[JW_MAX_FRETS];  ///< Cents by which a tone is tuned lower besides, for what
                                         ///< other strings and softer and firmer strokes do to it
    // Cents that bridge and thread add to the open string's tone beyond that, where they are moved
    JwCurve wrap_by_lift;         ///< By the way that the bridge is raised [um]
    JwCurve wrap_by_thread;       ///< By the factor on the thread
    JwCurve wrap_by_thread_place; ///< By the way that the thread is moved from the bridge [mm]
    int n_obstacles;
    int obstacle[JW_STRING_OBSTACLES]; ///< Indices into JwInstrument.obstacle
    JwThread thread;
    int quality;    ///< Most quality of the modes, which go to 20 kHz times this at most; 0: as the
                    ///< QUALITY parameter asks
    double pluck_m; ///< Displacement at the pluck point for velocity 127
    double stopped_low, stopped_high; ///< Factors on the losses of a string that a finger stops, as
                                      ///< JwModesSpec.loss_low and loss_high; 0: as the open string
    double pluck_at_part;   ///< PLUCK_POSITION at which the hand is just there, whatever a preset
                            ///< lays over the defaults; 0: the default
    double pluck_at_m;      ///< Distance of the hand from the bridge, whatever is stopped; 0: the
                            ///< PLUCK_POSITION parameter's part of the speaking length
    double pluck_angle_rad; ///< Direction of a stroke on a string of two polarisations: 0 away from
                            ///< the bridge, pi/2 across it
    double pluck_hardness;  ///< Exponent by which a stroke's times shrink as its velocity grows;
                            ///< those given are velocity 100's
    double pluck_rise_s, pluck_release_s; ///< Times of a stroke; 0: those of its kind
    double pan;                           ///< Place from -1 (left) to 1 (right)
    double gain; ///< Output per newton of bridge force (or per metre, per m/s), before GAIN
} JwStringSpec;

typedef struct {
    char name[JW_NAME_SIZE];
    char description[256];
    int n_strings;
    JwStringSpec string[JW_MAX_STRINGS];
    int n_obstacles;
    JwObstacle obstacle[JW_MAX_OBSTACLES];
    int n_body;                     ///< Modes of the body; 0: every string ends on a rock
    JwBodyMode body[JW_BODY_MODES]; ///< Modes with a mass move the bridge; others only radiate
    double param[JW_N_PARAMS];      ///< The instrument's own defaults
    int n_strokes;
    JwStrokeSpec stroke[JW_MAX_STROKES]; ///< Strokes of its players: of two that say something of
                                         ///< one, the later counts
    double stroke_width_mm; ///< PLUCK_WIDTH at which these are as wide as they say, whatever a
                            ///< preset lays over the defaults; 0: the default
    JwWrapOrigin wrap_from; ///< The file's own parameters, whatever a preset lays over them
    double a4_hz;           ///< Pitch of key 69 for which the strings' data are given
    int sa_key;             ///< Key of the tonic
    double khula_m, band_m; ///< What JAWARI adds to the bridge's height at 0 and at 100 percent
    JwMidiMap map;
    JwDronePattern drone;
} JwInstrument;

/// Empties an instrument: no strings, parameters at their defaults. [any]
void jw_instrument_init(JwInstrument *instrument);

/// Checks every value, and that preparing the instrument is not too much work (preparation.h); on
/// failure *string or *obstacle is the index of the one at fault (-1 otherwise). [main]
JwStatus jw_instrument_check(const JwInstrument *instrument, int *string, int *obstacle);

/// Height [m] to which parameters lift an instrument's movable bridge: BRIDGE_HEIGHT, and what
/// JAWARI adds, in proportion from 50 percent to khula, with the square to band. [any]
JW_REALTIME double jw_instrument_bridge_m(const JwInstrument *instrument, const double *param);

/// Value of a curve at x. [any]
JW_REALTIME double jw_curve_at(const JwCurve *curve, double x);

/// Bridge and thread as an instrument's parameters place them. [any]
JwWrapOrigin jw_instrument_wrap_origin(const JwInstrument *instrument);

/// Cents that moved bridge and thread add to the tone of a string, beyond what they add at the
/// instrument's wrap_from, at a length that is the open one's over `ratio`; at most 100 either way.
/// [any]
JW_REALTIME double jw_instrument_wrap_more(const JwInstrument *instrument, int string,
                                           const double *param, double ratio);

/// Height [m] above which no parameters lift it. [any]
JW_REALTIME double jw_instrument_highest_bridge_m(const JwInstrument *instrument);

/// Strings that notes go to where no channel says otherwise (bits): those of the map's `melody`, or
/// all but taraf. [any]
JW_REALTIME uint32_t jw_instrument_melody(const JwInstrument *instrument);

/// Stroke of that kind (PLUCK_STROKE) on a string, inward or outward: what the instrument's strokes
/// say of it, what its string says, what every stroke has. [any]
JW_REALTIME JwStrokeSpec jw_instrument_stroke(const JwInstrument *instrument, int string, int kind,
                                              bool outward);

/// True for a string that rings in sympathy: one of role TARAF, or any where there are none. [any]
JW_REALTIME bool jw_instrument_is_sympathetic(const JwInstrument *instrument, int string);

#endif // JW_INSTRUMENT_H
