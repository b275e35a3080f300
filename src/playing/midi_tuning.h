// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Tunings by messages of the MIDI Tuning Standard: of programs, of the octaves of channels, and of
// the whole instrument.
//
// A program has a pitch for each key, and belongs to one of 128 banks; RPN 3 and 4 select a program
// for their channel. The keys of that channel then have the program's pitches if a message has
// tuned them, and otherwise the instrument's. Every channel begins with program 0 of bank 0.
// Scale/octave tuning replaces a channel's program until another program is selected. Members of an
// MPE zone have their manager's tuning, unless they have their own.

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
    JW_TUNING_PROGRAMS = 32, ///< Largest number of stored programs
};

/// Pitches of all keys from an external tuner, as MIDI keys with a fraction; negative: no note.
typedef struct {
    bool is_on;                 ///< There is a tuner
    uint16_t channels;          ///< Channels with their own keys, as bits
    double pitch[JW_MIDI_KEYS]; ///< Pitches of all other channels
    double own[JW_CHANNELS][JW_MIDI_KEYS];
} JwKeyTable;

/// Meanings of a pitch in a program.
typedef enum {
    JW_PITCH_NONE,   ///< No pitch: the instrument's applies
    JW_PITCH_KEY,    ///< MIDI key with a fraction, 69 being 440 Hz
    JW_PITCH_OFFSET, ///< Semitones relative to the key in equal temperament
} JwPitchKind;

typedef struct {
    uint8_t bank, program;
    uint8_t kind[JW_MIDI_KEYS]; ///< Meaning of each pitch, a JwPitchKind
    float pitch[JW_MIDI_KEYS];
} JwTuningProgram;

typedef struct {
    int n;
    JwTuningProgram program[JW_TUNING_PROGRAMS];
    bool has_octave[JW_CHANNELS];
    float octave[JW_CHANNELS][JW_OCTAVE_NOTES]; ///< Semitones relative to equal temperament, from
                                                ///< C on
    double fine, coarse;                        ///< Tuning of the whole instrument [semitone]
} JwMidiTunings;

/// Keys tuned by a message: of a program, or of channels.
typedef struct {
    bool understood;       ///< False if the message is unknown or there was no room
    bool real_time;        ///< Sounding notes are tuned too
    bool by_program;       ///< The keys belong to a program; false: to channels
    uint8_t bank, program; ///< Program, if by_program
    uint64_t keys[2];      ///< Keys as bits, if by_program
    uint16_t channels;     ///< Channels as bits, if not by_program
} JwRetuned;

/// Clears all tunings. [any]
JW_REALTIME void jw_tunings_init(JwMidiTunings *tunings);

/// Handles a message about tuning; others change nothing. Master tuning names no key in JwRetuned.
/// [any]
JW_REALTIME JwRetuned jw_tunings_take(JwMidiTunings *tunings, const JwSysex *sysex);

/// Selects a tuning by a message that the channel has handled; returns true if the message selects
/// one. [any]
JW_REALTIME bool jw_tunings_select(JwMidiTunings *tunings, const JwChannels *channels,
                                   const JwMidi *midi);

/// True if JwRetuned includes a key of a channel. [any]
JW_REALTIME bool jw_tunings_concern(const JwMidiTunings *tunings, const JwChannels *channels,
                                    const JwRetuned *retuned, int channel, int key);

/// Pitch of a channel's key as a MIDI key with a fraction; false if no message has tuned the key.
/// a4: pitch of key 69 in equal temperament, in the same unit. [any]
JW_REALTIME bool jw_tunings_pitch(const JwMidiTunings *tunings, const JwChannels *channels,
                                  int channel, int key, double a4, double *pitch);

#endif // JW_MIDI_TUNING_H
