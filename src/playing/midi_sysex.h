// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// System exclusive messages with a meaning for an instrument: tunings and resets.
//
// Sources: MIDI Tuning Standard (MIDI 1.0 Detailed Specification 4.2, CA-020, CA-021), master
// tuning (CA-025), General MIDI System Messages; Roland's GS reset and scale tuning, Yamaha's XG
// reset. Messages to any device number are accepted. Checksums are ignored, because senders
// calculate them differently.

#ifndef JW_MIDI_SYSEX_H
#define JW_MIDI_SYSEX_H

#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_SYSEX_BYTES_MAX = 520, ///< Length of the longest understood message: 127 single keys
    JW_OCTAVE_NOTES = 12,
};

typedef enum {
    JW_SYSEX_OTHER,          ///< Message without a meaning here
    JW_SYSEX_KEYS,           ///< Single note tuning change: some keys of a program
    JW_SYSEX_PROGRAM,        ///< Bulk dump: all keys of a program
    JW_SYSEX_OCTAVE_PROGRAM, ///< Scale/octave dump: all keys of a program, octave by octave
    JW_SYSEX_OCTAVE,         ///< Scale/octave tuning of channels
    JW_SYSEX_FINE,           ///< Master fine tuning
    JW_SYSEX_COARSE,         ///< Master coarse tuning
    JW_SYSEX_RESET,          ///< GM on, GM2 on, GM off, GS, XG
} JwSysexType;

typedef struct {
    JwSysexType type;
    bool real_time;      ///< Sounding notes are tuned too
    uint8_t bank;        ///< Bank of KEYS, PROGRAM, OCTAVE_PROGRAM
    uint8_t program;     ///< Program of KEYS, PROGRAM, OCTAVE_PROGRAM
    uint16_t channels;   ///< Channels of OCTAVE, as bits
    bool wide;           ///< OCTAVE, OCTAVE_PROGRAM: two bytes per note
    double semitones;    ///< Tuning by FINE or COARSE
    int n;               ///< Number of entries of KEYS, PROGRAM
    const uint8_t *data; ///< Keys or notes, within the message
} JwSysex;

/// Decodes a message of that size, F0 and F7 included. [any]
JW_REALTIME JwSysex jw_sysex_decode(const uint8_t *bytes, uint32_t size);

/// True if a message decodes to JW_SYSEX_RESET. [any]
JW_REALTIME bool jw_sysex_resets(const uint8_t *bytes, uint32_t size);

/// Pitch of entry i of KEYS or PROGRAM, as a MIDI key with a fraction, and its key; negative: the
/// key does not change. [any]
JW_REALTIME double jw_sysex_key(const JwSysex *sysex, int i, int *key);

/// Tuning of note 0..11 (0 is C) of OCTAVE or OCTAVE_PROGRAM: semitones relative to equal
/// temperament. [any]
JW_REALTIME double jw_sysex_note(const JwSysex *sysex, int note);

#endif // JW_MIDI_SYSEX_H
