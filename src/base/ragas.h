// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Ragas: the table of ragas.def as C data, the user's own behind it, and the search by name.

#ifndef JW_RAGAS_H
#define JW_RAGAS_H

#include "base/attributes.h"
#include "base/names.h"

#include <stdbool.h>

enum {
    JW_RAGA_LAST_THAT = 10, ///< Ragas up to this number leave the drone's first string as it is
    JW_RAGA_NAME = JW_FOLDED_NAME, ///< Room for a name and its final 0
    JW_OWN_RAGAS = 200,            ///< Most ragas of the user's own
    JW_OWN_RAGA_ROWS = 1000,       ///< The same with those that were withdrawn
    JW_TARAF_NOTES = 13,           ///< Notes of the column `taraf`
};

/// Numbers of the ragas, values of the parameter RAGA.
enum {
    JW_RAGA_NONE,
#define JW_RAGA(number, ...) JW_RAGA_##number,
#include "base/ragas.def"
#undef JW_RAGA
    JW_N_RAGAS ///< Number of ragas of the table, with "None"
};

/// One row of ragas.def, which explains the texts.
typedef struct {
    const char *name, *others, *devanagari;
    bool carnatic;
    const char *parent, *notes, *aroha, *avaroha, *vadi, *samvadi, *time;
    char first;
    const char *taraf, *just, *own, *checked, *sources;
    const signed char *tuned; ///< NULL, or of a raga of the user's own: semitones from each of the
                              ///< notes S N, S R G m P P D N S' R' G' to that of its taraf
    const double *cents;      ///< NULL, or of the same: cents over Sa of its own intonation, by
                              ///< semitone; negative: as in just intonation
} JwRaga;

/// Notes that the strings of a taraf are made for, in semitones over Sa: S N, S R G m P P D N S' R'
/// G'.
extern const signed char jw_taraf_notes[JW_TARAF_NOTES];

/// Number of ragas, with "None" and withdrawn ones: those of the table, then the user's own. [any]
JW_REALTIME int jw_raga_count(void);

/// Adds a raga of the user's own, whose texts have to last, under the next number. Returns false if
/// there is no room. [main]
bool jw_raga_add(const JwRaga *raga);

/// Withdraws a raga of the user's own, or brings it back: withdrawn, it is neither found nor
/// listed, and is played on under its number. [main]
void jw_raga_withdraw(int raga, bool withdrawn);

/// True for a raga that is found and listed. [any]
bool jw_raga_is_listed(int raga);

/// True if a raga has that name, but for capitals, blanks, signs and accents. [any]
bool jw_raga_is_named(const char *name);

/// Row of a raga; NULL for 0 and past the last. [any]
const JwRaga *jw_raga_info(int raga);

/// Name of a raga ("Yaman"); NULL for 0 and past the last. [any]
const char *jw_raga_name(int raga);

/// Notes of a raga: bit d is set if it has the note d semitones above Sa. All twelve without a
/// raga. [any]
unsigned jw_raga_notes(int raga);

/// Semitones above Sa of a letter of S r R g G m M P d D n N; -1 for another one. [any]
int jw_svara_semitone(char letter);

/// Letter of the note d semitones above Sa, 0..11. [any]
char jw_svara_letter(int semitone);

/// Writes name number i of a raga: its own, then the others, then the one in Devanagari. False, and
/// text is unchanged, past the last. [any]
bool jw_raga_name_at(int raga, int i, char text[JW_RAGA_NAME]);

/// Number of the raga with that name; 0 if there is none. Capitals, blanks, hyphens and accents do
/// not matter, nor does "Raga" before the name. Where no name is the same, one is taken that is
/// pronounced alike: bhoopali is Bhupali, Jayjaywanti Jaijaivanti. Of ragas with the same name, the
/// first in the table is taken, a Hindustani one. [any]
int jw_raga_find(const char *text);

/// True if a raga has all words of a filter. A word is a note that it has (g) or lacks (-g), or a
/// part of one of its names, its that or mela, its time ("21-24"), "Hindustani" or "Carnatic";
/// "that:Bhairav" is its that alone, "hour:22" an hour within its time. All ragas have an empty
/// filter. [any]
bool jw_raga_matches(int raga, const char *filter);

#endif // JW_RAGAS_H
