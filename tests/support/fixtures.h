// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Strings, instruments and measuring tools that several tests share.

#ifndef JW_FIXTURES_H
#define JW_FIXTURES_H

#include "playing/instrument.h"
#include "string/modes.h"
#include "string/string_state.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Steel string on a bench, 195.7 Hz: Issanchou, Le Carrou, Touze, Fabre, Doare 2017, with
/// Valette's losses. No axial stiffness.
JwStringData fixture_bench_data(void);

/// Tanpura C3, steel: van Walstijn, Bridges, Mehes 2016, Table 1. No axial stiffness.
JwStringData fixture_tanpura_data(void);

/// Sitar jor, C#3 bronze, EA 210 times its tension.
JwStringData fixture_jor_data(void);

/// The string with no losses at all.
JwStringData fixture_lossless(JwStringData data);

/// Points of a jawari of that radius over x = 1..25 mm, apex at 1.5 mm on the string's line.
JwContactPoints fixture_jawari(int n_points, double radius_m, double restitution);

/// One string, its tables and its state.
typedef struct {
    JwModes *modes;
    JwStringState state;
} FixtureString;

/// Spec of a string at that step rate: modes to 20 kHz, own losses, 64 bit, nothing to hit.
JwModesSpec fixture_spec(const JwStringData *data, double step_rate_hz);

/// Builds the string at rest on the bridge (NULL: as its points stand, restitution 0).
/// False if memory is short.
bool fixture_string_init(FixtureString *string, const JwModesSpec *spec, const JwBridge *bridge);
void fixture_string_free(FixtureString *string);

/// Strokes of an instrument make no noise and do not vary: what a string does is told apart from
/// what a hand does.
void fixture_exact(JwInstrument *instrument);

/// Sitar of three playable strings (baj with 20 frets, jor, chikari) over two jawari bridges,
/// exact.
void fixture_sitar(JwInstrument *instrument);

/// Puts an instrument on a body of four modes that its strings move, and two that only listen.
void fixture_body(JwInstrument *instrument);

/// Strings over plates that they touch at the nodes of their own grid, instead of their bridges.
void fixture_plates(JwInstrument *instrument);

/// Tanpura of one string as in van Walstijn et al. 2016, exact.
void fixture_tanpura(JwInstrument *instrument);

/// Random numbers, the same everywhere: SplitMix64 (Steele, Lea, Flood 2014).
uint64_t fixture_random(uint64_t *state);
double fixture_uniform(uint64_t *state, double least, double most);

/// In-place transform of n (a power of two) complex numbers, re and im.
void fixture_fft(double *re, double *im, int n);

/// Power spectrum of n samples under a Hann window: n/2 + 1 values; amplitude a of a sinusoid on
/// a bin gives a^2. False if memory is short.
bool fixture_power(const double *samples, int n, double *power);

/// Amplitude of the partial of frequency_hz: n samples under a Hann window.
double fixture_amplitude(const double *samples, int n, double rate_hz, double frequency_hz);

#endif // JW_FIXTURES_H
