// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/midi.h"

#include <string.h>

enum {
    DATA_MAX = 127,
    RPN_NULL = DATA_MAX << 7 | DATA_MAX,
    RPN_BEND_RANGE = 0,
    RPN_FINE_TUNING = 1,
    RPN_COARSE_TUNING = 2,
    RPN_TUNING_PROGRAM = 3,
    RPN_TUNING_BANK = 4,
    RPN_ZONE = 6,
    FINE_CENTRE = 8192,
    FINE_MAX = 16383,
    COARSE_CENTRE = 64,
    CENTS_MAX = 99,
    RELEASE_VELOCITY = 64,
    ZONE_MEMBERS_MAX = 15,
    ZONE_LOWER_MANAGER = 0,
    ZONE_UPPER_MANAGER = 15,
};

/********* Messages *********/

JW_REALTIME JwMidi jw_midi_decode(const uint8_t bytes[3]) {
    static const JwMidiType types[8] = {
        JW_MIDI_NOTE_OFF, JW_MIDI_NOTE_ON,          JW_MIDI_POLY_PRESSURE, JW_MIDI_CONTROL,
        JW_MIDI_PROGRAM,  JW_MIDI_CHANNEL_PRESSURE, JW_MIDI_BEND,          JW_MIDI_NONE,
    };
    const JwMidi none = {JW_MIDI_NONE, 0, 0, 0};
    const JwMidiType type = bytes[0] & 0x80 ? types[bytes[0] >> 4 & 7] : JW_MIDI_NONE;
    const bool is_short = type == JW_MIDI_PROGRAM || type == JW_MIDI_CHANNEL_PRESSURE;
    if (type == JW_MIDI_NONE || bytes[1] > DATA_MAX || (!is_short && bytes[2] > DATA_MAX)) {
        return none;
    }
    JwMidi midi = {type, bytes[0] & 15, 0, 0};
    if (is_short) {
        midi.value = bytes[1];
    } else if (type == JW_MIDI_BEND) {
        midi.value = (int16_t)((bytes[2] << 7 | bytes[1]) - 8192);
    } else {
        midi.key = bytes[1];
        midi.value = bytes[2];
    }
    if (type == JW_MIDI_NOTE_ON && midi.value == 0) {
        midi.type = JW_MIDI_NOTE_OFF;
        midi.value = RELEASE_VELOCITY;
    }
    return midi;
}

JW_REALTIME bool jw_midi_valid(const JwMidi *midi) {
    const bool bends = midi->type == JW_MIDI_BEND;
    return midi->type > JW_MIDI_NONE && midi->type <= JW_MIDI_BEND && midi->channel <= 15 &&
           midi->key <= DATA_MAX && midi->value >= (bends ? -8192 : 0) &&
           midi->value <= (bends ? 8191 : DATA_MAX);
}

/********* Registered parameters *********/

static JW_REALTIME void select_none(JwMidiChannel *c) {
    c->rpn_msb = DATA_MAX;
    c->rpn_lsb = DATA_MAX;
}

// Only the outermost channels are managers of zones (MPE 1.0, section 2.1).
static JW_REALTIME unsigned set_zone(JwMidiChannel *c, int members) {
    const bool manages = c->channel == ZONE_LOWER_MANAGER || c->channel == ZONE_UPPER_MANAGER;
    if (!manages || members > ZONE_MEMBERS_MAX) {
        return 0;
    }
    c->zone_members = (uint8_t)members;
    return JW_MIDI_CHANGED_ZONE;
}

// A new MSB clears the LSB (MIDI 1.0, "14-bit controllers"), so that a sender without an LSB gets
// whole semitones.
static JW_REALTIME unsigned set_msb(JwMidiChannel *c, int value) {
    switch (c->rpn_msb << 7 | c->rpn_lsb) {
    case RPN_BEND_RANGE:
        c->bend_semitones = (uint8_t)value;
        c->bend_cents = 0;
        return JW_MIDI_CHANGED_BEND;
    case RPN_FINE_TUNING:
        c->fine_tuning = (uint16_t)(value << 7);
        return JW_MIDI_CHANGED_TUNING;
    case RPN_COARSE_TUNING:
        c->coarse_tuning = (uint8_t)value;
        return JW_MIDI_CHANGED_TUNING;
    case RPN_TUNING_PROGRAM:
        c->tuning_program = (uint8_t)value;
        return JW_MIDI_CHANGED_TUNING;
    case RPN_TUNING_BANK:
        c->tuning_bank = (uint8_t)value;
        return JW_MIDI_CHANGED_TUNING;
    case RPN_ZONE:
        return set_zone(c, value);
    default: // Unknown parameter, or none
        return 0;
    }
}

static JW_REALTIME unsigned set_lsb(JwMidiChannel *c, int value) {
    switch (c->rpn_msb << 7 | c->rpn_lsb) {
    case RPN_BEND_RANGE:
        c->bend_cents = (uint8_t)(value < CENTS_MAX ? value : CENTS_MAX);
        return JW_MIDI_CHANGED_BEND;
    case RPN_FINE_TUNING:
        c->fine_tuning = (uint16_t)((c->fine_tuning & ~DATA_MAX) | value);
        return JW_MIDI_CHANGED_TUNING;
    default: // Coarse tuning, programs, banks and zones, which have no LSB
        return 0;
    }
}

static JW_REALTIME int clamp(int value, int max) {
    return value < 0 ? 0 : value > max ? max : value;
}

// A step is one cent, one unit of fine tuning or one semitone, whatever the value byte (RP-018).
// Cents carry into semitones.
static JW_REALTIME unsigned step(JwMidiChannel *c, int by) {
    const int range_max = DATA_MAX * (CENTS_MAX + 1) + CENTS_MAX;
    switch (c->rpn_msb << 7 | c->rpn_lsb) {
    case RPN_BEND_RANGE: {
        const int was = c->bend_semitones * (CENTS_MAX + 1) + c->bend_cents;
        const int range = clamp(was + by, range_max);
        c->bend_semitones = (uint8_t)(range / (CENTS_MAX + 1));
        c->bend_cents = (uint8_t)(range % (CENTS_MAX + 1));
        return JW_MIDI_CHANGED_BEND;
    }
    case RPN_FINE_TUNING:
        c->fine_tuning = (uint16_t)clamp(c->fine_tuning + by, FINE_MAX);
        return JW_MIDI_CHANGED_TUNING;
    case RPN_COARSE_TUNING:
        c->coarse_tuning = (uint8_t)clamp(c->coarse_tuning + by, DATA_MAX);
        return JW_MIDI_CHANGED_TUNING;
    case RPN_TUNING_PROGRAM:
        c->tuning_program = (uint8_t)clamp(c->tuning_program + by, DATA_MAX);
        return JW_MIDI_CHANGED_TUNING;
    case RPN_TUNING_BANK:
        c->tuning_bank = (uint8_t)clamp(c->tuning_bank + by, DATA_MAX);
        return JW_MIDI_CHANGED_TUNING;
    default: // Zones, which are set and not stepped
        return 0;
    }
}

/********* Channel *********/

JW_REALTIME void jw_midi_channel_init(JwMidiChannel *c, int number) {
    memset(c, 0, sizeof *c);
    c->channel = (uint8_t)(number & 15);
    c->controller[JW_CC_VOLUME] = 100;
    c->controller[JW_CC_PAN] = 64;
    c->bend_semitones = 2;
    c->fine_tuning = FINE_CENTRE;
    c->coarse_tuning = COARSE_CENTRE;
    jw_midi_channel_reset(c);
}

JW_REALTIME void jw_midi_channel_reset(JwMidiChannel *c) {
    c->controller[JW_CC_MODULATION] = 0;
    c->controller[JW_CC_EXPRESSION] = DATA_MAX;
    for (int i = JW_CC_SUSTAIN; i <= JW_CC_SOFT; ++i) {
        c->controller[i] = 0;
    }
    c->pressure = 0;
    c->bend = 0;
    select_none(c);
}

static JW_REALTIME unsigned take_control(JwMidiChannel *c, int number, int value) {
    if (number == JW_CC_RESET_CONTROLLERS) {
        jw_midi_channel_reset(c);
        return JW_MIDI_CHANGED_BY_RESET | JW_MIDI_CHANGED_BEND | JW_MIDI_CHANGED_PRESSURE;
    }
    if (number >= JW_CC_ALL_SOUND_OFF) {
        return 0;
    }
    c->controller[number] = (uint8_t)value;
    switch (number) {
    case JW_CC_RPN_MSB:
        c->rpn_msb = (uint8_t)value;
        break;
    case JW_CC_RPN_LSB:
        c->rpn_lsb = (uint8_t)value;
        break;
    case JW_CC_NRPN_MSB:
    case JW_CC_NRPN_LSB: // Selects an unknown parameter: data entry is ignored
        select_none(c);
        break;
    case JW_CC_DATA_MSB:
        return JW_MIDI_CHANGED_CONTROL | set_msb(c, value);
    case JW_CC_DATA_LSB:
        return JW_MIDI_CHANGED_CONTROL | set_lsb(c, value);
    case JW_CC_INCREMENT:
        return JW_MIDI_CHANGED_CONTROL | step(c, 1);
    case JW_CC_DECREMENT:
        return JW_MIDI_CHANGED_CONTROL | step(c, -1);
    default:
        break;
    }
    return JW_MIDI_CHANGED_CONTROL;
}

JW_REALTIME unsigned jw_midi_channel_take(JwMidiChannel *c, const JwMidi *midi) {
    if (midi->channel != c->channel) {
        return 0;
    }
    switch (midi->type) {
    case JW_MIDI_CONTROL:
        return take_control(c, midi->key & DATA_MAX, clamp(midi->value, DATA_MAX));
    case JW_MIDI_CHANNEL_PRESSURE:
        c->pressure = (uint8_t)clamp(midi->value, DATA_MAX);
        return JW_MIDI_CHANGED_PRESSURE;
    case JW_MIDI_BEND:
        c->bend = midi->value;
        return JW_MIDI_CHANGED_BEND;
    case JW_MIDI_NONE:
    case JW_MIDI_NOTE_OFF:
    case JW_MIDI_NOTE_ON:
    case JW_MIDI_POLY_PRESSURE:
    case JW_MIDI_PROGRAM:
        break;
    }
    return 0;
}

JW_REALTIME bool jw_midi_channel_selects_tuning(const JwMidiChannel *c, int controller) {
    const int parameter = c->rpn_msb << 7 | c->rpn_lsb;
    const bool enters = controller == JW_CC_DATA_MSB || controller == JW_CC_INCREMENT ||
                        controller == JW_CC_DECREMENT;
    return enters && (parameter == RPN_TUNING_PROGRAM || parameter == RPN_TUNING_BANK);
}

JW_REALTIME double jw_midi_channel_bend_cents(const JwMidiChannel *c) {
    return (c->bend_semitones * 100.0 + c->bend_cents) * c->bend / 8192.0;
}

JW_REALTIME double jw_midi_channel_tuning_cents(const JwMidiChannel *c) {
    return (c->coarse_tuning - COARSE_CENTRE) * 100.0 +
           (c->fine_tuning - FINE_CENTRE) * 100.0 / 8192.0;
}
