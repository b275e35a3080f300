// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// MIDI 1.0 channel messages: decoding, and the state of one channel.
//
// Sources: MIDI 1.0 Detailed Specification 4.2 (messages, 14-bit controllers, registered
// parameters), RP-015 (reset all controllers), RP-018 (data increment and decrement), MIDI Tuning
// Standard (RPN 3 and 4), MIDI Polyphonic Expression 1.0 (RPN 6).

#ifndef JW_MIDI_H
#define JW_MIDI_H

#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    JW_MIDI_NONE, ///< No channel message, or one with a data byte above 127
    JW_MIDI_NOTE_OFF,
    JW_MIDI_NOTE_ON, ///< Velocity 1..127
    JW_MIDI_POLY_PRESSURE,
    JW_MIDI_CONTROL, ///< Includes the channel mode messages, numbers 120..127
    JW_MIDI_PROGRAM,
    JW_MIDI_CHANNEL_PRESSURE,
    JW_MIDI_BEND,
} JwMidiType;

/// Controllers with a meaning here, or used by the instruments.
typedef enum {
    JW_CC_MODULATION = 1,
    JW_CC_DATA_MSB = 6,
    JW_CC_VOLUME = 7,
    JW_CC_PAN = 10,
    JW_CC_EXPRESSION = 11,
    JW_CC_DATA_LSB = 38,
    JW_CC_SUSTAIN = 64,
    JW_CC_PORTAMENTO = 65,
    JW_CC_SOSTENUTO = 66,
    JW_CC_SOFT = 67,
    JW_CC_TIMBRE = 74, ///< Third dimension of polyphonic expression
    JW_CC_INCREMENT = 96,
    JW_CC_DECREMENT = 97,
    JW_CC_NRPN_LSB = 98,
    JW_CC_NRPN_MSB = 99,
    JW_CC_RPN_LSB = 100,
    JW_CC_RPN_MSB = 101,
    JW_CC_ALL_SOUND_OFF = 120,
    JW_CC_RESET_CONTROLLERS = 121,
    JW_CC_ALL_NOTES_OFF = 123, ///< All notes off; 124..127 imply it
} JwMidiControl;

/// Expression of one note.
typedef enum {
    JW_EXPRESSION_CENTS,      ///< Bend [cent], in addition to the channel's; by the peg, like that
                              ///< of an MPE member, as far as the instrument allows
    JW_EXPRESSION_PRESSURE,   ///< Pressure of the key, 0..1, as polyphonic pressure
    JW_EXPRESSION_BRIGHTNESS, ///< -1..1, as the third dimension (CC 74) of an MPE member that
                              ///< comes during the note
} JwExpression;

typedef struct {
    JwMidiType type;
    uint8_t channel; ///< Channel 0..15
    uint8_t key;     ///< Key, or controller number, 0..127; 0 for the other types
    int16_t value;   ///< Velocity, pressure, controller value or program 0..127; bend -8192..8191
} JwMidi;

/// Changes reported by jw_midi_channel_take(), as bits.
typedef enum {
    JW_MIDI_CHANGED_CONTROL = 1,   ///< Controller of the message's key
    JW_MIDI_CHANGED_BEND = 2,      ///< Bend, or its range
    JW_MIDI_CHANGED_PRESSURE = 4,  ///< Pressure of the channel
    JW_MIDI_CHANGED_TUNING = 8,    ///< Fine or coarse tuning, tuning program or bank
    JW_MIDI_CHANGED_ZONE = 16,     ///< Members of an MPE zone at this channel
    JW_MIDI_CHANGED_BY_RESET = 32, ///< Any controller; pressure of every key, reset to 0
} JwMidiChange;

/// State of one channel.
typedef struct {
    uint8_t channel;         ///< 0..15
    uint8_t controller[128]; ///< Last value of each controller, 0..127
    uint8_t pressure;        ///< Pressure of the channel, 0..127
    int16_t bend;            ///< Bend -8192..8191
    uint8_t rpn_msb;         ///< Registered parameter for data entry; 127, 127: none
    uint8_t rpn_lsb;
    uint8_t bend_semitones; ///< Semitones of the bend range, 0..127
    uint8_t bend_cents;     ///< Additional cents of the bend range, 0..99
    uint16_t fine_tuning;   ///< Fine tuning 0..16383, centre 8192, a step of 100/8192 cents
    uint8_t coarse_tuning;  ///< Coarse tuning 0..127, centre 64, semitones
    uint8_t tuning_program; ///< Tuning program selected by RPN 3, 0..127
    uint8_t tuning_bank;    ///< Tuning bank selected by RPN 4, 0..127
    uint8_t zone_members;   ///< Member channels requested by the last RPN 6, 0..15; 0: no zone
} JwMidiChannel;

/// Decodes a complete message, with running status resolved; ignores the third byte of a two-byte
/// message. A note-on with velocity 0 becomes a note-off with velocity 64, the velocity of
/// keyboards that do not sense it. [any]
JW_REALTIME JwMidi jw_midi_decode(const uint8_t bytes[3]);

/// True for a message whose channel, key and value are within their ranges. [any]
JW_REALTIME bool jw_midi_valid(const JwMidi *midi);

/// Power-up state: volume 100, expression 127, pan 64 and 0 otherwise, bend range
/// 2 semitones, tuning centred, tuning program 0 of bank 0, no parameter selected. [any]
JW_REALTIME void jw_midi_channel_init(JwMidiChannel *channel, int number);

/// Resets all controllers according to RP-015: modulation and pedals 64..67 to 0, expression to
/// 127, bend centred, pressure 0, no parameter selected. Volume, pan, program, sound and effect
/// controllers, bend range and tuning do not change. [any]
JW_REALTIME void jw_midi_channel_reset(JwMidiChannel *channel);

/// Updates the channel by a message (messages of other channels change nothing) and returns the
/// changes, bits of JwMidiChange. The caller handles notes, programs, pressure of keys and modes
/// other than 121. [any]
JW_REALTIME unsigned jw_midi_channel_take(JwMidiChannel *channel, const JwMidi *midi);

/// True if a controller, with the present state, selects a tuning program or bank. [any]
JW_REALTIME bool jw_midi_channel_selects_tuning(const JwMidiChannel *channel, int controller);

/// Bend [cent], scaled by the bend range. [any]
JW_REALTIME double jw_midi_channel_bend_cents(const JwMidiChannel *channel);

/// Fine plus coarse tuning [cent]. [any]
JW_REALTIME double jw_midi_channel_tuning_cents(const JwMidiChannel *channel);

#endif // JW_MIDI_H
