// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Layouts of keys: notes of the letters of a computer's keyboard and the keys of a MIDI keyboard.
//
// Piano: a s d f g h j k l ; ' are the white keys from C up, w e t y u o p the black ones between
// them. Sargam: a is Sa and the others of its row are the next notes of the raga, so that every one
// of them belongs to it; the letter above two of them plays what lies between (with Shift the
// second of two notes).

#ifndef JW_KEY_LAYOUT_H
#define JW_KEY_LAYOUT_H

#include <stdbool.h>

/// The user's choice.
typedef enum {
    JW_KEYS_AUTO, ///< Sargam where a raga or a tonic is chosen
    JW_KEYS_PIANO,
    JW_KEYS_SARGAM,
    JW_N_KEYS_CHOICES
} JwKeysChoice;

typedef struct {
    bool sargam;
    int first;      ///< MIDI key of `a`: a C, or Sa
    unsigned notes; ///< Sargam: bit d: the raga has the note d semitones above Sa
} JwKeyLayout;

/// Layout by a choice. notes: those of the raga, 0: none is chosen; tonic_chosen: the user has
/// chosen Sa; sa_key: Sa of the middle octave; c_key: C where a piano would begin. Without a raga
/// sargam has the seven shuddha notes. [any]
JwKeyLayout jw_key_layout(JwKeysChoice choice, unsigned notes, bool tonic_chosen, int sa_key,
                          int c_key);

/// MIDI key of a letter; -1: none. [any]
int jw_key_layout_key(const JwKeyLayout *layout, int letter, bool second);

/// Letter that plays a MIDI key; *second says whether it needs Shift. 0: none. [any]
char jw_key_layout_letter(const JwKeyLayout *layout, int key, bool *second);

/// MIDI key of white key number i from `first` up (any number). Sargam: the raga's note. [any]
int jw_key_layout_white(const JwKeyLayout *layout, int i);

/// Key to play for a key of a MIDI keyboard on which C4 is Sa: white keys are the raga's notes, a
/// black key plays the lowest note between its neighbours; -1: there is none. A piano layout leaves
/// keys as they are. [any]
int jw_key_layout_midi(const JwKeyLayout *layout, int key);

/// Name of a choice ("sargam"); NULL past the last. [any]
const char *jw_keys_choice_name(JwKeysChoice choice);

/// Choice of that name; false, and *choice unchanged, if there is none. [any]
bool jw_keys_choice_find(const char *name, JwKeysChoice *choice);

#endif // JW_KEY_LAYOUT_H
