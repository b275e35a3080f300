// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The engine: an instrument's strings, played by events, sample by sample.
//
// Threads: [main] functions belong to one control thread; [audio] functions to the one thread that
// runs; [any] functions may be called by either. Heavy tables are built by jw_engine_service() on
// the control thread and exchanged without locks.
//
//     JwEngine *e = jw_engine_new();
//     if (e && jw_engine_prepare(e, &instrument, 48000.0, NULL) == JW_SUCCESS) {
//         const JwEvent pluck = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 60, 100}};
//         jw_engine_run(e, &pluck, 1, left, right, NULL, 256);
//     }
//     jw_engine_free(e);
//
// Floods of MIDI are cut: from one point of the control grid to the next, the first JW_TICK_STROKES
// note-ons, the first JW_TICK_SYSEX system exclusive messages and the first JW_TICK_MESSAGES other
// messages are obeyed, more than any cable or host delivers; the rest is dropped and counted.
// Messages that end notes - note-offs, pedals and mode messages - are always obeyed. A block is cut
// only at events that act at once: other events wait for the grid, or for a stroke that depends on
// them.

#ifndef JW_ENGINE_H
#define JW_ENGINE_H

#include "base/attributes.h"
#include "base/params.h"
#include "base/precision.h"
#include "base/status.h"
#include "engine/energy_bound.h"
#include "playing/bridge_profile.h"
#include "playing/drone.h"
#include "playing/fretboard.h"
#include "playing/instrument.h"
#include "playing/midi.h"
#include "playing/midi_tuning.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define JW_RATE_MIN_HZ 8000.0
#define JW_RATE_MAX_HZ 384000.0

/// Largest sample that goes out, of mix and stems: +12 dBFS.
#define JW_OUTPUT_MOST 3.98F

enum {
    JW_CONTROL_FRAMES = 32, ///< Parameters act on this grid of absolute frames
    JW_SHAPE_POINTS = 128,  ///< Most points of a string's shape
    JW_MOTION_ACROSS = 64,  ///< Most modes that swing in two polarisations
    JW_MAX_STEMS = 2 * (JW_MAX_STRINGS + 1),
    JW_TICK_STROKES = 32,    ///< Note-ons obeyed between two points of the grid
    JW_TICK_MESSAGES = 4096, ///< MIDI messages of other kinds, except those that end notes, obeyed
                             ///< in the same time
    JW_TICK_SYSEX = 256,     ///< System exclusive messages obeyed in the same time
    JW_PICTURE_MODES = 256,  ///< Most modes of a picture, towards the bridge and across it
    JW_PICTURE_POINTS = 256, ///< Most contact points of a picture
};

typedef struct JwEngineImpl JwEngine;

/// Threads that share an engine's strings: string/team.h.
typedef struct JwTeam JwTeam;

typedef struct {
    JwPrecision precision; ///< Precision of the modes; contact and ledger are always 64-bit, and so
                           ///< are the modes of a string without losses
    bool synchronous;      ///< Tables are built inside run(), on a fixed grid: offline only
} JwEngineOptions;

typedef enum {
    JW_EVENT_MIDI,  ///< midi: a channel message, see jw_midi_decode(); none, or one out of range,
                    ///< is ignored
    JW_EVENT_PARAM, ///< param.id, param.value (in the parameter's unit; clamped, a NaN ignored)
    JW_EVENT_PANIC, ///< Every string damped at once, controllers reset as by CC 121 (RP-015) on
                    ///< every channel, MPE zones ended, drone halted
    JW_EVENT_TRANSPORT, ///< transport: where host or score is, for a drone that follows it
    JW_EVENT_SYSEX,     ///< sysex: a complete system exclusive message (midi_sysex.h)
    JW_EVENT_KEYS, ///< keys: pitches of all keys by a tuner outside, or the word that there is no
                   ///< tuner
    JW_EVENT_OPEN, ///< open: a string by its number, plucked open, whatever other string has its
                   ///< note; held, bent and pressed as a note of MIDI channel 1
    JW_EVENT_DAMP, ///< damp: a hand is laid on a string, by its number, or taken off; while it lies
                   ///< there the string is damped, whatever strikes it. Panic takes all hands off
} JwEventType;

typedef struct {
    uint32_t frame; ///< Offset in the block; events are sorted by frame
    JwEventType type;
    union {
        JwMidi midi;
        struct {
            JwParamId id;
            double value;
        } param;
        struct {
            double bpm;  ///< Beats a minute; 0 while host or score stands still
            double beat; ///< Beats since the start of host or score
        } transport;
        struct {
            /// Bytes from F0 to F7; owned by the caller, and read until run() returns
            const uint8_t *bytes;
            uint32_t size;
        } sysex;
        const JwKeyTable *keys; ///< Owned by the caller, and read until run() returns
        struct {
            int string;   ///< Number of the string, from 0; other numbers are ignored
            int velocity; ///< 1..127; 0 releases the string
            double place; ///< Part of the speaking length where it is plucked, clamped as
                          ///< PLUCK_POSITION is; 0: as PLUCK_POSITION asks
        } open;
        struct {
            int string; ///< Number of the string, from 0; other numbers are ignored
            bool on;    ///< True: a hand lies on it
        } damp;
    };
} JwEvent;

/// Report on one string, or (string -1) on all, since prepare or reset.
typedef struct {
    uint64_t frames;
    uint64_t nonfinite;      ///< Output samples that were not finite (and were sent as 0)
    uint64_t impacts;        ///< Times that a contact point came to touch the obstacle
    uint64_t dropped_events; ///< Notes that no string could take, and messages of a flood that were
                             ///< dropped
    uint64_t cut_bends;      ///< Notes that could not be bent as far as they were asked to
    uint64_t ignored_sysex; ///< System exclusive messages that mean nothing to the engine, or found
                            ///< no room
    double energy_j;        ///< Energy H of the string, up to 128 frames old
    double energy_ledger_j; ///< Energy that impacts took away and nothing gave back yet, >= 0
    double energy_excess_max; ///< Largest (H - energy put in) over the most put in, >= 0
    // Works and times that follow are those of all strings together, for strings on a body.
    double energy_from_strokes_j;    ///< Work of all strokes
    double energy_from_parameters_j; ///< Work of everything else from outside: parameters, frets,
                                     ///< tables, a moving bridge
    double energy_from_input_j;      ///< Work of the sound from outside
    double energy_body_j;            ///< Energy of the body, up to 128 frames old; 0 without one
    uint64_t times_bounded; ///< Times that work of parameters, frets or tables would have made more
                            ///< than JW_BOUND_TIMES of the strokes' energy, and was cut
    double penetration_max_m; ///< Deepest place of a contact point below the obstacle
    double contact_force_max_n;
    double peak; ///< Largest output sample
    /// Samples of the mix, left and right, that would have been louder than +9 dBFS, and were held
    /// below +12 dBFS, whatever instrument and parameters ask for
    uint64_t limited;
    uint64_t limited_stems;   ///< The same of stems, each held back by itself
    double limited_peak;      ///< Largest sample of the mix that was held back, before it was
    uint64_t nonfinite_input; ///< Samples of the input that were not finite
    double input_peak;        ///< Largest sample of the input
    int fret;     ///< Place of its neck where the string is stopped; 0: open, or all strings
    bool damped;  ///< A hand lies on it (JW_EVENT_DAMP); false for all strings
    int held_key; ///< Key that is held on it, that of the open string if it is held by its number;
                  ///< -1: none, or all strings
    double pitch_hz; ///< Pitch at which the string would sound now, stopped and pulled as it is; 0
                     ///< for all strings
} JwStringReport;

/// Last stroke on a string, as it was carried out.
typedef struct {
    uint64_t number;  ///< Strokes on this string since prepare or reset, with this one; 0: none
    uint64_t frame;   ///< Frame at which it began
    int kind;         ///< Value of PLUCK_STROKE
    int fret;         ///< Place where the string is stopped; 0: open
    double velocity;  ///< Velocity from -1 to 1; negative: outward
    double pitch_hz;  ///< Pitch of the string at the next point of the grid; 0 before
    double length_m;  ///< Speaking length
    double place_m;   ///< Place of the stroke from the bridge
    double width_m;   ///< Width of what plucks
    double force_n;   ///< Force at its peak
    double angle_rad; ///< Direction on a string of two polarisations, 0 away from the bridge
    double rise_s, release_s; ///< Times up to its peak, and down again
} JwStrokeReport;

/// When and how long a string was whose amplitudes are read.
typedef struct {
    uint64_t frame;  ///< Frames since prepare or reset
    double length_m; ///< Speaking length, stopped as it was
    int n_across;    ///< Number of modes that swing in two polarisations: the first ones
    float across_m[JW_MOTION_ACROSS]; ///< Amplitudes of these across, as those towards the bridge
} JwMotion;

/// What a string does at an instant, and the outline of what the others do.
typedef struct {
    uint64_t frame; ///< Frames since prepare or reset
    int string;
    int fret;        ///< Place of its neck where the string is stopped; 0: open
    double length_m; ///< Speaking length, stopped as it is
    double pitch_hz; ///< As in JwStringReport
    int n;           ///< Modes towards the bridge, without the last ones if they are below 0.1 um
    int n_across;    ///< Modes across it; 0: the string has one polarisation
    float towards[JW_PICTURE_MODES]; ///< Amplitudes a_j of y(x) = sum of a_j sin(j pi x/L) [m]
    float across[JW_PICTURE_MODES];
    int n_contacts;
    float contact_m[JW_PICTURE_POINTS];
    float force_n[JW_PICTURE_POINTS];
    int n_strings;
    float energy_j[JW_MAX_STRINGS];
    int held_key[JW_MAX_STRINGS]; ///< As in JwStringReport
    int damped[JW_MAX_STRINGS];   ///< 1 if a hand lies on it
    double body_j;                ///< Energy of the body, as in JwStringReport
    double ledger_j;              ///< Energy in the ledgers of all strings
    uint64_t limited;             ///< As in JwStringReport
    JwDronePlace drone;
} JwEnginePicture;

/// Makes an engine; NULL if memory is short. [main]
JwEngine *jw_engine_new(void);

/// Frees everything; accepts NULL. [setup: no audio running]
void jw_engine_free(JwEngine *engine);

/// Copies the instrument, allocates and builds all that run() needs, starts every string at rest on
/// its bridge. May be called again. options may be NULL (32-bit, asynchronous). After an error the
/// engine is as before. [setup: no audio running]
JwStatus jw_engine_prepare(JwEngine *engine, const JwInstrument *instrument, double rate_hz,
                           const JwEngineOptions *options);

/// Tunes the instrument, from now on and after every prepare; NULL: as it is built. Strings that
/// sound go over to the new pitches. JW_ERR_BAD_ARG for a tuning that is not finite; after that
/// error, or if memory is short, the tuning is as before. [main]
JwStatus jw_engine_set_tuning(JwEngine *engine, const JwTuning *tuning);

/// Draws the profile of the bridge anew, from now on and after every prepare; NULL, or one without
/// points: the bridge is as the instrument has it. Strings that sound go over while the bridge
/// moves from the old heights to the new, as it does for BRIDGE_HEIGHT; a synchronous engine that
/// has not run yet is reset, and lies on the new bridge from the first frame on. JW_ERR_BAD_ARG for
/// a profile that jw_profile_ok() refuses; after that error, or if memory is short, the profile is
/// as before. [main]
JwStatus jw_engine_set_profile(JwEngine *engine, const JwProfile *profile);

/// Restores the state that prepare left. [setup: no audio running]
void jw_engine_reset(JwEngine *engine);

/// Starts anew as a fresh engine that was prepared with this instrument, whose strings, obstacles
/// and body must be those that it has; parameters, strokes, map and drone may be others. Builds
/// only the tables that it has not. Strokes vary as those of no other seed do; 0: as after prepare.
/// JW_ERR_BAD_ARG, JW_ERR_NO_MEMORY or what prepare says of the instrument. [setup: no audio
/// running]
JwStatus jw_engine_restart(JwEngine *engine, const JwInstrument *instrument, uint32_t seed);

/// Lends run() a team to share its strings with, where that is faster (jw_team_ready()); NULL:
/// run() works alone, as at first. Member 0 is the thread that calls run(). The bits are the same.
/// Offline only: run() waits for the other members, and the team's rest and clock may be system
/// calls. [setup: no audio running]
void jw_engine_set_team(JwEngine *engine, JwTeam *team);

/// Number of members of a team that can have work in most instruments: strings step side by side in
/// groups of eight, and a group of up to two steps them one by one. 0 before prepare. [main]
int jw_engine_team_max(const JwEngine *engine);

/// Plays n_frames (0 is allowed) into left and right. stems: NULL, or 2 (n_strings + 1) buffers:
/// left and right of each string's part, then left and right of the body's part; each may be NULL.
/// Summed in this order the stems are the mix, bit for bit, except where a sample of the mix or of
/// a stem is held back (`limited`, `limited_stems` in JwStringReport). No sample of either is
/// larger than JW_OUTPUT_MOST. Any split of the same frames and events into blocks gives the same
/// bits. [audio]
JW_REALTIME void jw_engine_run(JwEngine *engine, const JwEvent *events, size_t n_events,
                               float *left, float *right, float *const *stems, uint32_t n_frames);

/// Plays as jw_engine_run() does, with sound from outside: full scale is 1. The middle of both
/// sides pushes the bridge with up to SENSITIVITY newtons, in the same frame whatever the quality,
/// and the strings answer; instruments without a body have no bridge that moves. What comes out is
/// WET times that and DRY times the input, both late by jw_engine_input_latency_frames(), held back
/// where LIMITER asks. in_left NULL: no input; in_right NULL: the same sound on both sides. The
/// input may lie in the same memory as the output. Samples that are not finite are 0. Stems are
/// those of jw_engine_run(), without WET, DRY and LIMITER. [audio]
JW_REALTIME void jw_engine_run_input(JwEngine *engine, const JwEvent *events, size_t n_events,
                                     const float *in_left, const float *in_right, float *left,
                                     float *right, float *const *stems, uint32_t n_frames);

/// True for a finite sample; looks at its bits, so that no exception is raised. [any]
static inline JW_REALTIME bool jw_input_is_number(float sample) {
    uint32_t bits;
    memcpy(&bits, &sample, sizeof(bits));
    return (bits & 0x7f800000u) != 0x7f800000u;
}

/// Sample of an input as it is taken: 0 for what is not finite, otherwise within 120 dB of full
/// scale. [any]
static inline JW_REALTIME float jw_input_sample(float sample) {
    const float most = 1e6f;
    if (!jw_input_is_number(sample)) {
        return 0.0f;
    }
    return sample > most ? most : sample < -most ? -most : sample;
}

/// Frames from a sound that comes in to what comes out of it, the same at every quality. [any]
uint32_t jw_engine_input_latency_frames(const JwEngine *engine);

/// Samples held back so far, by limits and by LIMITER: `limited` in JwStringReport, now. [audio]
JW_REALTIME uint64_t jw_engine_limited(const JwEngine *engine);

/// Moves what came in to another engine of the same rate, and is on its way there, to this one.
/// [audio]
JW_REALTIME void jw_engine_inherit_input(JwEngine *engine, JwEngine *from);

/// True while jw_engine_service() has something to build. [any]
JW_REALTIME bool jw_engine_wants_service(const JwEngine *engine);

/// Builds the tables that moved parameters ask for and hands them to the audio thread. [main]
JwStatus jw_engine_service(JwEngine *engine);

/// Sends an event from the control thread, to act at the next block. Events that point to the
/// caller's memory (SYSEX, KEYS) are refused. False if the event is refused or the ring is full.
/// [main]
bool jw_engine_post(JwEngine *engine, const JwEvent *event);

/// Value of a parameter as the audio thread last had it. Vibrato depth, volume, pan and expression
/// can differ from channel to channel: their value is that of the channel that leads, see
/// channels.h. [main]
double jw_engine_param(const JwEngine *engine, JwParamId id);

/// Base value of a parameter, without what controllers set for one channel: the value of a channel
/// where none of these controllers has come. [main]
double jw_engine_base(const JwEngine *engine, JwParamId id);

/// Frames by which the output is late, the same at every quality. [any]
uint32_t jw_engine_latency_frames(const JwEngine *engine);

/// Sample rate that it was prepared for [Hz]; 0 before. [any]
JW_REALTIME double jw_engine_rate_hz(const JwEngine *engine);

/// Number of strings, 0 before prepare. [main]
int jw_engine_n_strings(const JwEngine *engine);

/// True once every string is at rest and the output exactly 0. [any]
JW_REALTIME bool jw_engine_silent(const JwEngine *engine);

/// Value of a parameter as the events so far have set it; 0 before prepare. [audio]
JW_REALTIME double jw_engine_param_now(const JwEngine *engine, JwParamId id);

/// MIDI channels, and tunings, as messages have set them; NULL before prepare. [audio]
JW_REALTIME const JwChannels *jw_engine_channels(const JwEngine *engine);
JW_REALTIME const JwMidiTunings *jw_engine_tunings(const JwEngine *engine);

/// Gives a fresh engine what messages have set in another one and no message can tell again: MIDI
/// tunings, and the channel that leads (-1: none). [audio]
JW_REALTIME void jw_engine_inherit(JwEngine *engine, const JwMidiTunings *tunings, int leader);

/// True while DRONE is on, halted or not: the drone then needs the transport. [audio]
JW_REALTIME bool jw_engine_drones(const JwEngine *engine);

/// Fills a picture of a string as it is now, between two runs; false for no such string. [audio]
JW_REALTIME bool jw_engine_picture(const JwEngine *engine, int string, JwEnginePicture *picture);

/// Report of one string, or of all for string = -1. [main, or setup]
void jw_engine_report(const JwEngine *engine, int string, JwStringReport *report);

/// Tells the last stroke on a string; its number is 0 if there was none, or there is no such
/// string. [audio, or setup]
void jw_engine_stroke(const JwEngine *engine, int string, JwStrokeReport *stroke);

/// Tells where the drone is, as of the last tick. [main]
void jw_engine_drone(const JwEngine *engine, JwDronePlace *place);

/// Latest shape of a string: n (2..JW_SHAPE_POINTS) heights [m] at x = L i/(n - 1) from the bridge.
/// The shape is that of the last tick for a reader of every tick, otherwise up to eight ticks
/// old. Lock-free; returns false if the audio thread outran the reader. [main]
bool jw_engine_shape(const JwEngine *engine, int string, float *height_m, int n);

/// Latest amplitudes of a string's modes, up to n: y(x) = sum of a_j sin(j pi x/L) [m] towards the
/// bridge's normal, j from 1; *motion has those across it. As fresh as jw_engine_shape(), and read
/// instead of it: one reader takes one of them. Returns the number of modes; 0 for no such string.
/// [main]
int jw_engine_motion(const JwEngine *engine, int string, float *amplitude_m, int n,
                     JwMotion *motion);

/// Latest contact forces [N], one for each contact point, up to n; returns the number of contact
/// points. [main]
int jw_engine_contact_forces(const JwEngine *engine, int string, float *x_m, float *force_n, int n);

/// Contact forces [N] at the end of the last frame that was run, as jw_engine_contact_forces()
/// gives those of a tick. [audio, or setup]
int jw_engine_contact_forces_now(const JwEngine *engine, int string, float *x_m, float *force_n,
                                 int n);

/// Most contact points that a string has, stopped anywhere; 0 for no such string. [main]
int jw_engine_contact_points_most(const JwEngine *engine, int string);

/// Pitch [Hz] and energy [J] of a string at the end of the last frame that was run; 0 for no such
/// string. [audio, or setup]
void jw_engine_string_now(const JwEngine *engine, int string, double *pitch_hz, double *energy_j);

#endif // JW_ENGINE_H
