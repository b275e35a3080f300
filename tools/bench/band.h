// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// An instrument that plays: an engine, and the notes that come round and round.

#ifndef JW_BENCH_BAND_H
#define JW_BENCH_BAND_H

#include "app/message.h"
#include "engine.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_BENCH_RATE_HZ = 48000,
    JW_BENCH_BLOCK = 256, ///< Frames
    JW_BENCH_NOTES = 8,
};

/// Notes of a round, one every `every_s`; none for silence.
typedef struct {
    int n;
    int key[JW_BENCH_NOTES];
    double every_s;
} JwBenchScore;

/// What the loops over modes and points do in a second of audio, as their definitions say.
typedef struct {
    double madds; ///< Multiply-adds, in 32 bits; one in 64 bits counts as two
    double bytes; ///< Loaded and stored
    double held;  ///< Bytes that a step goes through
    int n_modes;  ///< Of the first string, local modes included, padding not
    int n_points;
} JwBenchWork;

typedef struct {
    JwEngine *engine;
    JwBenchScore score;
    uint64_t frame;
    JwBenchWork work;
} JwBenchBand;

/// Strings of f0 = 20 kHz/n_modes with tension, n_points contact points under each: up to 16 on a
/// jawari bridge, more on a plate; none for 0.
void jw_bench_strings(JwInstrument *instrument, int n_strings, int n_modes, int n_points);

/// The sitar with all its strings on its body.
bool jw_bench_sitar(JwInstrument *instrument, JwMessage *message);

/// Prepares an engine for it at that QUALITY, at rest.
bool jw_bench_band_open(JwBenchBand *band, const JwInstrument *instrument, int quality,
                        const JwBenchScore *score, JwMessage *message);

void jw_bench_band_close(JwBenchBand *band);

/// Plays so many blocks.
void jw_bench_band_play(JwBenchBand *band, long n_blocks);

#endif // JW_BENCH_BAND_H
