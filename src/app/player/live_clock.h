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
    double bpm;      ///< Beats a minute
    int tala;        ///< Number of the tala; -1: beats without a cycle
    bool counts_in;  ///< A cycle is counted in
    double growth;   ///< Change of the tempo at each sam [beats a minute]; 0: none
    double grows_to; ///< Tempo at which that ends
} JwClockSettings;

/// Initial settings: silent, 60 beats a minute.
#define JW_CLOCK_SETTINGS                                                                          \
    { .bpm = 60.0, .tala = -1, .grows_to = JW_TALA_BPM_MAX }

/// Metronome with its settings; set to JW_LIVE_CLOCK before use.
typedef struct {
    JwClicks *clicks; ///< NULL if memory is short
    JwClicksSetting setting;
    int tala;        ///< Number of the tala; -1: beats without a cycle
    double tapped_s; ///< Time of the last tap on jw_monotonic_s(); 0: none
} JwLiveClock;

/// Initial settings: silent, 60 beats a minute.
#define JW_LIVE_CLOCK                                                                              \
    { .setting = {.bpm = 60.0, .grows_to = JW_TALA_BPM_MAX}, .tala = -1 }

/// Obeys words. On failure returns false, with an error, and changes nothing. [main]
///
/// `on` and `off`; `stop`: the next sam is the last beat; `tap`; a number of beats a minute, the
/// name of a tala, or `none` for beats without a cycle, which also switch it on; `count-in on|off`:
/// a cycle is counted in before it begins, and before a recording; `grow BPM [TO]`: the tempo
/// changes by so much at each sam, until it is TO; `grow off`.
bool jw_live_clock_obey(JwLiveClock *clock, const char *text, JwError *error);

/// Tempo that is in force now. [main]
double jw_live_clock_bpm(const JwLiveClock *clock);

/// Begins anew, with the next start, if a cycle is to be counted in. [main]
void jw_live_clock_count_in(JwLiveClock *clock);

/// Notes that the clock has ended on sam; call it often. [main]
void jw_live_clock_follow(JwLiveClock *clock);

/// Options of the clock.
typedef struct {
    double bpm;       ///< Beats a minute; 0: not given
    const char *tala; ///< NULL: not given
    bool counts_in;
    const char *grow; ///< BPM[:TO]; NULL: not given
} JwClockOptions;

/// Sets the clock by options. [main]
bool jw_live_clock_begin(JwLiveClock *clock, const JwClockOptions *options, JwError *error);

/// Settings in force. [main]
JwClockSettings jw_live_clock_settings(const JwLiveClock *clock);

/// Applies settings; a clock that they switch on begins. [main]
void jw_live_clock_set(JwLiveClock *clock, const JwClockSettings *settings);

/// Changes to a tala, -1: beats without a cycle. A tempo that has grown goes on. [main]
void jw_live_clock_set_tala(JwLiveClock *clock, int tala);

/// Prints the settings and the present beat as lines `key = value`. [main]
void jw_live_clock_print(const JwLiveClock *clock, FILE *out);

#endif // JW_LIVE_CLOCK_H
