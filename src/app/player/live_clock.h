// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Control of the player's metronome by words.

#ifndef JW_LIVE_CLOCK_H
#define JW_LIVE_CLOCK_H

#include "app/player/clicks.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

/// Settings that sessions keep.
typedef struct {
    bool on;
    double bpm; ///< Beats a minute
    int tala;   ///< Number of the tala; -1: beats without a cycle
} JwClockSettings;

/// Initial settings: silent, 60 beats a minute.
#define JW_CLOCK_SETTINGS                                                                          \
    { .bpm = 60.0, .tala = -1 }

/// Metronome with its settings; set to JW_LIVE_CLOCK before use.
typedef struct {
    JwClicks *clicks; ///< NULL if memory is short
    JwClicksSetting setting;
    int tala;        ///< Number of the tala; -1: beats without a cycle
    double tapped_s; ///< Time of the last tap on jw_monotonic_s(); 0: none
} JwLiveClock;

/// Initial settings: silent, 60 beats a minute.
#define JW_LIVE_CLOCK                                                                              \
    { .setting = {.bpm = 60.0}, .tala = -1 }

/// Obeys on, off, tap, a number of beats a minute, the name of a tala, or none for beats without a
/// cycle; a number or a name also switches it on. On failure returns false, with an error, and
/// changes nothing. [main]
bool jw_live_clock_obey(JwLiveClock *clock, const char *text, JwError *error);

/// Sets the clock by the options: beats a minute (0: not given), tala (NULL: not given). [main]
bool jw_live_clock_begin(JwLiveClock *clock, double bpm, const char *tala, JwError *error);

/// Settings in force. [main]
JwClockSettings jw_live_clock_settings(const JwLiveClock *clock);

/// Applies settings. [main]
void jw_live_clock_set(JwLiveClock *clock, const JwClockSettings *settings);

/// Prints the settings and the present beat as lines `key = value`. [main]
void jw_live_clock_print(const JwLiveClock *clock, FILE *out);

#endif // JW_LIVE_CLOCK_H
