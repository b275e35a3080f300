// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The allocator: which string, which fret and which hand a MIDI message means.
//
// Notes go to a string that has them at one of its frets. Where no string has a note, the nearest
// place is tuned to it, up or down by no more than JW_RETUNE_UP_MAX and JW_RETUNE_DOWN_MAX
// semitones; beyond that the note is dropped and counted. Keys that share a string are fingers on
// it: the last one down sounds, and when it leaves, the string sounds at the one before. Other
// meanings of keys, channels and pressure come from the instrument (playing/midi_map.h).
//
// A member of an MPE zone (channels.h) has its notes for itself: it bends and presses them alone,
// and its bend stays on the string that it leaves for another one. Members are alike: their notes
// go to any melody string, even where the instrument has a channel play other strings, and each
// goes to a string of its own, whatever POLYPHONY says, as long as another string has the note.
//
// A finger can only raise a string, by pulling it aside. A bend that is there before its note is
// not the finger's: the string's peg is turned, as far down as the instrument lets it slacken. A
// member's bend is always of the peg: it reaches as far up as down, on any string. Notes that could
// not be bent as far as they were asked to are counted.

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
    JW_RETUNE_UP_MAX = 7,    ///< Most semitones that a string is pulled up for a note
    JW_RETUNE_DOWN_MAX = 12, ///< Most semitones that a string is slackened for a note
    JW_PULL_MAX = 24, ///< Most semitones that retuning, bend and tuning by channel or TUNE make
                      ///< together, up or down
    JW_MAX_GESTURES = JW_MAX_STRINGS,
    JW_FINGERS = 8,           ///< Keys held on one string; further ones take the place of the first
    JW_ALLOCATOR_QUEUE = 128, ///< Room for strokes to come
};

typedef enum {
    JW_GESTURE_PLUCK,   ///< Finger goes to the fret, then the string is plucked
    JW_GESTURE_FRET,    ///< Finger goes to the fret while the string sounds
    JW_GESTURE_DAMP,    ///< Palm comes down at the end of a note, as firmly as RELEASE_DAMPING asks
    JW_GESTURE_SILENCE, ///< String is silenced at once, by "all sound off"
} JwGestureKind;

typedef struct {
    JwGestureKind kind;
    int string;
    int fret;        ///< Fret of PLUCK and FRET
    double velocity; ///< Velocity of PLUCK, -1..1; negative: an outward stroke (ra)
    double position; ///< Place of PLUCK, as a part of the speaking length; negative: as
                     ///< PLUCK_POSITION asks
} JwGesture;

/// A key that is held on a string.
typedef struct {
    uint8_t channel;
    uint8_t key;
} JwFinger;

/// Note on one string.
typedef struct {
    JwFinger finger[JW_FINGERS]; ///< Keys on the string; the last one sounds
    int n_fingers;
    bool sustained; ///< True if a pedal holds the note after its keys
    bool caught; ///< True if the sostenuto pedal holds the note: it came down while a key was down
    int key;     ///< Key of the note that sounds; -1: none, or an open stroke
    int channel; ///< Channel that played the string last, -1: none
    int fret;
    double retune;      ///< Semitones by which the tension makes up what no fret has
    double tuning;      ///< Semitones of channel and master tuning that the fret makes up
    bool is_open;       ///< True if the string was plucked open by its number
    double slack;       ///< Semitones by which a bend may lower the string beyond what a finger can
    bool is_member;     ///< True if the channel was a member of an MPE zone when the note came
    bool is_cut;        ///< True if the note was not bent as far as it was asked to
    double pressure;    ///< Pressure of the key, 0..127
    bool loose;         ///< True if the MPE channel has gone on to another string
    double loose_bend;  ///< Bend that the channel left on this string [semitone]
    uint32_t age;       ///< Number of the string's last stroke, counted over all strings
    uint64_t cut_bends; ///< Notes that could not be bent as far as they were asked to
} JwNote;

/// A hand that a key of the map lays on a string.
typedef struct {
    double firmness; ///< Firmness 0..1; 0: no hand on the string
    JwFinger finger; ///< Key that lays the hand
} JwHand;

/// A stroke to come.
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
    bool is_retuned; ///< True if open strings still have to follow a new tuning
    int tuned_by;    ///< Channel whose keys the open strings are tuned to
    double
        /// Semitones by which a string goes to its key while no key plays it
        open[JW_MAX_STRINGS];
    JwNote note[JW_MAX_STRINGS]; ///< Note on each string: the one that sounds, or sounded last
    JwHand hand[JW_MAX_STRINGS]; ///< Hand on each string: the last one laid there
    JwAction stroke;             ///< Rule by which strokes go inward or outward
    bool last_ra;
    uint32_t clock;
    uint64_t dropped; ///< Notes that no string could take
    int n_to_come;
    JwStrokeToCome to_come[JW_ALLOCATOR_QUEUE]; ///< Strokes in the order of their frames
} JwAllocator;

/// Resets the allocator: no note, controllers at rest. The instrument and the fretboard are
/// borrowed. [audio]
JW_REALTIME void jw_allocator_reset(JwAllocator *allocator, const JwInstrument *instrument,
                                    const JwFretboard *board, double rate_hz, double bend_range);

/// Ends all notes and puts controllers to rest, except volumes and pans. Counts stay, and a string
/// that still sounds keeps the channel that played it. [audio]
JW_REALTIME void jw_allocator_panic(JwAllocator *allocator, double bend_range);

/// Resets the allocator, except the parameters' values, the tuner outside, counts, and the channel
/// of a string that still sounds. [audio]
JW_REALTIME void jw_allocator_power_up(JwAllocator *allocator, double bend_range);

/// Takes over another allocator's tunings, and its channel that leads (-1: none). [audio]
JW_REALTIME void jw_allocator_inherit(JwAllocator *allocator, const JwMidiTunings *tunings,
                                      int leader);

/// Takes the tuning in a system exclusive message; false if the message has none, or there was no
/// room. [audio]
JW_REALTIME bool jw_allocator_sysex(JwAllocator *allocator, const JwSysex *sysex);

/// Takes the pitches of a tuner outside, for notes that sound too. They count for more than tunings
/// by message, and for less than a scale from a file. [audio]
JW_REALTIME void jw_allocator_set_table(JwAllocator *allocator, const JwKeyTable *table);

/// Takes another tuning's fretboard: notes that sound go to the places that it has for their keys.
/// [audio]
JW_REALTIME void jw_allocator_set_board(JwAllocator *allocator, const JwFretboard *board);

/// Sets the bend range [semitones] of every channel but the members of MPE zones. [audio]
JW_REALTIME void jw_allocator_set_bend_range(JwAllocator *allocator, double semitones);

/// Takes a message that acts at that absolute frame, with the parameters as they are; writes
/// gestures into gestures[JW_MAX_GESTURES] and returns their number. Controllers that params.def
/// names are the caller's. [audio]
JW_REALTIME int jw_allocator_take(JwAllocator *allocator, const JwMidi *midi, uint64_t frame,
                                  const double *param, JwGesture *gestures);

/// True if a message changes what a string does as soon as it is taken. All other messages wait for
/// a stroke or the control grid: until then it makes no difference when they are taken. [audio]
JW_REALTIME bool jw_allocator_acts(const JwAllocator *allocator, const JwMidi *midi);

/// True if a string can play a key on that channel, or the map has a meaning for the key. [any]
JW_REALTIME bool jw_allocator_reaches(const JwAllocator *allocator, int channel, int key);

/// Plucks a string open, with that velocity (1..127), held as by its key on channel 0; velocity 0
/// releases it. False if that changes nothing. [audio]
JW_REALTIME bool jw_allocator_open(JwAllocator *allocator, int string, int velocity,
                                   const double *param, JwGesture *gesture);

/// Plucks a string at the place where it is held, or open, with no key that holds it. [audio]
JW_REALTIME JwGesture jw_allocator_stroke(JwAllocator *allocator, int string, int channel,
                                          double velocity, double position);

/// Frame of the next stroke to come, UINT64_MAX if there is none. [audio]
JW_REALTIME uint64_t jw_allocator_due(const JwAllocator *allocator);

/// Takes the next stroke that is due at or before that frame; false if there is none. [audio]
JW_REALTIME bool jw_allocator_next(JwAllocator *allocator, uint64_t frame, JwGesture *gesture);

/// Counts, on the control grid, the notes that are not bent as far as they are asked to, and tunes
/// the strings that no key plays. [audio]
JW_REALTIME void jw_allocator_watch(JwAllocator *allocator);

/// Semitones by which a string's tension has to raise it: retuning, bend and channel tuning.
/// [audio]
JW_REALTIME double jw_allocator_pull(const JwAllocator *allocator, int string);

/// True if a pulling finger acts on this string: a key has it, and bends reach it. [audio]
JW_REALTIME bool jw_allocator_bends(const JwAllocator *allocator, int string);

/// Part of its effect that a pressure of 0..127 has: 0 up to the map's pressure_from, from there on
/// evenly up to 1. [any]
JW_REALTIME double jw_allocator_touch(const JwMidiMap *map, double pressure);

/// Firmness of the palm that hand, pressure and timbre lay on a string, 0..1. [audio]
JW_REALTIME double jw_allocator_palm(const JwAllocator *allocator, int string);

#endif // JW_ALLOCATOR_H
