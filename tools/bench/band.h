// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Band: an engine with an instrument, and notes that it plays in a loop.

#ifndef JW_BENCH_BAND_H
#define JW_BENCH_BAND_H

#include "base/error.h"
#include "engine/engine.h"
#include "program/programs.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    JW_BENCH_RATE_HZ = 48000,
    JW_BENCH_BLOCK = 256, ///< Largest number of frames of a block
    JW_BENCH_NOTES = 8,
    JW_BENCH_EVENTS = 512, ///< Largest number of events of one block
};

/// Actions of the player besides the notes.
typedef enum {
    JW_BENCH_PLAIN,
    JW_BENCH_MEEND,   ///< Bends the string at every control tick
    JW_BENCH_CHORDS,  ///< Strikes seven strings at once, twelve times a second
    JW_BENCH_RETUNE,  ///< Requests new tables, losses and raga, twelve times a second
    JW_BENCH_PRESETS, ///< Changes the program twelve times a second
} JwBenchPlay;

/// Notes of a loop, one every `every_s`; none for silence.
typedef struct {
    int n;
    int key[JW_BENCH_NOTES];
    double every_s;
} JwBenchScore;

/// Work of the loops over modes and points in one second of audio, counted from their definitions.
typedef struct {
    double madds; ///< Multiply-adds, in 32 bits; one in 64 bits counts as two
    double bytes; ///< Bytes loaded and stored
    double held;  ///< Bytes that a step accesses
    int n_modes;  ///< Modes of the first string, including local modes, without padding
    int n_points;
} JwBenchWork;

typedef struct {
    JwEngine *engine;
    JwBenchScore score;
    JwBenchPlay play;
    uint32_t block;             ///< Frames of a block
    const JwPrograms *programs; ///< For JW_BENCH_PRESETS; borrowed
    bool driven;                ///< Drums are the audio input
    uint64_t frame;
    JwBenchWork work;
} JwBenchBand;

typedef enum {
    JW_BENCH_GRID,  ///< Nodes of the string's own grid, which touch independently
                    ///< (kernel/grid_contact.h)
    JW_BENCH_DENSE, ///< Points at any position, like those of instruments, coupled to each other
                    ///< (kernel/contact_group.h)
} JwBenchPoints;

/// Fills an instrument with strings of f0 = 20 kHz/n_modes with tension, with n_points contact
/// points under each: up to 16 on a jawari bridge, more on a plate. A note of their key, every half
/// second, keeps them sounding.
void jw_bench_strings(JwInstrument *instrument, int n_strings, int n_modes, int n_points,
                      JwBenchPoints points);

/// Score for the strings of jw_bench_strings().
JwBenchScore jw_bench_strings_score(const JwInstrument *instrument);

/// Makes each string the same as the middle one of its role, so that they share their tables.
void jw_bench_alike(JwInstrument *alike, const JwInstrument *instrument);

/// Prepares an engine for an instrument at this QUALITY and strikes every string, unless there is
/// no score.
bool jw_bench_band_open(JwBenchBand *band, const JwInstrument *instrument, int quality,
                        const JwBenchScore *score, JwError *error);

/// Counts the work of the instrument, whose tables are built again for that.
bool jw_bench_band_find_work(JwBenchBand *band, const JwInstrument *instrument, int quality);

void jw_bench_band_close(JwBenchBand *band);

/// Plays one block.
void jw_bench_band_run(JwBenchBand *band);

/// Does the control thread's work between blocks: builds requested tables.
void jw_bench_band_serve(JwBenchBand *band);

/// Plays a number of blocks, and builds requested tables between them.
void jw_bench_band_play(JwBenchBand *band, long n_blocks);

#endif // JW_BENCH_BAND_H
