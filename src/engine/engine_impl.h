// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Inside of the engine, shared by the files of engine/: setup.c makes every allocation, run.c and
// the files it calls belong to the audio thread. No other folder includes this header.

#ifndef JW_ENGINE_IMPL_H
#define JW_ENGINE_IMPL_H

#include "base/exchange.h"
#include "base/latest.h"
#include "base/ring.h"
#include "engine/energy_bound.h"
#include "engine/engine.h"
#include "engine/input.h"
#include "engine/loans.h"
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
    JW_BUILD_FRAMES = 512,  ///< Frames from one point to the next of the build grid, on which a
                            ///< synchronous engine builds tables
    JW_FADE_FRAMES = 480,   ///< Frames in which a string fades after "all sound off"
    JW_TURN_FRAMES = 16,    ///< Frames in which a bridge's contact finds itself on other tables
    JW_SPLICE_FRAMES = 128, ///< Frames of crossing from one fret's output to another's
    JW_WATCH_TICKS = 8,     ///< Ticks between two audits of the strings that sound
    JW_SHAPE_TICKS = 8,     ///< Ticks between two shapes of a string that nobody reads
    JW_PUT_OFF_MOST = 4,    ///< Times that what wakes strings may put an audit off
    JW_STILL_TICKS = 64,    ///< Ticks without motion after which a string sleeps
    JW_REST_TICKS = 16,     ///< Ticks at rest after which filters and ramps are empty
    JW_REPORT_TICKS = 64,   ///< Ticks between two reports at rest
    JW_POST_EVENTS = 1024,
};

_Static_assert((int)JW_MOTION_ACROSS == (int)JW_MAX_LATERAL, "all lateral modes are told");

/// Head of a string's modes, for pictures; the array q follows.
typedef struct {
    int n;
    int n_across;
    float across[JW_MAX_LATERAL]; ///< Modal displacements across [m]
    double length_m;
    uint64_t frame;
} JwShapeHead;

/// Head of the contact points, for pictures; n_points positions, then n_points forces follow.
typedef struct {
    int n;
} JwForceHead;

/// Energy of one string at its last reading.
typedef struct {
    double joules;
    double rest;  ///< Part of the energy that the string has at rest [J]
    double units; ///< Energy in the unit of the ensemble's books, for a string on a body
} JwReading;

/// Level and place at which controllers let something be heard.
typedef struct {
    double played; ///< Volume times expression, 0..1; the level is the square of this
    double pan;    ///< Place from left to right, -1..1
} JwHearing;

/// One string with all that turns its steps into output. Belongs to the audio thread, except for
/// the three `latest`.
typedef struct {
    JwStringState state;
    JwDecimator decimator;
    int fret;
    double pull;  ///< Semitones by which the tension raises the pitch now, for what is asked
    double lower; ///< Semitones by which it is lower, as bridge and thread are moved
    double ring;  ///< SYMPATHETIC in force
    double stretch_scale; ///< TENSION_MODULATION in force
    double thread_scale;  ///< THREAD in force
    double unlaid_m;      ///< Way that the thread has to go to where the tables have it
    bool hand;            ///< True while a hand lies on it
    double release;       ///< Firmness of the palm that ended the last note
    double palm; ///< Firmness of the palm in force: of `release` and of the allocator's palm the
                 ///< firmer
    double dc_in, dc_out;     ///< State of the high-pass that takes the resting force away
    double left, right, mono; ///< Gains at the start of the tick
    double left_step, right_step, mono_step; ///< Changes of these gains a frame
    double pan;                              ///< Place that the string is panned to, -1..1
    double pan_left, pan_right; ///< Shares of left and right at `pan`; both 0: not computed yet
    JwHearing hearing;          ///< Hearing in force
    int heard_channel;          ///< Channel whose hearing that is
    bool keeps; ///< True while the string keeps its hearing: until it has faded or is struck
    double fade, fade_step; ///< Level of the fade by "all sound off", and its change a frame
    JwSplice splice;        ///< Crossing from one fret's output to another's
    int turning;  ///< Steps after a change of tables in which what a bridge bears goes over from
                  ///< `turned`
    float turned; ///< Output before that change
    bool muted;   ///< True after "all sound off": the string lies still until a stroke
    bool asleep;
    bool stirred; ///< Woken since the last tick
    int still_ticks;
    float held; ///< Output while the string sleeps
    /// Outputs at the times at which the steps of a run begin, then at the end of the last one
    float steps[JW_CONTROL_FRAMES * JW_DECIMATOR_FACTOR_MAX + 1];
    uint64_t nonfinite;
    double peak;
    JwStrokeReport stroke; ///< Last stroke
    bool energy_is_open;   ///< True while something changes the string from outside
    JwReading reading;     ///< Energy before that change
    bool fresh;            ///< True if the reading is of now
    double mover_seen; ///< Work of the moving bridge that the books have counted, in the string's
                       ///< units
    double lift_j;     ///< Most energy that lifting it can give: JwTables.lift_j of its bridge, or
                       ///< of the bridge before a new profile
    double freed_j;    ///< Energy at rest on an old bridge that a new one has set free, and that
                       ///< the bound does not know yet [J]
    double moved_j;    ///< Work of the moving bridge that the bound does not know yet [J]
    double strokes_j;  ///< Work of strokes that the books have counted, for a string without a
                       ///< body [J]
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
    uint64_t frame; ///< Frame at which all this was so
} JwParams;

/// All that the audio thread owns.
typedef struct {
    JwInstrument instrument;
    int n_strings;
    JwVoice *string;
    JwEnsemble ensemble;         ///< Strings that sound, on the body if the instrument has one
    JwDecimator body_out[2];     ///< Decimators of the body's output, left and right
    double body_gain, body_step; ///< Level of the body, and its change a frame
    double body_side[2], body_side_step[2]; ///< Shares of left and right in it, from PAN, and their
                                            ///< change a frame
    int heard_leader;                       ///< Channel that sets this level
    double shadow_gain, shadow_step; ///< Level of the shadow at the start of the tick, and its
                                     ///< change a frame: without what channels do
    double body_peak;                ///< Loudest output of the body since the last watch
    bool energy_is_open;             ///< True while something changes strings from outside
    bool body_energy_is_open;        ///< True while something changes the body from outside
    double balance;  ///< Balance of the open strings and body before their change, see ensemble.h
    double body_j;   ///< Energy of the body at its last reading [J]
    double unread_j; ///< Change of the energy of motion that the bound does not know yet, on a body
                     ///< [J]
    double unread_rise_j; ///< Sum of the rises in that change [J]
    uint64_t read_frame;  ///< Frame at which the bound was told last
    double strokes_j;     ///< Work of strokes on strings and bridge that the books have counted [J]
    double input_j;       ///< Work of the input, likewise [J]
    double parameters_j;  ///< Work of parameters, frets and tables so far [J]
    JwEnergyBound bound;  ///< Bound on the energy of all strings on the body
    bool asleep;          ///< True while a coupled instrument sleeps, which it does as a whole
    JwShadow shadow;    ///< Second body: corrects the first one's sound for channels that are heard
                        ///< differently
    float body_held[2]; ///< Last output of the body, left and right
    float body_steps[2][JW_CONTROL_FRAMES * JW_DECIMATOR_FACTOR_MAX + 1];
    JwTables *tables; ///< Tables in force
    /// Tables of a lower quality, waiting until the decimators have crossed over
    JwTables *waiting;
    JwAllocator allocator;
    JwDrone drone;
    JwInput input; ///< Sound from outside
    JwLoans loans; ///< Strings that keys have tuned, while sound comes from outside
    double param[JW_N_PARAMS];
    JwBridge bridge;       ///< Bridge in force
    uint64_t bridge_ticks; ///< Control ticks since these changed
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
    float limited_peak;     ///< Largest sample before it was held back; 0 for none
    uint64_t ignored_sysex;
    int watch_ticks;      ///< Ticks since the strings were last watched
    int watch_in;         ///< Ticks until they are watched next
    int put_off;          ///< Times that this was put off for strings that were woken
    double vibrato_phase; ///< Phase of the vibrato, in turns
    bool at_rest;         ///< True if all strings sleep and the output is exactly 0
    uint32_t rest_ticks;  ///< Ticks that this has lasted with no event and no parameter moved
    double rest_param[JW_N_PARAMS]; ///< Parameters at the last tick
    bool fits; ///< True if the tables in force have been found, at rest, to be those that the
               ///< parameters want
} JwAudio;

struct JwEngineImpl {
    JwEngineOptions options;
    double rate_hz;
    // Owned by the control thread, except in a synchronous engine
    JwTuning tuning;
    JwProfile profile;
    unsigned drawn;      ///< Number of the profile: one more each time that it is set
    JwAudio *audio;      ///< NULL before prepare
    JwRing *requests;    ///< JwTablesSpec, audio to control thread
    JwRing *posts;       ///< JwEvent, control to audio thread
    JwExchange exchange; ///< JwTables, control to audio thread and back
    JwLatest *params;    ///< JwParams, audio to control thread
    JwTeam *team;        ///< NULL: no team
};

/// Adds the engine's tuning and profile to the values that tables are built from. [main; audio in a
/// synchronous engine]
static inline JW_REALTIME void jw_engine_fit_spec(const JwEngine *engine, JwTablesSpec *spec) {
    spec->tuning = &engine->tuning;
    spec->profile = &engine->profile;
    spec->drawn = engine->drawn;
}

/// Opens the energy books of a string and gives the state to change: every change from outside the
/// steps begins here, and its work is bounded by energy_bound.h. Ended by one
/// jw_audio_close_energy() before the strings run on. [audio]
JW_REALTIME JwStringState *jw_audio_touch(JwAudio *audio, JwVoice *string);

/// Opens the energy books of all strings and of the body. [audio]
JW_REALTIME void jw_audio_open_all_energy(JwAudio *audio);
JW_REALTIME void jw_audio_close_energy(JwAudio *audio);

/// Counts as a moving bridge's, for the bound, what a string has more energy than at rest since its
/// tables have another bridge: the old one had lifted it. Comes after the change of tables, while
/// the string's books are open. [audio]
JW_REALTIME void jw_audio_free_rest(JwAudio *audio, JwVoice *string);

/// Converts the ensemble's books to other tables, between opening and closing: steps take `ratio`
/// times as long. [audio]
JW_REALTIME void jw_audio_retime(JwAudio *audio, double ratio);

/// Sets the floors of the bounds. [audio]
JW_REALTIME void jw_audio_set_bounds(JwAudio *audio);

/// Resets the books. held = true marks everything as open, so that nothing is read while nothing
/// can be counted yet; held = false begins to count. Strokes that are not counted yet are for the
/// caller to clear. [setup]
void jw_audio_hold_books(JwAudio *audio, bool held);

/// Energies of a string's ledger and of the body, as JwStringReport has them. [audio]
JW_REALTIME double jw_audio_ledger_j(const JwStringState *string);
JW_REALTIME double jw_audio_body_j(const JwAudio *audio);

/// Writes the energies of string s into its report. [audio]
JW_REALTIME void jw_audio_energy_report(const JwAudio *audio, int s, JwStringReport *report);

/// Tells the control thread the values of the parameters. [audio, or setup]
JW_REALTIME void jw_audio_publish_params(const JwAudio *audio, JwLatest *params);

/// Puts every string to rest at its open fret, the allocator to no note, and parameters to the
/// instrument's own values. [setup]
void jw_audio_rest(JwAudio *audio);

#endif // JW_ENGINE_IMPL_H
