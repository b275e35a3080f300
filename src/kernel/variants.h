// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Counts for which loops are compiled as functions of their own: with a known count, sums stay in
// registers. Any other count goes through a loop that takes some rows or points at a time. The
// counts listed are those that shipped instruments and the bench use, found by listing what these
// call at qualities 1, 2 and 4; a count that none of them uses costs compile time for nothing.

#ifndef JW_VARIANTS_H
#define JW_VARIANTS_H

/// Rows that are scattered to modes or gathered from them by loops of their own. The list goes
/// from 1 to `pushes` of mode_pass.inc.h without gaps: tables are indexed by the count less one, or
/// by the count.
#define JW_ROW_COUNTS(DO)                                                                          \
    DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14)

/// Rows of a step over modes in 32 bits where the bridge stands still (fretted bass: 11 to 14 and
/// more); where it moves, of strings with one polarisation (taraf: 3 and 4) and with two (tanpura 5
/// to 9, sitar 5 to 10); of those that are seen from the ground (taraf: 3 and 4); and of others
/// while a finger plucks; and where it moves, of strings of more modes than one chunk has (quality
/// 4: sitar and tanpura 6, sarod 7).
#define JW_STILL_COUNTS(DO)         JW_ROW_COUNTS(DO)
#define JW_BRIDGED_COUNTS(DO)       DO(1) DO(2) DO(3) DO(4)
#define JW_LATERAL_COUNTS(DO)       DO(5) DO(6) DO(7) DO(8) DO(9) DO(10)
#define JW_GROUNDED_COUNTS(DO)      DO(3) DO(4)
#define JW_STILL_PLUCKED_COUNTS(DO) DO(1) DO(2) DO(7) DO(9) DO(11) DO(14)
#define JW_PLUCKED_COUNTS(DO)       DO(5) DO(6) DO(7) DO(8)
#define JW_LONG_COUNTS(DO)          DO(6) DO(7)
#define JW_NO_COUNTS(DO)

/// Nodes that a step gathers along with the modes, up to JW_FEW_GRID_ROWS.
#define JW_NODE_COUNTS(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8)

/// The same while a finger plucks.
#define JW_NODE_PLUCKED_COUNTS(DO) DO(6)

/// Numbers of points, up to JW_GROUP_FEW_POINTS and the 20 frets of a bass, that sweeps go over:
/// they take the smallest that holds all points. Strings side by side have room for exactly that
/// number.
#define JW_GROUP_SIZES(DO) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(10) DO(12) DO(16) DO(20)

/// Sizes of JW_GROUP_SIZES for which functions are compiled: for a whole step of strings side by
/// side; for the same where they are seen from the ground (taraf); for their sweeps alone; for the
/// sweeps of a string alone.
#define JW_KNOWN_STEPS(DO)    DO(3) DO(4) DO(5) DO(6) DO(7) DO(8)
#define JW_KNOWN_GROUNDED(DO) DO(3)
#define JW_KNOWN_SWEEPS(DO)   DO(10)
#define JW_KNOWN_ALONE(DO)    DO(4) DO(6) DO(8) DO(10)

#endif // JW_VARIANTS_H
