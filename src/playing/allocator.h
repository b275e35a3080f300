// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Allocator: assigns MIDI messages to strings, frets and hands.
//
// A note is played by a string that has it at one of its frets. If no string does, the nearest
// place is retuned, up or down by at most JW_RETUNE_UP_MAX and JW_RETUNE_DOWN_MAX semitones; beyond
// that the note is dropped and counted. Keys on the same string are fingers: the last one pressed
// sounds, and when it is released, the string returns to the one before. The instrument defines
// other meanings of keys, channels and pressure (playing/midi_map.h).
//
// A member of an MPE zone (channels.h) has its notes to itself: its bend and pressure only affect
// them, and its bend stays on a string that it leaves for another one. All members are alike: their
// notes may use any melody string, even if the instrument assigns other strings to a channel, and
// each note gets a string of its own, regardless of POLYPHONY, if another string has the note.
//
// A finger can only raise a string's pitch, by pulling it aside. A bend received before its note is
// not made by the finger: the string's peg is turned, as far down as the instrument allows. A
// member's bend is always made by the peg, up and down alike, on any string. Notes that could not
// be bent as far as requested are counted.

#ifndef JW_ALLOCATOR_H
#define JW_ALLOCATOR_H

#include "base/attributes.h"
#include "playing/channels.h"
#include "playing/fretboard.h"
#include "playing/instrument.h"
#include "playing/midi.h"
#include "playing/midi_sysex.h"
#include "playing/midi_tuning.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_RETUNE_UP_MAX = 7,    ///< Largest retuning of a string upwards for a note [semitone]
    JW_RETUNE_DOWN_MAX = 12, ///< Largest retuning of a string downwards for a note [semitone]
    JW_PULL_MAX = 24, ///< Largest sum of retuning, bend and tuning by channel or TUNE, up or down
                      ///< [semitone]
    JW_MAX_GESTURES = JW_MAX_STRINGS,
    JW_FINGERS = 8,           ///< Keys held on one string; further ones replace the first
    JW_ALLOCATOR_QUEUE = 128, ///< Largest number of queued strokes
};

typedef enum {
    JW_GESTURE_PLUCK,   ///< Finger goes to the fret, then the string is plucked
    JW_GESTURE_FRET,    ///< Finger goes to the fret while the string sounds
    JW_GESTURE_DAMP,    ///< Palm comes down at the end of a note, with firmness RELEASE_DAMPING
    JW_GESTURE_SILENCE, ///< String is silenced immediately, by "all sound off"
} JwGestureKind;

typedef struct {
    JwGestureKind kind;
    int string;
    int fret;        ///< Fret of PLUCK and FRET
    double velocity; ///< Velocity of PLUCK, -1..1; negative: an outward stroke (ra)
    double position; ///< Position of PLUCK, as a part of the speaking length; negative:
                     ///< PLUCK_POSITION
} JwGesture;

/// Key held on a string.
typedef struct {
    uint8_t channel;
    uint8_t key;
} JwFinger;

/// Note on one string.
typedef struct {
    JwFinger finger[JW_FINGERS]; ///< Keys on the string; the last one sounds
    int n_fingers;
    bool sustained; ///< A pedal holds the note after its keys
    bool caught;    ///< The sostenuto pedal holds the note: it came down while a key was down
    int key;        ///< Key of the sounding note; -1: none, or an open stroke
    int channel;    ///< Channel that played the string last, -1: none
    int fret;
    double retune;      ///< Semitones that the tension must add because no fret has the pitch
    double tuning;      ///< Semitones of channel and master tuning that the fret includes
    bool is_open;       ///< The string was plucked open, by its index
    double slack;       ///< Semitones by which a bend may lower the string below the finger's
                        ///< range
    bool is_member;     ///< The channel was a member of an MPE zone when the note came
    bool is_cut;        ///< The note was not bent as far as requested
    double pressure;    ///< Pressure of the key, 0..127
    double own_bend;    ///< Bend of this note alone [semitone]
    double own_timbre;  ///< Brightness of this note alone, -1..1
    bool loose;         ///< The MPE channel has moved on to another string
    double loose_bend;  ///< Bend that the channel left on this string [semitone]
    uint32_t age;       ///< Number of the string's last stroke, counted over all strings
    uint64_t cut_bends; ///< Notes that could not be bent as far as requested
} JwNote;

/// Palm that a key of the map applies to a string.
typedef struct {
    double firmness; ///< Firmness 0..1; 0: no palm on the string
    JwFinger finger; ///< Key that applies the palm
} JwHand;

/// Queued stroke.
typedef struct {
    uint64_t frame; ///< Absolute frame
    int string;
    int channel;
    double velocity;
    double position;
} JwStrokeToCome;

typedef struct {
    const JwInstrument *instrument;
    const JwFretboard *board;
    double rate_hz;
    JwChannels channels;
    JwMidiTunings tunings;
    JwKeyTable table;
    bool is_retuned;             ///< Open strings still have to follow a new tuning
    int tuned_by;                ///< Channel by whose keys the open strings are tuned
    double open[JW_MAX_STRINGS]; ///< Semitones that tune a string to its key while no key plays it
    JwNote note[JW_MAX_STRINGS]; ///< Note on each string: the sounding or the last one
    JwHand hand[JW_MAX_STRINGS]; ///< Palm on each string: the last one applied
    JwAction stroke;             ///< Rule for the direction of strokes, inward or outward
    bool last_ra;
    uint32_t clock;
    uint64_t dropped; ///< Notes that no string could play
    int n_to_come;
    JwStrokeToCome to_come[JW_ALLOCATOR_QUEUE]; ///< Queued strokes in the order of their frames
} JwAllocator;

/// Resets the allocator: no notes, controllers at rest. The instrument and the fretboard are
/// borrowed. [audio]
JW_REALTIME void jw_allocator_reset(JwAllocator *allocator, const JwInstrument *instrument,
                                    const JwFretboard *board, double rate_hz, double bend_range);

/// Ends all notes and resets controllers, except volumes and pans. Keeps counts, and the channel of
/// a string that still sounds. [audio]
JW_REALTIME void jw_allocator_panic(JwAllocator *allocator, double bend_range);

/// Resets the allocator, except parameter values, the external tuner, counts, and the channel of a
/// string that still sounds. [audio]
JW_REALTIME void jw_allocator_power_up(JwAllocator *allocator, double bend_range);

/// Copies another allocator's tunings and its leading channel (-1: none). [audio]
JW_REALTIME void jw_allocator_inherit(JwAllocator *allocator, const JwMidiTunings *tunings,
                                      int leader);

/// Applies the tuning in a system exclusive message; returns false if it contains none, or there
/// was no room. [audio]
JW_REALTIME bool jw_allocator_sysex(JwAllocator *allocator, const JwSysex *sysex);

/// Sets the pitches of an external tuner, also for sounding notes. They override tunings by
/// messages, but not a scale from a file. [audio]
JW_REALTIME void jw_allocator_set_table(JwAllocator *allocator, const JwKeyTable *table);

/// Changes to the fretboard of another tuning: sounding notes move to the places of their keys.
/// [audio]
JW_REALTIME void jw_allocator_set_board(JwAllocator *allocator, const JwFretboard *board);

/// Sets the bend range [semitones] of every channel except the members of MPE zones. [audio]
JW_REALTIME void jw_allocator_set_bend_range(JwAllocator *allocator, double semitones);

/// Handles a message that acts at that absolute frame, with the present parameters. Writes gestures
/// to gestures[JW_MAX_GESTURES] and returns their number. The caller handles controllers listed in
/// params.def. [audio]
JW_REALTIME int jw_allocator_take(JwAllocator *allocator, const JwMidi *midi, uint64_t frame,
                                  const double *param, JwGesture *gestures);

/// True if a message changes a string as soon as it is handled. All other messages wait for a
/// stroke or the control grid, so that the exact time of their handling does not matter. [audio]
JW_REALTIME bool jw_allocator_acts(const JwAllocator *allocator, const JwMidi *midi);

/// True if a string can play a key on that channel, or the map has a meaning for the key. [any]
JW_REALTIME bool jw_allocator_reaches(const JwAllocator *allocator, int channel, int key);

/// Handles a note-on as jw_allocator_take() does, with a velocity (above 0 to 127) finer than the
/// message's. [audio]
JW_REALTIME int jw_allocator_note(JwAllocator *allocator, const JwMidi *midi, double velocity,
                                  uint64_t frame, const double *param, JwGesture *gestures);

/// Sets an expression of the notes with that channel and key; -1: any. [audio]
JW_REALTIME void jw_allocator_express(JwAllocator *allocator, int channel, int key,
                                      JwExpression kind, double value);

/// True if a string's present note, or one that a lower finger holds, has that channel and key; -1:
/// any. [audio]
JW_REALTIME bool jw_note_is(const JwNote *note, int channel, int key);

/// Ends the notes with that channel and key (-1: any) and silences their strings: writes gestures
/// to gestures[JW_MAX_GESTURES] and returns their number. [audio]
JW_REALTIME int jw_allocator_choke(JwAllocator *allocator, int channel, int key,
                                   JwGesture *gestures);

/// Plucks an open string with that velocity (up to 127), held as by its key on channel 0; velocity
/// 0 releases it. Returns false if that changes nothing. [audio]
JW_REALTIME bool jw_allocator_open(JwAllocator *allocator, int string, double velocity,
                                   const double *param, JwGesture *gesture);

/// Plucks a string at its present stop, or open, without a key that holds it. [audio]
JW_REALTIME JwGesture jw_allocator_stroke(JwAllocator *allocator, int string, int channel,
                                          double velocity, double position);

/// Frame of the next queued stroke, UINT64_MAX if there is none. [audio]
JW_REALTIME uint64_t jw_allocator_due(const JwAllocator *allocator);

/// Takes the next queued stroke due at or before that frame; returns false if there is none.
/// [audio]
JW_REALTIME bool jw_allocator_next(JwAllocator *allocator, uint64_t frame, JwGesture *gesture);

/// On the control grid, counts the notes that are not bent as far as requested, and tunes the
/// strings that no key plays. [audio]
JW_REALTIME void jw_allocator_watch(JwAllocator *allocator);

/// Semitones by which the tension must raise a string: retuning, bend and channel tuning. [audio]
JW_REALTIME double jw_allocator_pull(const JwAllocator *allocator, int string);

/// True if a pulling finger acts on this string: a key plays it, and bends affect it. [audio]
JW_REALTIME bool jw_allocator_bends(const JwAllocator *allocator, int string);

/// Effect of a pressure of 0..127: 0 up to the map's pressure_from, rising linearly from there to
/// 1. [any]
JW_REALTIME double jw_allocator_touch(const JwMidiMap *map, double pressure);

/// Firmness of the palm on a string due to palm keys, pressure and timbre, 0..1. [audio]
JW_REALTIME double jw_allocator_palm(const JwAllocator *allocator, int string);

#endif // JW_ALLOCATOR_H
