// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

#define _POSIX_C_SOURCE 200809L

#include "files/sargam.h"

#include "files/number.h"
#include "playing/tuning.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { OCTAVE = 12, KEY_MAX = JW_KEYS - 1 };

typedef enum { AS_RAGA, SHUDDHA, KOMAL, TIVRA } Alteration;

static const struct {
    const char *name;
    int semitone; ///< Semitones of the shuddha note over Sa
    bool has_komal, has_tivra;
} notes[] = {
    {"Sa", 0, false, false}, {"Re", 2, true, false},  {"Ri", 2, true, false},
    {"Ga", 4, true, false},  {"Ma", 5, false, true},  {"Pa", 7, false, false},
    {"Dha", 9, true, false}, {"Ni", 11, true, false},
};

enum { N_NOTES = sizeof(notes) / sizeof(notes[0]) };

/// A note as it is written.
typedef struct {
    int note; ///< Index into notes[]
    Alteration alteration;
    int octaves;
} Written;

static Alteration take_prefix(const char **text) {
    static const struct {
        const char *word;
        Alteration alteration;
    } prefixes[] = {{"shuddha", SHUDDHA}, {"komal", KOMAL}, {"tivra", TIVRA}};
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i) {
        const size_t n = strlen(prefixes[i].word);
        if (!strncasecmp(*text, prefixes[i].word, n)) {
            *text += n;
            *text += **text == '-' || **text == ' ';
            return prefixes[i].alteration;
        }
    }
    return AS_RAGA;
}

static bool take_note(const char **text, int *note) {
    for (int i = 0; i < N_NOTES; ++i) {
        const size_t n = strlen(notes[i].name);
        if (!strncasecmp(*text, notes[i].name, n)) {
            *text += n;
            *note = i;
            return true;
        }
    }
    return false;
}

static bool read_sargam(const char *text, Written *w) {
    *w = (Written){.octaves = -(int)strspn(text, ".")};
    text -= w->octaves;
    w->alteration = take_prefix(&text);
    if (!take_note(&text, &w->note)) {
        return false;
    }
    if (w->alteration == AS_RAGA && (*text == 'b' || *text == '#')) {
        w->alteration = *text++ == 'b' ? KOMAL : TIVRA;
    }
    for (; *text == '\'' || *text == ',' || *text == '.'; ++text) {
        w->octaves += *text == '\'' ? 1 : -1;
    }
    return !*text && (w->alteration != KOMAL || notes[w->note].has_komal) &&
           (w->alteration != TIVRA || notes[w->note].has_tivra);
}

bool jw_sargam_is(const char *text) {
    Written w;
    return read_sargam(text, &w);
}

static int key_of(const Written *w, const JwTonality *tonality) {
    const int sa = tonality->sa_key;
    const int shuddha = sa + notes[w->note].semitone;
    const int by = w->alteration == KOMAL ? -1 : w->alteration == TIVRA;
    const int key =
        w->alteration == AS_RAGA ? jw_raga_key(tonality->raga, sa, shuddha) : shuddha + by;
    return key + OCTAVE * w->octaves;
}

bool jw_key_parse(const char *text, const JwTonality *tonality, int *key) {
    Written w;
    if (tonality->sa_key < 0 || !read_sargam(text, &w)) {
        return jw_note_parse(text, key) || jw_integer_parse(text, 0, KEY_MAX, key);
    }
    const int found = key_of(&w, tonality);
    if (found < 0 || found > KEY_MAX) {
        return false;
    }
    *key = found;
    return true;
}

const char *jw_key_name(int key, char text[JW_NOTE_NAME_SIZE]) {
    static const char *const names[OCTAVE] = {"C",  "C#", "D",  "D#", "E",  "F",
                                              "F#", "G",  "G#", "A",  "A#", "B"};
    snprintf(text, JW_NOTE_NAME_SIZE, "%s%d", names[(unsigned)key % OCTAVE],
             (int)((unsigned)key / OCTAVE % 11) - 1);
    return text;
}

const char *jw_sargam_raga(int raga, char *text, int size) {
    static const char *const names[OCTAVE] = {"Sa",  "Reb", "Re",   "Gab", "Ga",  "Ma",
                                              "Ma#", "Pa",  "Dhab", "Dha", "Nib", "Ni"};
    int n = 0;
    text[0] = '\0';
    for (int semitone = 0; semitone < OCTAVE && n < size; ++semitone) {
        if (jw_raga_notes(raga) >> semitone & 1u) {
            n += snprintf(text + n, (size_t)(size - n), "%s%s", n > 0 ? " " : "", names[semitone]);
        }
    }
    return text;
}
