// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The engine: plays an instrument's strings from events, sample by sample.
//
// Threads: [main] functions belong to the one control thread, [audio] functions to the one thread
// that runs the engine; [any] functions may be called from either. jw_engine_service() builds large
// tables on the control thread and exchanges them without locks.
//
//     JwEngine *e = jw_engine_new();
//     if (e && jw_engine_prepare(e, &instrument, 48000.0, NULL) == JW_SUCCESS) {
//         const JwEvent pluck = {.type = JW_EVENT_MIDI, .midi = {JW_MIDI_NOTE_ON, 0, 60, 100}};
//         jw_engine_run(e, &pluck, 1, left, right, NULL, 256);
//     }
//     jw_engine_free(e);
//
// Floods of MIDI are cut. Within one tick of the control grid the engine obeys the first
// JW_TICK_STROKES note-ons, the first JW_TICK_SYSEX system exclusive messages and the first
// JW_TICK_MESSAGES other messages - more than any cable or host delivers - and drops and counts the
// rest. Messages that end notes (note-offs, pedals and mode messages) are always obeyed. A block is
// cut only at events that act at once; others wait for the grid, or for a stroke that depends on
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

/// Largest output sample, in the mix and in stems: +12 dBFS.
#define JW_OUTPUT_MOST 3.98F

enum {
    JW_CONTROL_FRAMES = 32, ///< Interval of the control grid, in absolute frames
    JW_SHAPE_POINTS = 128,  ///< Largest number of points of a string's shape
    JW_MOTION_ACROSS = 64,  ///< Largest number of modes with two polarisations
    JW_MAX_STEMS = 2 * (JW_MAX_STRINGS + 1),
    JW_TICK_STROKES = 32,    ///< Note-ons obeyed in one tick of the grid
    JW_TICK_MESSAGES = 4096, ///< Other MIDI messages obeyed in one tick, not counting those that
                             ///< end notes
    JW_TICK_SYSEX = 256,     ///< System exclusive messages obeyed in one tick
    JW_PICTURE_MODES = 256,  ///< Largest number of a picture's modes, towards the bridge and
                             ///< across it
    JW_PICTURE_POINTS = 256, ///< Largest number of a picture's contact points
};

typedef struct JwEngineImpl JwEngine;

/// Threads that share the work of an engine's strings: string/team.h.
typedef struct JwTeam JwTeam;

typedef struct {
    JwPrecision precision; ///< Precision of the modes. Contact, ledger and the modes of a string
                           ///< without losses are always 64-bit
    bool synchronous;      ///< Builds tables inside run(), on a fixed grid: offline only
} JwEngineOptions;

typedef enum {
    JW_EVENT_MIDI,  ///< midi: a channel message, see jw_midi_decode(). JW_MIDI_NONE and values out
                    ///< of range are ignored
    JW_EVENT_PARAM, ///< param.id, param.value: in the parameter's unit, clamped; a NaN is ignored
    JW_EVENT_PANIC, ///< Damps all strings at once, resets controllers as CC 121 does (RP-015) on
                    ///< all channels, ends MPE zones, halts the drone
    JW_EVENT_TRANSPORT, ///< transport: position of host or score, for a drone that follows it
    JW_EVENT_SYSEX,     ///< sysex: a complete system exclusive message (midi_sysex.h)
    JW_EVENT_KEYS, ///< keys: pitches of all keys from an external tuner, or that there is no tuner
    JW_EVENT_OPEN, ///< open: plucks a string, given by its number, as an open string, even if
                   ///< another string has its note. Held, bent and pressed as a note of MIDI
                   ///< channel 1
    JW_EVENT_DAMP, ///< damp: lays a hand on a string, given by its number, or lifts it. Until then
                   ///< the string is damped, whatever strikes it. A panic lifts all hands
    JW_EVENT_NOTE, ///< note: begins or ends a note as a MIDI message does, with a finer velocity.
                   ///< Ignored if a value is out of range
    JW_EVENT_EXPRESSION, ///< expression: bend, pressure or brightness of one note, until its string
                         ///< is struck again. A value is clamped; a NaN is ignored
    JW_EVENT_CHOKE, ///< choke: ends notes and silences their strings as "all sound off" does, only
                    ///< these
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
            double bpm;  ///< Beats per minute; 0 while host or score stands still
            double beat; ///< Beats since the start of host or score
        } transport;
        struct {
            /// Bytes from F0 to F7; owned by the caller, who keeps them until run() returns
            const uint8_t *bytes;
            uint32_t size;
        } sysex;
        const JwKeyTable *keys; ///< Owned by the caller, who keeps it until run() returns
        struct {
            int string;      ///< Number of the string, from 0; other numbers are ignored
            double velocity; ///< Above 0 to 127, as of MIDI; 0 releases the string
            double place;    ///< Position of the pluck relative to the speaking length, clamped as
                             ///< PLUCK_POSITION is; 0: PLUCK_POSITION
        } open;
        struct {
            int string; ///< Number of the string, from 0; other numbers are ignored
            bool on;    ///< True: a hand is laid on it
        } damp;
        struct {
            int channel;     ///< 0..15
            int key;         ///< 0..127
            double velocity; ///< Above 0 to 127, as of MIDI; 0 ends the note
        } note;
        struct {
            int channel; ///< 0..15; -1: any
            int key;     ///< 0..127; -1: any
            JwExpression kind;
            double value; ///< In the kind's unit
        } expression;
        struct {
            int channel; ///< 0..15; -1: any
            int key;     ///< 0..127; -1: any
        } choke;
    };
} JwEvent;

/// Report on one string, or (string -1) on all, since the last prepare or reset.
typedef struct {
    uint64_t frames;
    uint64_t nonfinite;       ///< Output samples that were not finite and were replaced by 0
    uint64_t impacts;         ///< Number of times that a contact point hit the obstacle
    uint64_t dropped_events;  ///< Notes that no string could take, and messages dropped from floods
    uint64_t cut_bends;       ///< Notes that could not be bent as far as requested
    uint64_t ignored_sysex;   ///< System exclusive messages without meaning for the engine, or
                              ///< without room
    double energy_j;          ///< Energy H of the string, up to 128 frames old
    double energy_ledger_j;   ///< Energy that impacts removed and that was not given back yet, >= 0
    double energy_excess_max; ///< Largest (H - energy put in), relative to the largest energy put
                              ///< in, >= 0
    // On a body, the works and times below are sums over all strings.
    double energy_from_strokes_j;    ///< Work of all strokes
    double energy_from_parameters_j; ///< Work of all other changes: parameters, frets, tables, a
                                     ///< moving bridge
    double energy_from_input_j;      ///< Work of the audio input
    double energy_body_j;            ///< Energy of the body, up to 128 frames old; 0 without one
    uint64_t times_bounded; ///< Number of times that parameters, frets or tables would have raised
                            ///< the energy above JW_BOUND_TIMES that of the strokes, and were cut
    double penetration_max_m; ///< Deepest penetration of a contact point into the obstacle
    double contact_force_max_n;
    double peak; ///< Largest output sample
    /// Mix samples, left and right, above +9 dBFS; they are held below +12 dBFS, whatever
    /// instrument and parameters request
    uint64_t limited;
    uint64_t limited_stems;   ///< The same count for stems, each limited by itself
    double limited_peak;      ///< Largest mix sample before it was limited
    uint64_t nonfinite_input; ///< Samples of the input that were not finite
    double input_peak;        ///< Largest sample of the input
    int fret;                 ///< Fret at which the string is stopped; 0: open, or all strings
    bool damped;     ///< True while a hand lies on it (JW_EVENT_DAMP); false for all strings
    int held_key;    ///< Key held on it (a string held by its number: the key of the open string);
                     ///< -1: none, or all strings
    double pitch_hz; ///< Pitch at which the string would sound now, as stopped and bent; 0 for all
                     ///< strings
} JwStringReport;

/// The last stroke on a string, as it was carried out.
typedef struct {
    uint64_t number;  ///< Number of this stroke on this string since prepare or reset, from 1; 0:
                      ///< none
    uint64_t frame;   ///< Frame at which it began
    int kind;         ///< Value of PLUCK_STROKE
    int fret;         ///< Fret at which the string is stopped; 0: open
    double velocity;  ///< Velocity from -1 to 1; negative: outward
    double pitch_hz;  ///< Pitch of the string at the next point of the grid; 0 until then
    double length_m;  ///< Speaking length
    double place_m;   ///< Distance of the stroke from the bridge
    double width_m;   ///< Width of the plectrum or finger
    double force_n;   ///< Peak force
    double angle_rad; ///< Direction on a string with two polarisations; 0: away from the bridge
    double rise_s, release_s; ///< Times to the peak and back to 0
    // Noise: low, middle and high band (string/noise.h)
    double noise_n[3];   ///< Rms on the string just after the release [N]
    double noise_s[3];   ///< Times in which it falls to 1/e
    double scrape_n[3];  ///< Rms at the end of the pull [N]
    double noise_bridge; ///< The same noise on the bridge, as a factor
    double noise_air;    ///< The same for the noise heard beside the body
    double second_s;     ///< Time from this stroke to its second blow; 0: none
    double second_n;     ///< Peak force of that
} JwStrokeReport;

/// Time and length of the string whose amplitudes are read.
typedef struct {
    uint64_t frame;                   ///< Frames since prepare or reset
    double length_m;                  ///< Present speaking length
    int n_across;                     ///< Number of modes with two polarisations: the first ones
    float across_m[JW_MOTION_ACROSS]; ///< Amplitudes across, in the same form as those towards the
                                      ///< bridge
} JwMotion;

/// Present motion of one string, and a summary of the others.
typedef struct {
    uint64_t frame; ///< Frames since prepare or reset
    int string;
    int fret;        ///< Fret at which the string is stopped; 0: open
    double length_m; ///< Present speaking length
    double pitch_hz; ///< As in JwStringReport
    int n;           ///< Number of modes towards the bridge, up to the last of at least 0.1 um
    int n_across;    ///< Number of modes across it; 0: the string has one polarisation
    float towards[JW_PICTURE_MODES]; ///< Amplitudes a_j of y(x) = sum of a_j sin(j pi x/L) [m]
    float across[JW_PICTURE_MODES];
    int n_contacts;
    float contact_m[JW_PICTURE_POINTS];
    float force_n[JW_PICTURE_POINTS];
    int n_strings;
    float energy_j[JW_MAX_STRINGS];
    int held_key[JW_MAX_STRINGS]; ///< As in JwStringReport
    int damped[JW_MAX_STRINGS];   ///< 1 while a hand lies on it
    double body_j;                ///< Energy of the body, as in JwStringReport
    double ledger_j;              ///< Energy in the ledgers of all strings
    uint64_t limited;             ///< As in JwStringReport
    JwDronePlace drone;
} JwEnginePicture;

/// Creates an engine; returns NULL if memory is short. [main]
JwEngine *jw_engine_new(void);

/// Frees it; accepts NULL. [setup: no audio running]
void jw_engine_free(JwEngine *engine);

/// Copies the instrument, allocates and builds all that run() needs, and places each string at rest
/// on its bridge. May be called again. options NULL: 32-bit, asynchronous. After an error the
/// engine is unchanged. [setup: no audio running]
JwStatus jw_engine_prepare(JwEngine *engine, const JwInstrument *instrument, double rate_hz,
                           const JwEngineOptions *options);

/// Sets the tuning, now and after each prepare; NULL: the instrument's own. Sounding strings change
/// to the new pitches. JW_ERR_BAD_ARG if the tuning is not finite; after any error the tuning is
/// unchanged. [main]
JwStatus jw_engine_set_tuning(JwEngine *engine, const JwTuning *tuning);

/// Sets the profile of the bridge, now and after each prepare; NULL or a profile without points:
/// the instrument's own bridge. Sounding strings change over while the bridge moves from the old
/// heights to the new, as for BRIDGE_HEIGHT. A synchronous engine that has not run yet is reset
/// instead, and has the new bridge from its first frame. JW_ERR_BAD_ARG if jw_profile_ok() refuses
/// the profile; after any error the profile is unchanged. [main]
JwStatus jw_engine_set_profile(JwEngine *engine, const JwProfile *profile);

/// Restores the state after prepare. [setup: no audio running]
void jw_engine_reset(JwEngine *engine);

/// Silences everything at once and restores the state after prepare, with the present parameters
/// instead of the instrument's. Tables for parameters that have just moved follow as usual. [audio]
JW_REALTIME void jw_engine_rest(JwEngine *engine);

/// Restarts, as if a new engine had been prepared with this instrument. Its strings, obstacles and
/// body must be the present ones; parameters, strokes, map and drone may differ. Builds only tables
/// that are missing. Each seed gives strokes their own random variation; 0: the same as after
/// prepare. JW_ERR_BAD_ARG, JW_ERR_NO_MEMORY or the error of prepare for this instrument. [setup:
/// no audio running]
JwStatus jw_engine_restart(JwEngine *engine, const JwInstrument *instrument, uint32_t seed);

/// Lets run() share its strings with a team where that is faster (jw_team_ready()); NULL: run()
/// works alone, the default. Member 0 is the thread that calls run(). Results are bit-identical.
/// Offline only: run() waits for the other members, and the team's rest and clock may be system
/// calls. [setup: no audio running]
void jw_engine_set_team(JwEngine *engine, JwTeam *team);

/// Largest useful number of a team's members for most instruments: strings step in groups of eight,
/// side by side, and a group of one or two steps them one by one. 0 before prepare. [main]
int jw_engine_team_max(const JwEngine *engine);

/// Plays n_frames (0 is allowed) into left and right. stems: NULL, or 2 (n_strings + 1) buffers:
/// left and right of each string's part, then left and right of the body's part; each may be NULL.
/// Summed in this order, the stems equal the mix bit for bit, except where a sample of either is
/// limited (`limited`, `limited_stems` in JwStringReport). No sample exceeds JW_OUTPUT_MOST.
/// However the frames and events are split into blocks, the result is bit-identical. [audio]
JW_REALTIME void jw_engine_run(JwEngine *engine, const JwEvent *events, size_t n_events,
                               float *left, float *right, float *const *stems, uint32_t n_frames);

/// Plays as jw_engine_run() does, with an audio input at full scale 1. The mean of left and right
/// pushes the bridge with up to SENSITIVITY newtons, in the same frame at every quality, and the
/// strings respond. Instruments without a body have no moving bridge. The output is WET times the
/// strings' sound plus DRY times the input, both delayed by jw_engine_input_latency_frames(), and
/// limited if LIMITER is on. in_left NULL: no input; in_right NULL: mono. Input and output may
/// share memory. Input samples that are not finite count as 0. Stems are those of jw_engine_run(),
/// without WET, DRY and LIMITER. [audio]
JW_REALTIME void jw_engine_run_input(JwEngine *engine, const JwEvent *events, size_t n_events,
                                     const float *in_left, const float *in_right, float *left,
                                     float *right, float *const *stems, uint32_t n_frames);

/// True for a finite sample. Tests the bits, which raises no floating-point exception. [any]
static inline JW_REALTIME bool jw_input_is_number(float sample) {
    uint32_t bits;
    memcpy(&bits, &sample, sizeof(bits));
    return (bits & 0x7f800000u) != 0x7f800000u;
}

/// Input sample as used: 0 if it is not finite, otherwise clamped to 120 dB above full scale. [any]
static inline JW_REALTIME float jw_input_sample(float sample) {
    const float most = 1e6f;
    if (!jw_input_is_number(sample)) {
        return 0.0f;
    }
    return sample > most ? most : sample < -most ? -most : sample;
}

/// Frames from an input sample to its effect in the output, the same at every quality. [any]
uint32_t jw_engine_input_latency_frames(const JwEngine *engine);

/// Number of samples limited so far, by the output limit and LIMITER: the present value of
/// `limited` in JwStringReport. [audio]
JW_REALTIME uint64_t jw_engine_limited(const JwEngine *engine);

/// Moves the input samples that are still on their way from one engine to another of the same rate.
/// [audio]
JW_REALTIME void jw_engine_inherit_input(JwEngine *engine, JwEngine *from);

/// True while jw_engine_service() has tables to build. [any]
JW_REALTIME bool jw_engine_wants_service(const JwEngine *engine);

/// Builds the tables that changed parameters require and hands them to the audio thread. [main]
JwStatus jw_engine_service(JwEngine *engine);

/// Sends an event from the control thread, to act at the next block. Returns false if the ring is
/// full, or for events that point to the caller's memory (SYSEX, KEYS). [main]
bool jw_engine_post(JwEngine *engine, const JwEvent *event);

/// Value of a parameter as last published by the audio thread. For vibrato depth, volume, pan and
/// expression, which may differ between channels, it is that of the leading channel (channels.h).
/// [main]
double jw_engine_param(const JwEngine *engine, JwParamId id);

/// Base value of a parameter: its value on a channel where no controller has changed it. [main]
double jw_engine_base(const JwEngine *engine, JwParamId id);

/// Delay of the output in frames, the same at every quality. [any]
uint32_t jw_engine_latency_frames(const JwEngine *engine);

/// Sample rate [Hz] given to prepare; 0 before. [any]
JW_REALTIME double jw_engine_rate_hz(const JwEngine *engine);

/// Number of strings; 0 before prepare. [main]
int jw_engine_n_strings(const JwEngine *engine);

/// True once all strings are at rest and the output is exactly 0. [any]
JW_REALTIME bool jw_engine_silent(const JwEngine *engine);

/// True while a note can still be changed or heard: a key or pedal holds it, or the string that it
/// played last carries more than a millionth of the energy of its loudest stroke. [audio]
JW_REALTIME bool jw_engine_note_sounds(const JwEngine *engine, int channel, int key);

/// Value of a parameter after all events so far; 0 before prepare. [audio]
JW_REALTIME double jw_engine_param_now(const JwEngine *engine, JwParamId id);

/// State of the MIDI channels and tunings, as set by messages; NULL before prepare. [audio]
JW_REALTIME const JwChannels *jw_engine_channels(const JwEngine *engine);
JW_REALTIME const JwMidiTunings *jw_engine_tunings(const JwEngine *engine);

/// Gives a fresh engine the state that messages have set in another one and that no message can
/// repeat: MIDI tunings, and the leading channel (-1: none). [audio]
JW_REALTIME void jw_engine_inherit(JwEngine *engine, const JwMidiTunings *tunings, int leader);

/// True while DRONE is on, halted or not: then the drone needs the transport. [audio]
JW_REALTIME bool jw_engine_drones(const JwEngine *engine);

/// Fills in a picture of a string's present state, between two runs; returns false if there is no
/// such string. [audio]
JW_REALTIME bool jw_engine_picture(const JwEngine *engine, int string, JwEnginePicture *picture);

/// Report on one string, or on all for string = -1. [main, or setup]
void jw_engine_report(const JwEngine *engine, int string, JwStringReport *report);

/// Reports the last stroke on a string; its number is 0 if there was none, or no such string.
/// [audio, or setup]
void jw_engine_stroke(const JwEngine *engine, int string, JwStrokeReport *stroke);

/// Reports the drone's position at the last tick. [main]
void jw_engine_drone(const JwEngine *engine, JwDronePlace *place);

/// Latest shape of a string: n (2..JW_SHAPE_POINTS) heights [m] at x = L i/(n - 1) from the bridge.
/// It is that of the last tick if the reader reads every tick, otherwise up to eight ticks old.
/// Lock-free; returns false if the audio thread overtook the reader. [main]
bool jw_engine_shape(const JwEngine *engine, int string, float *height_m, int n);

/// Latest amplitudes of a string's modes, up to n: y(x) = sum of a_j sin(j pi x/L) [m], towards the
/// bridge's normal, j from 1; *motion gets those across. As recent as jw_engine_shape(); a reader
/// uses either this or the shape, not both. Returns the number of modes; 0 if there is no such
/// string. [main]
int jw_engine_motion(const JwEngine *engine, int string, float *amplitude_m, int n,
                     JwMotion *motion);

/// Latest contact forces [N] of up to n contact points; returns the number of points. [main]
int jw_engine_contact_forces(const JwEngine *engine, int string, float *x_m, float *force_n, int n);

/// The same forces at the end of the last frame run. [audio, or setup]
int jw_engine_contact_forces_now(const JwEngine *engine, int string, float *x_m, float *force_n,
                                 int n);

/// Largest number of contact points of a string over all its frets; 0 if there is no such string.
/// [main]
int jw_engine_contact_points_most(const JwEngine *engine, int string);

/// Pitch [Hz] and energy [J] of a string at the end of the last frame run; 0 if there is no such
/// string. [audio, or setup]
void jw_engine_string_now(const JwEngine *engine, int string, double *pitch_hz, double *energy_j);

#endif // JW_ENGINE_H
