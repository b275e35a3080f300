// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Instrument as data: its strings, the obstacles that they can hit, and how notes are assigned to
// them.

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
    JW_MAX_FRETS = 61, ///< Largest number of frets of one string, including the open string
    JW_MAX_OBSTACLES = 24,
    JW_STRING_OBSTACLES = 4,
    JW_NAME_SIZE = 64,
};

/// Thread (jiva) under the string, or none: a spring and a dashpot (van Walstijn et al. 2016).
typedef struct {
    bool present;
    double position_m;    ///< Distance from the bridge end
    double stiffness_n_m; ///< Stiffness of the spring
    double damping_n_s_m; ///< Resistance of the dashpot
} JwThread;

typedef enum {
    JW_ROLE_MELODY, ///< Plays notes at its frets (baj, bass strings)
    JW_ROLE_DRONE,  ///< Plays notes only as an open string (chikari, tanpura)
    JW_ROLE_TARAF,  ///< Rings in sympathy: notes never pluck it
} JwStringRole;

enum { JW_CURVE_NODES = 16 };

/// Curve through nodes, linear between them and constant outside; 0 without nodes.
typedef struct {
    int n;
    double x[JW_CURVE_NODES]; ///< Ascending
    double y[JW_CURVE_NODES];
} JwCurve;

/// Bridge and thread positions at which the curves of the strings' wrap are 0.
typedef struct {
    double bridge_m;  ///< Height of the bridge with the instrument's own parameters
    double thread;    ///< THREAD parameter
    double thread_mm; ///< THREAD_POSITION parameter
} JwWrapOrigin;

/// String and the way it is played.
typedef struct {
    char name[JW_NAME_SIZE];
    JwStringRole role;
    JwStringData data; ///< Open string, with its tension, which is calculated if the file gives a
                       ///< pitch
    int key;           ///< MIDI key of the open string
    double tune_cents; ///< Cents by which the pitch of that tension is intended to be above the
                       ///< key's
    int n_frets;       ///< >= 1; fret_semitones[0] == 0 is the open string
    double fret_semitones[JW_MAX_FRETS]; ///< Ascending intervals above the open string
    double wrap_cents[JW_MAX_FRETS];     ///< Cents that bridge and body add to the tone at each
                                         ///< fret: subtracted when tuning
    double ringing_cents[JW_MAX_FRETS];  ///< Cents by which a tone is tuned lower in addition, to
                                         ///< compensate for the effect of other strings and of
                                         ///< softer and firmer strokes
    // Further cents that bridge and thread add to the open string's tone when they are moved
    JwCurve wrap_by_lift;         ///< By the distance that the bridge is raised [um]
    JwCurve wrap_by_thread;       ///< By the factor on the thread
    JwCurve wrap_by_thread_place; ///< By the distance that the thread is moved from the bridge
                                  ///< [mm]
    int n_obstacles;
    int obstacle[JW_STRING_OBSTACLES]; ///< Indices into JwInstrument.obstacle
    JwThread thread;
    int quality;    ///< Largest quality of the modes, which go up to 20 kHz times the quality; 0:
                    ///< by the QUALITY parameter
    double pluck_m; ///< Displacement at the pluck point for velocity 127
    double stopped_low, stopped_high; ///< Factors on the losses of a string stopped by a finger,
                                      ///< like JwModesSpec.loss_low and loss_high; 0: as the open
                                      ///< string
    double pluck_at_part;   ///< PLUCK_POSITION for which the hand is exactly at pluck_at_m,
                            ///< whatever a preset sets; 0: the default
    double pluck_at_m;      ///< Distance of the hand from the bridge at any stop; 0:
                            ///< PLUCK_POSITION as a part of the speaking length
    double pluck_angle_rad; ///< Direction of a stroke on a string with two polarisations: 0 away
                            ///< from the bridge, pi/2 across it
    double pluck_hardness;  ///< Exponent by which a stroke's times shrink with its velocity; the
                            ///< given times are for velocity 100
    double pluck_rise_s, pluck_release_s; ///< Times of a stroke; 0: those of its kind
    double pan;                           ///< Place from -1 (left) to 1 (right)
    double gain;        ///< Output per newton of bridge force (or per metre, or m/s), before GAIN
    bool keeps_tension; ///< Its tension is given, not its pitch: it is not tuned to sound a note
} JwStringSpec;

typedef struct {
    char name[JW_NAME_SIZE];
    char description[256];
    int n_strings;
    JwStringSpec string[JW_MAX_STRINGS];
    int n_obstacles;
    JwObstacle obstacle[JW_MAX_OBSTACLES];
    int n_body;                     ///< Modes of the body; 0: all strings end on a rigid bridge
    JwBodyMode body[JW_BODY_MODES]; ///< Modes with a mass move the bridge; the others only radiate
    double param[JW_N_PARAMS];      ///< The instrument's parameters: its [defaults], then its [set]
    double own[JW_N_PARAMS];        ///< The same of its [defaults] alone
    int n_strokes;
    JwStrokeSpec stroke[JW_MAX_STROKES]; ///< Strokes of its players; if two define the same value,
                                         ///< the later applies
    double stroke_width_mm; ///< PLUCK_WIDTH for which these have their given width, whatever a
                            ///< preset sets; 0: the default
    JwWrapOrigin wrap_from; ///< The file's own parameters, whatever a preset sets
    double a4_hz;           ///< Pitch of key 69 for which the strings' data are given
    int sa_key;             ///< Key of the tonic
    int madhya_key; ///< Key of Sa of the middle octave, from which sargam counts; equals sa_key or
                    ///< lies octaves away from it
    double khula_m, band_m; ///< Addition of JAWARI to the bridge's height at 0 and at 100 percent
    JwMidiMap map;
    JwDronePattern drone;
} JwInstrument;

/// Empties an instrument: no strings, parameters at their defaults. [any]
void jw_instrument_init(JwInstrument *instrument);

/// Checks every value, and that preparing the instrument is not too much work (preparation.h). On
/// failure *string or *obstacle is the index of the faulty one (-1 otherwise). [main]
JwStatus jw_instrument_check(const JwInstrument *instrument, int *string, int *obstacle);

/// Height [m] of an instrument's movable bridge for these parameters: BRIDGE_HEIGHT plus the
/// addition of JAWARI, which is linear from 50 percent to khula, and quadratic to band. [any]
JW_REALTIME double jw_instrument_bridge_m(const JwInstrument *instrument, const double *param);

/// Value of a curve at x. [any]
JW_REALTIME double jw_curve_at(const JwCurve *curve, double x);

/// Positions of bridge and thread given by an instrument's parameters. [any]
JwWrapOrigin jw_instrument_wrap_origin(const JwInstrument *instrument);

/// Cents that moved bridge and thread add to the tone of a string, relative to the instrument's
/// wrap_from, at a length of the open length over `ratio`; at most +-100. [any]
JW_REALTIME double jw_instrument_wrap_more(const JwInstrument *instrument, int string,
                                           const double *param, double ratio);

/// Largest height [m] of the movable bridge for any parameters. [any]
JW_REALTIME double jw_instrument_highest_bridge_m(const JwInstrument *instrument);

/// Strings for notes without a specific channel (bits): those of the map's `melody`, or all except
/// taraf. [any]
JW_REALTIME uint32_t jw_instrument_melody(const JwInstrument *instrument);

/// Stroke of that kind (PLUCK_STROKE) on a string, inward or outward, with values from the
/// instrument's strokes, otherwise the string's, otherwise the general ones. [any]
JW_REALTIME JwStrokeSpec jw_instrument_stroke(const JwInstrument *instrument, int string, int kind,
                                              bool outward);

/// Key of the map that plucks the most strings together: only drone strings (its chikari), or
/// others too (a strum); -1: none. [any]
int jw_instrument_pluck_key(const JwInstrument *instrument, bool strum);

/// True for a sympathetic string: one with role TARAF, or any string if there are none. [any]
JW_REALTIME bool jw_instrument_is_sympathetic(const JwInstrument *instrument, int string);

/// Gives an instrument that names no room the one of live playing; false if it names one. [any]
bool jw_instrument_put_into_room(JwInstrument *instrument);

#endif // JW_INSTRUMENT_H
