// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Messages of Open Sound Control 1.0, as needed for session managers and control surfaces.
//
// Source: M. Wright, The Open Sound Control 1.0 Specification, 2002.

#ifndef JW_OSC_H
#define JW_OSC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JW_OSC_ARGUMENTS = 16, JW_OSC_BYTES = 8192 };

/// Message that points into its bytes, which must outlive it. Arrays are replaced by their
/// elements.
typedef struct {
    const char *address;
    int n;
    char type[JW_OSC_ARGUMENTS]; ///< Type tag of each argument; without type tags, 'i', 'f' or 's'
                                 ///< as guessed from its bytes
    const uint8_t *at[JW_OSC_ARGUMENTS];
} JwOscMessage;

/// Parses a message. Returns false, with message unusable, unless the bytes are one complete, valid
/// message with at most JW_OSC_ARGUMENTS arguments; a bundle is none. A message of an old sender
/// has no type tags. Each of its arguments is then the first of these that fits: a whole number
/// from -1000 to 1000000, a fraction between a millionth and a million, or a printable string.
/// [any]
bool jw_osc_parse(JwOscMessage *message, const uint8_t *bytes, size_t n);

/// Argument i if it is a string, otherwise NULL. [any]
const char *jw_osc_string(const JwOscMessage *message, int i);

/// True if argument i has no value: nil, an impulse, or a blob, which makes a message longer. [any]
bool jw_osc_says_nothing(const JwOscMessage *message, int i);

/// True if argument i is a fraction (float or double); sets *value. [any]
bool jw_osc_fraction(const JwOscMessage *message, int i, double *value);

/// Argument i as a word, written to text: a string, a character, a number, 1 or 0 for true or
/// false, or the bytes of a MIDI message in decimal; NULL for anything else. [any]
const char *jw_osc_word(const JwOscMessage *message, int i, char *text, size_t size);

/// Writes a message with arguments of the types `s` (const char *) and `i` (int) to bytes; returns
/// its size, 0 if it does not fit. [any]
size_t jw_osc_write(uint8_t *bytes, size_t room, const char *address, const char *types, ...);

#endif // JW_OSC_H
