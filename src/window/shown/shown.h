// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Fills the window's model from a patch: strings, frets, bridge, tonality; and from all available
// presets. The model's `built` (the instrument's own parameters) and `param` (present values) must
// already be set.
// to be there before.

#ifndef JW_SHOWN_H
#define JW_SHOWN_H

#include "files/preset_file.h"
#include "playing/fretboard.h"
#include "playing/instrument.h"
#include "window/draw/model.h"

/// Fills the table of strings and the range of keys. [main]
void jw_shown_strings(JwWindowModel *model, const JwInstrument *instrument,
                      const JwFretboard *board);

/// Sets the user's fine tuning of each string (string_cents as in JwTuning); the table must be
/// filled. [main]
void jw_shown_fine_tuning(JwWindowModel *model, const double *string_cents);

/// Fills tonic, raga and the intervals of its notes. [main]
void jw_shown_tonality(JwWindowModel *model, const JwFretboard *board);

/// Shows the notes of the computer's letters, and the keys that pluck strings. [any]
void jw_shown_keys(JwWindowModel *model, const JwInstrument *instrument, const JwFretboard *board);

/// Chooses a string, stopped at a key; -1: open. [main]
void jw_shown_hero(JwWindowModel *model, const JwInstrument *instrument, const JwFretboard *board,
                   int string, int key);

/// Fills the bridge under a string, or the obstacle along it as the string is stopped now. [main]
void jw_shown_bridge(JwWindowModel *model, const JwInstrument *instrument, int string);

/// Fills the drone's round. [main]
void jw_shown_round(JwWindowModel *model, const JwInstrument *instrument);

/// The same for any instrument, with its parameters. [main]
void jw_shown_strokes(JwWindowRound *round, const JwInstrument *instrument, const double *param);

/// Level of a string's bar, 0 to 1, for its energy. [any]
double jw_shown_level(double energy_j);

/// File names of the model's presets.
typedef struct {
    char file[JW_WINDOW_PRESETS][JW_NAME_SIZE];
} JwShownPresets;

/// Bundle whose presets are shown.
typedef struct {
    const char *bundle;                ///< Its folder
    bool (*shows)(const char *preset); ///< True for the names to show
} JwShownBundle;

/// Fills in the installed presets, or those of a bundle if it is not NULL, by family and
/// instrument; names may be NULL. Returns false if memory is short. [main]
bool jw_shown_presets(JwWindowModel *model, const JwShownBundle *bundle, JwShownPresets *names);

/// Takes the practice sets off the presets. [main]
void jw_shown_clear_sets(JwWindowModel *model);

/// Adds a practice set behind the presets: its name, and what is in it. Without room it is left
/// out. [main]
void jw_shown_add_set(JwWindowModel *model, JwShownPresets *names, const char *name,
                      const char *text);

/// Presets that are gathered one by one, for an owner that has no folders.
typedef struct JwShownGathering JwShownGathering;

/// Begins; NULL: memory is short. [main]
JwShownGathering *jw_shown_gather_begin(JwWindowModel *model);

/// Adds a preset of an instrument; NULL: the instrument as it is. Those beyond JW_WINDOW_PRESETS
/// are left out. [main]
void jw_shown_gather(JwShownGathering *g, const JwInstrument *instrument, const JwPreset *preset,
                     const char *file);

/// Fills in the presets, by family and instrument, and frees the gathered list; names may be NULL.
/// [main]
void jw_shown_gather_end(JwShownGathering *g, JwShownPresets *names);

#endif // JW_SHOWN_H
