// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// What the window shows of an instrument that sounds, whoever plays it: of the player's engine, or
// of what the plug-in sends.

#ifndef JW_SHOWING_H
#define JW_SHOWING_H

#include "playing/bridge_profile.h"
#include "playing/drone.h"
#include "window/draw/slow_motion.h"
#include "window/draw/window.h"
#include "window/shown/shown.h"
#include "window/shown/spectrogram.h"

/// Large: not for the stack.
typedef struct {
    JwWindowModel *window;  ///< The owner's
    JwShownPresets presets; ///< Files of the window's presets
    JwFretboard board;      ///< Fretboard as it is tuned now
    JwSlowMotion slow;
    JwSpectrogram spectrogram;
} JwShowing;

/// Begins with an empty window, which lacks what `lacks` says, and the presets of a bundle,
/// or those that are installed if it is NULL.
/// [main]
void jw_showing_begin(JwShowing *s, JwWindowModel *window, unsigned lacks,
                      const JwShownBundle *bundle);

/// Shows another instrument; `board` and the window's parameters are filled already. [main]
void jw_showing_instrument(JwShowing *s, const JwInstrument *instrument);

/// Shows another string. [main]
void jw_showing_choose(JwShowing *s, const JwInstrument *instrument, int string);

/// Shows strings, notes and frets as `board` has them now. [main]
void jw_showing_tuning(JwShowing *s, const JwInstrument *instrument);

/// Shows a bridge profile in the pen's place; and reads the one that the pen has drawn. [main]
void jw_showing_profile(JwShowing *s, const JwProfile *profile);
void jw_showing_drawn(const JwShowing *s, JwProfile *profile);

/// Shows the names of instrument and preset, and which of the presets it is; preset: its file or
/// name, "" for none. [main]
void jw_showing_names(JwShowing *s, const JwInstrument *instrument, const char *preset);

/// Shows levels of left and right, 1 being full scale, gap_s after those before. [main]
void jw_showing_peaks(JwShowing *s, const double *peak, bool clipped, double gap_s);

/// Adds an instant to the energies over time [J]; one comes every period_s. [main]
void jw_showing_energies(JwShowing *s, double strings_j, double body_j, double ledger_j,
                         double period_s);

/// Shows energies and held keys of all strings; true if other keys are held. [main]
bool jw_showing_strings(JwShowing *s, const double *energy_j, const int *held_key);

/// Turns the drone's round to where it is. [main]
void jw_showing_drone(JwShowing *s, const JwDronePlace *place);

/// Shows where the chosen string is stopped, and how high it sounds; true if that changed. [main]
bool jw_showing_hero(JwShowing *s, int fret, double pitch_hz, double length_m);

/// Shows silence; returns the parts that changed. [main]
unsigned jw_showing_silence(JwShowing *s);

/// Adds what was heard to the spectrogram, which stands still in silence; true if it grew. [main]
bool jw_showing_sound(JwShowing *s, const float *sample, int n, double rate_hz);

#endif // JW_SHOWING_H
