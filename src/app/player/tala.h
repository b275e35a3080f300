// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Talas by name: cycles of beats, some of which are marked.

#ifndef JW_TALA_H
#define JW_TALA_H

#include "base/error.h"

enum { JW_TALA_BEATS = 32 }; ///< Bytes for the marks of the longest tala

typedef struct {
    const char *name;
    const char *others; ///< Other names, separated by semicolons
    const char *marks;  ///< A character for each beat: X sam, 1 to 9 tali, 0 khali, . neither
    int sources;        ///< Number of sources that agree
} JwTala;

/// Finds a tala by any of its names; returns NULL, with an error that names the nearest, if there
/// is none. [any]
const JwTala *jw_tala_find(const char *name, JwError *error);

/// Tala number i, from 0; NULL past the last. [any]
const JwTala *jw_tala(int i);

#endif // JW_TALA_H
