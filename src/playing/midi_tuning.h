// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What MIDI Tuning Standard messages have made of keys: programs, octaves of channels, the whole.
//
// A program is a pitch for each key, and stands in one of 128 banks; RPN 3 and 4 select one for
// their channel, whose keys are its own from then on where a message has tuned them and the
// instrument's everywhere else. Every channel begins with program 0 of bank 0. Scale/octave tuning
// takes the place of a channel's program until another one is selected. Members of an MPE zone have
// what their manager has, unless they have something of their own.

#ifndef JW_MIDI_TUNING_H
#define JW_MIDI_TUNING_H

#include "base/attributes.h"
#include "playing/channels.h"
#include "playing/midi.h"
#include "playing/midi_sysex.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_MIDI_KEYS = 128,
    JW_TUNING_PROGRAMS = 32, ///< Programs that there is room for
};

/// Pitches of all keys that a tuner outside gives, as MIDI keys with a fraction; negative: no note.
typedef struct {
    bool is_on;                 ///< There is one
    uint16_t channels;          ///< That have keys of their own, as bits
    double pitch[JW_MIDI_KEYS]; ///< Of all others
    double own[JW_CHANNELS][JW_MIDI_KEYS];
} JwKeyTable;

/// What a pitch of a program is.
typedef enum {
    JW_PITCH_NONE,   ///< The key is as the instrument has it
    JW_PITCH_KEY,    ///< MIDI key with a fraction, 69 being 440 Hz
    JW_PITCH_OFFSET, ///< Semitones over the key in equal temperament
} JwPitchKind;

typedef struct {
    uint8_t bank, program;
    uint8_t kind[JW_MIDI_KEYS]; ///< JwPitchKind
    float pitch[JW_MIDI_KEYS];
} JwTuningProgram;

typedef struct {
    int n;
    JwTuningProgram program[JW_TUNING_PROGRAMS];
    bool has_octave[JW_CHANNELS];
    float octave[JW_CHANNELS][JW_OCTAVE_NOTES]; ///< Semitones over equal temperament, from C
    double fine, coarse;                        ///< Of the whole instrument [semitone]
} JwMidiTunings;

/// Whose keys a message has tuned: of a program, or of channels.
typedef struct {
    bool understood;       ///< False also where there was no room
    bool real_time;        ///< Notes that sound go with it
    bool by_program;       ///< Else by channels
    uint8_t bank, program; ///< by_program
    uint64_t keys[2];      ///< by_program, as bits
    uint16_t channels;     ///< As bits
} JwRetuned;

/// Nothing is tuned. [any]
JW_REALTIME void jw_tunings_init(JwMidiTunings *tunings);

/// Takes what a message says, if it is of tuning; master tuning concerns no key. [any]
JW_REALTIME JwRetuned jw_tunings_take(JwMidiTunings *tunings, const JwSysex *sysex);

/// True if a message that a channel has taken selects a tuning: then it has it. [any]
JW_REALTIME bool jw_tunings_select(JwMidiTunings *tunings, const JwChannels *channels,
                                   const JwMidi *midi);

/// True if a key of a channel was tuned. [any]
JW_REALTIME bool jw_tunings_concern(const JwMidiTunings *tunings, const JwChannels *channels,
                                    const JwRetuned *retuned, int channel, int key);

/// Pitch of a channel's key as a MIDI key with a fraction; false if no message has tuned it. a4:
/// that of key 69 in equal temperament. [any]
JW_REALTIME bool jw_tunings_pitch(const JwMidiTunings *tunings, const JwChannels *channels,
                                  int channel, int key, double a4, double *pitch);

#endif // JW_MIDI_TUNING_H
