// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Internals of the engine, for the files of engine/ only: setup.c makes all allocations; run.c and
// the files it calls belong to the audio thread.

#ifndef JW_ENGINE_IMPL_H
#define JW_ENGINE_IMPL_H

#include "base/exchange.h"
#include "base/latest.h"
#include "base/ring.h"
#include "engine/energy_bound.h"
#include "engine/engine.h"
#include "engine/input.h"
#include "engine/knock.h"
#include "engine/loans.h"
#include "engine/room.h"
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
    JW_BUILD_FRAMES = 512,  ///< Frames between points of the build grid, where a synchronous
                            ///< engine builds tables
    JW_FADE_FRAMES = 480,   ///< Frames in which a string fades after "all sound off"
    JW_TURN_FRAMES = 16,    ///< Frames in which the force on a bridge crosses over to new tables
    JW_SPLICE_FRAMES = 128, ///< Frames of the cross-fade from one fret's output to another's
    JW_WATCH_TICKS = 8,     ///< Ticks between two audits of the sounding strings
    JW_SHAPE_TICKS = 8,     ///< Ticks between two shapes of a string that nobody reads
    JW_PUT_OFF_MOST = 4,    ///< Number of times that waking strings may delay an audit
    JW_STILL_TICKS = 64,    ///< Ticks without motion after which a string sleeps
    JW_REST_TICKS = 16,     ///< Ticks at rest after which filters and ramps have settled
    JW_REPORT_TICKS = 64,   ///< Ticks between two reports at rest
    JW_POST_EVENTS = 1024,
};

_Static_assert((int)JW_MOTION_ACROSS == (int)JW_MAX_LATERAL, "all lateral modes are told");

/// Header of a string's modes, for pictures; the array q follows.
typedef struct {
    int n;
    int n_across;
    float across[JW_MAX_LATERAL]; ///< Modal displacements across [m]
    double length_m;
    uint64_t frame;
} JwShapeHead;

/// Header of the contact points, for pictures; n_points positions, then n_points forces follow.
typedef struct {
    int n;
} JwForceHead;

/// Energy of one string at its last reading.
typedef struct {
    double joules;
    double rest;  ///< Energy of the string at rest, included above [J]
    double units; ///< Energy in the unit of the ensemble's books, for a string on a body
} JwReading;

/// Volume and pan that controllers set for a channel.
typedef struct {
    double played; ///< Volume times expression, 0..1; the level is the square of this
    double pan;    ///< Pan from left to right, -1..1
} JwHearing;

/// One string with all that turns its steps into output. Belongs to the audio thread, except for
/// the JwLatest members.
typedef struct {
    JwStringState state;
    JwDecimator decimator;
    int fret;
    double pull;          ///< Semitones by which the requested pull now raises the pitch
    double lower;         ///< Semitones by which a moved bridge or thread lowers the pitch
    double ring;          ///< SYMPATHETIC as applied
    double stretch_scale; ///< TENSION_MODULATION as applied
    double thread_scale;  ///< THREAD as applied
    double unlaid_m;      ///< Distance that the thread still has to its position in the tables
    bool hand;            ///< True while a hand lies on it
    double release;       ///< Firmness of the palm that ended the last note
    double palm; ///< Palm firmness as applied: the larger of `release` and the allocator's palm
    double dc_in, dc_out;     ///< State of the high-pass that removes the resting force
    double left, right, mono; ///< Gains at the start of the tick
    double left_step, right_step, mono_step; ///< Changes of these gains per frame
    double pan;                              ///< Pan of the string, -1..1
    double pan_left, pan_right; ///< Gains of left and right for `pan`; both 0: not computed yet
    JwHearing hearing;          ///< Volume and pan as applied
    int heard_channel;          ///< Channel that set them
    bool keeps; ///< True while they stay as they are: until the string has faded or is struck
    double fade, fade_step; ///< Level of the fade by "all sound off", and its change per frame
    JwSplice splice;        ///< Cross-fade from one fret's output to another's
    int turning;  ///< Remaining steps, after a change of tables, in which the force on the bridge
                  ///< crosses over from `turned`
    float turned; ///< Output before that change
    bool muted;   ///< True after "all sound off": the string does not move until a stroke
    bool asleep;
    bool stirred; ///< Woken since the last tick
    int still_ticks;
    float held; ///< Output while the string sleeps
    /// Outputs at the start of each step of a run, then at its end
    float steps[JW_CONTROL_FRAMES * JW_DECIMATOR_FACTOR_MAX + 1];
    uint64_t nonfinite;
    double peak;
    JwStrokeReport stroke; ///< Last stroke
    JwStringKnock knock;   ///< Its noise beside the string
    JwNoiseSpec noise;     ///< Its noise on the string
    uint64_t second_frame; ///< Frame from which on its second blow is due; 0: none
    double second_strength;
    bool energy_is_open; ///< True while something changes the string from outside
    JwReading reading;   ///< Energy before that change
    bool fresh;          ///< True if the reading is of now
    double mover_seen;   ///< Work of the moving bridge that the books have counted, in the string's
                         ///< units
    double lift_j;    ///< Largest energy that lifting the string can give: JwTables.lift_j of the
                      ///< present bridge, or of the one before a new profile
    double freed_j;   ///< Rest energy on an old bridge that a new one has set free, not yet known
                      ///< to the bound [J]
    double moved_j;   ///< Work of the moving bridge, not yet known to the bound [J]
    double strokes_j; ///< Work of strokes counted so far, for a string without a body [J]
    double parameters_j; ///< Work of parameters, frets and tables so far, for a string without a
                         ///< body [J]
    JwEnergyBound bound; ///< Bound on this string's energy, for a string without a body
    JwLatest *shape, *forces, *report; ///< Written by the audio thread, read by the control thread
} JwVoice;

/// Parameters as the control thread sees them.
typedef struct {
    double now[JW_N_PARAMS];
    double base[JW_CHANNEL_VALUES]; ///< Base values, in the order of JwChannelValue
    JwDrone drone;
    uint64_t frame; ///< Frame of these values
} JwParams;

/// All that the audio thread owns.
typedef struct {
    JwInstrument instrument;
    int n_strings;
    JwVoice *string;
    JwEnsemble ensemble;         ///< Sounding strings, on the body if the instrument has one
    JwDecimator body_out[2];     ///< Decimators of the body's output, left and right
    double body_gain, body_step; ///< Gain of the body, and its change per frame
    double body_side[2], body_side_step[2]; ///< Gains of left and right from PAN, and their change
                                            ///< per frame
    int heard_leader;                       ///< Channel that sets this gain
    double shadow_gain, shadow_step; ///< Gain of the shadow at the start of the tick, without
                                     ///< channels, and its change per frame
    double body_peak;                ///< Loudest output of the body since the last watch
    bool energy_is_open;             ///< True while something changes strings from outside
    bool body_energy_is_open;        ///< True while something changes the body from outside
    double balance;  ///< Balance of the open strings and body before their change, see ensemble.h
    double body_j;   ///< Energy of the body at its last reading [J]
    double unread_j; ///< Change of the motion's energy not yet known to the bound, on a body [J]
    double unread_rise_j; ///< Sum of the rises within that change [J]
    uint64_t read_frame;  ///< Frame of the bound's last reading
    double strokes_j;     ///< Work of strokes on strings and bridge counted so far [J]
    double input_j;       ///< Work of the input counted so far [J]
    double parameters_j;  ///< Work of parameters, frets and tables so far [J]
    JwEnergyBound bound;  ///< Bound on the energy of all strings on the body
    bool asleep;          ///< True while a coupled instrument sleeps, always as a whole
    JwKnock knock;        ///< Noise of strokes on bridge and air
    JwShadow shadow;      ///< Second body: corrects the first one's sound where channels differ in
                          ///< volume or pan
    float body_held[2];   ///< Last output of the body, left and right
    float body_steps[2][JW_CONTROL_FRAMES * JW_DECIMATOR_FACTOR_MAX + 1];
    JwTables *tables; ///< Tables in use
    /// Tables of a lower quality, waiting for the decimators to cross over
    JwTables *waiting;
    JwAllocator allocator;
    JwDrone drone;
    JwInput input; ///< Audio input
    JwRoom room;   ///< Room around the instrument
    JwLoans loans; ///< Strings tuned by keys, while there is an audio input
    double param[JW_N_PARAMS];
    JwBridge bridge;       ///< Bridge in use
    uint64_t bridge_ticks; ///< Control ticks since the bridge changed
    uint64_t frame;        ///< Absolute frame
    uint64_t asked;        ///< Frame of the last request for tables
    bool requested;
    int strokes;            ///< Note-ons in this tick
    uint64_t plucked;       ///< Number of the next stroke, by which it varies
    uint64_t first_stroke;  ///< Number of the first stroke after a reset
    int messages;           ///< Other messages in this tick that may be dropped
    int sysex;              ///< System exclusive messages in this tick
    uint64_t flooded;       ///< Messages dropped since prepare or reset
    uint64_t limited;       ///< Samples held back since prepare or reset
    uint64_t limited_stems; ///< Samples of stems held back since then
    float limited_peak;     ///< Largest sample before it was limited; 0: none
    uint64_t ignored_sysex;
    int watch_ticks;                ///< Ticks since the strings were last watched
    int watch_in;                   ///< Ticks until the next watch
    int put_off;                    ///< Number of times that waking strings delayed it
    double vibrato_phase;           ///< Phase of the vibrato, in turns
    bool at_rest;                   ///< True if all strings sleep and the output is exactly 0
    uint32_t rest_ticks;            ///< Ticks at rest with no event and no change of parameters
    double rest_param[JW_N_PARAMS]; ///< Parameters at the last tick
    bool fits; ///< True if, at rest, the tables in use were found to match the parameters
} JwAudio;

struct JwEngineImpl {
    JwEngineOptions options;
    double rate_hz;
    // Owned by the control thread, except in a synchronous engine
    JwTuning tuning;
    JwProfile profile;
    unsigned drawn;      ///< Number of the profile: increases each time that it is set
    JwAudio *audio;      ///< NULL before prepare
    JwRing *requests;    ///< JwTablesSpec, audio to control thread
    JwRing *posts;       ///< JwEvent, control to audio thread
    JwExchange exchange; ///< JwTables, control to audio thread and back
    JwLatest *params;    ///< JwParams, audio to control thread
    JwTeam *team;        ///< NULL: no team
};

/// Adds the engine's tuning and profile to a request for tables. [main; audio in a synchronous
/// engine]
static inline JW_REALTIME void jw_engine_fit_spec(const JwEngine *engine, JwTablesSpec *spec) {
    spec->tuning = &engine->tuning;
    spec->profile = &engine->profile;
    spec->drawn = engine->drawn;
}

/// Opens the energy books of a string and returns its state for changing. Every change from outside
/// the steps starts here; energy_bound.h bounds its work. One jw_audio_close_energy() must follow
/// before the strings run on. [audio]
JW_REALTIME JwStringState *jw_audio_touch(JwAudio *audio, JwVoice *string);

/// Opens the energy books of all strings and of the body. [audio]
JW_REALTIME void jw_audio_open_all_energy(JwAudio *audio);
JW_REALTIME void jw_audio_close_energy(JwAudio *audio);

/// For the bound, counts the rest energy that the string has lost by new tables with another bridge
/// as work of a moving bridge: the old bridge had lifted the string. Call after the change of
/// tables, while the string's books are open. [audio]
JW_REALTIME void jw_audio_free_rest(JwAudio *audio, JwVoice *string);

/// Converts the ensemble's books to other tables, between opening and closing: steps become `ratio`
/// times as long. [audio]
JW_REALTIME void jw_audio_retime(JwAudio *audio, double ratio);

/// Sets the floors of all bounds. [audio]
JW_REALTIME void jw_audio_set_bounds(JwAudio *audio);

/// Resets the books. held = true marks them all as open, so that nothing is read before counting is
/// possible; held = false starts the counting. The caller clears strokes that are not counted yet.
/// [audio]
JW_REALTIME void jw_audio_hold_books(JwAudio *audio, bool held);

/// Energy in a string's ledger, and energy of the body, as in JwStringReport. [audio]
JW_REALTIME double jw_audio_ledger_j(const JwStringState *string);
JW_REALTIME double jw_audio_body_j(const JwAudio *audio);

/// Writes the energies of string s into its report. [audio]
JW_REALTIME void jw_audio_energy_report(const JwAudio *audio, int s, JwStringReport *report);

/// Publishes the parameter values to the control thread. [audio, or setup]
JW_REALTIME void jw_audio_publish_params(const JwAudio *audio, JwLatest *params);

/// Resets all strings to rest at their open frets, the allocator to no notes, and parameters to
/// those values (JW_N_PARAMS, another array than audio->param). [audio]
JW_REALTIME void jw_audio_rest(JwAudio *audio, const double *param);

#endif // JW_ENGINE_IMPL_H
