// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Shows a sounding instrument in the window, from the player's engine or from the plug-in's data.

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
    JwFretboard board;      ///< Fretboard as tuned now
    JwSlowMotion slow;
    JwSpectrogram spectrogram;
    int played; ///< Melody string that a key took hold of between the last two looks; -1: none
} JwShowing;

/// Begins with an empty window without the elements in `lacks`, and with the presets of a bundle;
/// NULL: the installed presets. [main]
void jw_showing_begin(JwShowing *s, JwWindowModel *window, unsigned lacks,
                      const JwShownBundle *bundle);

/// The same without presets. [main]
void jw_showing_begin_bare(JwShowing *s, JwWindowModel *window, unsigned lacks);

/// Shows another instrument; `board` and the window's parameters must already be set. [main]
void jw_showing_instrument(JwShowing *s, const JwInstrument *instrument);

/// Shows another string. [main]
void jw_showing_choose(JwShowing *s, const JwInstrument *instrument, int string);

/// Updates strings, notes and frets from `board`. [main]
void jw_showing_tuning(JwShowing *s, const JwInstrument *instrument);

/// Sets the pen's profile; the other function reads it. [main]
void jw_showing_profile(JwShowing *s, const JwProfile *profile);
void jw_showing_drawn(const JwShowing *s, JwProfile *profile);

/// Shows the names of instrument and preset, and marks the preset in the list; preset: its file or
/// name, "": none. [main]
void jw_showing_names(JwShowing *s, const JwInstrument *instrument, const char *preset);

/// Index of a preset by its file or name; -1: none of the window's. [main]
int jw_showing_find_preset(const JwShowing *s, const char *preset);

/// Shows levels of left and right (full scale is 1), gap_s after the previous ones. [main]
void jw_showing_peaks(JwShowing *s, const double *peak, bool clipped, double gap_s);

/// Adds an instant to the energy curves [J]; they come every period_s. [main]
void jw_showing_energies(JwShowing *s, double strings_j, double body_j, double ledger_j,
                         double period_s);

/// Shows energies and held keys of all strings; returns true if the keys changed. [main]
bool jw_showing_strings(JwShowing *s, const double *energy_j, const int *held_key);

/// Melody string to show because it was played last; -1: the present one stays, as it does while it
/// is held itself, while the user draws or drags, and if it is no melody string. [main]
int jw_showing_follow(const JwShowing *s);

/// Sets the position in the drone's round. [main]
void jw_showing_drone(JwShowing *s, const JwDronePlace *place);

/// Shows where the chosen string is stopped, its pitch, and the note that a bend has reached;
/// returns true if fret or note changed. time_s: any steady clock. [main]
bool jw_showing_hero(JwShowing *s, int fret, double pitch_hz, double length_m, double time_s);

/// Shows silence; returns the changed parts. [main]
unsigned jw_showing_silence(JwShowing *s);

/// Adds output samples to the spectrogram, which stops during silence; returns true if it grew.
/// [main]
bool jw_showing_sound(JwShowing *s, const float *sample, int n, double rate_hz);

#endif // JW_SHOWING_H
