// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Inside of the engine, shared by engine/setup.c (every allocation) and
// engine/run.c (the audio thread). Nobody else includes this.

#ifndef JW_ENGINE_IMPL_H
#define JW_ENGINE_IMPL_H

#include "base/exchange.h"
#include "base/latest.h"
#include "base/ring.h"
#include "engine/energy_bound.h"
#include "engine/engine.h"
#include "engine/shadow.h"
#include "kernel/decimator.h"
#include "playing/allocator.h"
#include "playing/drone.h"
#include "playing/midi.h"
#include "playing/tables.h"
#include "string/ensemble.h"
#include "string/splice.h"
#include "string/string_state.h"

enum {
    JW_BUILD_FRAMES = 512,  ///< Synchronous tables are built on this grid
    JW_FADE_FRAMES = 480,   ///< All sound off
    JW_SPLICE_FRAMES = 128, ///< From fret to fret
    JW_WATCH_TICKS = 4,     ///< What sounds is audited every so many ticks
    JW_STILL_TICKS = 64,    ///< A string that long without motion sleeps
    JW_REST_TICKS = 16,     ///< At rest so long, nothing is left in filters and ramps
    JW_POST_EVENTS = 1024,
};

/// A string's modes, for pictures; q follows.
typedef struct {
    int n;
    double length_m;
} JwShapeHead;

/// Contact points, for pictures; n_points positions, then n_points forces follow.
typedef struct {
    int n;
} JwForceHead;

/// Energy of one string, as it was last looked up.
typedef struct {
    double joules;
    double rest;  ///< Part of it that the string has at rest [J]
    double units; ///< On a body: as the ensemble's books have it
} JwReading;

/// How loud and where something is heard, by controllers.
typedef struct {
    double played; ///< Volume times expression, 0..1; the level is its square
    double pan;    ///< -1..1
} JwHearing;

/// One string with what turns its steps into output. Audio thread only, but for the three `latest`.
typedef struct {
    JwStringState state;
    JwDecimator decimator;
    int fret;
    double pull;                             ///< Semitones that its tension raises it by now
    double ring;                             ///< SYMPATHETIC in force
    double stretch_scale;                    ///< TENSION_MODULATION in force
    double thread_scale;                     ///< THREAD in force
    double release;                          ///< Firmness of the palm that ended the last note
    double palm;                             ///< Firmness in force, of that and of the player's
    double dc_in, dc_out;                    ///< High-pass that takes the resting force away
    double left, right, mono;                ///< Gains at the start of the tick
    double left_step, right_step, mono_step; ///< Their change a frame
    double pan;                              ///< Where the string is panned to, -1..1
    double pan_left, pan_right;              ///< and its shares there; both 0: not yet known
    JwHearing hearing;                       ///< In force,
    int heard_channel;                       ///< of this channel
    bool keeps;                              ///< until it has faded or is struck
    double fade, fade_step;                  ///< All sound off
    JwSplice splice;                         ///< From fret to fret
    bool muted;                              ///< All sound off: it lies still until a stroke
    bool asleep;
    int still_ticks;
    float held;                                                   ///< Output while asleep
    float steps[JW_CONTROL_FRAMES * JW_DECIMATOR_FACTOR_MAX + 1]; ///< and the next run's first
    uint64_t nonfinite;
    double peak;
    bool energy_is_open; ///< Something is changing it from outside
    JwReading reading;   ///< Before that
    bool fresh;          ///< That is of now
    double mover_seen;   ///< Work of the moving bridge that the books have, in the string's units
    double moved_j;      ///< and what of it the bound does not know yet [J]
    double parameters_j; ///< Without a body: work of parameters, frets and tables so far [J]
    JwEnergyBound bound; ///< Without a body: of this string
    JwLatest *shape, *forces, *report; ///< Writer: audio; reader: main
} JwVoice;

/// Parameters as the main thread sees them.
typedef struct {
    double now[JW_N_PARAMS];
    double base[JW_CHANNEL_VALUES]; ///< As JwChannels
} JwParams;

/// All that the audio thread owns.
typedef struct {
    JwInstrument instrument;
    int n_strings;
    JwVoice *string;
    JwEnsemble ensemble;     ///< Strings that sound, on the body if the instrument has one
    JwDecimator body_out[2]; ///< Left, right
    double body_pan;         ///< PAN in force
    double body_gain,
        body_step;    ///< Level of the body at the start of the tick, and its change a frame
    int heard_leader; ///< Channel whose level that is
    double shadow_gain, shadow_step; ///< The same of its shadow, without what channels do
    double body_peak;                ///< Loudest that the body was since it was last watched
    bool energy_is_open;             ///< Something is changing some strings from outside
    bool body_energy_is_open;        ///< and the body
    double balance;                  ///< Of them before, see ensemble.h
    double body_j;                   ///< Energy of the body, as it was last looked up [J]
    double unread_j;      ///< On a body: change of the energy of what moves that the bound does not
                          ///< know yet [J]
    double unread_rise_j; ///< Its rises alone
    uint64_t read_frame;  ///< When it was told last
    double parameters_j;  ///< Work of parameters, frets and tables so far [J]
    JwEnergyBound bound;  ///< Of all strings
    bool asleep;          ///< A coupled instrument sleeps as a whole
    JwShadow shadow;      ///< What it radiates of channels that are heard otherwise
    float body_held[2];   ///< What it radiated last
    float body_steps[2][JW_CONTROL_FRAMES * JW_DECIMATOR_FACTOR_MAX + 1];
    JwTables *tables;  ///< In force
    JwTables *waiting; ///< Of a lower quality, waiting for the decimators to cross over
    JwAllocator allocator;
    JwDrone drone;
    double param[JW_N_PARAMS];
    double bridged[3]; ///< Bridge height, curvature, restitution in force
    uint64_t frame;    ///< Absolute
    uint64_t asked;    ///< Frame of the last request for tables
    bool requested;
    int strokes;       ///< Note-ons in this tick
    int messages;      ///< Others in it that may be dropped
    int sysex;         ///< System exclusive messages in it
    uint64_t flooded;  ///< Dropped since prepare or reset
    uint64_t limited;  ///< Samples held back since
    float level_asked; ///< By the gains, 1 or more
    uint64_t ignored_sysex;
    int watch_ticks;                ///< Since what sounds was watched
    bool stirred;                   ///< Something woke since: the next tick watches
    double vibrato_phase;           ///< Turns
    bool at_rest;                   ///< All asleep and the output exactly 0
    uint32_t rest_ticks;            ///< So long has it been, with no event and no parameter moved
    double rest_param[JW_N_PARAMS]; ///< As they were at the last tick
} JwAudio;

struct JwEngineImpl {
    JwEngineOptions options;
    double rate_hz;
    JwTuning tuning;     ///< Main thread's, but for a synchronous engine
    JwAudio *audio;      ///< NULL before prepare
    JwRing *requests;    ///< JwTablesSpec, audio to main
    JwRing *posts;       ///< JwEvent, main to audio
    JwExchange exchange; ///< JwTables, main to audio and back
    JwLatest *params;    ///< JwParams, audio to main
    JwTeam *team;        ///< NULL: none
};

/// Something is about to change a string from outside its steps: what it changes is somebody's
/// work, bounded by energy_bound.h. Ends with jw_audio_close_energy(), once before the strings run
/// on. [audio]
JW_REALTIME void jw_audio_open_energy(JwAudio *audio, JwVoice *string);

/// The same of the body, and so of all that is on it. [audio]
JW_REALTIME void jw_audio_open_all_energy(JwAudio *audio);
JW_REALTIME void jw_audio_close_energy(JwAudio *audio);

/// Other tables, within a disturbance: steps take `ratio` times as long. [audio]
JW_REALTIME void jw_audio_retime(JwAudio *audio, double ratio);

/// Floors of the bounds. [audio]
JW_REALTIME void jw_audio_set_bounds(JwAudio *audio);

/// Closes the books and opens them anew: while nothing has been counted yet, nothing is looked up.
/// [setup]
void jw_audio_hold_books(JwAudio *audio, bool held);

/// Energies that a report has of string s. [audio]
JW_REALTIME void jw_audio_energy_report(const JwAudio *audio, int s, JwStringReport *report);

/// Tells the main thread how parameters stand. [audio, or setup]
JW_REALTIME void jw_audio_publish_params(const JwAudio *audio, JwLatest *params);

/// Puts every string to rest at its open fret, the allocator to no note, parameters to the
/// instrument's own. [setup]
void jw_audio_rest(JwAudio *audio);

#endif // JW_ENGINE_IMPL_H
