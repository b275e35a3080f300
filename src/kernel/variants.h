// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Counts for which loops are compiled as separate functions: with a known count, sums stay in
// registers. Any other count uses a loop that handles some rows or points at a time. The lists
// contain the counts that shipped instruments and the benchmark use at qualities 1, 2 and 4; an
// unused count would only cost compile time.

#ifndef JW_VARIANTS_H
#define JW_VARIANTS_H

/// Rows that separate loops scatter to modes or gather from them. The list goes from 1 to `pushes`
/// of mode_pass.inc.h without gaps: tables are indexed by the count minus one, or by the count.
#define JW_ROW_COUNTS(DO)                                                                          \
    DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14)

/// Rows of a step over modes in 32 bits: on a fixed bridge (fretted bass: 11 to 14 and more); on a
/// moving bridge, of strings with one polarisation (taraf: 3 and 4) and with two (tanpura 5 to 9,
/// sitar 5 to 10); of grounded strings (taraf: 3 and 4); the same while a finger plucks; and on a
/// moving bridge, of strings with more modes than one chunk has (quality 4: sitar and tanpura 6,
/// sarod 7).
#ifdef __wasm__
// A page is downloaded, and these loops gain nothing there: a second of bass takes as long without.
#define JW_STILL_COUNTS(DO)
#define JW_STILL_PLUCKED_COUNTS(DO)
#define JW_LONG_COUNTS(DO)
#else
#define JW_STILL_COUNTS(DO)         JW_ROW_COUNTS(DO)
#define JW_STILL_PLUCKED_COUNTS(DO) DO(1) DO(2) DO(7) DO(9) DO(11) DO(14)
#define JW_LONG_COUNTS(DO)          DO(6) DO(7)
#endif
#define JW_BRIDGED_COUNTS(DO)  DO(1) DO(2) DO(3) DO(4)
#define JW_LATERAL_COUNTS(DO)  DO(5) DO(6) DO(7) DO(8) DO(9) DO(10)
#define JW_GROUNDED_COUNTS(DO) DO(3) DO(4)
#define JW_PLUCKED_COUNTS(DO)  DO(5) DO(6) DO(7) DO(8)
#define JW_NO_COUNTS(DO)

/// Nodes that a step gathers along with the modes, up to JW_FEW_GRID_ROWS.
#define JW_NODE_COUNTS(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8)

/// The same while a finger plucks.
#define JW_NODE_PLUCKED_COUNTS(DO) DO(6)

/// Numbers of points that sweeps cover, up to JW_GROUP_FEW_POINTS and the 20 frets of a bass: the
/// smallest that holds all points. Strings side by side have memory for exactly that number.
#define JW_GROUP_SIZES(DO) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(10) DO(12) DO(16) DO(20)

/// Sizes of JW_GROUP_SIZES for which functions are compiled: for a whole step of strings side by
/// side; for the same if they are grounded (taraf); only for their sweeps; for the sweeps of a
/// single string.
#define JW_KNOWN_STEPS(DO)    DO(3) DO(4) DO(5) DO(6) DO(7) DO(8)
#define JW_KNOWN_GROUNDED(DO) DO(3)
#define JW_KNOWN_SWEEPS(DO)   DO(10)
#define JW_KNOWN_ALONE(DO)    DO(4) DO(6) DO(8) DO(10)

#endif // JW_VARIANTS_H
