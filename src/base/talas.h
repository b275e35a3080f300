// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Talas: the table of talas.def as C data, its beats, and the search by name.

#ifndef JW_TALAS_H
#define JW_TALAS_H

#include "base/names.h"

#include <stdbool.h>

enum { JW_TALA_BOL = 32, JW_TALA_MATRAS = 32 }; ///< Room for a stroke's name; most beats of a tala

/// Tempo of the clock that beats a tala [beats a minute].
#define JW_TALA_BPM_MIN 20.0
#define JW_TALA_BPM_MAX 400.0

enum {
    JW_N_TALAS = 0 ///< Number of talas
#define JW_TALA(name, ...) +1
#include "base/talas.def"
#undef JW_TALA
};

/// One row of talas.def, which explains the texts.
typedef struct {
    const char *name, *others, *devanagari;
    bool carnatic;
    int matras;
    const char *vibhags, *marks, *tali, *khali, *theka, *kriya, *checked, *sources;
} JwTala;

/// What falls on a beat: bits.
typedef enum {
    JW_BEAT_SAM = 1,    ///< First beat of the cycle
    JW_BEAT_TALI = 2,   ///< A clap
    JW_BEAT_KHALI = 4,  ///< A wave
    JW_BEAT_VIBHAG = 8, ///< Beginning of a part
} JwTalaBeat;

/// Row of a tala, 0 .. JW_N_TALAS - 1; NULL for other numbers. [any]
const JwTala *jw_tala_info(int tala);

/// Number of the tala with that name; -1 if there is none. Names are compared as those of ragas
/// (jw_raga_find()). [any]
int jw_tala_find(const char *text);

/// Bits of JwTalaBeat of a beat, 1 .. matras; 0 for a plain beat and for what does not exist. [any]
unsigned jw_tala_beat(int tala, int matra);

/// Writes the stroke of the theka on a beat, "-" for a rest. Returns false, and writes "", if the
/// tala has no theka or no such beat. [any]
bool jw_tala_bol(int tala, int matra, char text[JW_TALA_BOL]);

#endif // JW_TALAS_H
