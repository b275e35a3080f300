// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "playing/midi_sysex.h"

#include <stddef.h>
#include <string.h>

enum {
    BEGIN = 0xf0,
    END = 0xf7,
    NON_REAL_TIME = 0x7e,
    REAL_TIME = 0x7f,
    DEVICE_CONTROL = 4,
    TUNING = 8,
    GENERAL_MIDI = 9,
    ROLAND = 0x41,
    YAMAHA = 0x43,
    NAME = 16, ///< Characters of a tuning's name
    KEYS = 128,
    KEY_BYTES = 3,
    CENTRE = 8192,
};

/// 14-bit number from its two bytes of seven bits.
static JW_REALTIME int number(const uint8_t *high, const uint8_t *low) {
    return *high << 7 | *low;
}

/********* Tuning *********/

/// Form of a tuning message: its header, and the offsets of its program and its data.
typedef struct {
    uint8_t id;
    JwSysexType type;
    bool banked, wide;
    uint8_t head;   ///< Number of bytes before the data
    uint16_t bytes; ///< Number of bytes of data, or of one entry for KEYS
} Format;

static const Format formats[] = {
    {0x01, JW_SYSEX_PROGRAM, false, false, 6 + NAME, KEYS *KEY_BYTES},
    {0x02, JW_SYSEX_KEYS, false, false, 7, 1 + KEY_BYTES},
    {0x04, JW_SYSEX_PROGRAM, true, false, 7 + NAME, KEYS *KEY_BYTES},
    {0x05, JW_SYSEX_OCTAVE_PROGRAM, true, false, 7 + NAME, JW_OCTAVE_NOTES},
    {0x06, JW_SYSEX_OCTAVE_PROGRAM, true, true, 7 + NAME, 2 * JW_OCTAVE_NOTES},
    {0x07, JW_SYSEX_KEYS, true, false, 8, 1 + KEY_BYTES},
    {0x08, JW_SYSEX_OCTAVE, false, false, 8, JW_OCTAVE_NOTES},
    {0x09, JW_SYSEX_OCTAVE, false, true, 8, 2 * JW_OCTAVE_NOTES},
};

enum { N_FORMATS = sizeof(formats) / sizeof(formats[0]) };

static JW_REALTIME const Format *find_format(int id) {
    for (int i = 0; i < N_FORMATS; ++i) {
        if (formats[i].id == id) {
            return &formats[i];
        }
    }
    return NULL;
}

/// Channels as bits, from three bytes `ff gg hh`: channels 15 and 16, 8 to 14, 1 to 7.
static JW_REALTIME uint16_t channels_of(const uint8_t *bits) {
    return (uint16_t)((bits[0] & 3) << 14 | bits[1] << 7 | bits[2]);
}

static JW_REALTIME JwSysex decode_tuning(const uint8_t *bytes, uint32_t size) {
    const Format *f = find_format(bytes[4]);
    JwSysex s = {.real_time = bytes[1] == REAL_TIME};
    if (!f || size <= f->head) {
        return s;
    }
    const bool counted = f->type == JW_SYSEX_KEYS;
    const uint32_t room = size - 1 - f->head, n = counted ? bytes[f->head - 1] : 1;
    // A dump ends with its checksum, which some senders omit.
    if (n == 0 || room < n * f->bytes) {
        return s;
    }
    s.type = f->type;
    s.bank = f->banked ? bytes[5] : 0;
    s.program = f->banked ? bytes[6] : bytes[5];
    s.channels = f->type == JW_SYSEX_OCTAVE ? channels_of(bytes + 5) : 0;
    s.wide = f->wide;
    s.n = counted ? (int)n : KEYS;
    s.data = bytes + f->head;
    return s;
}

static JW_REALTIME JwSysex decode_master(const uint8_t *bytes, uint32_t size) {
    JwSysex s = {.real_time = true};
    if (size != 8 || bytes[1] != REAL_TIME) {
        return s;
    }
    if (bytes[4] == 3) {
        s.type = JW_SYSEX_FINE;
        s.semitones = (double)(number(&bytes[6], &bytes[5]) - CENTRE) / CENTRE;
    } else if (bytes[4] == 4) {
        s.type = JW_SYSEX_COARSE;
        s.semitones = bytes[6] - 64;
    }
    return s;
}

static JW_REALTIME JwSysex decode_universal(const uint8_t *bytes, uint32_t size) {
    JwSysex s = {JW_SYSEX_OTHER};
    if (size < 6) {
        return s;
    }
    switch (bytes[3]) {
    case TUNING:
        return decode_tuning(bytes, size);
    case DEVICE_CONTROL:
        return decode_master(bytes, size);
    case GENERAL_MIDI:
        s.type = bytes[1] == NON_REAL_TIME && bytes[4] >= 1 && bytes[4] <= 3 ? JW_SYSEX_RESET
                                                                             : JW_SYSEX_OTHER;
        return s;
    default:
        return s;
    }
}

/********* Makers' own *********/

static JW_REALTIME bool has_address(const uint8_t *address, int a, int b, int c) {
    return address[0] == a && address[1] == b && address[2] == c;
}

/// Channel (part) of a GS block: the tenth is block 0.
static JW_REALTIME int part_of(int block) {
    return block == 0 ? 9 : block < 10 ? block - 1 : block;
}

/// Decodes Roland's `F0 41 dd 42 12 address... data... checksum F7`.
static JW_REALTIME JwSysex decode_gs(const uint8_t *bytes, uint32_t size) {
    JwSysex s = {.real_time = true};
    if (size < 11 || bytes[3] != 0x42 || bytes[4] != 0x12) {
        return s;
    }
    const uint8_t *address = bytes + 5;
    if (has_address(address, 0x40, 0, 0x7f) || has_address(address, 0, 0, 0x7f)) {
        s.type = JW_SYSEX_RESET;
    } else if (address[0] == 0x40 && address[1] >> 4 == 1 && address[2] == 0x40 && size == 22) {
        s.type = JW_SYSEX_OCTAVE;
        s.channels = (uint16_t)(1u << part_of(address[1] & 15));
        s.data = bytes + 8;
    }
    return s;
}

/// Decodes Yamaha's `F0 43 1n 4C address... data F7`.
static JW_REALTIME JwSysex decode_xg(const uint8_t *bytes, uint32_t size) {
    JwSysex s = {.real_time = true};
    if (size == 9 && bytes[2] >> 4 == 1 && bytes[3] == 0x4c &&
        (has_address(bytes + 4, 0, 0, 0x7e) || has_address(bytes + 4, 0, 0, 0x7f))) {
        s.type = JW_SYSEX_RESET;
    }
    return s;
}

/********* All *********/

/// True if a message begins with F0, ends with F7, and only has data bytes in between.
static JW_REALTIME bool is_complete(const uint8_t *bytes, uint32_t size) {
    unsigned bits = 0;
    if (size < 4 || size > JW_SYSEX_BYTES_MAX || bytes[0] != BEGIN || bytes[size - 1] != END) {
        return false;
    }
    for (uint32_t i = 1; i < size - 1; ++i) {
        bits |= bytes[i];
    }
    return bits < 0x80;
}

JW_REALTIME JwSysex jw_sysex_decode(const uint8_t *bytes, uint32_t size) {
    const JwSysex other = {JW_SYSEX_OTHER};
    if (!is_complete(bytes, size)) {
        return other;
    }
    switch (bytes[1]) {
    case NON_REAL_TIME:
    case REAL_TIME:
        return decode_universal(bytes, size);
    case ROLAND:
        return decode_gs(bytes, size);
    case YAMAHA:
        return decode_xg(bytes, size);
    default:
        return other;
    }
}

JW_REALTIME bool jw_sysex_resets(const uint8_t *bytes, uint32_t size) {
    return jw_sysex_decode(bytes, size).type == JW_SYSEX_RESET;
}

JW_REALTIME double jw_sysex_key(const JwSysex *sysex, int i, int *key) {
    const bool counted = sysex->type == JW_SYSEX_KEYS;
    const uint8_t *entry = sysex->data + i * (counted ? 1 + KEY_BYTES : KEY_BYTES);
    *key = counted ? entry[0] : i;
    entry += counted;
    const int semitone = entry[0], part = number(&entry[1], &entry[2]);
    const bool same = (semitone << 14 | part) == (0x7f << 14 | 0x3fff);
    return same ? -1.0 : semitone + part / 16384.0;
}

JW_REALTIME double jw_sysex_note(const JwSysex *sysex, int note) {
    const uint8_t *entry = sysex->data + (sysex->wide ? 2 * note : note);
    return sysex->wide ? (double)(number(&entry[0], &entry[1]) - CENTRE) / CENTRE
                       : 0.01 * (entry[0] - 64);
}
