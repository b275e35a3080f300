// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// The allocator: which string, which fret and which hand a MIDI message means.
//
// Notes go to a string that has them at one of its frets. Where no string has a note, the nearest
// place is tuned to it, up or down by no more than JW_RETUNE_UP_MAX and JW_RETUNE_DOWN_MAX
// semitones; beyond that the note is dropped and counted. Keys that share a string are fingers on
// it: the last one down sounds, and when it leaves the string sounds at the one before. What keys,
// channels and pressure mean besides is the instrument's (playing/midi_map.h).
//
// A member of an MPE zone (channels.h) has its notes for itself: it bends and presses them alone,
// and what it bent before stays bent when it goes on to another string. Members are alike: their
// notes go to any melody string, whatever the instrument has its channels play elsewhere, and each
// to a string of its own, whatever POLYPHONY says, as long as there is another that has the note.
//
// A finger that pulls a string aside raises it, and no more. A bend that is there before its note
// is not the finger's: the string is tuned so, by its peg, as far as the instrument lets it
// slacken. A member's bend is always of that kind: it reaches as far up and down on any string.
// Notes that could not be bent as far as they should be are counted.

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
    JW_RETUNE_UP_MAX = 7,    ///< Semitones that a string is pulled above its pitch
    JW_RETUNE_DOWN_MAX = 12, ///< and slackened below it
    JW_PULL_MAX = 24,        ///< Retuning, bend and tuning by channel or TUNE together, up or down
    JW_MAX_GESTURES = JW_MAX_STRINGS,
    JW_FINGERS = 8,           ///< Keys held on one string; more take the place of the first
    JW_ALLOCATOR_QUEUE = 128, ///< Strokes to come
};

typedef enum {
    JW_GESTURE_PLUCK,   ///< Go to the fret, pluck
    JW_GESTURE_FRET,    ///< Go to the fret while the string sounds
    JW_GESTURE_DAMP,    ///< The note ended: the palm comes down as RELEASE_DAMPING asks
    JW_GESTURE_SILENCE, ///< All sound off: at once
} JwGestureKind;

typedef struct {
    JwGestureKind kind;
    int string;
    int fret;        ///< Of PLUCK and FRET
    double velocity; ///< Of PLUCK, -1..1; negative: an outward stroke (ra)
    double position; ///< Of PLUCK: part of the speaking length; negative: as PLUCK_POSITION asks
} JwGesture;

/// A key that is held on a string.
typedef struct {
    uint8_t channel;
    uint8_t key;
} JwFinger;

/// What one string is doing.
typedef struct {
    JwFinger finger[JW_FINGERS]; ///< The last one sounds
    int n_fingers;
    bool sustained; ///< A pedal holds it after the keys
    bool caught;    ///< That is, the sostenuto pedal, which came down while a key did
    int key;        ///< Of the note that sounds, -1: none, or an open stroke
    int channel;    ///< That played it last, -1: none
    int fret;
    double retune;      ///< Semitones by which its tension makes up what no fret has
    double tuning;      ///< Of channel and master, that its fret makes up
    bool is_open;       ///< Plucked open by the string's number
    double slack;       ///< Semitones by which a bend may lower it beyond what a finger can
    bool is_member;     ///< Its channel was a member of an MPE zone
    bool is_cut;        ///< It was not bent as far as it should have been
    double pressure;    ///< Of the key, 0..1
    bool loose;         ///< Its MPE channel has gone on to another string:
    double loose_bend;  ///< the bend it left behind [semitone]
    uint32_t age;       ///< Counts strokes: when it was last plucked
    uint64_t cut_bends; ///< Notes that could not be bent so far
} JwNote;

/// A hand that a key of the map lays on a string.
typedef struct {
    double firmness; ///< 0..1; 0: none lies there
    JwFinger finger; ///< The key that it belongs to
} JwHand;

/// A stroke to come.
typedef struct {
    uint64_t frame; ///< Absolute
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
    bool is_retuned; ///< Open strings are not tuned to that yet
    int tuned_by;    ///< Channel whose keys they are tuned to
    double
        open[JW_MAX_STRINGS]; ///< Semitones by which a string goes to its key while none plays it
    JwNote voice[JW_MAX_STRINGS];
    JwHand hand[JW_MAX_STRINGS]; ///< On each string, the last one laid there
    JwAction stroke;             ///< How strokes are chosen
    bool last_ra;
    uint32_t clock;
    uint64_t dropped; ///< Notes that no string could take
    int n_to_come;
    JwStrokeToCome to_come[JW_ALLOCATOR_QUEUE]; ///< By frame
} JwAllocator;

/// No note sounding, controllers at rest. The instrument and the fretboard are borrowed. [audio]
JW_REALTIME void jw_allocator_reset(JwAllocator *allocator, const JwInstrument *instrument,
                                    const JwFretboard *board, double rate_hz, double bend_range);

/// No note sounding, controllers at rest but for volumes and pans; what was counted stays, and
/// whose channel a string that still sounds was. [audio]
JW_REALTIME void jw_allocator_panic(JwAllocator *allocator, double bend_range);

/// As after a reset, but for the parameters' values, the tuner outside, counts, and whose channel a
/// string that still sounds was. [audio]
JW_REALTIME void jw_allocator_power_up(JwAllocator *allocator, double bend_range);

/// Another allocator's tunings, and its channel that leads (-1: none). [audio]
JW_REALTIME void jw_allocator_inherit(JwAllocator *allocator, const JwMidiTunings *tunings,
                                      int leader);

/// Takes what a system exclusive message says of tuning; false if it says nothing of it, or there
/// was no room. [audio]
JW_REALTIME bool jw_allocator_sysex(JwAllocator *allocator, const JwSysex *sysex);

/// Takes the pitches of a tuner outside; they go before those of messages, and after those of a
/// scale. Notes that sound go with them. [audio]
JW_REALTIME void jw_allocator_set_table(JwAllocator *allocator, const JwKeyTable *table);

/// Another tuning: notes that sound go to where it has their keys. [audio]
JW_REALTIME void jw_allocator_set_board(JwAllocator *allocator, const JwFretboard *board);

/// Bend range [semitones] of every channel but the members of MPE zones. [audio]
JW_REALTIME void jw_allocator_set_bend_range(JwAllocator *allocator, double semitones);

/// Takes a message that acts at that absolute frame, with the parameters as they are; writes what
/// is to be done into gestures[JW_MAX_GESTURES] and returns how many. Controllers of params.def are
/// the caller's, but for those that jw_allocator_keeps(). [audio]
JW_REALTIME int jw_allocator_take(JwAllocator *allocator, const JwMidi *midi, uint64_t frame,
                                  const double *param, JwGesture *gestures);

/// True if a message changes what a string does as soon as it is taken. All others wait, for a
/// stroke or the control grid: until either comes it is the same when they are taken. [audio]
JW_REALTIME bool jw_allocator_acts(const JwAllocator *allocator, const JwMidi *midi);

/// True if a string can have a key on that channel, or the map says what it does. [any]
JW_REALTIME bool jw_allocator_reaches(const JwAllocator *allocator, int channel, int key);

/// True if a controller is one note's, not a parameter's. [any]
JW_REALTIME bool jw_allocator_keeps(const JwAllocator *allocator, const JwMidi *midi);

/// Plucks a string open, with that velocity (1..127), held as by its key on channel 0; velocity 0
/// lets it go. False if nothing comes of it. [audio]
JW_REALTIME bool jw_allocator_open(JwAllocator *allocator, int string, int velocity,
                                   const double *param, JwGesture *gesture);

/// Plucks a string at the place where it is held, or open, for nobody's key. [audio]
JW_REALTIME JwGesture jw_allocator_stroke(JwAllocator *allocator, int string, int channel,
                                          double velocity, double position);

/// Frame of the next stroke to come, UINT64_MAX if there is none. [audio]
JW_REALTIME uint64_t jw_allocator_due(const JwAllocator *allocator);

/// Takes the next stroke that is due at or before that frame; false if there is none. [audio]
JW_REALTIME bool jw_allocator_next(JwAllocator *allocator, uint64_t frame, JwGesture *gesture);

/// On the control grid: counts the notes that are not bent as far as they should be, tunes strings
/// that no key plays. [audio]
JW_REALTIME void jw_allocator_watch(JwAllocator *allocator);

/// Semitones by which a string's tension is to raise it: retuning, bend and channel tuning. [audio]
JW_REALTIME double jw_allocator_pull(const JwAllocator *allocator, int string);

/// True if a finger that pulls would pull this string: a key has it, and bends reach it. [audio]
JW_REALTIME bool jw_allocator_bends(const JwAllocator *allocator, int string);

/// Firmness of the palm that hand and pressure lay on a string, 0..1. [audio]
JW_REALTIME double jw_allocator_palm(const JwAllocator *allocator, int string);

#endif // JW_ALLOCATOR_H
