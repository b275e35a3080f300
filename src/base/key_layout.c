// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#include "base/key_layout.h"

#include <stddef.h>
#include <string.h>

enum { OCTAVE = 12, KEYS = 128, MIDDLE_C = 60, WHITES = 7, SHUDDHA = 0xab5 };

static const char piano[] = "awsedftgyhujkolp;'";
static const char whites[] = "asdfghjkl;'";
static const char between[] = "wertyuiop[";

static int modulo(int a, int n) {
    const int r = a % n;
    return r < 0 ? r + n : r;
}

static int in_range(int key) {
    return key >= 0 && key < KEYS ? key : -1;
}

JwKeyLayout jw_key_layout(JwKeysChoice choice, unsigned notes, bool tonic_chosen, int sa_key,
                          int c_key) {
    const bool sargam =
        choice == JW_KEYS_SARGAM || (choice == JW_KEYS_AUTO && (notes || tonic_chosen));
    // Every layout has Sa, even for a raga that is written without it
    return (JwKeyLayout){.sargam = sargam,
                         .first = sargam ? sa_key : c_key,
                         .notes = (notes ? notes : SHUDDHA) | 1u};
}

static int count(unsigned notes) {
    int n = 0;
    for (; notes; notes >>= 1) {
        n += (int)(notes & 1u);
    }
    return n;
}

static int white(const JwKeyLayout *l, int i) {
    const unsigned notes = l->sargam ? l->notes : SHUDDHA;
    const int n = count(notes);
    int degree = modulo(i, n), semitone = 0;
    const int octave = (i - degree) / n;
    while (degree > 0 || !(notes >> semitone & 1u)) {
        degree -= (int)(notes >> semitone & 1u);
        ++semitone;
    }
    return l->first + OCTAVE * octave + semitone;
}

int jw_key_layout_white(const JwKeyLayout *layout, int i) {
    return in_range(white(layout, i));
}

int jw_key_layout_key(const JwKeyLayout *l, int letter, bool second) {
    if (letter <= 0 || letter >= 128) {
        return -1;
    }
    if (!l->sargam) {
        const char *at = second ? NULL : strchr(piano, letter);
        return at ? in_range(l->first + (int)(at - piano)) : -1;
    }
    const char *at = strchr(whites, letter);
    if (at) {
        return second ? -1 : jw_key_layout_white(l, (int)(at - whites));
    }
    at = strchr(between, letter);
    if (!at) {
        return -1;
    }
    const int i = (int)(at - between);
    const int key = white(l, i) + 1 + second;
    return key < white(l, i + 1) ? in_range(key) : -1;
}

char jw_key_layout_letter(const JwKeyLayout *l, int key, bool *second) {
    static const char letters[] = "asdfghjkl;'wertyuiop[";
    for (int shift = 0; shift < 2; ++shift) {
        for (const char *at = letters; *at; ++at) {
            if (jw_key_layout_key(l, *at, shift == 1) == key) {
                *second = shift == 1;
                return *at;
            }
        }
    }
    return 0;
}

int jw_key_layout_midi(const JwKeyLayout *l, int key) {
    static const int white_below[OCTAVE] = {0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6};
    static const unsigned black = 0x54a;
    if (!l->sargam) {
        return key;
    }
    const int within = modulo(key - MIDDLE_C, OCTAVE);
    const int i = white_below[within] + WHITES * ((key - MIDDLE_C - within) / OCTAVE);
    if (!(black >> within & 1u)) {
        return jw_key_layout_white(l, i);
    }
    const int found = white(l, i) + 1;
    return found < white(l, i + 1) ? in_range(found) : -1;
}

static const char *const names[JW_N_KEYS_CHOICES] = {
    [JW_KEYS_AUTO] = "auto", [JW_KEYS_PIANO] = "piano", [JW_KEYS_SARGAM] = "sargam"};

const char *jw_keys_choice_name(JwKeysChoice choice) {
    return choice < JW_N_KEYS_CHOICES ? names[choice] : NULL;
}

bool jw_keys_choice_find(const char *name, JwKeysChoice *choice) {
    for (int i = 0; i < JW_N_KEYS_CHOICES; ++i) {
        if (!strcmp(name, names[i])) {
            *choice = (JwKeysChoice)i;
            return true;
        }
    }
    return false;
}
