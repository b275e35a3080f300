// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Messages of Open Sound Control 1.0, as far as session managers and control surfaces use them.
//
// Source: M. Wright, The Open Sound Control 1.0 Specification, 2002.

#ifndef JW_OSC_H
#define JW_OSC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JW_OSC_ARGUMENTS = 16, JW_OSC_BYTES = 8192 };

/// Message that points into its bytes, which must outlive it. Arrays are their elements.
typedef struct {
    const char *address;
    int n;
    char type[JW_OSC_ARGUMENTS]; ///< Type tag of each argument; where the message has no type tags,
                                 ///< 'i', 'f' or 's' by what its bytes look like
    const uint8_t *at[JW_OSC_ARGUMENTS];
} JwOscMessage;

/// Takes a message apart. Returns false, with message unusable, unless the bytes are one whole and
/// well formed message with no more arguments than there is room for; a bundle is none. A message
/// of an old sender has no type tags. Each argument of it is then a whole number from -1000 to
/// 1000000, or a fraction within a million and above a millionth, or a printable text: the first of
/// these that its bytes can be. [any]
bool jw_osc_parse(JwOscMessage *message, const uint8_t *bytes, size_t n);

/// Argument i if it is a string, else NULL. [any]
const char *jw_osc_string(const JwOscMessage *message, int i);

/// True if argument i says nothing: nil, an impulse, or a blob, which makes a message longer. [any]
bool jw_osc_says_nothing(const JwOscMessage *message, int i);

/// True if argument i is a fraction (float or double), and its value. [any]
bool jw_osc_fraction(const JwOscMessage *message, int i, double *value);

/// Argument i as a word: a string, a character, or a number, or 1 or 0 for true or false, or the
/// bytes of a MIDI message in decimal, written into text; NULL if it is something else. [any]
const char *jw_osc_word(const JwOscMessage *message, int i, char *text, size_t size);

/// Writes a message with arguments of the types `s` (const char *) and `i` (int) into
/// bytes; returns its size, 0 if there is no room. [any]
size_t jw_osc_write(uint8_t *bytes, size_t room, const char *address, const char *types, ...);

#endif // JW_OSC_H
