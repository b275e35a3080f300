// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Names of notes: Western ones, and sargam, which counts from Sa.
//
// Sargam, in any case: Sa Re Ga Ma Pa Dha Ni (Ri for Re), `b` or komal- before the name for komal,
// `#` or tivra- for tivra Ma, shuddha- for a note that is neither; then ' for each octave up and ,
// or . for each octave down (. before the name, too): Re', komal-Ga, Reb, Pa,, tivra-Ma, .Ni. A
// name that does not say which of these it is means the raga's own note.

#ifndef JW_SARGAM_H
#define JW_SARGAM_H

#include <stdbool.h>

enum { JW_NOTE_NAME_SIZE = 8 };

/// Tonic and raga of sargam.
typedef struct {
    int sa_key; ///< Key of Sa without an octave's mark; negative: unknown, and sargam is not read
    int raga;   ///< Number of the raga; 0: none
} JwTonality;

/// True for a text that is sargam, whatever key it means. [any]
bool jw_sargam_is(const char *text);

/// Reads a note, Western or sargam, or a MIDI key, into 0..127. False leaves *key. [any]
bool jw_key_parse(const char *text, const JwTonality *tonality, int *key);

/// Writes the Western name of a key 0..127 ("C#3"). Returns text. [any]
const char *jw_key_name(int key, char text[JW_NOTE_NAME_SIZE]);

/// Writes the notes of a raga in sargam ("Sa Reb Ga Ma Pa Dhab Ni"); without a raga, all twelve.
/// size: 64 is enough. Returns text. [any]
const char *jw_sargam_raga(int raga, char *text, int size);

#endif // JW_SARGAM_H
