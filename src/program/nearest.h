// Copyright 2026 The Jawari authors
// SPDX-License-Identifier: ISC

// Search for the names nearest to an unknown one, for the error message.

#ifndef JW_NEAREST_H
#define JW_NEAREST_H

#include "playing/instrument.h"

#include <stddef.h>

enum { JW_NEAREST_NAMES = 3 };

typedef struct {
    const char *word;
    const char *name[JW_NEAREST_NAMES]; ///< Names found, best first; NULL after the last
    int distance[JW_NEAREST_NAMES];
} JwNearest;

/// Begins a search; word must outlive it. [any]
JwNearest jw_nearest_start(const char *word);

/// Offers a name, which must outlive the search; names too far from the word are ignored. [any]
void jw_nearest_offer(JwNearest *nearest, const char *name);

/// Offers a name for which `shown`, of which only the nearest name counts, is then listed. `shown`
/// must outlive the search. [any]
void jw_nearest_offer_as(JwNearest *nearest, const char *name, const char *shown);

/// Writes "; nearest: a, b, c", or nothing if no name was near. Returns text. [any]
const char *jw_nearest_text(const JwNearest *nearest, char *text, size_t size);

/// Writes the same for an instrument's strings. Returns text. [any]
const char *jw_nearest_string(const JwInstrument *instrument, const char *name, char *text,
                              size_t size);

#endif // JW_NEAREST_H
