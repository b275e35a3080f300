// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the window shows of a patch: strings, frets, bridge, tonality; and of all presets there are.
//
// The instrument's own parameters are the model's `built`, values in force its `param`; both have
// to be there before.

#ifndef JW_SHOWN_H
#define JW_SHOWN_H

#include "playing/fretboard.h"
#include "playing/instrument.h"
#include "window/draw/model.h"

/// Fills the table of strings, and the keys that can be played. [main]
void jw_shown_strings(JwWindowModel *model, const JwInstrument *instrument,
                      const JwFretboard *board);

/// Tells how far the user has tuned each string, string_cents as of JwTuning, once the table is
/// filled. [main]
void jw_shown_fine_tuning(JwWindowModel *model, const double *string_cents);

/// Fills tonic, raga and the notes' intervals. [main]
void jw_shown_tonality(JwWindowModel *model, const JwFretboard *board);

/// Chooses a string, stopped at a key; -1: open. [main]
void jw_shown_hero(JwWindowModel *model, const JwInstrument *instrument, const JwFretboard *board,
                   int string, int key);

/// Fills the bridge under a string. [main]
void jw_shown_bridge(JwWindowModel *model, const JwInstrument *instrument, int string);

/// Fills the drone's round. [main]
void jw_shown_round(JwWindowModel *model, const JwInstrument *instrument);

/// Bar of a string's level, 0 to 1, for its energy. [any]
double jw_shown_level(double energy_j);

/// Names of the files of the model's presets.
typedef struct {
    char file[JW_WINDOW_PRESETS][JW_NAME_SIZE];
} JwShownPresets;

/// Bundle whose presets are shown.
typedef struct {
    const char *bundle;                ///< Its folder
    bool (*shows)(const char *preset); ///< True for the names of those that are to be shown
} JwShownBundle;

/// Fills the presets that are installed, or a bundle's if that is not NULL, by family and
/// instrument; names may be NULL. Returns false if memory is short. [main]
bool jw_shown_presets(JwWindowModel *model, const JwShownBundle *bundle, JwShownPresets *names);

#endif // JW_SHOWN_H
