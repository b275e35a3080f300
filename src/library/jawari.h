// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// libjawari: strings that buzz against their bridge and frets, in real time.
//
//     JawariInstrument *sitar = jawari_instrument_load("sitar", NULL, NULL);
//     JawariEngine *engine = jawari_engine_new(sitar, NULL, NULL);
//     const JawariBuffers buffers = jawari_buffers(left, right);
//     const JawariEvent pluck = jawari_midi_event(0, 0x90, 61, 100);
//     jawari_engine_run(engine, &pluck, 1, &buffers, 256);
//     jawari_engine_free(engine);
//     jawari_instrument_free(sitar);
//
// Threads: a function marked [main] belongs to one control thread, [audio] to the one thread that
// runs an engine, [setup] to the control thread while no other thread uses the engine; [any] may be
// called from any thread. Engines share nothing: each may have threads of its own.
//
// Versions: within one major version programs that were built against an older library run with a
// newer one. Objects are opaque. A structure whose first member is `size` may get further members
// at its end: the caller sets `size` to sizeof the structure, and the library reads and writes no
// more than that. Parameters are numbered when the program runs (jawari_param_find()).
//
// Errors: a function that can fail returns NULL or false, changes nothing, and describes the error
// in *error. error may be NULL. Texts are UTF-8. Units are SI or stand in the name.

#ifndef JAWARI_H
#define JAWARI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) && !defined(_WIN32)
#define JAWARI_API __attribute__((__visibility__("default")))
#else
#define JAWARI_API
#endif

#define JAWARI_VERSION_MAJOR 0
#define JAWARI_VERSION_MINOR 1
#define JAWARI_VERSION_MICRO 0

#ifdef __cplusplus
extern "C" {
#endif

/// Version of the library that runs, such as "0.1.0". [any]
JAWARI_API const char *jawari_version(void);

/********* Errors *********/

typedef enum {
    JAWARI_NO_ERROR = 0,
    JAWARI_NO_MEMORY,    ///< An allocation failed
    JAWARI_NO_FILE,      ///< There is no file or name like that
    JAWARI_BAD_TEXT,     ///< A fault in a file or text: see line
    JAWARI_BAD_ARGUMENT, ///< An argument is out of its range
    JAWARI_REFUSED,      ///< The engine cannot play this instrument at this rate
} JawariErrorKind;

typedef struct {
    size_t size;    ///< sizeof(JawariError), set by the caller
    int kind;       ///< A JawariErrorKind
    int line;       ///< Line in the file, from 1; 0 if the error concerns no line
    int column;     ///< Byte in the line, from 1; 0 if unknown
    char file[512]; ///< File as it was named; empty if the error concerns no file
    char text[768]; ///< One line for the user, which names file and line, without a full stop
} JawariError;

/// An error that has not happened yet, of the right size.
static inline JawariError jawari_no_error(void) {
    JawariError error;
    error.size = sizeof(error);
    error.kind = JAWARI_NO_ERROR;
    error.line = error.column = 0;
    error.file[0] = error.text[0] = '\0';
    return error;
}

/********* Parameters *********/

typedef enum {
    JAWARI_SCALE_LINEAR,
    JAWARI_SCALE_LOGARITHMIC,
    JAWARI_SCALE_TOGGLE, ///< 0 or 1
    JAWARI_SCALE_CHOICE, ///< One of the values of jawari_param_point()
} JawariScaleKind;

/// A parameter; its texts last as long as the program.
typedef struct {
    size_t size;        ///< sizeof(JawariParamInfo), set by the caller
    const char *symbol; ///< Name in files and programs, such as "jawari"
    const char *name;   ///< Name for people
    const char *unit;   ///< Unit; empty for a plain number
    const char *comment;
    double lowest, standard, highest; ///< Range, and the value where an instrument sets none
    int scale;                        ///< A JawariScaleKind
    int controller;                   ///< MIDI controller that moves it; -1: none
} JawariParamInfo;

/// Number of parameters, which are numbered from 0. [any]
JAWARI_API int jawari_param_count(void);

/// Number of the parameter with a symbol; -1 if there is none. [any]
JAWARI_API int jawari_param_find(const char *symbol);

/// Describes a parameter; false if there is no such number. [any]
JAWARI_API bool jawari_param_info(int param, JawariParamInfo *info);

/// Label of a parameter's named value number i, from 0, and the value, where `value` is not NULL;
/// NULL past the last. [any]
JAWARI_API const char *jawari_param_point(int param, int i, double *value);

/********* Instruments *********/

/// An instrument with values of its parameters.
typedef struct JawariInstrument JawariInstrument;

typedef enum {
    JAWARI_ROLE_MELODY,      ///< Plays notes at its frets
    JAWARI_ROLE_DRONE,       ///< Plays notes only as an open string
    JAWARI_ROLE_SYMPATHETIC, ///< Rings in sympathy: notes never pluck it
} JawariRole;

typedef struct {
    size_t size;      ///< sizeof(JawariStringInfo), set by the caller
    const char *name; ///< Lasts as long as the instrument
    int role;         ///< A JawariRole
    int key;          ///< MIDI key of the open string
    int frets;        ///< Number of frets; 0: an open string only
    double length_m;  ///< Length of the open string
    double mass_kg_m; ///< Mass per length
    double tension_n; ///< Tension of the open string
    double pitch_hz;  ///< Pitch of the open string by these data
    double pan;       ///< Place from -1 (left) to 1 (right)
} JawariStringInfo;

/// Loads an instrument, then applies a preset. Each is a name that is looked for in the folders of
/// jawari_names_new(), or a path, which has a slash in it. instrument NULL: the preset's, else a
/// sitar; preset NULL: none. [main]
JAWARI_API JawariInstrument *jawari_instrument_load(const char *instrument, const char *preset,
                                                    JawariError *error);

/// Reads an instrument from a text of `size` bytes in the format of doc/instrument-format.md; name
/// is its name in errors, NULL: "text". [any]
JAWARI_API JawariInstrument *jawari_instrument_parse(const char *text, size_t size,
                                                     const char *name, JawariError *error);

/// Copies an instrument; NULL if memory is short. [any]
JAWARI_API JawariInstrument *jawari_instrument_copy(const JawariInstrument *instrument);

/// Frees it; accepts NULL. Engines made from it have copies. [any]
JAWARI_API void jawari_instrument_free(JawariInstrument *instrument);

/// Text from which jawari_instrument_parse() reads an instrument that plays the same samples: the
/// text that this one was read from, with the present values of parameters in [set] and the cents
/// of its tuned file in each [string NAME]. The caller frees it with jawari_text_free(); NULL if
/// memory is short. [any]
JAWARI_API char *jawari_instrument_text(const JawariInstrument *instrument);

/// Frees a text of jawari_instrument_text(); accepts NULL. [any]
JAWARI_API void jawari_text_free(char *text);

/// Name, description, and a line that says that the instrument plays untuned (else an empty text);
/// they last as long as the instrument. [any]
JAWARI_API const char *jawari_instrument_name(const JawariInstrument *instrument);
JAWARI_API const char *jawari_instrument_description(const JawariInstrument *instrument);
JAWARI_API const char *jawari_instrument_remark(const JawariInstrument *instrument);

/// Number of strings, which are numbered from 0. [any]
JAWARI_API int jawari_instrument_string_count(const JawariInstrument *instrument);

/// Describes a string; false if there is no such number. [any]
JAWARI_API bool jawari_instrument_string_info(const JawariInstrument *instrument, int string,
                                              JawariStringInfo *info);

/// Number of the string with a name, in which case does not matter; -1 if there is none. [any]
JAWARI_API int jawari_instrument_find_string(const JawariInstrument *instrument, const char *name);

/// MIDI key of a note that the instrument can play: a number, a Western name (C#3) or sargam from
/// its Sa (Re'). -1, with an error that lists playable keys, for other texts. [any]
JAWARI_API int jawari_instrument_find_key(const JawariInstrument *instrument, const char *note,
                                          JawariError *error);

/// True if a sound can push its bridge: then jawari_engine_run() has a use for an input. [any]
JAWARI_API bool jawari_instrument_takes_input(const JawariInstrument *instrument);

/// Value of a parameter; 0 if there is no such number. [any]
JAWARI_API double jawari_instrument_param(const JawariInstrument *instrument, int param);

/// Sets a parameter for engines that are made from now on; an error for a value outside its range.
/// [any]
JAWARI_API bool jawari_instrument_set_param(JawariInstrument *instrument, int param, double value,
                                            JawariError *error);

/********* Names of what is installed *********/

typedef enum { JAWARI_INSTRUMENTS, JAWARI_PRESETS, JAWARI_RAGAS } JawariNameKind;

typedef struct JawariNames JawariNames;

/// Names of a kind in order. Instruments and presets are those in the folder $JAWARI_DATA, and the
/// installed ones; ragas are numbered as the parameter "raga". NULL if memory is short. [main]
JAWARI_API JawariNames *jawari_names_new(JawariNameKind kind);

/// Number of names. [any]
JAWARI_API int jawari_names_count(const JawariNames *names);

/// Name i, from 0, which lasts as long as `names`; NULL past the last. [any]
JAWARI_API const char *jawari_names_get(const JawariNames *names, int i);

/// Frees the names; accepts NULL. [any]
JAWARI_API void jawari_names_free(JawariNames *names);

/********* Tunings and bridges *********/

/// Pitches of all keys, and fine tunings of strings.
typedef struct JawariTuning JawariTuning;

/// Makes a tuning from files: a scale (Scala's .scl, or .tun) and a keyboard mapping (.kbm). Either
/// may be NULL: without a scale the instrument's parameters give the pitches, without a mapping the
/// scale begins on Sa. [main]
JAWARI_API JawariTuning *jawari_tuning_load(const char *scale_path, const char *keymap_path,
                                            JawariError *error);

/// The same from texts; NULL for none. [any]
JAWARI_API JawariTuning *jawari_tuning_parse(const char *scale, size_t scale_size,
                                             const char *keymap, size_t keymap_size,
                                             JawariError *error);

/// Tunes one string finer, by cents from -1200 to 1200; false for other values. [any]
JAWARI_API bool jawari_tuning_set_string(JawariTuning *tuning, int string, double cents);

/// Frees it; accepts NULL. [any]
JAWARI_API void jawari_tuning_free(JawariTuning *tuning);

/// Heights of a movable bridge in place of the instrument's own.
typedef struct JawariProfile JawariProfile;

/// Reads a profile from a file, as jawari-render --profile does. [main]
JAWARI_API JawariProfile *jawari_profile_load(const char *path, JawariError *error);

/// Makes a profile of n points, up to 256, joined by straight lines: ascending distances from the
/// bridge's end of the string, and heights over the line between the string's ends. [any]
JAWARI_API JawariProfile *jawari_profile_new(const double *x_m, const double *height_m, int n,
                                             JawariError *error);

/// Frees it; accepts NULL. [any]
JAWARI_API void jawari_profile_free(JawariProfile *profile);

/********* Engines *********/

typedef struct JawariEngine JawariEngine;

typedef struct {
    size_t size;    ///< sizeof(JawariEngineOptions), set by the caller
    double rate_hz; ///< Sample rate, 8000 to 384000; 0: 48000. Others are refused
    bool offline; ///< Computes tables within jawari_engine_run(), at fixed frames: the same samples
                  ///< however fast the program is, and nothing to service. Not for an audio thread
    bool exact;   ///< 64-bit modes, at twice the cost
    uint32_t seed;              ///< Seed of the strokes' random variation; 0: the instrument's own
    const JawariTuning *tuning; ///< NULL: the instrument's own
    const JawariProfile *profile; ///< NULL: the instrument's own bridge
} JawariEngineOptions;

typedef enum {
    JAWARI_EVENT_MIDI,       ///< midi
    JAWARI_EVENT_SYSEX,      ///< sysex
    JAWARI_EVENT_PARAM,      ///< param: clamped to its range; a NaN is ignored
    JAWARI_EVENT_TRANSPORT,  ///< transport: position of a host, for a drone that follows it
    JAWARI_EVENT_PLUCK,      ///< pluck: an open string, whatever others play its note
    JAWARI_EVENT_DAMP,       ///< damp: lays a hand on a string, or lifts it
    JAWARI_EVENT_PANIC,      ///< Damps all strings, resets controllers, halts the drone
    JAWARI_EVENT_NOTE,       ///< note: as a note message of MIDI, with a finer velocity
    JAWARI_EVENT_EXPRESSION, ///< expression: bend, pressure or brightness of one note
    JAWARI_EVENT_CHOKE,      ///< choke: ends notes and silences their strings, only these
} JawariEventType;

/// Complete channel message: status with channel, and two data bytes.
typedef struct {
    uint8_t bytes[4];
} JawariMidiEvent;

/// System exclusive message from F0 to F7, which the caller keeps until run() returns.
typedef struct {
    const uint8_t *bytes;
    uint32_t size;
} JawariSysexEvent;

typedef struct {
    double value;
    int32_t param;
} JawariParamEvent;

typedef struct {
    double bpm;  ///< Beats per minute; 0 while the host stands still
    double beat; ///< Beats since the host's start
} JawariTransportEvent;

typedef struct {
    double place;    ///< Part of the length from the bridge; 0: as the parameter "pluck_position"
    double velocity; ///< Above 0 to 127, as of MIDI; 0 ends the note
    int32_t string;
} JawariPluckEvent;

typedef struct {
    int32_t string;
    int32_t on; ///< 1: the hand is laid on; 0: it is lifted
} JawariDampEvent;

/// Note by MIDI channel and key; ignored if a value is out of range.
typedef struct {
    double velocity; ///< Above 0 to 127, as of MIDI; 0 ends the note
    int32_t channel; ///< 0 to 15
    int32_t key;     ///< 0 to 127
} JawariNoteEvent;

typedef enum {
    JAWARI_EXPRESSION_CENTS,      ///< Bend [cent], in addition to the channel's
    JAWARI_EXPRESSION_PRESSURE,   ///< 0 to 1, as polyphonic pressure while the key is down
    JAWARI_EXPRESSION_BRIGHTNESS, ///< -1 to 1, as controller 74 of an MPE channel
} JawariExpressionKind;

/// Expression of the notes with that channel and key, clamped, until their string is struck again
/// or goes to another key; a NaN is ignored. An instrument may have no use for some of them.
typedef struct {
    double value;    ///< In the kind's unit; 0: none
    int32_t channel; ///< 0 to 15; -1: any
    int32_t key;     ///< 0 to 127; -1: any
    int32_t kind;    ///< A JawariExpressionKind
} JawariExpressionEvent;

typedef struct {
    int32_t channel; ///< 0 to 15; -1: any
    int32_t key;     ///< 0 to 127; -1: any
} JawariChokeEvent;

typedef struct {
    uint32_t frame; ///< Frame of the block, from 0; events are sorted by it
    int32_t type;   ///< A JawariEventType; others are ignored
    union {
        JawariMidiEvent midi;
        JawariSysexEvent sysex;
        JawariParamEvent param;
        JawariTransportEvent transport;
        JawariPluckEvent pluck;
        JawariDampEvent damp;
        JawariNoteEvent note;
        JawariExpressionEvent expression;
        JawariChokeEvent choke;
        uint64_t room[5]; ///< The size of an event stays as it is
    } data;
} JawariEvent;

/// Makes an event of a channel message.
static inline JawariEvent jawari_midi_event(uint32_t frame, uint8_t status, uint8_t data1,
                                            uint8_t data2) {
    JawariEvent event;
    event.frame = frame;
    event.type = JAWARI_EVENT_MIDI;
    event.data.midi.bytes[0] = status;
    event.data.midi.bytes[1] = data1;
    event.data.midi.bytes[2] = data2;
    event.data.midi.bytes[3] = 0;
    return event;
}

/// Memory for one block, of as many samples each as the block has frames.
typedef struct {
    size_t size; ///< sizeof(JawariBuffers), set by the caller
    float *left, *right;
    const float *in_left,
        *in_right;       ///< Sound at full scale 1 that pushes the bridge; in_left NULL:
                         ///< none; in_right NULL: mono. May be the output's memory
    float *const *stems; ///< NULL, or 2 (n + 1) buffers for n strings: left and right of each
                         ///< string, then of the body; each may be NULL
} JawariBuffers;

/// Buffers of a block without input and stems, of the right size.
static inline JawariBuffers jawari_buffers(float *left, float *right) {
    JawariBuffers buffers;
    buffers.size = sizeof(buffers);
    buffers.left = left;
    buffers.right = right;
    buffers.in_left = buffers.in_right = NULL;
    buffers.stems = NULL;
    return buffers;
}

/// State of a string, or of all, at the last point of the control grid of 32 frames. Counts begin
/// when the engine is made or reset.
typedef struct {
    size_t size; ///< sizeof(JawariReport), set by the caller
    uint64_t frames;
    uint64_t impacts;        ///< Number of times that a contact point hit the obstacle
    uint64_t dropped_events; ///< Notes that no string could take, and messages of a flood
    uint64_t limited;        ///< Samples of the mix over +9 dBFS, which are held below +12 dBFS
    uint64_t nonfinite;      ///< Samples that were no number and were replaced by 0
    double energy_j;         ///< Energy of the string
    double energy_excess;    ///< Largest part of the energy put in by which the energy rose above
                             ///< it: 0 but for rounding
    double penetration_m;    ///< Deepest penetration of a contact point into the obstacle
    double contact_force_n;  ///< Largest contact force
    double peak;             ///< Largest sample
    double pitch_hz;         ///< Pitch at which the string would sound now; 0 for all strings
    int fret;                ///< Fret at which it is stopped; 0: open
    int held_key;            ///< MIDI key held on it; -1: none
    int damped;              ///< 1 while a hand lies on it
} JawariReport;

/// The last stroke on a string.
typedef struct {
    size_t size;              ///< sizeof(JawariStroke), set by the caller
    uint64_t number;          ///< Number of the stroke on its string, from 1; 0: none yet
    uint64_t frame;           ///< Frame at which it began
    double velocity;          ///< From -1 to 1; negative: outward
    double length_m;          ///< Speaking length
    double place_m;           ///< Distance from the bridge
    double width_m;           ///< Width of plectrum or finger
    double force_n;           ///< Peak force
    double rise_s, release_s; ///< Times to the peak and back to 0
    int kind;                 ///< Value of the parameter "pluck_stroke"
    int fret;                 ///< Fret at which the string is stopped; 0: open
} JawariStroke;

/// Makes an engine that is ready to run. options NULL: 48 kHz in real time. [main]
JAWARI_API JawariEngine *jawari_engine_new(const JawariInstrument *instrument,
                                           const JawariEngineOptions *options, JawariError *error);

/// Frees it; accepts NULL. [setup]
JAWARI_API void jawari_engine_free(JawariEngine *engine);

/// Puts the engine back as it was made. [setup]
JAWARI_API void jawari_engine_reset(JawariEngine *engine);

/// Silences everything at once: strings at rest, no notes, the present parameters. [audio]
JAWARI_API void jawari_engine_rest(JawariEngine *engine);

/// Makes the engine as if it were a new one of this instrument, which has the same strings and
/// body, with other parameters and seed: quicker than a new one. [setup]
JAWARI_API bool jawari_engine_restart(JawariEngine *engine, const JawariInstrument *instrument,
                                      uint32_t seed, JawariError *error);

/// Plays n_frames, 0 is allowed, and n_events; without left or right it does nothing. Events beyond
/// the block act at its end, one that is out of order with the one before it. It never allocates,
/// locks, waits or calls the system (unless offline), and cannot fail: it clamps and counts.
/// However frames and events are divided into blocks, the samples are the same, bit for bit. No
/// sample exceeds 3.98. [audio]
JAWARI_API void jawari_engine_run(JawariEngine *engine, const JawariEvent *events, size_t n_events,
                                  const JawariBuffers *buffers, uint32_t n_frames);

/// True while jawari_engine_service() has work. [any]
JAWARI_API bool jawari_engine_wants_service(const JawariEngine *engine);

/// Computes the tables of moved parameters (bridge, thread, losses, tuning) and hands them to the
/// audio thread. Call it ten times a second or more while the engine runs in real time. False if
/// memory is short: it is tried again. [main]
JAWARI_API bool jawari_engine_service(JawariEngine *engine);

/// Sends an event to the audio thread, to act at the next block; its frame does not count. False if
/// the queue is full, and for SYSEX. [main]
JAWARI_API bool jawari_engine_post(JawariEngine *engine, const JawariEvent *event);

/// Tunes all strings, sounding ones too; NULL: the instrument's own tuning. [main]
JAWARI_API bool jawari_engine_set_tuning(JawariEngine *engine, const JawariTuning *tuning,
                                         JawariError *error);

/// Gives the bridge other heights under sounding strings; NULL: the instrument's own. [main]
JAWARI_API bool jawari_engine_set_profile(JawariEngine *engine, const JawariProfile *profile,
                                          JawariError *error);

/// Sample rate [Hz]. [any]
JAWARI_API double jawari_engine_rate(const JawariEngine *engine);

/// Frames by which the output is late, of events or, with_input, of the input's effect. [any]
JAWARI_API uint32_t jawari_engine_latency(const JawariEngine *engine, bool with_input);

/// Number of strings. [any]
JAWARI_API int jawari_engine_string_count(const JawariEngine *engine);

/// True once all strings are at rest and the output is exactly 0. [any]
JAWARI_API bool jawari_engine_silent(const JawariEngine *engine);

/// Value of a parameter as the audio thread last published it; 0 if there is no such number. [main]
JAWARI_API double jawari_engine_param(const JawariEngine *engine, int param);

/// Value of a parameter after all events so far. [audio]
JAWARI_API double jawari_engine_param_now(const JawariEngine *engine, int param);

/// Reports on a string, or on all for -1; false if there is no such string. [main, or setup]
JAWARI_API bool jawari_engine_report(const JawariEngine *engine, int string, JawariReport *report);

/// Reports the last stroke on a string; false if there is no such string. [audio, or setup]
JAWARI_API bool jawari_engine_stroke(const JawariEngine *engine, int string, JawariStroke *stroke);

/// Latest shape of a string: n (2 to 128) heights [m] at even distances from the bridge's end to
/// the other. False if there is no such string or number. [main]
JAWARI_API bool jawari_engine_shape(const JawariEngine *engine, int string, float *height_m, int n);

/// Latest amplitudes of up to n modes of a string, y(x) = sum of a_j sin(j pi x/L) [m], j from 1,
/// and its speaking length L, where `length_m` is not NULL. Returns how many it wrote. [main]
JAWARI_API int jawari_engine_modes(const JawariEngine *engine, int string, float *amplitude_m,
                                   int n, double *length_m);

/// Latest contact forces [N] of up to n points, 256 at most, and their distances from the bridge's
/// end [m]; returns how many it wrote. [main]
JAWARI_API int jawari_engine_forces(const JawariEngine *engine, int string, float *x_m,
                                    float *force_n, int n);

/// The same at the end of the last frame run. [audio, or setup]
JAWARI_API int jawari_engine_forces_now(const JawariEngine *engine, int string, float *x_m,
                                        float *force_n, int n);

/// True while a note can still be changed or heard: a key or pedal holds it, or the string that it
/// played last carries more than a millionth of the energy of its loudest stroke. [audio, or setup]
JAWARI_API bool jawari_engine_note_sounds(const JawariEngine *engine, int channel, int key);

/// Pitch [Hz] and energy [J] of a string at the end of the last frame run, each where it is not
/// NULL; false if there is no such string. [audio, or setup]
JAWARI_API bool jawari_engine_string_now(const JawariEngine *engine, int string, double *pitch_hz,
                                         double *energy_j);

#ifdef __cplusplus
}
#endif

#endif // JAWARI_H
